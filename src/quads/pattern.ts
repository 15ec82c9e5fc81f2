/** What a match looks for, in dcids, texts and points. */

import { dcidOf, pointOf, type RdfPatternTerm, textOf } from "./terms.ts";

/** A term of a pattern; null, undefined and variables stand for everything. */
export type PatternTerm = RdfPatternTerm | null | undefined;

/** The four of them: subject, predicate, object and graph. */
type PatternTerms = readonly [PatternTerm?, PatternTerm?, PatternTerm?, PatternTerm?];

export interface Pattern {
  /** A dcid, or the point of an observation. */
  readonly subject: string | number | undefined;
  readonly predicate: string | undefined;
  readonly object: PatternObject | undefined;
  /**
   * `""`: each statement once, whatever its provenances, as the default graph. A dcid: the statements
   * of this provenance. Undefined: all, in their graphs.
   */
  readonly graph: string | undefined;
}

interface PatternObject {
  readonly text: string;
  readonly isNode: boolean;
}

/** Undefined where no statement can match. */
export function patternOf([subject, predicate, object, graph]: PatternTerms): Pattern | undefined {
  const found = {
    subject: known(subject, (term) => pointOf(term) ?? dcidOf(term)),
    predicate: known(predicate, dcidOf),
    object: known(object, objectOf),
    graph: known(graph, (term) => (term.termType === "DefaultGraph" ? "" : dcidOf(term))),
  };
  return Object.values(found).includes(null) ? undefined : (found as Pattern);
}

/** Undefined where anything will do, and null for a term that no statement has. */
function known<Known>(
  term: PatternTerm,
  read: (term: RdfPatternTerm) => Known | undefined,
): Known | null | undefined {
  if (term === null || term === undefined || term.termType === "Variable") return undefined;
  return read(term) ?? null;
}

function objectOf(term: RdfPatternTerm): PatternObject | undefined {
  const dcid = dcidOf(term);
  if (dcid !== undefined) return { text: dcid, isNode: true };
  const text = textOf(term);
  return text === undefined ? undefined : { text, isNode: false };
}
