/** Collects triples under provisional ids. */

import {
  ChunkLog,
  type ChunkRuns,
  type SlabRows,
  Uint32Slabs,
} from "../columns/growing-columns.ts";
import { lowerBound } from "../columns/kernels.ts";
import { noTerm } from "../texts/dictionary.ts";

/** Marks an object as a literal; node and literal ids stay below it. */
export const literalBit = 0x8000_0000;

/** Triples as plain data. */
export interface CollectedTriples {
  readonly kinds: CollectedKinds;
  /** Predicate and provenance of each row as one number, and its object. */
  readonly rowKinds: SlabRows<Uint32Array>;
  readonly objects: SlabRows<Uint32Array>;
  /** Neighbouring rows of one subject: that subject and the first of the rows. */
  readonly runSubjects: SlabRows<Uint32Array>;
  readonly runStarts: SlabRows<Uint32Array>;
  readonly chunkRuns: ChunkRuns;
}

export class GraphBuilder {
  readonly #kindTable = new KindTable();
  readonly #rowKinds = new Uint32Slabs();
  readonly #objects = new Uint32Slabs();
  readonly #runSubjects = new Uint32Slabs();
  readonly #runStarts = new Uint32Slabs();
  readonly #chunkRuns = new ChunkLog();
  #subject = -1;

  /** What follows belongs to the chunk with this number. */
  begin(chunk: number): void {
    this.#subject = -1;
    this.#chunkRuns.begin(chunk, this.#runStarts.length);
  }

  /** `provenance` is a provisional node id or negative for none. */
  addLink(subject: number, predicate: number, object: number, provenance: number): void {
    this.#add(subject, predicate, object, provenance);
  }

  addAttribute(subject: number, predicate: number, literal: number, provenance: number): void {
    this.#add(subject, predicate, literal | literalBit, provenance);
  }

  /** What was collected; the builder gives it away. */
  take(): CollectedTriples {
    return {
      kinds: this.#kindTable.take(),
      rowKinds: this.#rowKinds.take(),
      objects: this.#objects.take(),
      runSubjects: this.#runSubjects.take(),
      runStarts: this.#runStarts.take(),
      chunkRuns: { numbers: this.#chunkRuns.numbers, starts: this.#chunkRuns.starts },
    };
  }

  #add(subject: number, predicate: number, object: number, provenance: number): void {
    if (subject !== this.#subject) {
      this.#subject = subject;
      this.#runSubjects.push(subject);
      this.#runStarts.push(this.#objects.length);
    }
    this.#rowKinds.push(this.#kindTable.kindOf(predicate, provenance));
    this.#objects.push(object);
  }
}

// Pairs of predicate and provenance, numbered while triples come in. There are few of them, so that
// a triple needs one small number for both, and final numbers are looked up by pair, not by triple.

/** Predicate and provenance of each kind as numbers into tables of their own. */
export interface FrozenKinds {
  readonly predicates: Uint32Array;
  readonly provenances: Uint32Array;
  /** Node of each predicate, ascending. */
  readonly predicateNodes: Uint32Array;
  /** Node of each provenance, ascending. The first is `noTerm` and means "none". */
  readonly provenanceNodes: Uint32Array;
}

/** Provisional ids of the predicate and the provenance of each kind. */
interface CollectedKinds {
  readonly predicates: readonly number[];
  readonly provenances: readonly number[];
}

/** `ranks` are the ranks of the nodes. */
export function freezeKinds(kinds: CollectedKinds, ranks: Uint32Array): FrozenKinds {
  const predicates = numbered(kinds.predicates, ranks, 0);
  const provenances = numbered(kinds.provenances, ranks, 1);
  return {
    predicates: predicates.numbers,
    provenances: provenances.numbers,
    predicateNodes: predicates.nodes,
    provenanceNodes: provenances.nodes,
  };
}

export class KindTable {
  readonly #predicates: number[] = [];
  readonly #provenances: number[] = [];
  /** Open addressing: kind + 1, 0 is free. */
  #slots = new Int32Array(64);

  /** Provisional node ids; `provenance` is negative for none. */
  kindOf(predicate: number, provenance: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(predicate, provenance) & mask;
    for (let stored = this.#slots[slot]!; stored !== 0; stored = this.#slots[slot]!) {
      const kind = stored - 1;
      if (this.#predicates[kind] === predicate && this.#provenances[kind] === provenance) {
        return kind;
      }
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.#predicates.push(predicate);
    this.#provenances.push(provenance);
    if (this.#predicates.length * 2 > this.#slots.length) this.#grow();
    return this.#predicates.length - 1;
  }

  /** What was collected, as plain data. */
  take(): CollectedKinds {
    return { predicates: this.#predicates, provenances: this.#provenances };
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let kind = 0; kind < this.#predicates.length; kind++) {
      let slot = hashOf(this.#predicates[kind]!, this.#provenances[kind]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = kind + 1;
    }
  }
}

function hashOf(predicate: number, provenance: number): number {
  const hash = Math.imul(predicate, 0x9e37_79b1) ^ Math.imul(provenance, 0x85eb_ca6b);
  return hash ^ (hash >>> 15);
}

/**
 * The distinct nodes of provisional ids, ascending, and the place of each id's node among them. The
 * first `reserved` places are for negative ids.
 */
function numbered(
  ids: readonly number[],
  ranks: Uint32Array,
  reserved: number,
): { numbers: Uint32Array; nodes: Uint32Array } {
  const nodes = Uint32Array.from(ids, (id) => (id < 0 ? noTerm : ranks[id]!));
  const sorted = nodes.slice().sort();
  const distinct = new Uint32Array(reserved + sorted.length).fill(noTerm, 0, reserved);
  let count = reserved;
  for (const node of sorted) {
    if (node !== noTerm && (count === reserved || node !== distinct[count - 1])) {
      distinct[count++] = node;
    }
  }
  const numbers = nodes.map((node) =>
    node === noTerm ? 0 : lowerBound(distinct, node, reserved, count),
  );
  return { numbers, nodes: distinct.slice(0, count) };
}
