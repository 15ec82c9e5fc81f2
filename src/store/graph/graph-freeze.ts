/** Sorts, dedupes and freezes the triples that builders collected. */

import {
  type FreezeStep,
  type Freezing,
  type FrozenColumns,
  freezeWith,
} from "../columns/column-source.ts";
import { inOrder, slabBits, slabMask, Uint32Slabs } from "../columns/growing-columns.ts";
import { lowerBound, offsetsOf } from "../columns/kernels.ts";
import { type Dictionary, noTerm } from "../texts/dictionary.ts";
import { SortSpace } from "../texts/text-buckets.ts";
import type { Ranks, TextShare } from "../texts/text-freeze.ts";
import { type SortAnswer, type SplitAnswer, sortShare, splitShare } from "../texts/text-freeze.ts";
import { indexShare } from "../texts/text-table.ts";
import {
  type ArcColumns,
  blockCounts,
  cursorsOf,
  dropRepeated,
  makeArcs,
  type ReverseShare,
  type RowsShare,
  reverseShare,
  rowsShare,
} from "./arc-columns.ts";
import { Graph } from "./graph.ts";
import {
  type CollectedTriples,
  type FrozenKinds,
  freezeKinds,
  literalBit,
} from "./graph-builder.ts";
import { freezeTypeSets } from "./type-sets.ts";

/** So many repeated rows in one kept one are worth a copy of the columns. */
const repeatedShare = 1 / 8;

/** What the triples mean and where their columns go. */
interface GraphContext {
  readonly dictionary: Dictionary;
  readonly ranks: Ranks;
  readonly frozen: FrozenColumns;
  /** Shares of others that are done in the first step. */
  readonly shares: readonly Share[];
  /** Into how many shares a step is divided. */
  readonly threads: number;
}

export function* freezingGraph(
  collected: readonly CollectedRows[],
  context: GraphContext,
): Freezing<Graph, Share> {
  const { dictionary, ranks, frozen, threads } = context;
  const kinds = freezeKinds(kindsOfAll(collected), ranks.nodes);
  const { predicateNodes, provenanceNodes } = kinds;
  const [predicateMax, provenanceMax] = [predicateNodes.length - 1, provenanceNodes.length - 1];
  const { nodeCount, termCount } = dictionary;
  const rows = collected.reduce((sum, { triples }) => sum + triples.objects.length, 0);
  const loaded = makeArcs(frozen, "graph.out", nodeCount, rows, predicateMax, provenanceMax);
  const names = frozen.make("graph.names", Uint32Array, nodeCount);
  const name = numberOf("name", dictionary, predicateNodes);
  yield {
    shares: context.shares,
    beside: () => fillRows(loaded, collected, { kinds, ranks, nodeCount, names, name }),
  };
  const repeated = yield* sortingRows(loaded, threads);
  const out = withoutRepeated(loaded, repeated, frozen);
  const tripleCount = out.terms.length;
  const into = makeArcs(frozen, "graph.in", termCount, tripleCount, predicateMax, provenanceMax);
  yield reversing(out, into, threads);
  frozen.make("graph.predicates", Uint32Array, predicateNodes.length).set(predicateNodes);
  frozen.make("graph.provenances", Uint32Array, provenanceNodes.length).set(provenanceNodes);
  const predicateOffsets = offsetsOf(out.predicates, tripleCount, predicateNodes.length);
  frozen.make("graph.predicateOffsets", Uint32Array, predicateOffsets.length).set(predicateOffsets);
  freezeTypeSets(out, numberOf("typeOf", dictionary, predicateNodes), frozen);
  const meta = {
    ...dictionary.meta,
    tripleCount,
    subjectCount: groupsWithRows(out.offsets),
    byteLength: frozen.byteLength("graph.") + frozen.byteLength("dictionary."),
  };
  return Graph.readFrom(frozen, meta, dictionary);
}

/** Sorts the rows of each subject; how many are equal to the one before. */
function* sortingRows(arcs: ArcColumns, threads: number): Freezing<number, RowsShare> {
  const { offsets } = arcs;
  const subjects = offsets.length - 1;
  const rows = offsets[subjects]!;
  const shares: RowsShare[] = [];
  for (let first = 0, thread = 1; thread <= threads; thread++) {
    const last =
      thread === threads
        ? subjects
        : lowerBound(offsets, Math.floor((rows * thread) / threads), first, subjects);
    shares.push({ kind: "rows", arcs, first, last });
    first = last;
  }
  const answers = yield { shares };
  return answers.reduce<number>((sum, repeated) => sum + (repeated as number), 0);
}

/** Makes the arcs in from those out, by blocks of terms with about the same number of rows. */
export function reversing(
  out: ArcColumns,
  into: ArcColumns,
  threads: number,
): FreezeStep<ReverseShare> {
  const counts = blockCounts(out, into.offsets.length - 1);
  const rows = out.terms.length;
  const shares: ReverseShare[] = [];
  let before = 0;
  let [first, start] = [0, 0];
  for (let block = 0; block < counts.length; block++) {
    before += counts[block]!;
    const isLast = block + 1 === counts.length;
    if (!isLast && before < (rows * (shares.length + 1)) / threads) continue;
    shares.push({
      kind: "reverse",
      out,
      into,
      start,
      first,
      counts: counts.slice(first, block + 1),
    });
    [first, start] = [block + 1, before];
  }
  return { shares };
}

/** Kinds of all builders, builder by builder, in ids that hold for all. */
function kindsOfAll(collected: readonly CollectedRows[]): CollectedTriples["kinds"] {
  const predicates: number[] = [];
  const provenances: number[] = [];
  for (const { triples, firstNode } of collected) {
    const { kinds } = triples;
    for (const predicate of kinds.predicates) predicates.push(predicate + firstNode);
    for (const node of kinds.provenances) provenances.push(node < 0 ? node : node + firstNode);
  }
  return { predicates, provenances };
}

/** Number of a predicate, -1 when no triple has it. */
function numberOf(dcid: string, dictionary: Dictionary, predicateNodes: Uint32Array): number {
  return predicateNodes.findIndex((node) => dictionary.textOf(node) === dcid);
}

/** The same triple from the same provenance is one row (behaviour: node 2.4). */
function withoutRepeated(arcs: ArcColumns, repeated: number, frozen: FrozenColumns): ArcColumns {
  if (repeated === 0) return arcs;
  const kept = dropRepeated(arcs);
  const cut = <T extends Exclude<keyof ArcColumns, "offsets">>(name: T): ArcColumns[T] => {
    const column = arcs[name].subarray(0, kept) as ArcColumns[T];
    const isWorthCopying = repeated > kept * repeatedShare;
    return frozen.keep(`graph.out.${name}`, isWorthCopying ? frozen.copy(column) : column);
  };
  return {
    offsets: arcs.offsets,
    predicates: cut("predicates"),
    terms: cut("terms"),
    provenances: cut("provenances"),
  };
}

function groupsWithRows(offsets: Uint32Array): number {
  let count = 0;
  for (let group = 0; group + 1 < offsets.length; group++) {
    if (offsets[group + 1]! > offsets[group]!) count++;
  }
  return count;
}

// The shares of a freeze, and who does them.

export type Share = TextShare | RowsShare | ReverseShare;

/** Of a split or a sort, or how many rows are equal to the one before. */
export type ShareAnswer = SplitAnswer | SortAnswer | number | undefined;

/** Does all of a freeze in this thread. */
export function freezeHere<T>(freezing: Freezing<T, Share>): T {
  return freezeWith(freezing, doShares);
}

/** The answers to some shares. */
export function doShares(shares: readonly Share[]): ShareAnswer[] {
  const space = new SortSpace();
  const answers = shares.map((share) => doShare(share, space));
  space.release();
  return answers;
}

function doShare(share: Share, space: SortSpace): ShareAnswer {
  switch (share.kind) {
    case "split":
      return splitShare(share);
    case "sort":
      return sortShare(share, space);
    case "index":
      indexShare(share);
      return undefined;
    case "rows":
      return rowsShare(share);
    case "reverse":
      return reverseShare(share);
  }
}

// Triples as they came, in one builder or several, on their way into the arc table.

/** What one builder collected. Its ids follow the ids of the builders before it. */
interface CollectedRows {
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
function fillRows(out: ArcColumns, collected: readonly CollectedRows[], meaning: RowMeaning): void {
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
