/** Door of what spares a reader far away long ways: small columns beside the large ones. */

export {
  type LongRun,
  LongRuns,
  longRunNames,
  longRunsMax,
  longRunsMin,
} from "./long-runs.ts";
export { fenceBetween, PackedTexts, packedTexts } from "./packed-texts.ts";
export { Samples, sampleBits, samplesOf } from "./samples.ts";
