/** Door of the explorer's routes. */
export { answerExplorer } from "./answer.ts";
export type { Checked, Checks } from "./check.ts";
export type { ExplorerAnswer, ExplorerRequest } from "./request.ts";
