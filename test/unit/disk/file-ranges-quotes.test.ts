import { expect, test } from "vitest";
import { nowhere, QuoteScan, rowRanges } from "../../../src/disk/file-ranges.ts";

/** All texts of so many characters. */
function textsOf(length: number, alphabet = 'a,"\n'): string[] {
  if (length === 0) return [""];
  return textsOf(length - 1, alphabet).flatMap((text) => [...alphabet].map((one) => text + one));
}

/** Character by character: where rows begin, and whether the end is within quotes. */
function naive(text: string, begins: boolean): { rows: number[]; isQuoted: boolean } {
  const rows = begins ? [] : [0];
  let isQuoted = begins;
  for (let at = 0; at < text.length; at++) {
    if (isQuoted) {
      if (text[at] !== '"') continue;
      if (text[at + 1] === '"') at += 1;
      else isQuoted = false;
    } else if (text[at] === '"') isQuoted = ",\n".includes(text[at - 1] ?? "\n");
    else if (text[at] === "\n") rows.push(at + 1);
  }
  return { rows, isQuoted };
}

// Ranges end after a line feed.
const texts = [0, 1, 2, 3, 4, 5].flatMap((length) => textsOf(length)).map((text) => `${text}\n`);

test.each([false, true])("rows are found in any two pieces of a text, in quotes: %s", (begins) => {
  const wrong: unknown[] = [];
  for (const text of texts) {
    const { rows, isQuoted } = naive(text, begins);
    const expected = `${isQuoted} ${rows[0] ?? nowhere}`;
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const scan = new QuoteScan(begins, { delimiter: "," });
      for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) scan.take(piece);
      const found = `${scan.isQuoted} ${scan.rowStart}`;
      if (found !== expected) wrong.push({ text, cut, found, expected });
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['"a"\r\nb,c\n', false],
  ['"a"\rb,c\n', true],
  ['"a"\r"b"\n', true],
  ['"a"b,c\n', true],
  ['"a",b\n', false],
])(
  "closing quotes are odd unless a cell or a row ends after them, in any two pieces: %j",
  (text, isOdd) => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const scan = new QuoteScan(false, { delimiter: "," });
      for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) scan.take(piece);
      expect(scan.isOdd, String(cut)).toBe(isOdd);
    }
  },
);

test("ranges between line feeds become ranges between rows", () => {
  const wrong: unknown[] = [];
  for (const text of texts) {
    let start = 0;
    let isQuoted = false;
    const ranges = (text.match(/[^\n]*\n/g) ?? []).map((line) => {
      const range = { start, end: start + line.length };
      start = range.end;
      const scan = new QuoteScan(isQuoted, { delimiter: "," });
      scan.take(Buffer.from(line));
      isQuoted = scan.isQuoted;
      return { range, rowStart: scan.rowStart };
    });
    const starts = naive(text, false).rows.filter((row) => row < text.length);
    const expected = starts.map((row, at) => ({ start: row, end: starts[at + 1] ?? text.length }));
    const found = rowRanges(ranges);
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ text, found, expected });
  }
  expect(wrong).toEqual([]);
  expect(rowRanges([])).toEqual([]);
});
