/** The words of a text, and which of them were read already. */

import type { Span } from "./understanding.ts";

/** More of a text is not looked at. */
const lengthMax = 2000;
const wordsMax = 64;

/** `U.S.` and `100,000` are one word, `California's` is `California`, `1960's` is `1960s`. */
const wordPattern =
  /\d{1,3}(?:,\d{3})+(?!\d)|\p{L}(?:\.\p{L})+\.?|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu;

/** What may be a dcid: `geoId/06`, `Count_Person`, `dc/g/Root`. */
const dcidPattern = /[\p{L}\p{N}]+(?:[_/][\p{L}\p{N}.-]*[\p{L}\p{N}])+/gu;

/** A word as it is asked. */
interface AskedWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In small letters, without dots and slips. */
  readonly plain: string;
}

/** Words next to each other. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Whether the words [from, to) are a part of the whole name of a variable. */
export type IsInName = (from: number, to: number) => boolean;

export class AskedText {
  readonly text: string;
  readonly words: readonly AskedWord[];
  readonly #taken: Uint8Array;

  /**
   * @param mended what a word in small letters with a slip was meant to be
   * @param isNode whether there is such a dcid: it is one word
   */
  constructor(
    text: string,
    mended: (word: string) => string | undefined,
    isNode: (dcid: string) => boolean,
  ) {
    this.text = text;
    const words: AskedWord[] = [];
    const cut = text.slice(0, lengthMax);
    const nodes = [...cut.matchAll(dcidPattern)].filter(([word]) => isNode(word));
    // Blanks keep the places of all other words.
    const rest = nodes.reduce(
      (left, { 0: dcid, index }) =>
        left.slice(0, index) + " ".repeat(dcid.length) + left.slice(index + dcid.length),
      cut,
    );
    const found = [...nodes, ...rest.matchAll(wordPattern)].sort((a, b) => a.index - b.index);
    for (const { 0: whole, index: start } of found.slice(0, wordsMax)) {
      const word = whole.replace(/(?<!\d)['’]s$/iu, "");
      const plain = word.toLowerCase().replaceAll(/\.|(?<=\d)['’]/g, "");
      const meant = mended(plain);
      const end = start + word.length;
      words.push({ start, end, text: meant ?? word, plain: meant ?? plain });
    }
    this.words = words;
    this.#taken = new Uint8Array(words.length);
  }

  isFree(from: number, to = from + 1): boolean {
    return from >= 0 && to <= this.words.length && !this.#taken.subarray(from, to).includes(1);
  }

  take(from: number, to: number): void {
    this.#taken.fill(1, from, to);
  }

  /** A word in small letters; "" where there is none. */
  plainAt(at: number): string {
    return this.words[at]?.plain ?? "";
  }

  /** The words [from, to), in small letters, with one space between two. */
  plain(from: number, to: number): string {
    return this.words
      .slice(from, to)
      .map(({ plain }) => plain)
      .join(" ");
  }

  /** The same as they are written, but for slips. */
  written(from: number, to: number): string {
    return this.words
      .slice(from, to)
      .map(({ text }) => text)
      .join(" ");
  }

  /** Whether a comma stands before a word. */
  hasCommaBefore(at: number): boolean {
    const [before, word] = [this.words[at - 1], this.words[at]];
    return /[,;]/.test(this.text.slice(before?.end, word?.start));
  }

  span(from: number, to: number): Span {
    const start = this.words[from]?.start ?? 0;
    const end = this.words[to - 1]?.end ?? start;
    return { start, end, text: this.text.slice(start, end) };
  }
}
