/** Door of the checks of the graph: what only the whole of the loaded statements can tell. */
export { CheckedWorld } from "./checked-world.ts";
export { checkGraph } from "./graph-checks.ts";
export { type MadeStatements, MadeStatementsBuilder } from "./made-statements.ts";
export { RowChecks } from "./row-checks.ts";
