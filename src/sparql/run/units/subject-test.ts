/** Does a subject have an arc to a constant? The same question for many subjects in a row. */

import {
  type Graph,
  lowerBound,
  type PredicateId,
  type TermId,
  termTest,
} from "../../../store/index.ts";

export type SubjectTest = (subject: TermId) => boolean;

/** A list of this many times the subjects is not gone through with them: each is looked up. */
const rowsPerSubject = 32;

/** The test that suits about so many subjects, which mostly ascend. */
export function subjectTest(
  graph: Graph,
  predicate: PredicateId,
  object: TermId,
  subjects: number,
): SubjectTest {
  if (graph.predicateOf("typeOf") === predicate) {
    const isOfType = termTest(graph, [{ predicate, values: new Set([object]) }]);
    if (isOfType !== undefined) return isOfType;
  }
  const range = graph.in.rowsOf(object, predicate);
  const { start, end } = range;
  return end - start > subjects * rowsPerSubject
    ? (subject) => graph.has(subject, predicate, object)
    : mergeTest(graph.in.termsIn(range), start, end);
}

/** Goes through ascending terms [start, end) along with what it is asked for. */
function mergeTest(terms: Uint32Array, start: number, end: number): SubjectTest {
  let at = start;
  return (subject) => {
    if (at > start && (terms[at - 1] as number) >= subject) {
      at = lowerBound(terms, subject, start, at);
    } else {
      let low = at;
      for (let step = 1; at < end && (terms[at] as number) < subject; step *= 2) {
        low = at + 1;
        at += step;
      }
      at = lowerBound(terms, subject, low, Math.min(at, end));
    }
    return at < end && terms[at] === subject;
  };
}
