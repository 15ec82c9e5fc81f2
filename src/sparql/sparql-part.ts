/** What answers and explains queries: a part that is loaded late, in one import. */

export { constantsOf, planOf } from "./compile/query-plan.ts";
export { evaluate, querySparql } from "./run/evaluate.ts";
