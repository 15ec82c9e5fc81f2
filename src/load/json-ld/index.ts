/** Door of the reader of JSON-LD. */
export { isJsonLd, itemReader, type JsonLdFrame, jsonLdParts, loadJsonLd } from "./json-ld-file.ts";
