/** Door of the JSON-LD reader. */
export { isJsonLd, loadJsonLd } from "./json-ld-file.ts";
