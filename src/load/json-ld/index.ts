/** Door of the reader of JSON-LD. */
export { frameOf, type JsonLdFrame, scanPart } from "./json-frame.ts";
export { isJsonLd, itemReader, loadJsonLd, tellContext } from "./json-ld-file.ts";
