/** Text tables: every text well-formed, the texts in byte order, each once. */

import type { Walk, WalkedColumns, WalkedRows } from "../columns/index.ts";
import { TextSpans } from "./text-spans.ts";
import { Utf8Check } from "./utf8-check.ts";

export function* walkTexts(columns: WalkedColumns, name: string): Walk {
  const spans = new TextSpans(columns, name);
  const texts = new TextPairs(columns, name);
  let [lastStart, lastEnd] = [0, -1];
  for (let id = 0; id < spans.count; id++) {
    yield* spans.next();
    const { start, end } = spans;
    yield* texts.walkText(start, end);
    yield* texts.walkOrder(lastStart, lastEnd, start, end);
    [lastStart, lastEnd] = [start, end];
  }
  spans.finish();
}

/** The text at hand, and the one before. */
class TextPairs {
  readonly #bytes: WalkedRows;
  /** Trails one text behind. */
  readonly #before: WalkedRows;
  readonly #utf8 = new Utf8Check();

  constructor(columns: WalkedColumns, name: string) {
    this.#bytes = columns.rows(`${name}.bytes`);
    this.#before = columns.rows(`${name}.bytes`);
  }

  /** It is well-formed. */
  *walkText(start: number, end: number): Walk {
    const bytes = this.#bytes;
    for (let at = start; at < end; ) {
      if (!bytes.has(at)) yield bytes.need(at);
      const pageStart = bytes.start;
      const last = Math.min(end, bytes.end);
      const wrong = this.#utf8.run(bytes.rows as Uint8Array, at - pageStart, last - pageStart);
      if (wrong >= 0) throw bytes.wrong(pageStart + wrong, "this is no UTF-8");
      at = last;
    }
    if (!this.#utf8.isWhole) throw bytes.wrong(end - 1, "a text ends within a character");
  }

  /** It is above the one before. The first one is above a text of less than no bytes. */
  *walkOrder(lastStart: number, lastEnd: number, start: number, end: number): Walk {
    const [bytes, before] = [this.#bytes, this.#before];
    const common = Math.min(end - start, lastEnd - lastStart);
    let order = 0;
    for (let at = 0; at < common && order === 0; ) {
      if (!bytes.has(start + at)) yield bytes.need(start + at);
      if (!before.has(lastStart + at)) yield before.need(lastStart + at);
      const length = Math.min(common - at, bytes.end - start - at, before.end - lastStart - at);
      order = this.#compare(start + at, lastStart + at, length);
      at += length;
    }
    if (order === 0) order = end - start - (lastEnd - lastStart);
    if (order <= 0) throw bytes.wrong(start, "this text is not above the one before");
  }

  /** Runs that lie in the pages at hand. */
  #compare(start: number, startBefore: number, length: number): number {
    const [bytes, before] = [this.#bytes.rows as Uint8Array, this.#before.rows as Uint8Array];
    const [from, fromBefore] = [start - this.#bytes.start, startBefore - this.#before.start];
    for (let at = 0; at < length; at++) {
      const difference = bytes[from + at]! - before[fromBefore + at]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }
}
