/** Pocket Commons for tests: no test runner inside, and none needed. */

export type { RpcCode } from "./errors/rpc.ts";
export type { AnswerDifference } from "./testing/compared-answers.ts";
export type { Clock, Delay, Fault, FaultPlan, FaultRule } from "./testing/fault-plan.ts";
export {
  type Call,
  type CallPattern,
  type Installed,
  Mock,
  type MockOptions,
  mock,
} from "./testing/mock.ts";
export { Recorder, type Replay, type ReplayDifference, record } from "./testing/recorder.ts";
