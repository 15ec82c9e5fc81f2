/**
 * The small columns that whoever reads a snapshot from afar keeps at hand, so that each step of a question
 * is one round of reads: fences between groups of texts, samples of offsets, rows of long runs, and the
 * dcids of nodes that most questions name. A freeze does not make them, and nobody near reads them.
 */

import { type Column, type IdColumn, narrowColumn } from "../columns/column-source.ts";
import { lowerBound } from "../columns/kernels.ts";
import {
  farArcNames,
  farArcsOf,
  type LongRun,
  longRunsMax,
  longRunsMin,
} from "../graph/arc-table.ts";
import { farNames, type Graph, knownMax } from "../graph/graph.ts";
import { type LeadPair, leadNames, leadPairsMax } from "../graph/type-sets.ts";
import { eachLead } from "../graph/walk-memory.ts";
import { farKnown, farLiterals, farNodes, noTerm } from "../texts/dictionary.ts";
import { fenceBetween, packedTexts, sampleBits, samplesOf } from "../texts/far-texts.ts";
import {
  blockBits,
  blockMask,
  blocksOf,
  isLong,
  type TakeBytes,
  type TextRows,
  bytesMax as tableBytesMax,
  textColumnNames,
} from "../texts/text-table.ts";

/** @param names the columns of names in the order of nodes, if there are any */
export function farColumnsOf(
  graph: Graph,
  names: ReadonlyMap<string, Column>,
): Map<string, Column> {
  const { dictionary } = graph;
  const { nodeCount, termCount } = dictionary;
  const nodes = fencesOf(farNodes, nodeCount, (id, take) => dictionary.bytesOf(id, take));
  const literals = fencesOf(farLiterals, termCount - nodeCount, (id, take) =>
    dictionary.bytesOf(nodeCount + id, take),
  );
  const all = [known(graph), nodes, literals, arcs("graph.out", graph), arcs("graph.in", graph)];
  const blocks = names.get(`${farNames}.blocks`);
  const bytes = names.get(`${farNames}.bytes`);
  if (blocks !== undefined && bytes !== undefined) {
    const starts = samplesOf(blocks, nodeCount, bytes.length, blockMask + 1);
    all.push(new Map<string, Column>([[`${farNames}.starts`, starts]]));
  }
  return new Map(all.flatMap((columns) => [...columns]));
}

/** Predicates, provenances and types, ascending; none where there are too many. */
function knownNodesOf(graph: Graph): number[] {
  const { predicates, provenances, typeSetCount, dictionary } = graph;
  const nodes = new Set<number>(predicates);
  for (const provenance of provenances) if (provenance !== noTerm) nodes.add(provenance);
  for (let set = 0; set < typeSetCount && nodes.size <= knownMax; set++) {
    for (const type of graph.typesOfSet(set)) if (dictionary.isNode(type)) nodes.add(type);
  }
  return nodes.size > knownMax ? [] : [...nodes].sort((a, b) => a - b);
}

/** Their dcids, in the same order. */
function known(graph: Graph): Map<string, Column> {
  const nodes = knownNodesOf(graph);
  const texts = nodes.map((node) => bytesOf((take) => graph.dictionary.bytesOf(node, take)));
  return new Map<string, Column>([
    [`${farKnown}.nodes`, Uint32Array.from(nodes)],
    ...packedTexts(farKnown, texts),
  ]);
}

/** Texts by their places, and where their bytes begin. */
type ShowBytes = (id: number, take: TakeBytes) => void;

function fencesOf(name: string, count: number, show: ShowBytes): Map<string, Column> {
  const step = 2 ** sampleBits(count);
  const starts = new Uint32Array(Math.ceil(count / step) + 1);
  const fences: Uint8Array[] = [];
  for (let id = 0; id < count; id += step) {
    const before = id === 0 ? undefined : bytesOf((take) => show(id - 1, take));
    const first = bytesOf((take) => show(id, take));
    show(id, (_, start) => {
      starts[fences.length] = start;
    });
    fences.push(fenceBetween(before, first));
  }
  if (count > 0) {
    show(count - 1, (_, __, end) => {
      starts[fences.length] = end;
    });
  }
  return new Map<string, Column>([
    [`${name}.starts`, starts],
    ...packedTexts(`${name}.fences`, fences),
  ]);
}

function bytesOf(show: (take: TakeBytes) => void): Uint8Array {
  let copy: Uint8Array = new Uint8Array();
  show((bytes, start, end) => {
    copy = bytes.slice(start, end);
  });
  return copy;
}

function arcs(name: "graph.in" | "graph.out", graph: Graph): Map<string, Column> {
  const table = graph.arcs(name === "graph.in" ? "in" : "out");
  const { offsets } = table;
  const far = farArcsOf(name);
  const samples = samplesOf(offsets, offsets.length - 1, offsets.at(-1) ?? 0);
  const columns = new Map<string, Column>([[`${far}.${farArcNames.samples}`, samples]]);
  if (name === "graph.out") return columns;
  const runs = longRunColumnsOf(`${far}.${farArcNames.runs}`, longRunsOf(table));
  return new Map([...columns, ...runs]);
}

// Makes the columns of a snapshot that show where rows of long runs lie: see `LongRuns`.

/** Those of an arc table, ascending. Where there are too many, those of longer terms alone. */
function longRunsOf({ offsets, predicates }: ArcColumns): LongRun[] {
  const terms: number[] = [];
  for (let term = 0, start = 0; term + 1 < offsets.length; term++) {
    const end = offsets[term + 1]!;
    if (end - start > longRunsMin) terms.push(term);
    start = end;
  }
  const runs = terms.flatMap((term) => runsOf(term, { offsets, predicates }));
  let least = longRunsMin;
  let kept = runs;
  while (kept.length > longRunsMax) {
    least *= 2;
    kept = kept.filter(({ term }) => offsets[term + 1]! - offsets[term]! > least);
  }
  return kept;
}

interface ArcColumns {
  readonly offsets: Uint32Array;
  readonly predicates: IdColumn;
}

function runsOf(term: number, { offsets, predicates }: ArcColumns): LongRun[] {
  const runs: LongRun[] = [];
  const last = offsets[term + 1]!;
  for (let start = offsets[term]!; start < last; ) {
    const predicate = predicates[start]!;
    const end = lowerBound(predicates, predicate + 1, start, last);
    runs.push({ term, predicate, start, end });
    start = end;
  }
  return runs;
}

/** The columns of a snapshot. */
function longRunColumnsOf(name: string, runs: readonly LongRun[]): Map<string, Column> {
  return new Map<string, Column>([
    [`${name}.terms`, Uint32Array.from(runs, ({ term }) => term)],
    [`${name}.predicates`, Uint32Array.from(runs, ({ predicate }) => predicate)],
    [`${name}.starts`, Uint32Array.from(runs, ({ start }) => start)],
    [`${name}.ends`, Uint32Array.from(runs, ({ end }) => end)],
  ]);
}

// Makes the columns of a snapshot that show which sets of types lead to which: see `LeadColumns`.

/** The columns that a snapshot has of them: see `LeadColumns`. */
export function leadColumnsOf(graph: Graph): Map<string, Column> {
  const found = Array.from(graph.predicates, () => new Set<LeadPair>());
  eachLead(graph, (predicate, pair) => {
    const pairs = found[predicate]!;
    if (pairs.size <= leadPairsMax) pairs.add(pair);
    return true;
  });
  const kept = found.map((pairs) => (pairs.size > leadPairsMax ? [] : [...pairs]));
  const all = kept.flatMap((pairs) => pairs.sort((a, b) => a - b));
  const offsets = new Uint32Array(kept.length + 1);
  for (const [predicate, pairs] of kept.entries()) {
    offsets[predicate + 1] = offsets[predicate]! + pairs.length;
  }
  const { typeSetCount } = graph;
  const [subjects, objects] = [0, 1].map(() => narrowColumn(all.length, typeSetCount - 1));
  subjects!.set(all.map((pair) => Math.floor(pair / typeSetCount)));
  objects!.set(all.map((pair) => pair % typeSetCount));
  return new Map<string, Column>([
    [leadNames.offsets, offsets],
    [leadNames.subjects, subjects!],
    [leadNames.objects, objects!],
  ]);
}

// The names of nodes as a table of texts of their own, in the order of the nodes. As literals they
// lie in the order of their texts, so that the names of a page of nodes lie in as many blocks. A
// freeze does not make these columns; a snapshot has them for whoever reads it from afar. No name
// is an empty text.

/** None where the names have more bytes than a table holds. */
export function nameColumnsOf({ dictionary, names }: Graph): Map<string, Column> {
  const rows = dictionary.literalRows;
  const first = dictionary.nodeCount;
  const { longIds, longLengths, ...columns } = lengthsOf(rows, names, first);
  const size = columns.lengths.reduce((sum, length) => sum + length, 0);
  const total = longLengths.reduce((sum, length) => sum + length - isLong, size);
  if (total > tableBytesMax) return new Map();
  const bytes = new Uint8Array(total);
  const blocks = new Uint32Array(blocksOf(names.length));
  const [from, to] = [viewOf(rows.bytes), viewOf(bytes)];
  for (let at = 0, end = 0, long = 0; at < names.length; at++) {
    if ((at & blockMask) === 0) blocks[at >>> blockBits] = end;
    let length = columns.lengths[at]!;
    if (length === 0) continue;
    if (length === isLong) length = longLengths[long++]!;
    copy(from, startOf(rows, names[at]! - first), to, end, length);
    end += length;
  }
  const all = { ...columns, bytes, blocks, ...asColumns({ longIds, longLengths }) };
  return new Map(textColumnNames.map((column) => [`${farNames}.${column}`, all[column]]));
}

interface Lengths {
  readonly lengths: Uint8Array;
  readonly longIds: readonly number[];
  readonly longLengths: readonly number[];
}

function asColumns({ longIds, longLengths }: Omit<Lengths, "lengths">) {
  return { longIds: Uint32Array.from(longIds), longLengths: Uint32Array.from(longLengths) };
}

/** By node, of its name; 0 where it has none. */
function lengthsOf(rows: TextRows, names: Uint32Array, first: number): Lengths {
  const lengths = new Uint8Array(names.length);
  const longIds: number[] = [];
  const longLengths: number[] = [];
  for (let at = 0; at < names.length; at++) {
    const id = names[at]! - first;
    if (id >= rows.count) continue;
    const length = rows.lengths[id]!;
    lengths[at] = length;
    if (length < isLong) continue;
    longIds.push(at);
    longLengths.push(longLengthOf(rows, id));
  }
  return { lengths, longIds, longLengths };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function startOf(rows: TextRows, id: number): number {
  const { lengths } = rows;
  let start = rows.blocks[id >>> blockBits]!;
  for (let before = id - (id & blockMask); before < id; before++) {
    const length = lengths[before]!;
    start += length === isLong ? longLengthOf(rows, before) : length;
  }
  return start;
}

function longLengthOf({ longIds, longLengths }: TextRows, id: number): number {
  return longLengths[lowerBound(longIds, id, 0, longIds.length)]!;
}

/** Copies `length` bytes, four at a time: names are too short for what `set` takes to begin. */
function copy(from: DataView, start: number, to: DataView, at: number, length: number): void {
  let byte = 0;
  for (; byte + 4 <= length; byte += 4) to.setUint32(at + byte, from.getUint32(start + byte));
  for (; byte < length; byte++) to.setUint8(at + byte, from.getUint8(start + byte));
}
