/** Door of the dialects: from a query's text to standard SPARQL. */

export { toStandard } from "./rewrite.ts";
export { type Clause, constantOf, StandardText } from "./standard-text.ts";
export type { Dialect } from "./tokens.ts";
