/** Door of the answers: a world and a request in, an answer out. */

export { type AnswerRules, answerOf } from "./answer-of.ts";
export type { ServedAnswer, ServerAnswer, ServerRequest } from "./plain-http.ts";
export { SharedHeaders } from "./shared-headers.ts";
