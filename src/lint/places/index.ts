/** Door of the places: where in the sources a finding stands. */
export { textsOf } from "./line-texts.ts";
export { Locator } from "./locator.ts";
