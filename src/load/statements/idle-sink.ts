/** Takes statements and keeps none: for what a reader says of its input. */
import { textOf } from "../bytes/index.ts";
import { isPlainNumber } from "../values/index.ts";
import type { Sink } from "./sink.ts";

export class IdleSink implements Sink {
  #ids = 0;

  node(): number {
    return this.#next();
  }

  literal(): number {
    return this.#next();
  }

  date(): number {
    return this.#next();
  }

  facet(): number {
    return this.#next();
  }

  nodeOf(): number {
    return this.#next();
  }

  literalOf(): number {
    return this.#next();
  }

  dateOf(): number {
    return this.#next();
  }

  link(): void {}

  attribute(): void {}

  observation(): void {}

  observationOf(
    _variable: number,
    _entity: number,
    _facet: number,
    _date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): boolean {
    return isPlainNumber(textOf(bytes, start, end));
  }

  /** No two texts look the same: what is remembered by id is remembered of no other text. */
  #next(): number {
    return this.#ids++;
  }
}
