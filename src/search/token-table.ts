/**
 * A table of vectors of word pieces: what a text means is the sum of what its pieces mean. The table is a
 * file of the package; `build/meaning` makes it.
 */
import { runsIn } from "./runs-in.ts";

/** Four letters, then numbers of 32 bits: version, rows, dimensions, bytes of the pieces, checksum. */
const headerBytes = 24;
const magic = "PCMT";
export const tableVersion = 1;

/** Slots of the table of hashes; more than four for each piece. */
const slotBits = 16;
const slotMask = (1 << slotBits) - 1;

/** Longer words have no meaning. */
const wordLengthMax = 100;

export class TokenTable {
  readonly dimensions: number;
  readonly rows: number;
  /** Per row: what its bytes are multiplied by. */
  readonly #scales: Float32Array;
  readonly #vectors: Int8Array;
  /** Letters of all pieces, and where each begins; one more than there are pieces. */
  readonly #letters: Uint8Array;
  readonly #starts: Uint32Array;
  /** By hash of its letters: the row of a piece, plus one. */
  readonly #slots = new Uint16Array(1 << slotBits);

  private constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const rows = view.getUint32(8, true);
    this.rows = rows;
    this.dimensions = view.getUint32(12, true);
    const at = bytes.byteOffset + headerBytes;
    this.#scales = new Float32Array(bytes.buffer, at, rows);
    this.#vectors = new Int8Array(bytes.buffer, at + 4 * rows, rows * this.dimensions);
    this.#letters = bytes.subarray(headerBytes + rows * (4 + this.dimensions));
    this.#starts = new Uint32Array(rows + 1);
    for (let row = 0, end = 0; row < rows; row++) {
      const start = end;
      while (this.#letters[end] !== 10) end++;
      this.#starts[row + 1] = ++end;
      let slot = hashOf(this.#letters, start, end - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & slotMask;
      this.#slots[slot] = row + 1;
    }
  }

  /** @returns a sentence that says what is wrong, where they are no table or a damaged one */
  static of(given: Uint8Array): TokenTable | string {
    // Numbers of 32 bits begin at multiples of four bytes.
    const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
    const letters = String.fromCharCode(...bytes.subarray(0, magic.length));
    if (letters !== magic || bytes.length < headerBytes) return "it is no such table";
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const [version, rows, dimensions, pieces, check] = [4, 8, 12, 16, 20].map((at) =>
      view.getUint32(at, true),
    ) as [number, number, number, number, number];
    if (version !== tableVersion) return `its version is ${version}, not ${tableVersion}`;
    const length = headerBytes + rows * (4 + dimensions) + pieces;
    if (bytes.length !== length || checkOf(bytes) !== check) return "it is damaged";
    return new TokenTable(bytes);
  }

  /** Whether a word is a piece of its own. */
  has(word: string): boolean {
    const letters = lettersOf(word);
    return letters !== undefined && this.#rowOf(letters, 0, letters.length, false) >= 0;
  }

  /** The rows of the pieces of a text. */
  piecesOf(text: string): readonly number[] {
    return wordsIn(text).flatMap((word) => this.#piecesOf(word));
  }

  /** The sum of the vectors of pieces. */
  sum(pieces: readonly number[]): Float64Array {
    const sum = new Float64Array(this.dimensions);
    for (const row of pieces) {
      const at = row * sum.length;
      for (let k = 0; k < sum.length; k++) sum[k]! += this.#vectors[at + k]! * this.#scales[row]!;
    }
    return sum;
  }

  /** The cosine of what two texts mean; 0 where one of them means nothing. */
  cosine(one: string, other: string): number {
    const [a, b] = [this.sum(this.piecesOf(one)), this.sum(this.piecesOf(other))];
    const lengths = Math.hypot(...a) * Math.hypot(...b);
    return lengths === 0 ? 0 : a.reduce((sum, part, k) => sum + part * b[k]!, 0) / lengths;
  }

  /** The length of the sum of the vectors of some pieces. */
  lengthOf(pieces: Uint16Array, start: number, end: number): number {
    const vectors = this.#vectors;
    let square = 0;
    for (let k = 0; k < this.dimensions; k += 4) {
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let of = start; of < end; of++) {
        const row = pieces[of]!;
        const scale = this.#scales[row]!;
        const at = row * this.dimensions + k;
        a += vectors[at]! * scale;
        b += vectors[at + 1]! * scale;
        c += vectors[at + 2]! * scale;
        d += vectors[at + 3]! * scale;
      }
      square += a * a + b * b + c * c + d * d;
    }
    return Math.sqrt(square);
  }

  /** Per row that is used: the product of its vector and another one. */
  products(isUsed: Uint8Array, vector: Float64Array): Float64Array {
    const vectors = this.#vectors;
    const products = new Float64Array(this.rows);
    for (let row = 0; row < products.length; row++) {
      if (isUsed[row] === 0) continue;
      const at = row * vector.length;
      // Two sums, because each addition would wait for the last.
      let even = 0;
      let odd = 0;
      for (let k = 0; k < vector.length; k += 2) {
        even += vectors[at + k]! * vector[k]!;
        odd += vectors[at + k + 1]! * vector[k + 1]!;
      }
      products[row] = (even + odd) * this.#scales[row]!;
    }
    return products;
  }

  /** The longest piece that a word begins with, then of the rest; none where a rest has none. */
  #piecesOf(word: string): readonly number[] {
    const letters = lettersOf(word);
    if (letters === undefined) return [];
    const rows: number[] = [];
    for (let at = 0; at < letters.length; ) {
      let end = letters.length;
      let row = -1;
      while (end > at && row < 0) row = this.#rowOf(letters, at, end--, at > 0);
      if (row < 0) return [];
      rows.push(row);
      at = end + 1;
    }
    return rows;
  }

  /** @param isInside whether something stands before it in its word: such pieces begin with `##` */
  #rowOf(letters: Uint8Array, start: number, end: number, isInside: boolean): number {
    let slot = hashOf(letters, start, end, isInside ? insideSeed : undefined);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & slotMask) {
      const row = this.#slots[slot]! - 1;
      if (this.#isPiece(row, letters, start, end, isInside ? 2 : 0)) return row;
    }
    return -1;
  }

  #isPiece(row: number, letters: Uint8Array, start: number, end: number, marks: number): boolean {
    const first = this.#starts[row]!;
    if (this.#starts[row + 1]! - 1 - first !== end - start + marks) return false;
    for (let mark = 0; mark < marks; mark++) if (this.#letters[first + mark] !== 35) return false;
    for (let at = start; at < end; at++) {
      if (this.#letters[first + marks + at - start] !== letters[at]) return false;
    }
    return true;
  }
}

const hashSeed = 0x811c9dc5;
const hashPrime = 0x01000193;

function hashOf(letters: Uint8Array, start: number, end: number, seed = hashSeed): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ letters[at]!, hashPrime);
  return (hash ^ (hash >>> slotBits)) & slotMask;
}

/** The hash of `##` before it is cut. */
const insideSeed = Math.imul(Math.imul(hashSeed ^ 35, hashPrime) ^ 35, hashPrime);

function checkOf(bytes: Uint8Array): number {
  const at = bytes.byteOffset + headerBytes;
  const words = new Int32Array(bytes.buffer, at, (bytes.length - headerBytes) / 4);
  let check = hashSeed | 0;
  for (let at = 0; at < words.length; at++) check = Math.imul(check ^ words[at]!, hashPrime);
  return check >>> 0;
}

const accents = /\p{Mn}+/gu;
const beyondAscii = /[^\0-\x7f]/;

/** Words in small letters without accents; each mark is a word of its own. */
function wordsIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return runsIn(beyondAscii.test(lower) ? lower.normalize("NFD").replace(accents, "") : lower);
}

/** The letters of one word at a time. */
const scratch = new Uint8Array(wordLengthMax);

/** Its letters as bytes until the next word; undefined where it has others than those of ASCII. */
function lettersOf(word: string): Uint8Array | undefined {
  if (word.length > wordLengthMax) return undefined;
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at);
    if (letter > 127) return undefined;
    scratch[at] = letter;
  }
  return scratch.subarray(0, word.length);
}
