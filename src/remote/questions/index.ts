/** Door of the questions: how they are asked of a world of which most lies elsewhere. */

export type { Place } from "./generation.ts";
export { type Ask, type PassLimits, Question } from "./question.ts";
export { RemoteWorld } from "./remote-world.ts";
