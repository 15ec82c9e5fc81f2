/** Collects triples under provisional ids, then sorts, dedupes and freezes them. */

import {
  type ArcColumns,
  cursorsOf,
  dropRepeated,
  makeArcs,
  reverseArcs,
  sortArcs,
} from "./arc-columns.ts";
import { chunkBits, Uint32Chunks } from "./chunks.ts";
import { type Dictionary, noTerm, type Ranks } from "./dictionary.ts";
import { Graph } from "./graph.ts";
import { offsetsOf } from "./kernels.ts";
import { type FrozenKinds, KindTable } from "./kind-table.ts";
import type { FrozenColumns } from "./segments.ts";
import { freezeTypeSets } from "./type-sets.ts";

/** Marks an object as a literal; node and literal ids stay below it. */
const literalBit = 0x8000_0000;
/** So many repeated rows in one kept one are worth a copy of the columns. */
const repeatedShare = 1 / 8;

export class GraphBuilder {
  readonly #kindTable = new KindTable();
  /** Predicate and provenance of each row as one number, and its object. */
  readonly #kinds = new Uint32Chunks();
  readonly #objects = new Uint32Chunks();
  /** Neighbouring rows of one subject: that subject and the first of the rows. */
  readonly #runSubjects = new Uint32Chunks();
  readonly #runStarts = new Uint32Chunks();
  #subject = -1;

  /** `provenance` is a provisional node id or negative for none. */
  addLink(subject: number, predicate: number, object: number, provenance: number): void {
    this.#add(subject, predicate, object, provenance);
  }

  addAttribute(subject: number, predicate: number, literal: number, provenance: number): void {
    this.#add(subject, predicate, literal | literalBit, provenance);
  }

  /** Can be called once: the builder's memory is released. */
  freeze(dictionary: Dictionary, ranks: Ranks, frozen: FrozenColumns): Graph {
    const kinds = this.#kindTable.freeze(ranks.nodes);
    const { predicateNodes, provenanceNodes } = kinds;
    const [predicateMax, provenanceMax] = [predicateNodes.length - 1, provenanceNodes.length - 1];
    const { nodeCount, termCount } = dictionary;
    const rows = this.#objects.length;
    const loaded = makeArcs(frozen, "graph.out", nodeCount, rows, predicateMax, provenanceMax);
    this.#fill(loaded, kinds, dictionary, ranks, frozen);
    const out = withoutRepeated(loaded, sortArcs(loaded), frozen);
    const tripleCount = out.terms.length;
    const into = makeArcs(frozen, "graph.in", termCount, tripleCount, predicateMax, provenanceMax);
    reverseArcs(out, into);
    frozen.make("graph.predicates", Uint32Array, predicateNodes.length).set(predicateNodes);
    frozen.make("graph.provenances", Uint32Array, provenanceNodes.length).set(provenanceNodes);
    const predicateOffsets = offsetsOf(out.predicates, tripleCount, predicateNodes.length);
    frozen
      .make("graph.predicateOffsets", Uint32Array, predicateOffsets.length)
      .set(predicateOffsets);
    freezeTypeSets(out, numberOf("typeOf", dictionary, predicateNodes), frozen);
    const meta = {
      ...dictionary.meta,
      tripleCount,
      subjectCount: groupsWithRows(out.offsets),
      byteLength: frozen.byteLength("graph.") + frozen.byteLength("dictionary."),
    };
    return Graph.readFrom(frozen, meta, dictionary);
  }

  #add(subject: number, predicate: number, object: number, provenance: number): void {
    if (subject !== this.#subject) {
      this.#subject = subject;
      this.#runSubjects.push(subject);
      this.#runStarts.push(this.#objects.length);
    }
    this.#kinds.push(this.#kindTable.kindOf(predicate, provenance));
    this.#objects.push(object);
  }

  /** Puts the rows into `out` by subject, in the order in which they came, and finds the names. */
  #fill(
    out: ArcColumns,
    kinds: FrozenKinds,
    dictionary: Dictionary,
    ranks: Ranks,
    frozen: FrozenColumns,
  ): void {
    const names = frozen.make("graph.names", Uint32Array, dictionary.nodeCount).fill(noTerm);
    const name = numberOf("name", dictionary, kinds.predicateNodes);
    const rows = new RowWriter(out, kinds, ranks, names, name);
    const runs = this.#runStarts.length;
    const endOf = (run: number) =>
      run + 1 < runs ? this.#runStarts.at(run + 1) : this.#objects.length;
    for (let run = 0; run < runs; run++) {
      const length = endOf(run) - this.#runStarts.at(run);
      out.offsets[ranks.nodes[this.#runSubjects.at(run)]! + 1]! += length;
    }
    cursorsOf(out.offsets);
    let run = 0;
    let row = 0;
    for (let chunk = 0; chunk < this.#objects.chunkCount; chunk++) {
      const chunkKinds = this.#kinds.chunk(chunk);
      const chunkObjects = this.#objects.chunk(chunk);
      const first = chunk * 2 ** chunkBits;
      const end = first + chunkObjects.length;
      while (row < end) {
        const runEnd = endOf(run);
        const subject = ranks.nodes[this.#runSubjects.at(run)]!;
        const last = Math.min(runEnd, end);
        rows.write(subject, chunkKinds, chunkObjects, row - first, last - first);
        row = last;
        if (row === runEnd) run++;
      }
      this.#kinds.drop(chunk);
      this.#objects.drop(chunk);
    }
    for (const column of [this.#kinds, this.#objects, this.#runSubjects, this.#runStarts]) {
      column.release();
    }
  }
}

/** Turns rows as they came into rows of the arc table. */
class RowWriter {
  readonly #out: ArcColumns;
  readonly #kinds: FrozenKinds;
  readonly #ranks: Ranks;
  readonly #names: Uint32Array;
  readonly #name: number;

  constructor(out: ArcColumns, kinds: FrozenKinds, ranks: Ranks, names: Uint32Array, name: number) {
    this.#out = out;
    this.#kinds = kinds;
    this.#ranks = ranks;
    this.#names = names;
    this.#name = name;
  }

  /** Rows [start, end) of a chunk, which are of one subject. */
  write(
    subject: number,
    kinds: Uint32Array,
    objects: Uint32Array,
    start: number,
    end: number,
  ): void {
    const { offsets, predicates, terms, provenances } = this.#out;
    const { predicates: predicateOf, provenances: provenanceOf } = this.#kinds;
    const { nodes, literals } = this.#ranks;
    const names = this.#names;
    let place = offsets[subject + 1]!;
    for (let row = start; row < end; row++) {
      const kind = kinds[row]!;
      const object = objects[row]!;
      const isNode = object < literalBit;
      const term = isNode ? nodes[object]! : nodes.length + literals[object - literalBit]!;
      const predicate = predicateOf[kind]!;
      predicates[place] = predicate;
      terms[place] = term;
      provenances[place] = provenanceOf[kind]!;
      place++;
      // The first name in the order of loading.
      if (predicate === this.#name && !isNode && names[subject] === noTerm) names[subject] = term;
    }
    offsets[subject + 1] = place;
  }
}

/** Number of a predicate, -1 when no triple has it. */
function numberOf(dcid: string, dictionary: Dictionary, predicateNodes: Uint32Array): number {
  const node = dictionary.nodeOf(dcid);
  return node === undefined ? -1 : predicateNodes.indexOf(node);
}

/** The same triple from the same provenance is one row (facts V2 §2.2, dedup). */
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
