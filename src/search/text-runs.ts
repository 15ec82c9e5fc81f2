/** Runs of many texts: equal ones have one number, so that words, and what they mean, are made out once for each. */
import { Uint32Builder } from "../store/columns/growing-columns.ts";
import { runsIn } from "./runs-in.ts";

/** Texts are numbered as they come, and so are their runs. */
export class TextRuns {
  /** How each run is written. */
  readonly written: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Runs, text after text, and where those of each text begin; one more than there are texts. */
  readonly #ids = new Uint32Builder();
  readonly #starts = new Uint32Builder();

  constructor() {
    this.#starts.push(0);
  }

  add(text: string): void {
    const runs = runsIn(text);
    for (let at = 0; at < runs.length; at++) {
      const run = runs[at]!;
      let number = this.#numbers.get(run);
      if (number === undefined) {
        number = this.written.push(run) - 1;
        this.#numbers.set(run, number);
      }
      this.#ids.push(number);
    }
    this.#starts.push(this.#ids.length);
  }

  /** All runs: those of text `t` stand from `starts[t]` to `starts[t + 1]`. */
  get all(): { readonly ids: Uint32Array; readonly starts: Uint32Array } {
    return { ids: this.#ids.values, starts: this.#starts.values };
  }

  /** The text, with spaces between its runs. */
  spaced(text: number): string {
    const { ids, starts } = this.all;
    const runs = [...ids.subarray(starts[text], starts[text + 1])];
    return runs.map((run) => this.written[run]).join(" ");
  }
}
