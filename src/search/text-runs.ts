/**
 * Runs of texts: of what is neither a space nor a mark, and each mark alone. Equal runs have one number, so that
 * words, and what they mean, are made out once for each run and not once for each text.
 */

const beyondAscii = /[^\0-\x7f]/;
const runOrMark = /[\p{P}\p{S}]|[^\s\p{P}\p{S}]+/gu;
/** The same for ASCII, which nearly all texts are: it takes a third of the time. */
const plainRunOrMark = /[!-/:-@[-`{-~]|[^\s!-/:-@[-`{-~]+/g;

/** As they come. */
export const runsIn = (text: string): readonly string[] =>
  text.match(beyondAscii.test(text) ? runOrMark : plainRunOrMark) ?? [];

export class TextRuns {
  /** By number. */
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a run; a new one has the next. */
  numberOf(run: string): number {
    let number = this.#numbers.get(run);
    if (number === undefined) {
      number = this.texts.push(run) - 1;
      this.#numbers.set(run, number);
    }
    return number;
  }
}
