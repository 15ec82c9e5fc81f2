import { expect, test } from "vitest";
import {
  csvOf,
  momentAt,
  StoredNumber,
  withDecimalComma,
} from "../../../../src/load/held/cells.ts";

async function textOf(rows: Parameters<typeof csvOf>[0], size?: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of csvOf(rows, "a", size)) text += decoder.decode(bytes);
  return text;
}

test("cells are what they were, and a line is a row", async () => {
  const rows = [
    ["a", 1.5, 12345678901234567890n, true, null, undefined],
    [],
    ['"b"\r\nc', "d,e", "  f"],
  ];
  expect(await textOf(rows)).toBe('a,1.5,12345678901234567890,true,,\n\n"""b"" c","d,e","  f"\n');
});

test("rows without end are refused, and so are too many columns and halves of characters", async () => {
  const row = ["x".repeat(1 << 20)];
  const endless = function* () {
    for (;;) yield row;
  };
  const count = async () => {
    for await (const _ of csvOf(endless(), "a", 1_000));
  };
  await expect(count()).rejects.toThrow("a: repeats its cells too often");
  await expect(textOf([["a"], new Array<string>(1_000_000).fill("x")])).rejects.toThrow(
    "a:2: has more than 16384 columns",
  );
});

test("half of a character is refused with its line", async () => {
  const message = "a:2: holds a character that is none: half of a pair";
  await expect(textOf([["😀"], ["\ud800"]])).rejects.toThrow(expect.objectContaining({ message }));
});

test("rows are written in pieces of at least 65,536 characters, but for the last", async () => {
  const lengths: number[] = [];
  const rows = [40_000, 40_000, 65_535, 65_534, 0, 3].map((length) => ["x".repeat(length)]);
  for await (const bytes of csvOf(rows, "a")) lengths.push(bytes.length);
  expect(lengths).toEqual([80_002, 65_536, 65_536, 4]);
});

test("a column of moments holds days if all of its first moments begin one", async () => {
  const day = (time: string) => ({ date: "2024-06-30", time });
  const rows = [
    [day("00:00:00"), day("00:00:00"), StoredNumber.of("1.50")],
    [day("00:00:00.000"), day("00:00:00.5"), "1.50"],
    [null, "x", StoredNumber.of("x.5")],
  ];
  expect(await textOf(rows)).toBe(
    '2024-06-30,2024-06-30T00:00:00,1.50\n2024-06-30,2024-06-30T00:00:00.5,"1.50"\n,x,x.5\n',
  );
  const late = Array.from({ length: 1_001 }, (_, at) => [
    day(at < 1_000 ? "00:00:00" : "01:00:00"),
  ]);
  const lines = (await textOf(late)).split("\n");
  expect([lines[999], lines[1_000]]).toEqual(["2024-06-30", "2024-06-30T01:00:00"]);
});

test("as many columns as a sheet has are read", async () => {
  const row = new Array<string>(16_384).fill("x");
  expect((await textOf([row])).length).toBe(2 * 16_384);
  await expect(textOf([[...row, "x"]])).rejects.toThrow("a:1: has more than 16384 columns");
});

test.each([
  ["a b", '"a b"'],
  ["a/b:c.d-e_f", "a/b:c.d-e_f"],
  ["a\r\rb\nc", '"a  b c"'],
  ["1", "1"],
  [".5", '".5"'],
  ["12.25", '"12.25"'],
  [".55", '".55"'],
  ["1.5%", '"1.5%"'],
  ["1.5e3", '"1.5e3"'],
  ["1.5E12", '"1.5E12"'],
  ["+1.5e+3", '"+1.5e+3"'],
  ["-1.5e-3", '"-1.5e-3"'],
  ["\n", '" "'],
  ["1.2.3", "1.2.3"],
  ["", ""],
])("the text %j is %s", async (text, written) => {
  expect(await textOf([[text]])).toBe(`${written}\n`);
});

test.each([
  ["1.5", "1,5"],
  ["-1.5e3%", "-1,5e3%"],
  ["1.2.3", "1.2.3"],
  ["x1.5", "x1.5"],
  ["1.5x", "1.5x"],
  ["15", "15"],
])("%s with a decimal comma is %s", (bare, written) => {
  expect(withDecimalComma(bare)).toBe(written);
});

test.each<[at: number, fraction: string | undefined, moment: object | undefined]>([
  [0, undefined, { date: "1970-01-01", time: "00:00:00" }],
  [1_500, undefined, { date: "1970-01-01", time: "00:00:01.5" }],
  [1_000, "120", { date: "1970-01-01", time: "00:00:01.12" }],
  [1_000, "1020", { date: "1970-01-01", time: "00:00:01.102" }],
  [1_500, "000", { date: "1970-01-01", time: "00:00:01" }],
  [Date.parse("0001-01-01"), undefined, { date: "0001-01-01", time: "00:00:00" }],
  [Date.parse("0001-01-01") - 1, undefined, undefined],
  [Date.parse("9999-12-31T23:59:59.999Z"), undefined, { date: "9999-12-31", time: "23:59:59.999" }],
  [Date.parse("9999-12-31T23:59:59.999Z") + 1, undefined, undefined],
  [Number.NaN, undefined, undefined],
])("the moment at %d with %s", (at, fraction, moment) => {
  expect(momentAt(at, fraction)).toEqual(moment);
});
