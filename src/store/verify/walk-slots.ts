/** The hash index of a text table: every text is found, and nothing else is in it. */

import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
import { slotLayout } from "../texts/text-table.ts";
import { hashBytes, hashEnd, hashStart, hashWord } from "../texts/utf8.ts";
import { TextSpans } from "./walked-texts.ts";

/** Slots of which pages are kept: each further so many take another pass over the texts. */
const windowSlots = 1 << 24;
/** An honest index takes three steps for a text. Many more are there to keep readers busy. */
const stepsPerText = 64;
const stepsMin = 1 << 20;

export function walkSlots(
  columns: WalkedColumns,
  name: string,
  window: number = windowSlots,
): void {
  const count = columns.rows(`${name}.lengths`).length;
  const slots = new SlotWalk(columns, name, count, window);
  slots.walkTaken();
  for (let first = 0; first < slots.size; first += window) {
    const bytes = columns.rows(`${name}.bytes`);
    const spans = new TextSpans(columns, name);
    for (let id = 0; id < count; id++) {
      spans.next();
      slots.walkText(id, hashOf(bytes, spans), first);
    }
  }
}

class SlotWalk {
  readonly size: number;
  readonly #count: number;
  readonly #layout: ReturnType<typeof slotLayout>;
  readonly #slots: WalkedRows;
  readonly #window: number;
  #steps: number;

  constructor(columns: WalkedColumns, name: string, count: number, window: number) {
    const layout = slotLayout(count);
    const rows = (pages: number) => columns.rows(`${name}.slots`, pages);
    this.size = layout.size;
    this.#count = count;
    this.#layout = layout;
    this.#slots = rows(Math.ceil(window / rows(1).pageRows) + 1);
    this.#window = window;
    this.#steps = stepsMin + count * stepsPerText;
  }

  /** As many slots are taken as there are texts. */
  walkTaken(): void {
    const slots = this.#slots;
    let taken = 0;
    for (let slot = 0; slot < slots.length; slot++) {
      const stored = slots.at(slot);
      if (stored === 0) continue;
      const id = (stored & this.#layout.idMask) >>> 0;
      const isText = id > 0 && id <= this.#count;
      if (!isText || ++taken > this.#count) throw slots.wrong(slot, "it has no text");
    }
  }

  /** A text whose place is within a window is found from there on. */
  walkText(id: number, hash: number, firstSlot: number): void {
    const slots = this.#slots;
    let slot = this.#layout.slotOf(hash);
    if (slot < firstSlot || slot >= firstSlot + this.#window) return;
    const wanted = this.#layout.storedOf(hash, id);
    for (;;) {
      const stored = slots.at(slot);
      if (stored === wanted) return;
      if (stored === 0) throw slots.wrong(slot, `text ${id} is not found`);
      if (--this.#steps < 0) throw slots.wrong(slot, "texts are too far from their places");
      slot = slot + 1 === this.size ? 0 : slot + 1;
    }
  }
}

function hashOf(bytes: WalkedRows, { start, end }: TextSpans): number {
  if (start < end) bytes.goTo(start);
  if (end <= bytes.end) {
    return hashBytes(bytes.rows as Uint8Array, start - bytes.start, end - bytes.start);
  }
  return hashOfPages(bytes, start, end);
}

/** Of a text that lies in several pages. */
function hashOfPages(bytes: WalkedRows, start: number, end: number): number {
  let hash = hashStart(end - start);
  let word = 0;
  for (let at = start; at < end; at++) {
    const place = (at - start) & 3;
    word |= bytes.at(at) << (24 - place * 8);
    if (place < 3 && at + 1 < end) continue;
    hash = hashWord(hash, word);
    word = 0;
  }
  return hashEnd(hash);
}
