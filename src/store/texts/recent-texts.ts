/**
 * What was turned from bytes into strings lately, and from strings into ids. A page that is asked
 * for again, or the neighbours of one place, name the same terms over and over: remembering costs
 * some nanoseconds where making a string costs seventy and finding one over a hundred.
 *
 * Terms share a few slots, which the last to come keep: a few megabytes at most, never cleared.
 */

/** Longer texts are not remembered, so that the memory is bounded. */
const lengthMax = 64;
/** Slots at most. */
const slotsMax = 1 << 16;
const slotsMin = 64;

/**
 * Every so often something is remembered in the slot beside its own: two that have the same slot, and
 * are asked for by turns, soon do not push each other out.
 */
const besideEvery = 16;

/** Texts by the number of their term. */
export class RecentTexts {
  readonly #texts: string[];
  /** Number of the term in each slot, plus one. */
  readonly #terms: Uint32Array;
  readonly #mask: number;
  #turn = 0;

  /** For terms 0 … count - 1. */
  constructor(count: number) {
    const slots = slotsFor(count);
    this.#texts = new Array<string>(slots).fill("");
    this.#terms = new Uint32Array(slots);
    this.#mask = slots - 1;
  }

  get(term: number): string | undefined {
    const slot = term & this.#mask;
    if (this.#terms[slot] === term + 1) return this.#texts[slot];
    return this.#terms[slot ^ 1] === term + 1 ? this.#texts[slot ^ 1] : undefined;
  }

  set(term: number, text: string): void {
    if (text.length > lengthMax) return;
    this.#turn = (this.#turn + 1) % besideEvery;
    const slot = (term & this.#mask) ^ (this.#turn === 0 ? 1 : 0);
    this.#terms[slot] = term + 1;
    this.#texts[slot] = text;
  }
}

/**
 * Numbers of terms by their text. A text has two slots side by side, the one that came last first,
 * so that two texts do not push each other out.
 */
export class RecentIds {
  readonly #texts: string[];
  /**
   * Of each slot the hash of its text, by which other texts are recognised without reading them,
   * and the number of its term, plus one.
   */
  readonly #slots: Int32Array;
  /** Hashes of the two texts that were last looked for in vain in each pair of slots. */
  readonly #missed: Int32Array;
  readonly #mask: number;
  #hash = 0;

  /** For so many different terms. */
  constructor(count: number) {
    const slots = slotsFor(count);
    this.#texts = new Array<string>(slots).fill("");
    this.#slots = new Int32Array(slots * 2);
    this.#missed = new Int32Array(slots);
    this.#mask = slots - 2;
  }

  /** -1 for a text that is not remembered. */
  get(text: string): number {
    const hash = hashOf(text);
    this.#hash = hash;
    const slots = this.#slots;
    const slot = hash & this.#mask;
    const at = slot * 2;
    if (slots[at] === hash && this.#texts[slot] === text) return (slots[at + 1]! >>> 0) - 1;
    if (slots[at + 2] === hash && this.#texts[slot + 1] === text) return (slots[at + 3]! >>> 0) - 1;
    return -1;
  }

  /**
   * Is the text that `get` just missed worth remembering? Only when it was missed before: a long
   * list of texts that never return would pay for nothing.
   */
  isWanted(): boolean {
    const missed = this.#missed;
    const pair = this.#hash & this.#mask;
    if (missed[pair] === this.#hash || missed[pair + 1] === this.#hash) return true;
    missed[pair + 1] = missed[pair]!;
    missed[pair] = this.#hash;
    return false;
  }

  /**
   * Remembers the text that `get` just missed. It must be a string of its own: one that was cut
   * from a larger string would keep that alive.
   */
  set(text: string, term: number): void {
    if (text.length > lengthMax) return;
    const slots = this.#slots;
    const slot = this.#hash & this.#mask;
    const at = slot * 2;
    slots[at + 2] = slots[at]!;
    slots[at + 3] = slots[at + 1]!;
    slots[at] = this.#hash;
    slots[at + 1] = term + 1;
    this.#texts[slot + 1] = this.#texts[slot]!;
    this.#texts[slot] = text;
  }
}

function slotsFor(count: number): number {
  let slots = slotsMin;
  while (slots < count && slots < slotsMax) slots *= 2;
  return slots;
}

/**
 * A quick hash: texts that agree in all of these places get in each other's way, and that is all.
 * Dcids differ at their end; dcids of variables also differ in the middle.
 */
function hashOf(text: string): number {
  const { length } = text;
  let hash = length;
  if (length < 8) {
    for (let at = 0; at < length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at);
  } else {
    const last =
      text.charCodeAt(length - 1) ^
      (text.charCodeAt(length - 2) << 7) ^
      (text.charCodeAt(length - 3) << 14) ^
      (text.charCodeAt(length - 4) << 21);
    const before =
      text.charCodeAt(length - 5) ^
      (text.charCodeAt(length - 6) << 7) ^
      (text.charCodeAt(length - 7) << 14) ^
      (text.charCodeAt(length >>> 1) << 21);
    hash = Math.imul(last ^ length, 0x9e37_79b1) ^ Math.imul(before, 0x85eb_ca6b);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return hash ^ (hash >>> 13);
}
