/** Door of the walk: all that arcs of some predicates reach. */

export { closure, passes, type TermFilter, termTest } from "./walk.ts";
