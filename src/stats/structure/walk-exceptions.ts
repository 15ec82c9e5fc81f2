/** Values that their series' format cannot hold: each has its point, its number and its text. */

import { rowOf, type TextReader, type Walk, type WalkedRows } from "../../store/index.ts";
import type { WalkedObservations } from "../observation-columns.ts";
import { literalMax, numberOf, type Written, writtenNumber } from "../values/index.ts";

/** Texts that take longer to read are remembered, so many of them: many values may have one text. */
const longText = 64;
const longTextsMax = 1 << 16;

export class Exceptions {
  readonly #points: WalkedRows;
  readonly #numbers: WalkedRows;
  readonly #texts: WalkedRows;
  readonly #literals: TextReader;
  /** Ids of literals: first … end - 1. */
  readonly #firstLiteral: number;
  readonly #literalEnd: number;
  readonly #longNumbers = new Map<number, number>();
  #next = 0;

  constructor(columns: WalkedObservations, literals: TextReader) {
    this.#points = columns.rows("observations.exceptionPoints");
    this.#numbers = columns.rows("observations.exceptionNumbers");
    this.#texts = columns.rows("observations.exceptionTexts");
    this.#literals = literals;
    this.#firstLiteral = columns.counts.nodes;
    this.#literalEnd = columns.counts.nodes + columns.counts.literals;
  }

  /** Goes to the next exception. Is it that of this point? */
  *take(point: number): Walk<boolean> {
    const at = this.#next++;
    if (at >= this.#points.length || (yield* rowOf(this.#points, at)) !== point) return false;
    const number = yield* rowOf(this.#numbers, at);
    const written = yield* rowOf(this.#texts, at);
    if (written > literalMax) this.#checkPrinted(at, number, written);
    else yield* this.#checkLiteral(at, number, written);
    return true;
  }

  /** To be called after the last point. */
  finish(): void {
    if (this.#next < this.#points.length) {
      throw this.#points.wrong(this.#next, "the value of this point is no exception");
    }
  }

  #checkPrinted(at: number, number: number, written: Written): void {
    const isPrinted =
      Number.isFinite(number) && numberOf(writtenNumber(number, written)) === number;
    if (isPrinted && !Object.is(number, -0)) return;
    throw this.#numbers.wrong(at, "the number is not printed as it should be");
  }

  *#checkLiteral(at: number, number: number, literal: Written): Walk {
    const first = this.#firstLiteral;
    if (literal < first || literal >= this.#literalEnd) {
      throw this.#texts.wrong(at, "there is no such text");
    }
    if (Object.is(yield* this.#numberOf(literal - first), number)) return;
    throw this.#numbers.wrong(at, "its text is another number");
  }

  *#numberOf(literal: number): Walk<number> {
    const reader = this.#literals;
    const isLong = (yield* reader.lengthOf(literal)) > longText;
    const known = isLong ? this.#longNumbers.get(literal) : undefined;
    if (known !== undefined) return known;
    const number = numberOf(yield* reader.textOf(literal));
    if (isLong && this.#longNumbers.size < longTextsMax) this.#longNumbers.set(literal, number);
    return number;
  }
}
