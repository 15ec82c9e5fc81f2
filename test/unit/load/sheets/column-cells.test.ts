import * as arrow from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import {
  decimalOf,
  momentIn,
  needed,
  plainCell,
} from "../../../../src/load/sheets/column-cells.ts";
import { refusalOf, rowsOf } from "../held-rows.ts";

const day = new Date("2020-01-01T00:00:00Z");
const parquet = () =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "geo", data: ["FRA", "DEU", undefined], type: "STRING" },
        { name: "whole", data: [1n, 9007199254740993n, -5n], type: "INT64" },
        { name: "part", data: [0.1, Number.NaN, Number.POSITIVE_INFINITY], type: "DOUBLE" },
        { name: "day", data: [day, new Date("2020-01-02T00:00:00Z"), day], type: "TIMESTAMP" },
      ],
      rowGroupSize: 2,
    }),
  );
const table = [
  ["geo", "whole", "part", "day"],
  ["FRA", "1", "0.1", "2020-01-01"],
  ["DEU", "9007199254740993", "NaN", "2020-01-02"],
  ["", "-5", "Infinity", "2020-01-01"],
];

function arrowFile(format: "file" | "stream"): Uint8Array {
  const { utf8, int64, float64, timestamp, TimeUnit } = arrow;
  const made = arrow.tableFromArrays(
    {
      geo: ["FRA", "DEU", null],
      whole: [1n, 9007199254740993n, -5n],
      part: [0.1, Number.NaN, Number.POSITIVE_INFINITY],
      day: [day, new Date("2020-01-02T00:00:00Z"), day],
    },
    {
      types: { geo: utf8(), whole: int64(), part: float64(), day: timestamp(TimeUnit.MICROSECOND) },
    },
  );
  return arrow.tableToIPC(made, { format })!;
}

describe("tables of typed columns", () => {
  test("Parquet has numbers exactly, days as days, and rows of all groups", async () => {
    expect(await rowsOf("a.parquet", parquet())).toEqual(table);
  });

  test.each(["file", "stream"] as const)("an Arrow %s has the same", async (format) => {
    expect(await rowsOf("a.arrow", arrowFile(format))).toEqual(table);
  });

  test("bytes may be a part of others, as those of small files are in Node", async () => {
    const within = (content: Uint8Array) => Buffer.concat([Buffer.alloc(5), content]).subarray(5);
    expect(await rowsOf("a.parquet", within(parquet()))).toEqual(table);
    expect(await rowsOf("a.arrow", within(arrowFile("file")))).toEqual(table);
  });

  test("what is cut off or of another kind is refused", async () => {
    const contents: Readonly<Record<string, Uint8Array>> = {
      parquet: parquet(),
      arrow: arrowFile("file"),
    };
    for (const [name, content] of Object.entries(contents)) {
      for (const end of [0, 4, 20, content.length >> 1, content.length - 1]) {
        expect(await refusalOf(`a.${name}`, content.slice(0, end))).toMatch(
          new RegExp(`^a\\.${name}: (?!.*read:)`),
        );
      }
      expect(await refusalOf(`a.${name}`, new Uint8Array(500).fill(65))).toMatch(
        new RegExp(`^a\\.${name}: `),
      );
    }
  });

  test("a gigantic length of the index is refused", async () => {
    const content = parquet();
    new DataView(content.buffer).setUint32(content.length - 8, 0x7fff_ffff, true);
    expect(await refusalOf("a.parquet", content)).toMatch(/^a\.parquet: is (?:no Parquet|cut off)/);
  });
});

test("decimals are exact, and times keep all digits", () => {
  expect(
    [decimalOf(-12345n, 2), decimalOf(5n, 3), decimalOf(0n, 2), decimalOf(7n, -2)].map(String),
  ).toEqual(["-123.45", "0.005", "0.00", "700"]);
  expect(momentIn(-1n, 6)).toEqual({ date: "1969-12-31", time: "23:59:59.999999" });
  expect(momentIn(1_577_836_800n, 0)).toEqual({ date: "2020-01-01", time: "00:00:00" });
  expect(momentIn(10n ** 18n, 3)).toBe(10n ** 18n);
});

test.each<[ticks: bigint, digits: number, moment: unknown]>([
  [0n, 0, { date: "1970-01-01", time: "00:00:00" }],
  [-1n, 0, { date: "1969-12-31", time: "23:59:59" }],
  [1_500n, 3, { date: "1970-01-01", time: "00:00:01.5" }],
  [1_000_000_001n, 9, { date: "1970-01-01", time: "00:00:01.000000001" }],
  [-62_135_596_800n, 0, { date: "0001-01-01", time: "00:00:00" }],
  [-62_135_596_801n, 0, -62_135_596_801n],
  [253_402_300_799_999n, 3, { date: "9999-12-31", time: "23:59:59.999" }],
  [253_402_300_800_000n, 3, 253_402_300_800_000n],
])("%d ticks, of which a second has 10^%d, are %o", (ticks, digits, moment) => {
  expect(momentIn(ticks, digits)).toEqual(moment);
});

test.each<[whole: bigint, scale: number, text: string]>([
  [12345n, 0, "12345"],
  [-7n, -3, "-7000"],
  [1n, 1, "0.1"],
  [-1n, 1, "-0.1"],
  [10n, 1, "1.0"],
  [99n, 4, "0.0099"],
])("%d with a scale of %d is %s", (whole, scale, text) => {
  expect(String(decimalOf(whole, scale))).toBe(text);
});

test.each<[value: unknown, cell: unknown]>([
  [null, undefined],
  [undefined, undefined],
  [0, 0],
  ["", ""],
  [false, false],
  [
    { date: "2020-01-01", time: "00:00:00" },
    { date: "2020-01-01", time: "00:00:00" },
  ],
  [{ date: "2020-01-01" }, '{"date":"2020-01-01"}'],
  [{ time: "00:00:00" }, '{"time":"00:00:00"}'],
  [{ date: 1n, time: 2, zone: 3 }, '{"date":"1","time":2,"zone":3}'],
  [{ date: 1, hour: 2 }, '{"date":1,"hour":2}'],
  [Int32Array.of(1, 2), "[1,2]"],
  [[Int32Array.of(1, 2), 3n, null], '[[1,2],"3",null]'],
])("the value %o is the cell %o", (value, cell) => {
  expect(plainCell(value)).toEqual(cell);
});

test("a package that is missing is named with the command that installs it", () => {
  const cause = new Error("not found");
  expect(needed("hyparquet", "a.parquet", cause)).toMatchObject({
    code: "LOAD",
    file: "a.parquet",
    message:
      "a.parquet: needs the package hyparquet, which could not be loaded: npm install hyparquet",
    cause,
  });
});
