/** Door of the test doubles: worlds that tests write, a mock of the service over them, a recorder. */

export type { RpcCode } from "../adapters/index.ts";
export type { Clock, Delay, Fault, FaultPlan, FaultRule } from "./faults/index.ts";
export {
  type Call,
  type CallPattern,
  Mock,
  MockError,
  type MockOptions,
  mock,
} from "./mock/index.ts";
export {
  type AnswerDifference,
  Recorder,
  type Replay,
  type ReplayDifference,
  record,
} from "./record/index.ts";
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
} from "./world/index.ts";
