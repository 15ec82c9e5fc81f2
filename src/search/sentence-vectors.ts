/** What many texts mean, as vectors of small numbers, and how near each is to a question. */
import type { TokenTable } from "./token-table.ts";

/** Numbers of a vector go from -127 to 127. */
const most = 127;
/** Sums of products stay below 2³¹. */
const askedScale = 1 << 13;

export class SentenceVectors {
  readonly #table: TokenTable;
  #vectors: Int8Array;
  /** Per text: what its numbers are multiplied by. */
  #scales: Float32Array;
  #count = 0;
  readonly #sum: Float32Array;
  /** Rows of words of texts. */
  readonly #known = new Map<string, readonly number[]>();

  /** @param count the texts that will come */
  constructor(table: TokenTable, count: number) {
    this.#table = table;
    this.#vectors = new Int8Array(count * table.dimensions);
    this.#scales = new Float32Array(count);
    this.#sum = new Float32Array(table.dimensions);
  }

  /** Texts are numbered as they come. One without a meaning is near to nothing. */
  add(text: string): void {
    const sum = this.#sum.fill(0);
    this.#table.embed(text, sum, this.#known);
    let largest = 0;
    for (let k = 0; k < sum.length; k++) largest = Math.max(largest, Math.abs(sum[k]!));
    const scale = largest / most;
    const at = this.#count * sum.length;
    for (let k = 0; k < sum.length && scale > 0; k++) {
      this.#vectors[at + k] = Math.round(sum[k]! / scale);
    }
    this.#scales[this.#count++] = scale;
  }

  /** Per text: the cosine of both, from -1 to 1; undefined where the question means nothing. */
  cosines(question: string): Float32Array | undefined {
    const asked = this.#sum.fill(0);
    if (!this.#table.embed(question, asked)) return undefined;
    // Whole numbers are multiplied faster; those of a question have four digits, so that nothing is lost.
    const whole = Int32Array.from(asked, (one) => Math.round(one * askedScale));
    const vectors = this.#vectors;
    const cosines = new Float32Array(this.#count);
    for (let text = 0, at = 0; text < cosines.length; text++) {
      let sum = 0;
      for (let k = 0; k < whole.length; k += 4, at += 4) {
        sum +=
          Math.imul(vectors[at]!, whole[k]!) +
          Math.imul(vectors[at + 1]!, whole[k + 1]!) +
          Math.imul(vectors[at + 2]!, whole[k + 2]!) +
          Math.imul(vectors[at + 3]!, whole[k + 3]!);
        sum |= 0;
      }
      cosines[text] = (sum * this.#scales[text]!) / askedScale;
    }
    return cosines;
  }
}
