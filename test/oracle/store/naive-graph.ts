/**
 * The graph as a list of triples and nothing else: every read is a filter and a sort over texts.
 * Slow, short, and without an id in it.
 */

export interface NaiveTerm {
  readonly text: string;
  readonly isNode: boolean;
}

export interface NaiveTriple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: NaiveTerm;
  readonly provenance: string | undefined;
}

/** A triple seen from one end. */
export interface NaiveArc {
  readonly predicate: string;
  readonly term: NaiveTerm;
  readonly provenance: string | undefined;
}

export type NaiveFilter = readonly {
  readonly predicate: string;
  readonly values: readonly NaiveTerm[];
}[];

export const naiveNode = (text: string): NaiveTerm => ({ text, isNode: true });
export const naiveLiteral = (text: string): NaiveTerm => ({ text, isNode: false });

/** Byte order of UTF-8. */
export function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Nodes before literals, each in byte order. */
export function compareTerms(a: NaiveTerm, b: NaiveTerm): number {
  return Number(b.isNode) - Number(a.isNode) || compareTexts(a.text, b.text);
}

/** None first. */
function compareProvenances(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  return compareTexts(a, b);
}

function compareArcs(a: NaiveArc, b: NaiveArc): number {
  return (
    compareTexts(a.predicate, b.predicate) ||
    compareTerms(a.term, b.term) ||
    compareProvenances(a.provenance, b.provenance)
  );
}

const isSameTerm = (a: NaiveTerm, b: NaiveTerm) => a.text === b.text && a.isNode === b.isNode;

/** Sorted, each once. */
export function distinct<T>(values: readonly T[], compare: (a: T, b: T) => number): T[] {
  const sorted = [...values].sort(compare);
  return sorted.filter((value, at) => at === 0 || compare(sorted[at - 1]!, value) !== 0);
}

export class NaiveGraph {
  /** As loaded: in that order, with repetitions. */
  readonly loaded: readonly NaiveTriple[];

  constructor(loaded: readonly NaiveTriple[]) {
    this.loaded = loaded;
  }

  arcs(direction: "out" | "in", term: NaiveTerm, predicate?: string): NaiveArc[] {
    const arcs = this.loaded
      .filter((triple) => predicate === undefined || triple.predicate === predicate)
      .flatMap((triple) => {
        const [near, far] =
          direction === "out"
            ? [naiveNode(triple.subject), triple.object]
            : [triple.object, naiveNode(triple.subject)];
        const { provenance } = triple;
        return isSameTerm(near, term)
          ? [{ predicate: triple.predicate, term: far, provenance }]
          : [];
      });
    return distinct(arcs, compareArcs);
  }

  /** Distinct triples, by subject and then as its arcs are sorted. */
  triples(predicate?: string): NaiveTriple[] {
    const subjects = distinct(
      this.loaded.map(({ subject }) => subject),
      compareTexts,
    );
    return subjects.flatMap((subject) =>
      this.arcs("out", naiveNode(subject), predicate).map(({ term, ...arc }) => ({
        ...arc,
        subject,
        object: term,
      })),
    );
  }

  predicates(): string[] {
    return distinct(
      this.loaded.map(({ predicate }) => predicate),
      compareTexts,
    );
  }

  /** None first, whether or not a triple has none. */
  provenances(): (string | undefined)[] {
    const given = this.loaded.flatMap(({ provenance }) => provenance ?? []);
    return [undefined, ...distinct(given, compareTexts)];
  }

  has(subject: string, predicate: string, object: NaiveTerm): boolean {
    return this.arcs("out", naiveNode(subject), predicate).some(({ term }) =>
      isSameTerm(term, object),
    );
  }

  /** The first literal that was loaded as its name. */
  nameOf(node: string): string | undefined {
    return this.loaded.find(
      ({ subject, predicate, object }) =>
        subject === node && predicate === "name" && !object.isNode,
    )?.object.text;
  }

  passes(term: NaiveTerm, filter: NaiveFilter): boolean {
    return filter.every(
      ({ predicate, values }) =>
        term.isNode && values.some((value) => this.has(term.text, predicate, value)),
    );
  }

  /** What some walk of 1 … hopsMax steps ends at. */
  closure(
    start: NaiveTerm,
    direction: "out" | "in",
    predicate: string,
    hopsMax: number,
    filter: NaiveFilter = [],
  ): NaiveTerm[] {
    const reached: NaiveTerm[] = [];
    let ends = [start];
    for (let hop = 0; hop < hopsMax; hop++) {
      const next = ends.flatMap((end) => this.arcs(direction, end, predicate));
      ends = distinct(
        next.map(({ term }) => term),
        compareTerms,
      );
      reached.push(...ends);
    }
    return distinct(reached, compareTerms).filter((term) => this.passes(term, filter));
  }
}
