/** Which types lead to which, as a snapshot has it, held against the arcs. */

import { rowOf, type Walk, type WalkedColumns, type WalkedRows } from "../columns/index.ts";
import { leadNames, leadPairsMax } from "../graph/index.ts";

/** After the arcs out and the sets of types were walked. */
export function* walkLeads(columns: WalkedColumns): Walk {
  const offsets = columns.rows(leadNames.offsets);
  const subjects = columns.rows(leadNames.subjects);
  const objects = columns.rows(leadNames.objects);
  const setCount = columns.rows("graph.typeSets.offsets").length - 1;
  const found = yield* foundPairs(columns, setCount);
  for (let predicate = 0, start = 0; predicate < found.length; predicate++) {
    const end = yield* rowOf(offsets, predicate + 1);
    const pairs = found[predicate]!;
    if (end - start !== pairs.length) throw offsets.wrong(predicate + 1, "there are other pairs");
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
function* foundPairs(columns: WalkedColumns, setCount: number): Walk<number[][]> {
  const offsets = columns.rows("graph.out.offsets");
  const arcs = new LeadArcs(columns, setCount);
  for (let subject = 0, row = 0; subject < columns.counts.nodes; subject++) {
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

  constructor(columns: WalkedColumns, setCount: number) {
    this.#nodes = columns.counts.nodes;
    this.#setCount = setCount;
    this.#predicates = columns.rows("graph.out.predicates");
    this.#terms = columns.rows("graph.out.terms");
    // Arcs lead anywhere: all pages of this column are kept, one or two bytes per node.
    this.#sets = columns.rows("graph.typeSets", Number.POSITIVE_INFINITY);
    const { length } = columns.rows("graph.predicates");
    this.#found = Array.from({ length }, () => new Set<number>());
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
