/** Door of the mock: a world behind `fetch`, which says what a test did not mean. */

export type { Call, CallPattern } from "./calls.ts";
export { Mock, type MockOptions, mock } from "./mock.ts";
export { MockError } from "./mock-error.ts";
