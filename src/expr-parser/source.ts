import { ExpressionError } from "../errors/index.ts";

const whitespace = /[ \t\n\r]+/g;
const isWhitespace = (unit: string): boolean =>
  unit === " " || unit === "\t" || unit === "\n" || unit === "\r";

/**
 * An expression as it was written, and as it is read: without any whitespace (behaviour:
 * expressions 2).
 */
export class ExpressionText {
  readonly written: string;
  readonly text: string;

  constructor(written: string) {
    this.written = written;
    this.text = written.replace(whitespace, "");
  }

  /** Throws an error about position `at` of `text`, told as a position in what was written. */
  fail(message: string, at: number): never {
    throw new ExpressionError(message, this.offsetWritten(at));
  }

  private offsetWritten(at: number): number {
    let unread = at;
    for (let offset = 0; offset < this.written.length; offset++) {
      if (isWhitespace(this.written.charAt(offset))) continue;
      if (unread === 0) return offset;
      unread--;
    }
    return this.written.length;
  }
}
