/** Pocket Commons for tests: no test runner inside, and none needed. */

export type { RpcCode } from "./errors/rpc.ts";
export type { Call, CallPattern } from "./testing/calls.ts";
export type { Clock, Delay, Fault, FaultPlan, FaultRule } from "./testing/fault-plan.ts";
export { type Installed, Mock, mock } from "./testing/mock.ts";
export type { MockOptions } from "./testing/mock-options.ts";
export type { AnswerDifference } from "./testing/record/compared-answers.ts";
export { Recorder, record } from "./testing/record/recorder.ts";
export type { Replay, ReplayDifference } from "./testing/record/replay.ts";
export type { MockedRequest } from "./testing/sent-request.ts";
export { servedDouble } from "./testing/served-mock.ts";
