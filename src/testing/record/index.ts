/** Door of the recorder: answers of a service folded into a world. */

export type { AnswerDifference } from "./compare.ts";
export { Recorder, type Replay, type ReplayDifference, record } from "./recorder.ts";
