/** Door of the units: the parts of a plan that find rows. */

export { whereUnit } from "./build-units.ts";
