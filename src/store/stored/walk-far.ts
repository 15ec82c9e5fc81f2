/** Small columns for readers far away, held against the large ones that they were taken from. */

import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
import {
  farArcNames,
  farArcsOf,
  longRunNames,
  longRunsMax,
  longRunsMin,
} from "../graph/arc-table.ts";
import { farNames, knownMax } from "../graph/graph.ts";
import { leadNames, leadPairsMax } from "../graph/type-sets.ts";
import { farKnown, farLiterals, farNodes, literalsName, nodesName } from "../texts/dictionary.ts";
import { fenceBetween, sampleBits } from "../texts/far-texts.ts";
import { blockBits } from "../texts/text-table.ts";
import { TextReader } from "./walked-texts.ts";

/** After all columns were walked that they were taken from. */
export function walkFar(columns: WalkedColumns): void {
  const { nodes, literals } = columns.counts;
  const tables = [
    [farNodes, nodesName, nodes],
    [farLiterals, literalsName, literals],
  ] as const;
  for (const [far, name, count] of tables) {
    if (!columns.has(`${far}.starts`)) continue;
    walkStarts(columns, far, name, count);
    walkFences(columns, far, name, count);
  }
  if (columns.has(`${farNames}.starts`)) walkStarts(columns, farNames, farNames, nodes);
  const arcs = [
    ["graph.out", nodes],
    ["graph.in", nodes + literals],
  ] as const;
  for (const [name, terms] of arcs) {
    const far = farArcsOf(name);
    const samples = `${far}.${farArcNames.samples}`;
    if (columns.has(samples)) walkSamples(columns, samples, `${name}.offsets`, terms);
    const runs = `${far}.${farArcNames.runs}`;
    if (columns.has(`${runs}.terms`)) walkRuns(columns, runs, name, terms);
  }
  if (columns.has(`${farKnown}.nodes`)) walkKnown(columns);
}

/** Where the bytes of each group of texts begin, and where they end. */
function walkStarts(columns: WalkedColumns, far: string, name: string, count: number): void {
  const bits = sampleBits(count);
  const blocks = columns.rows(`${name}.blocks`);
  const samples = columns.rows(`${far}.starts`);
  const groups = samples.length - 1;
  for (let group = 0; group < groups; group++) {
    const start = blocks.at(group * 2 ** (bits - blockBits));
    checkRow(samples, group, start);
  }
  checkRow(samples, groups, columns.rows(`${name}.bytes`).length);
}

function walkSamples(columns: WalkedColumns, far: string, name: string, count: number): void {
  const offsets = columns.rows(name);
  const samples = columns.rows(far);
  for (let group = 0; group < samples.length; group++) {
    const row = Math.min(count, group * 2 ** sampleBits(count));
    checkRow(samples, group, offsets.at(row));
  }
}

function walkFences(columns: WalkedColumns, far: string, name: string, count: number): void {
  const step = 2 ** sampleBits(count);
  const texts = new TextReader(columns, name);
  const fences = new PackedWalk(columns, `${far}.fences`);
  for (let id = 0; id < count; id += step) {
    const before = id === 0 ? undefined : texts.bytesOf(id - 1);
    fences.next(fenceBetween(before, texts.bytesOf(id)));
  }
  fences.finish();
}

/** Predicates, provenances and types of sets; none where there are too many. */
function walkKnown(columns: WalkedColumns): void {
  const { nodes } = columns.counts;
  const found = new Set<number>();
  for (const name of ["graph.predicates", "graph.provenances", "graph.typeSets.terms"]) {
    const rows = columns.rows(name);
    for (let row = 0; row < rows.length && found.size <= knownMax; row++) {
      const node = rows.at(row);
      if (node < nodes) found.add(node);
    }
  }
  const known = found.size > knownMax ? [] : [...found].sort((a, b) => a - b);
  const rows = columns.rows(`${farKnown}.nodes`);
  if (rows.length !== known.length) {
    const at = Math.min(rows.length, known.length);
    throw rows.wrong(at, `there are ${rows.length} rows, not ${known.length}`);
  }
  const texts = new TextReader(columns, nodesName);
  const packed = new PackedWalk(columns, farKnown);
  for (const [at, node] of known.entries()) {
    checkRow(rows, at, node);
    packed.next(texts.bytesOf(node));
  }
  packed.finish();
}

/** Texts one after the other, and what each must be. */
class PackedWalk {
  readonly #bytes: WalkedRows;
  readonly #ends: WalkedRows;
  #at = 0;
  #end = 0;

  constructor(columns: WalkedColumns, name: string) {
    this.#bytes = columns.rows(`${name}.bytes`);
    this.#ends = columns.rows(`${name}.ends`);
  }

  next(text: Uint8Array): void {
    const start = this.#end;
    this.#end = start + text.length;
    checkRow(this.#ends, this.#at++, this.#end);
    if (this.#end > this.#bytes.length) throw this.#ends.wrong(this.#at - 1, "it has no bytes");
    for (let at = start; at < this.#end; at++) {
      checkRow(this.#bytes, at, text[at - start]!);
    }
  }

  finish(): void {
    if (this.#end < this.#bytes.length)
      throw this.#bytes.wrong(this.#end, "no text has these bytes");
  }
}

/** Every run of a term with many rows, and no other. */
function walkRuns(columns: WalkedColumns, far: string, name: string, terms: number): void {
  const offsets = columns.rows(`${name}.offsets`);
  const predicates = columns.rows(`${name}.predicates`);
  const [ofTerm, ofPredicate, starts, ends] = longRunNames.map((part) =>
    columns.rows(`${far}.${part}`),
  ) as [WalkedRows, WalkedRows, WalkedRows, WalkedRows];
  let all: readonly RunCount[] = countRuns(offsets, predicates, terms);
  for (let least = longRunsMin * 2; runsOf(all) > longRunsMax; least *= 2) {
    all = all.filter(({ end, start }) => end - start > least);
  }
  if (runsOf(all) !== ofTerm.length) throw ofTerm.wrong(0, "there are other runs");
  let run = 0;
  for (const { term, start, end } of all) {
    for (let row = start; row < end; run++) {
      const predicate = predicates.at(row);
      const first = row;
      while (row < end && predicates.at(row) === predicate) row++;
      checkRow(ofTerm, run, term);
      checkRow(ofPredicate, run, predicate);
      checkRow(starts, run, first);
      checkRow(ends, run, row);
    }
  }
}

interface RunCount {
  readonly term: number;
  readonly start: number;
  readonly end: number;
  /** Distinct predicates. */
  readonly runs: number;
}

function countRuns(offsets: WalkedRows, predicates: WalkedRows, terms: number): RunCount[] {
  const found: RunCount[] = [];
  for (let term = 0, start = 0; term < terms; term++) {
    const end = offsets.at(term + 1);
    if (end - start > longRunsMin) {
      let runs = 0;
      for (let row = start, before = -1; row < end; row++) {
        const predicate = predicates.at(row);
        if (predicate !== before) runs++;
        before = predicate;
      }
      found.push({ term, start, end, runs });
    }
    start = end;
  }
  return found;
}

function runsOf(all: readonly RunCount[]): number {
  return all.reduce((sum, { runs }) => sum + runs, 0);
}

function checkRow(rows: WalkedRows, row: number, value: number): void {
  if (rows.at(row) !== value) throw rows.wrong(row, `${value} belongs here`);
}

// Which types lead to which, as a snapshot has it, held against the arcs.

/** After the arcs out and the sets of types were walked. */
export function walkLeads(columns: WalkedColumns): void {
  const offsets = columns.rows(leadNames.offsets);
  const subjects = columns.rows(leadNames.subjects);
  const objects = columns.rows(leadNames.objects);
  const setCount = columns.rows("graph.typeSets.offsets").length - 1;
  const found = foundPairs(columns, setCount);
  for (let predicate = 0, start = 0; predicate < found.length; predicate++) {
    const end = offsets.at(predicate + 1);
    const pairs = found[predicate]!;
    if (end - start !== pairs.length) throw offsets.wrong(predicate + 1, "there are other pairs");
    for (const [at, pair] of pairs.entries()) {
      checkSet(subjects, start + at, Math.floor(pair / setCount));
      checkSet(objects, start + at, pair % setCount);
    }
    start = end;
  }
}

function checkSet(rows: WalkedRows, row: number, set: number): void {
  if (rows.at(row) !== set) throw rows.wrong(row, `this is not set ${set}`);
}

/** By predicate, ascending; of too many there are none. */
function foundPairs(columns: WalkedColumns, setCount: number): number[][] {
  const { nodes } = columns.counts;
  const offsets = columns.rows("graph.out.offsets");
  const predicates = columns.rows("graph.out.predicates");
  const terms = columns.rows("graph.out.terms");
  // Arcs lead anywhere: all pages of this column are kept, one or two bytes per node.
  const sets = columns.rows("graph.typeSets", Number.POSITIVE_INFINITY);
  const { length } = columns.rows("graph.predicates");
  const found = Array.from({ length }, () => new Set<number>());
  for (let subject = 0, row = 0; subject < nodes; subject++) {
    for (const end = offsets.at(subject + 1); row < end; row++) {
      const term = terms.at(row);
      const pairs = found[predicates.at(row)]!;
      if (term >= nodes || pairs.size > leadPairsMax) continue;
      pairs.add(sets.at(subject) * setCount + sets.at(term));
    }
  }
  return found.map((pairs) => (pairs.size > leadPairsMax ? [] : [...pairs].sort((a, b) => a - b)));
}
