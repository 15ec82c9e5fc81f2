/** Which types lead to which, as a snapshot has it, held against the arcs. */

import {
  checkOffset,
  idTypes,
  rowOf,
  type Walk,
  type WalkedRows,
  type WalkedSections,
} from "../columns/index.ts";
import { leadNames, leadPairsMax } from "../graph/index.ts";

export interface LeadBounds {
  readonly nodes: number;
  readonly triples: number;
  readonly predicates: number;
}

/** After the arcs out and the sets of types were walked. */
export function* walkLeads(sections: WalkedSections, bounds: LeadBounds): Walk {
  const { predicates } = bounds;
  const offsets = sections.rows(leadNames.offsets, ["u32"], predicates + 1);
  const subjects = sections.rows(leadNames.subjects, idTypes);
  const objects = sections.rows(leadNames.objects, idTypes, subjects.length);
  const setCount = sections.rows("graph.typeSets.offsets", ["u32"]).length - 1;
  const found = yield* foundPairs(sections, bounds, setCount);
  for (let predicate = 0, start = 0; predicate <= predicates; predicate++) {
    yield* rowOf(offsets, predicate);
    const end = checkOffset(offsets, predicate, start, subjects.length);
    const pairs = predicate === 0 ? [] : found[predicate - 1]!;
    if (end - start !== pairs.length) throw offsets.wrong(predicate, "there are other pairs");
    for (const [at, pair] of pairs.entries()) {
      yield* checkRow(subjects, start + at, Math.floor(pair / setCount));
      yield* checkRow(objects, start + at, pair % setCount);
    }
    start = end;
  }
}

function* checkRow(rows: WalkedRows, row: number, set: number): Walk {
  if ((yield* rowOf(rows, row)) !== set) throw rows.wrong(row, `this is not set ${set}`);
}

/** By predicate, ascending; of too many there are none. */
function* foundPairs(
  sections: WalkedSections,
  { nodes, triples, predicates }: LeadBounds,
  setCount: number,
): Walk<number[][]> {
  const offsets = sections.rows("graph.out.offsets", ["u32"], nodes + 1);
  const arcs = new LeadArcs(sections, { nodes, triples, predicates }, setCount);
  for (let subject = 0, row = 0; subject < nodes; subject++) {
    if (!offsets.has(subject + 1)) yield offsets.need(subject + 1);
    const end = offsets.at(subject + 1);
    for (; row < end; row++) yield* arcs.walk(subject, row);
  }
  return arcs.pairs();
}

class LeadArcs {
  readonly #nodes: number;
  readonly #setCount: number;
  readonly #predicates: WalkedRows;
  readonly #terms: WalkedRows;
  readonly #sets: WalkedRows;
  readonly #found: readonly Set<number>[];

  constructor(sections: WalkedSections, bounds: LeadBounds, setCount: number) {
    const { nodes, triples, predicates } = bounds;
    this.#nodes = nodes;
    this.#setCount = setCount;
    this.#predicates = sections.rows("graph.out.predicates", idTypes, triples);
    this.#terms = sections.rows("graph.out.terms", ["u32"], triples);
    // Arcs lead anywhere: all pages of this column are kept, one or two bytes per node.
    this.#sets = sections.rows("graph.typeSets", idTypes, nodes, Number.POSITIVE_INFINITY);
    this.#found = Array.from({ length: predicates }, () => new Set<number>());
  }

  *walk(subject: number, row: number): Walk {
    const [terms, predicates, sets] = [this.#terms, this.#predicates, this.#sets];
    if (!terms.has(row)) yield terms.need(row);
    const term = terms.at(row);
    if (term >= this.#nodes) return;
    if (!predicates.has(row)) yield predicates.need(row);
    const pairs = this.#found[predicates.at(row)]!;
    if (pairs.size > leadPairsMax) return;
    if (!sets.has(subject)) yield sets.need(subject);
    const first = sets.at(subject) * this.#setCount;
    if (!sets.has(term)) yield sets.need(term);
    pairs.add(first + sets.at(term));
  }

  pairs(): number[][] {
    return this.#found.map((pairs) =>
      pairs.size > leadPairsMax ? [] : [...pairs].sort((a, b) => a - b),
    );
  }
}
