/** Door of the walk: all that arcs of some predicates reach. */

export { eachLead } from "./found-leads.ts";
export { closure, type Pace, passes, type TermFilter, termTest } from "./walk.ts";
