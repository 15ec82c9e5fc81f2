/** Door of the compiler: from a query's text to a plan. */

export { constantsOf, planOf } from "./query-plan.ts";
export type { Dialect } from "./tokens.ts";
