/**
 * Runs of texts: of what is neither a space nor a mark, and each mark alone. Equal runs have one number, so that
 * words, and what they mean, are made out once for each run and not once for each text.
 */

import { Uint32Builder } from "../store/columns/growing-columns.ts";

const beyondAscii = /[^\0-\x7f]/;
const runOrMark = /[\p{P}\p{S}]|[^\s\p{P}\p{S}]+/gu;
/** The same for ASCII, which nearly all texts are: it takes a third of the time. */
const plainRunOrMark = /[!-/:-@[-`{-~]|[^\s!-/:-@[-`{-~]+/g;

/** As they come. */
export const runsIn = (text: string): readonly string[] =>
  text.match(beyondAscii.test(text) ? runOrMark : plainRunOrMark) ?? [];

/** Texts are numbered as they come, and so are their runs. */
export class TextRuns {
  /** How each run is written. */
  readonly written: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Runs, text after text, and where those of each text end. */
  readonly #ids = new Uint32Builder();
  readonly #ends = new Uint32Builder();

  add(text: string): void {
    for (const run of runsIn(text)) {
      let number = this.#numbers.get(run);
      if (number === undefined) {
        number = this.written.push(run) - 1;
        this.#numbers.set(run, number);
      }
      this.#ids.push(number);
    }
    this.#ends.push(this.#ids.length);
  }

  /** All runs: those of text `t` stand from `ends[t - 1]` to `ends[t]`. */
  get all(): { readonly ids: Uint32Array; readonly ends: Uint32Array } {
    return { ids: this.#ids.values, ends: this.#ends.values.subarray(0, this.#ends.length) };
  }
}
