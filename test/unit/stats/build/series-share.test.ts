/** Which format the values of a series get: the limits of every width, and what costs fewer bytes. */
import { describe, expect, test } from "vitest";
import { beside, decimalMask, odd, RowValues } from "../../../../src/stats/build/row-values.ts";
import { FormatChoice } from "../../../../src/stats/build/series-share.ts";
import { unpackFormat } from "../../../../src/stats/decimals.ts";
import { Uint32Slabs } from "../../../../src/store/columns/growing-columns.ts";
import { LooseTextBuilder } from "../../../../src/store/texts/text-table-builder.ts";

function valuesOf(texts: readonly string[]): RowValues {
  const values = new RowValues(new LooseTextBuilder());
  for (const text of texts) {
    const bytes = Buffer.from(text);
    values.add(bytes, 0, bytes.length, false);
  }
  return values;
}

/** In a few words: `i8` to `i32` with scale and least, or `own` bits, or `f64` with least. */
function formatOf(...texts: readonly string[]): string {
  const choice = new FormatChoice(valuesOf(texts));
  return told(choice.of({ start: 0, end: texts.length, order: undefined }));
}

function told(packed: number): string {
  const { width, scale, least, ownBits } = unpackFormat(packed);
  if (width === 3) return `f64 ${least}`;
  const name = `i${8 << width}`;
  return ownBits > 0 ? `${name} own ${ownBits}` : `${name} ${scale} ${least}`;
}

describe("integers are as wide as the largest needs", () => {
  test.each([
    ["127", "i8"],
    ["-127", "i8"],
    ["128", "i16"],
    // The lowest number of a width marks exceptions.
    ["-128", "i16"],
    ["32767", "i16"],
    ["-32767", "i16"],
    ["32768", "i32"],
    ["-32768", "i32"],
    ["2147483647", "i32"],
    ["-2147483647", "i32"],
  ])("%s is %s", (text, name) => {
    expect(formatOf(text)).toBe(`${name} 0 0`);
    expect(formatOf("1", text, "2")).toBe(`${name} 0 0`);
  });

  test.each(["2147483648", "-2147483648"])("%s is a double", (text) => {
    expect(formatOf(text)).toBe("f64 0");
  });
});

describe("decimals share a scale", () => {
  test("and the largest is measured at that scale", () => {
    expect(formatOf("1.2", "0.5")).toBe("i8 1 1");
    expect(formatOf("12", "9.9")).toBe("i8 1 0");
    expect(formatOf("13", "9.9")).toBe("i16 1 0");
    expect(formatOf("12", "12.7")).toBe("i8 1 0");
    expect(formatOf("12", "12.8")).toBe("i16 1 0");
    expect(formatOf("3276", "2000.1")).toBe("i16 1 0");
    expect(formatOf("3277", "2000.1")).toBe("i32 1 0");
  });

  test("with the zeros at the end that all of them have", () => {
    expect(formatOf("4.50", "4.25")).toBe("i16 2 2");
    expect(formatOf("4.0", "4.5", "4.25")).toBe("i16 2 1");
    expect(formatOf("4.5", "4.0", "4.25")).toBe("i16 2 1");
  });

  test("unless a zero at the end tells them apart", () => {
    expect(formatOf("4", "4.50", "4.5")).toBe("i16 own 2");
    expect(formatOf("4", "5.0")).toBe("i8 own 1");
  });
});

describe("decimals of their own", () => {
  test.each([
    ["62", "i8"],
    ["63", "i16"],
    ["-62", "i8"],
    ["-63", "i16"],
    ["16382", "i16"],
    ["16383", "i32"],
    ["1073741822", "i32"],
  ])("beside %s make %s", (text, name) => {
    expect(formatOf(text, "1.0")).toBe(`${name} own 1`);
  });

  test("beside more are doubles", () => {
    expect(formatOf("1073741823", "1.0")).toBe("f64 0");
  });

  test("take as many bits as the most of them need", () => {
    const withDecimals = (count: number) => `0.${"0".repeat(count - 1)}1`;
    const bits = [1, 2, 3, 4, 7, 8].map((count) => formatOf("10.0", "7", withDecimals(count)));
    expect(bits.map((one) => one.split(" ").at(-1))).toEqual(["1", "2", "2", "3", "3", "4"]);
  });

  test("are taken where they are narrower than a common scale, and not where they are as wide", () => {
    expect(formatOf("300", "0.125")).toBe("i16 own 2");
    expect(formatOf("13", "0.7")).toBe("i8 own 1");
    expect(formatOf("100000", "1.25")).toBe("i32 2 0");
  });
});

describe("what no integer holds", () => {
  /** A number that prints as it is written and has too many digits. */
  const long = "1e+21";
  const shorts = (count: number, text: string) => new Array<string>(count).fill(text);

  test("is an exception where that takes fewer bytes than doubles, or as many", () => {
    // A byte each and 16 for the exception, or 8 bytes each.
    expect(formatOf(long, "1")).toBe("f64 0");
    expect(formatOf(long, ...shorts(2, "1"))).toBe("i8 0 0");
    // Four bytes each: with three others both take 32.
    expect(formatOf(long, ...shorts(2, "100000"))).toBe("f64 0");
    expect(formatOf(long, ...shorts(3, "100000"))).toBe("i32 0 0");
  });

  test("is measured by the rows of the series alone, wherever these begin", () => {
    const choice = new FormatChoice(valuesOf(["1", "1", "1", long, "1"]));
    expect(told(choice.of({ start: 3, end: 5, order: undefined }))).toBe("f64 0");
    expect(told(choice.of({ start: 1, end: 5, order: undefined }))).toBe("i8 0 0");
  });

  test("is no reason for doubles where these have as many exceptions", () => {
    expect(formatOf(long, "1.50")).toBe("i16 2 2");
  });

  test("does not count where it is a text: that is an exception everywhere", () => {
    expect(formatOf(long, "x")).toBe("f64 0");
  });

  test("may be too long for digits and still have a point", () => {
    expect(formatOf("100000000000000000000.0")).toBe("f64 1");
  });

  test("is counted as an exception among doubles too, where these print otherwise", () => {
    expect(formatOf("1e+21", "1.50", "2.50", "3.50")).toBe("i16 2 2");
    expect(formatOf("1e+21", "1e+22", "1e+23", "1.5")).toBe("f64 0");
  });

  test("is a double with a point where more of them have one", () => {
    expect(formatOf("12345678901.0", "12345678902.0", "12345678903")).toBe("f64 1");
    expect(formatOf("12345678901.0", "12345678902", "12345678903")).toBe("f64 0");
    expect(formatOf("12345678901.0", "12345678902")).toBe("f64 0");
  });

  test("and is a text asks for no width at all", () => {
    expect(formatOf("x", "y")).toBe("i8 0 0");
    expect(formatOf("x", "200")).toBe("i16 0 0");
  });
});

test("a series is not measured by the one before it", () => {
  const texts = ["100000.25", "2147483648", "1e+21", "7", "8"];
  const choice = new FormatChoice(valuesOf(texts));
  const of = (start: number, end: number) => told(choice.of({ start, end, order: undefined }));
  expect([of(0, 1), of(1, 3), of(3, 5)]).toEqual(["i32 2 2", "f64 0", "i8 0 0"]);
});

test("the rows of a series may lie anywhere", () => {
  const choice = new FormatChoice(valuesOf(["1", "100000", "2.5", "1e+21"]));
  const order = new Uint32Slabs();
  for (const row of [3, 2, 0]) order.push(row);
  expect(told(choice.of({ start: 1, end: 3, order }))).toBe("i8 1 0");
  expect(told(choice.of({ start: 0, end: 1, order }))).toBe("f64 0");
  const other = new FormatChoice(valuesOf(["1", "12345678901.0"]));
  const last = new Uint32Slabs();
  last.push(1);
  expect(told(other.of({ start: 0, end: 1, order: last }))).toBe("f64 1");
});

describe("rows", () => {
  test.each([
    ["134217727", true],
    ["-134217727", true],
    ["134217728", false],
    ["-134217728", false],
    ["1342177.27", true],
    ["1342177.28", false],
  ])("%s fits into a word: %s", (text, fits) => {
    const values = valuesOf([text]);
    expect((values.wordOf(0) & decimalMask) !== beside).toBe(fits);
    const decimals = text.includes(".") ? 2 : 0;
    expect(values.decimalsOf(0)).toBe(decimals);
    expect(values.mantissaOf(0)).toBe(Number(text.replace(".", "")));
  });

  test("that are no plain decimals are odd, with their number", () => {
    const values = valuesOf(["1e5", "x", "NaN"]);
    expect([0, 1, 2].map((row) => values.decimalsOf(row))).toEqual([odd, odd, odd]);
    expect([0, 1, 2].map((row) => values.oddNumberOf(row))).toEqual([1e5, Number.NaN, Number.NaN]);
  });

  test("that begin with a byte order mark are no numbers", () => {
    expect(valuesOf(["\uFEFF5"]).oddNumberOf(0)).toBeNaN();
  });

  test("of what is no number are refused where only numbers are wanted", () => {
    const values = new RowValues(new LooseTextBuilder());
    const add = (text: string) => values.add(Buffer.from(`<${text}>`), 1, text.length + 1, true);
    expect(["x", "1e5", "NaN", "7", "1e999"].map(add)).toEqual([false, true, false, true, false]);
    expect(values.length).toBe(2);
  });

  test("are the same when they are written alike, however they are kept", () => {
    const texts = ["1.5", "1.50", "12345678901", "12345678901", "123456789.01", "1e+21", "1e+21"];
    const values = valuesOf([...texts, "1e+22"]);
    const same = (a: number, b: number) => values.isSame(a, b);
    expect([same(0, 0), same(2, 3), same(5, 6)]).toEqual([true, true, true]);
    expect([same(0, 1), same(2, 4), same(5, 7), same(0, 2), same(2, 5)]).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
