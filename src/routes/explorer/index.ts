/** Door of the explorer's routes. */
export { answerExplorer } from "./explorer-routes.ts";
