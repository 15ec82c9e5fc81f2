/** Door of the test doubles: worlds that tests write, a mock of the service, a recorder. */

export type { RpcCode } from "../adapters/index.ts";
export type { AnswerDifference } from "./compared-answers.ts";
export type { Clock, Delay, Fault, FaultPlan, FaultRule } from "./fault-plan.ts";
export { type Call, type CallPattern, Mock, MockError, type MockOptions, mock } from "./mock.ts";
export { Recorder, type Replay, type ReplayDifference, record } from "./recorder.ts";
export {
  type Addition,
  type Arcs,
  type ArcValue,
  type FacetFields,
  type NodeReference,
  type Points,
  type TextValue,
  WorldMaker,
  world,
} from "./world-maker.ts";
