/** Collects triples under provisional ids. */

import { type ChunkRows, type Stretches, StretchLog, Uint32Chunks } from "../columns/index.ts";
import { type CollectedKinds, KindTable } from "./kind-table.ts";

/** Marks an object as a literal; node and literal ids stay below it. */
export const literalBit = 0x8000_0000;

/** Triples as plain data. */
export interface CollectedTriples {
  readonly kinds: CollectedKinds;
  /** Predicate and provenance of each row as one number, and its object. */
  readonly rowKinds: ChunkRows<Uint32Array>;
  readonly objects: ChunkRows<Uint32Array>;
  /** Neighbouring rows of one subject: that subject and the first of the rows. */
  readonly runSubjects: ChunkRows<Uint32Array>;
  readonly runStarts: ChunkRows<Uint32Array>;
  readonly stretches: Stretches;
}

export class GraphBuilder {
  readonly #kindTable = new KindTable();
  readonly #rowKinds = new Uint32Chunks();
  readonly #objects = new Uint32Chunks();
  readonly #runSubjects = new Uint32Chunks();
  readonly #runStarts = new Uint32Chunks();
  readonly #stretches = new StretchLog();
  #subject = -1;

  /** What follows is the stretch of this number. */
  begin(stretch: number): void {
    this.#subject = -1;
    this.#stretches.begin(stretch, this.#runStarts.length);
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
      stretches: { numbers: this.#stretches.numbers, starts: this.#stretches.starts },
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
