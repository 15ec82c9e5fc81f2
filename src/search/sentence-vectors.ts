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
  #length = 0;
  /** Per text. */
  readonly #ends = new Uint32Builder();
  /** Per text: one divided by the length of its vector; 0 of one that means nothing. */
  readonly #factors: Float32Array;
  /** Per row of the table: whether a text has it. */
  readonly #isUsed: Uint8Array;

  /** @param count the texts that will come */
  constructor(table: TokenTable, count: number) {
    this.#table = table;
    this.#factors = new Float32Array(count);
    this.#isUsed = new Uint8Array(table.rows);
  }

  /** More pieces of the text that comes next. */
  push(pieces: readonly number[]): void {
    for (let of = 0; of < pieces.length; of++) {
      if (this.#length === this.#pieces.length) {
        const larger = new Uint16Array(Math.ceil(this.#length * 1.6));
        larger.set(this.#pieces);
        this.#pieces = larger;
      }
      this.#pieces[this.#length++] = pieces[of]!;
      this.#isUsed[pieces[of]!] = 1;
    }
  }

  /** Texts are numbered as they end. One without any piece is near to nothing. */
  end(): void {
    const before = this.#ends.length === 0 ? 0 : this.#ends.values[this.#ends.length - 1]!;
    const length = this.#table.lengthOf(this.#pieces, before, this.#length);
    this.#factors[this.#ends.length] = length > 0 ? 1 / length : 0;
    this.#ends.push(this.#length);
  }

  /** Per text: the cosine of both, from -1 to 1; undefined where the question means nothing. */
  cosines(question: string): Float32Array | undefined {
    const asked = this.#table.piecesOf(question);
    if (asked.length === 0) return undefined;
    const sum = this.#table.sum(asked);
    const length = Math.hypot(...sum);
    if (length === 0) return new Float32Array(this.#ends.length);
    const products = this.#table.products(this.#isUsed, sum);
    const pieces = this.#pieces;
    const ends = this.#ends.values;
    const cosines = new Float32Array(this.#ends.length);
    for (let text = 0, at = 0; text < cosines.length; text++) {
      let product = 0;
      for (; at < ends[text]!; at++) product += products[pieces[at]!]!;
      cosines[text] = (product / length) * this.#factors[text]!;
    }
    return cosines;
  }
}
