/** Door of the reader of JSON-LD. */
export { isJsonLd, loadJsonLd } from "./json-ld-file.ts";
