/** Door of the checks of nodes: what each block says of itself, and the names that it may use. */
export { NodeChecks } from "./node-checks.ts";
export {
  dcidLengthMax,
  describingProperties,
  invalidDcid,
  isAscii,
  isDcid,
  longDcid,
  saysItself,
} from "./vocabulary.ts";
