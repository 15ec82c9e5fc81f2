/** What many texts mean, and how near each is to a question. */
import { Uint32Builder } from "../store/columns/growing-columns.ts";
import type { TokenTable } from "./token-table.ts";

/**
 * What a text means is a sum of vectors. Only the pieces of texts and the lengths of the sums are kept: the product
 * of a sum and a question is the sum of the products of the pieces, of which there are far fewer than texts.
 */
export class SentenceVectors {
  readonly #table: TokenTable;
  /** Rows of the table, text after text. */
  #pieces = new Uint16Array(1 << 12);
  /** Per text. */
  readonly #ends = new Uint32Builder();
  /** Per text: one divided by the length of its vector; 0 of one that means nothing. */
  readonly #factors: Float32Array;
  /** Per row of the table: whether a text has it. */
  readonly #isUsed: Uint8Array;
  readonly #sum: Float64Array;

  /** @param count the texts that will come */
  constructor(table: TokenTable, count: number) {
    this.#table = table;
    this.#factors = new Float32Array(count);
    this.#isUsed = new Uint8Array(table.rows);
    this.#sum = new Float64Array(table.dimensions);
  }

  /** Texts are numbered as they come, by the pieces of the table. One without any is near to nothing. */
  add(pieces: readonly number[]): void {
    const first = this.#ends.length === 0 ? 0 : this.#ends.values[this.#ends.length - 1]!;
    const end = first + pieces.length;
    if (end > this.#pieces.length) {
      const larger = new Uint16Array(Math.ceil(end * 1.6));
      larger.set(this.#pieces);
      this.#pieces = larger;
    }
    for (let at = 0; at < pieces.length; at++) {
      this.#pieces[first + at] = pieces[at]!;
      this.#isUsed[pieces[at]!] = 1;
    }
    this.#factors[this.#ends.length] = factorOf(this.#table.sum(pieces, this.#sum));
    this.#ends.push(end);
  }

  /** Per text: the cosine of both, from -1 to 1; undefined where the question means nothing. */
  cosines(question: string): Float32Array | undefined {
    const asked = this.#table.piecesOf(question);
    if (asked.length === 0) return undefined;
    const sum = this.#table.sum(asked, this.#sum);
    const factor = factorOf(sum);
    const products = new Float64Array(this.#isUsed.length);
    for (let row = 0; row < products.length; row++) {
      if (this.#isUsed[row] === 1) products[row] = factor * this.#table.product(row, sum);
    }
    const pieces = this.#pieces;
    const ends = this.#ends.values;
    const cosines = new Float32Array(this.#ends.length);
    for (let text = 0, at = 0; text < cosines.length; text++) {
      let product = 0;
      for (; at < ends[text]!; at++) product += products[pieces[at]!]!;
      cosines[text] = product * this.#factors[text]!;
    }
    return cosines;
  }
}

function factorOf(vector: Float64Array): number {
  let square = 0;
  for (let k = 0; k < vector.length; k++) square += vector[k]! * vector[k]!;
  return square > 0 ? 1 / Math.sqrt(square) : 0;
}
