/** Door of the reader of JSON-LD. */
export { loadJsonLd } from "./json-ld-file.ts";
