/** Door of the compiler: from a query's text to a plan. */

export { planOf } from "./parse.ts";
