/** Door of the checks of nodes: what each block says of itself, and the names that it may use. */
export { NodeChecks } from "./node-checks.ts";
export {
  beginsLower,
  commonProperties,
  dcidLengthMax,
  describingProperties,
  hasPrefix,
  invalidDcid,
  isAscii,
  isDcid,
  longDcid,
  prefixCounter,
  prefixInDcid,
  saysItself,
} from "./vocabulary.ts";
