/**
 * Rows of an INSERT as most of them look: texts without quotes and backslashes in them, numbers and
 * NULL, which is an empty cell. No text is made; a cell is a pair of offsets.
 *
 *     bytes   ( ' a ' , 7 , N U L L )
 *     offset  0 1 2 3 4 5 6 7 8 9 10 11        starts 2 5 7, ends 3 6 7
 *
 * Any other row is odd, and left to `SqlStatements`.
 */
import { digitsEnd, textOf } from "../bytes/index.ts";
import type { CellRow } from "../csv/index.ts";

/** The row cannot be read so. */
export const oddRow = -1;

const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;
const quoteByte = 0x27;
const closingParen = 0x29;
const plusByte = 0x2b;
const commaByte = 0x2c;
const minusByte = 0x2d;
const dotByte = 0x2e;
const backslashByte = 0x5c;
const lowerCase = 0x20;
const nullBytes = [..."null"].map((letter) => letter.charCodeAt(0));

/** Not 0 for bytes that end a text or make it odd. */
const textStops = new Uint8Array(256);
for (const byte of [quoteByte, lineFeed, backslashByte]) textStops[byte] = 1;

const cellsMax = 64;

export class SqlScanner implements CellRow {
  bytes: Uint8Array = new Uint8Array(0);
  line = 0;
  /** Rows are not compared. */
  readonly number = 0;
  readonly repeated = 0;
  readonly starts = new Int32Array(cellsMax);
  readonly ends = new Int32Array(cellsMax);
  count = 0;

  text(cell: number): string {
    return textOf(this.bytes, this.starts[cell]!, this.ends[cell]!);
  }

  texts(): readonly string[] {
    return Array.from({ length: this.count }, (_, cell) => this.text(cell));
  }

  /**
   * Finds the cells of the row whose parenthesis is at `start`; a line feed ends its line.
   * @returns what is behind its closing parenthesis, or `oddRow`.
   */
  row(bytes: Uint8Array, start: number): number {
    this.bytes = bytes;
    this.count = 0;
    let at = start;
    for (;;) {
      at = afterBlanks(bytes, at + 1);
      at = this.#value(bytes, at);
      if (at === oddRow) return oddRow;
      at = afterBlanks(bytes, at);
      if (bytes[at] === closingParen) return at + 1;
      if (bytes[at] !== commaByte || this.count === cellsMax) return oddRow;
    }
  }

  /** @returns what is behind the value, or `oddRow`. */
  #value(bytes: Uint8Array, start: number): number {
    const first = bytes[start]!;
    if (first === quoteByte) {
      let at = start + 1;
      while (textStops[bytes[at]!] === 0) at += 1;
      if (bytes[at] !== quoteByte || bytes[at + 1] === quoteByte) return oddRow;
      this.#add(start + 1, at);
      return at + 1;
    }
    const isNull = (first | lowerCase) === nullBytes[0];
    const end = isNull ? nullEnd(bytes, start) : numberEnd(bytes, start);
    if (end !== oddRow) this.#add(isNull ? end : start, end);
    return end;
  }

  #add(start: number, end: number): void {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }
}

export function afterBlanks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === space || bytes[at] === tab) at += 1;
  return at;
}

function nullEnd(bytes: Uint8Array, start: number): number {
  const isNull = nullBytes.every((byte, at) => (bytes[start + at]! | lowerCase) === byte);
  return isNull ? endOfWord(bytes, start + nullBytes.length) : oddRow;
}

/** Digits with a sign and a point among them, if there are such. */
function numberEnd(bytes: Uint8Array, start: number): number {
  const isSigned = bytes[start] === plusByte || bytes[start] === minusByte;
  const first = isSigned ? start + 1 : start;
  let at = digitsEnd(bytes, first);
  if (at === first) return oddRow;
  if (bytes[at] === dotByte) at = digitsEnd(bytes, at + 1);
  return endOfWord(bytes, at);
}

/** The same offset, if a value may end there, or `oddRow`. */
function endOfWord(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  const isEnd = byte === commaByte || byte === closingParen || byte === space || byte === tab;
  return isEnd ? at : oddRow;
}
