/** Door of the explanation of answers: why one is empty, and what there is instead. */

export { explain } from "./explain.ts";
export type {
  EmptyKind,
  ExplainedRequest,
  ExplainedStep,
  Explanation,
  Suggestion,
  SuggestionKind,
} from "./explanation.ts";
