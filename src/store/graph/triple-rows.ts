/** Triples as they came, in one builder or several, on their way into the arc table. */

import { inOrder, slabBits, slabMask, Uint32Slabs } from "../columns/index.ts";
import { noTerm, type Ranks } from "../texts/index.ts";
import { type ArcColumns, cursorsOf } from "./arc-columns.ts";
import { type CollectedTriples, type FrozenKinds, literalBit } from "./graph-builder.ts";

/** What one builder collected. Its ids follow the ids of the builders before it. */
export interface CollectedRows {
  readonly triples: CollectedTriples;
  readonly firstNode: number;
  readonly firstLiteral: number;
}

/** What provisional ids mean. */
interface RowMeaning {
  readonly kinds: FrozenKinds;
  readonly ranks: Ranks;
  readonly nodeCount: number;
  /** Takes the first name of each node in the order of loading. */
  readonly names: Uint32Array;
  /** Number of the predicate `name`, or negative. */
  readonly name: number;
}

/** Puts the rows into `out` by subject, in the order of loading, and finds the names. */
export function fillRows(
  out: ArcColumns,
  collected: readonly CollectedRows[],
  meaning: RowMeaning,
): void {
  meaning.names.fill(noTerm);
  let firstKind = 0;
  const builders = collected.map((rows) => {
    const filler = new RowFiller(out, rows, firstKind, meaning);
    firstKind += rows.triples.kinds.predicates.length;
    return filler;
  });
  for (const builder of builders) builder.count();
  cursorsOf(out.offsets);
  for (const { builder, start, end } of inOrder(builders)) builders[builder]!.fill(start, end);
  for (const builder of builders) builder.release();
}

/** The rows of one builder. */
class RowFiller {
  readonly chunkRuns: CollectedTriples["chunkRuns"];
  readonly runs: number;
  readonly #rows: number;
  readonly #rowKinds: Uint32Slabs;
  readonly #objects: Uint32Slabs;
  readonly #runSubjects: Uint32Slabs;
  readonly #runStarts: Uint32Slabs;
  readonly #writer: RowWriter;
  /** Rank of each of the builder's nodes. */
  readonly #nodes: Uint32Array;
  readonly #offsets: Uint32Array;
  /** The slab of rows in which the rows at hand are. */
  #slab = 0;

  constructor(
    out: ArcColumns,
    { triples, firstNode, firstLiteral }: CollectedRows,
    firstKind: number,
    meaning: RowMeaning,
  ) {
    this.chunkRuns = triples.chunkRuns;
    this.#rowKinds = new Uint32Slabs().adopt(triples.rowKinds);
    this.#objects = new Uint32Slabs().adopt(triples.objects);
    this.#runSubjects = new Uint32Slabs().adopt(triples.runSubjects);
    this.#runStarts = new Uint32Slabs().adopt(triples.runStarts);
    this.runs = this.#runStarts.length;
    this.#rows = this.#objects.length;
    this.#nodes = meaning.ranks.nodes.subarray(firstNode);
    const literals = meaning.ranks.literals.subarray(firstLiteral);
    this.#writer = new RowWriter(out, firstKind, meaning, this.#nodes, literals);
    this.#offsets = out.offsets;
  }

  /** Counts the rows of each subject. */
  count(): void {
    for (let run = 0; run < this.runs; run++) {
      const length = this.#endOf(run) - this.#runStarts.at(run);
      this.#offsets[this.#nodes[this.#runSubjects.at(run)]! + 1]! += length;
    }
  }

  /** Writes the rows of runs start … end - 1; runs are to come in ascending order. */
  fill(start: number, end: number): void {
    for (let run = start; run < end; run++) {
      const subject = this.#nodes[this.#runSubjects.at(run)]!;
      const last = this.#endOf(run);
      for (let row = this.#runStarts.at(run); row < last; ) {
        const slab = row >>> slabBits;
        if (slab !== this.#slab) this.#goOnTo(slab);
        const from = row & slabMask;
        const count = Math.min(last - row, slabMask + 1 - from);
        const kinds = this.#rowKinds.whole(slab);
        this.#writer.write(subject, kinds, this.#objects.whole(slab), from, from + count);
        row += count;
      }
    }
  }

  release(): void {
    for (const column of [this.#rowKinds, this.#objects, this.#runSubjects, this.#runStarts]) {
      column.release();
    }
  }

  #endOf(run: number): number {
    return run + 1 < this.runs ? this.#runStarts.at(run + 1) : this.#rows;
  }

  #goOnTo(slab: number): void {
    this.#rowKinds.drop(this.#slab);
    this.#objects.drop(this.#slab);
    this.#slab = slab;
  }
}

/** Turns rows as they came into rows of the arc table. */
class RowWriter {
  readonly #out: ArcColumns;
  readonly #predicates: Uint32Array;
  readonly #provenances: Uint32Array;
  readonly #nodes: Uint32Array;
  readonly #literals: Uint32Array;
  readonly #meaning: RowMeaning;

  constructor(
    out: ArcColumns,
    firstKind: number,
    meaning: RowMeaning,
    nodes: Uint32Array,
    literals: Uint32Array,
  ) {
    this.#out = out;
    this.#predicates = meaning.kinds.predicates.subarray(firstKind);
    this.#provenances = meaning.kinds.provenances.subarray(firstKind);
    this.#nodes = nodes;
    this.#literals = literals;
    this.#meaning = meaning;
  }

  /** Rows [start, end) of a slab, which are of one subject. */
  write(
    subject: number,
    kinds: Uint32Array,
    objects: Uint32Array,
    start: number,
    end: number,
  ): void {
    const { offsets, predicates, terms, provenances } = this.#out;
    const { nodeCount, names, name } = this.#meaning;
    const [predicateOf, provenanceOf] = [this.#predicates, this.#provenances];
    const [nodes, literals] = [this.#nodes, this.#literals];
    let place = offsets[subject + 1]!;
    for (let row = start; row < end; row++) {
      const kind = kinds[row]!;
      const object = objects[row]!;
      const isNode = object < literalBit;
      const term = isNode ? nodes[object]! : nodeCount + literals[object - literalBit]!;
      const predicate = predicateOf[kind]!;
      predicates[place] = predicate;
      terms[place] = term;
      provenances[place] = provenanceOf[kind]!;
      place++;
      // The first name in the order of loading.
      if (predicate === name && !isNode && names[subject] === noTerm) names[subject] = term;
    }
    offsets[subject + 1] = place;
  }
}
