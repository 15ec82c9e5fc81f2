/** Door of the places: where in the sources a finding stands. */
export { type MentionVisitor, PlaceFinder } from "./place-finder.ts";
