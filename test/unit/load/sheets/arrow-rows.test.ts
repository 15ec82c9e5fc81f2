/** Arrow whose description is forged: it is read or refused, and takes no time. */
import * as arrow from "@uwdata/flechette";
import { tableFromArrays, tableToIPC } from "@uwdata/flechette";
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { requireSoundLists } from "../../../../src/load/sheets/arrow-rows.ts";
import { refusalOf, rowsOf } from "../held-rows.ts";

const table = tableFromArrays({ iso3: ["KEN", "FRA"], year: [2019, 2020], pop: [1.5, 2.5] });
const columns = {
  entity: { column: "iso3", prefix: "country/" },
  date: "year",
  variables: ["pop"],
};

test.each(["file", "stream"] as const)("a %s as it is written is sound", (format) => {
  const bytes = tableToIPC(table, { format }) as Uint8Array;
  expect(() => requireSoundLists(bytes, format === "file")).not.toThrow();
});

test.each(["file", "stream"] as const)(
  "a %s in which any number is a greater or a negative one",
  { timeout: 60_000 },
  async (format) => {
    const bytes = tableToIPC(table, { format }) as Uint8Array;
    let [refused, lists] = [0, 0];
    for (let at = 8; at + 4 <= bytes.length - 8; at += 4) {
      for (const number of [0x7fff_fff0, -16]) {
        const forged = bytes.slice();
        new DataView(forged.buffer).setInt32(at, number, true);
        const start = process.cpuUsage();
        const error = await open({ "a.arrow": forged }, { columns }).catch((one: Error) => one);
        const { user } = process.cpuUsage(start);
        expect(user, `${number} at ${at}`).toBeLessThan(2_000_000);
        if (!(error instanceof Error)) continue;
        refused++;
        if (/a list is longer than its file|has no such size/.test(error.message)) lists++;
      }
    }
    expect(refused).toBeGreaterThan(10);
    expect(lists).toBeGreaterThan(3);
  },
);

const problems = [
  "a list is longer than its file",
  "a message has no such size",
  "says more rows than it can hold",
  "sound",
];

/** How often each of the problems is found, if another number stands at each byte in turn. */
function problemsOf(bytes: Uint8Array, number: number, isFile: boolean): readonly number[] {
  const found = Array.from({ length: bytes.length - 3 }, (_, at) => {
    const forged = bytes.slice();
    new DataView(forged.buffer).setInt32(at, number, true);
    try {
      requireSoundLists(forged, isFile);
      return "sound";
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(found.filter((one) => !problems.includes(one))).toEqual([]);
  return problems.map((problem) => found.filter((one) => one === problem).length);
}

test.each<[format: "file" | "stream", number: number, counts: readonly number[]]>([
  ["file", 0x7fff_fff0, [57, 29, 25, 976]],
  ["file", -16, [48, 25, 21, 993]],
  ["file", 0x0707_0707, [102, 22, 36, 927]],
  ["file", 0, [2, 17, 0, 1068]],
  ["stream", 0x7fff_fff0, [40, 44, 25, 632]],
  ["stream", -16, [31, 37, 21, 652]],
  ["stream", 0x0707_0707, [75, 38, 35, 593]],
  ["stream", 0, [0, 20, 0, 721]],
])(
  "a %s is refused where %d makes its lists, messages or rows too long",
  (format, number, counts) => {
    const bytes = tableToIPC(table, { format }) as Uint8Array;
    expect(problemsOf(bytes, number, format === "file")).toEqual(counts);
  },
);

const moment = (text: string) => new Date(`${text}Z`);
const { TimeUnit } = arrow;

describe("a column of Arrow", () => {
  test.each<[what: string, type: arrow.DataType, values: unknown[], cells: string[]]>([
    ["texts", arrow.utf8(), ["a", null, "é"], ["a", "", "é"]],
    [
      "texts of a dictionary",
      arrow.dictionary(arrow.utf8()),
      ["a", "b", null, "a"],
      ["a", "b", "", "a"],
    ],
    ["truths", arrow.bool(), [true, false, null], ["true", "false", ""]],
    ["long numbers", arrow.int64(), [2n ** 60n, null], [`${2n ** 60n}`, ""]],
    ["parts", arrow.float64(), [0.1, null], ["0.1", ""]],
    ["decimals", arrow.decimal(9, 2), [123.45, null, -0.05], ["123.45", "", "-0.05"]],
    ["whole decimals", arrow.decimal(9, 0), [123, null], ["123", ""]],
    ["days", arrow.dateDay(), [moment("2020-01-02T00:00"), null], ["2020-01-02", ""]],
    ["thousandths of days", arrow.dateMillisecond(), [moment("2020-01-02T00:00")], ["2020-01-02"]],
    [
      "seconds",
      arrow.timestamp(TimeUnit.SECOND),
      [moment("2020-01-02T03:04:05"), null],
      ["2020-01-02T03:04:05", ""],
    ],
    [
      "thousandths",
      arrow.timestamp(TimeUnit.MILLISECOND),
      [moment("2020-01-02T03:04:05.25")],
      ["2020-01-02T03:04:05.25"],
    ],
    [
      "millionths",
      arrow.timestamp(TimeUnit.MICROSECOND),
      [moment("2020-01-02T03:04:05.25")],
      ["2020-01-02T03:04:05.25"],
    ],
    [
      "billionths",
      arrow.timestamp(TimeUnit.NANOSECOND),
      [moment("2020-01-02T03:04:05")],
      ["2020-01-02T03:04:05"],
    ],
    ["lists", arrow.list(arrow.int32()), [[1, 2], null], ["[1,2]", ""]],
    [
      "days of a dictionary",
      arrow.dictionary(arrow.dateDay()),
      [moment("2020-01-02T00:00"), null, moment("2020-01-02T00:00")],
      ["2020-01-02", "", "2020-01-02"],
    ],
    [
      "decimals of a dictionary",
      arrow.dictionary(arrow.decimal(9, 2)),
      [1.25, null, 1.25],
      ["1.25", "", "1.25"],
    ],
  ])("of %s is whole", async (_, type, values, cells) => {
    const made = tableFromArrays({ a: values, b: values.map(() => "x") }, { types: { a: type } });
    for (const format of ["file", "stream"] as const) {
      const content = tableToIPC(made, { format }) as Uint8Array;
      expect(await rowsOf("a.arrow", content)).toEqual([
        ["a", "b"],
        ...cells.map((cell) => [cell, "x"]),
      ]);
    }
  });
});

test.each<[what: string, content: Uint8Array, problem: string]>([
  ["nothing", new Uint8Array(0), "is no Arrow, or is cut off"],
  ["three zeros", new Uint8Array(3), "is no Arrow, or is cut off"],
  ["its mark alone", new TextEncoder().encode("ARROW1ARROW1"), "is no Arrow, or is cut off"],
  ["a last byte that is no 0", Uint8Array.of(0, 0, 0, 1), "is no Arrow, or is cut off"],
  ["a byte before it that is none", Uint8Array.of(7, 0, 1, 0, 0), "is no Arrow, or is cut off"],
  [
    "its mark, and no end",
    new TextEncoder().encode("ARROW1 and more"),
    "is no Arrow, or is cut off",
  ],
])("a file of %s is refused", async (_, content, problem) => {
  expect(await refusalOf("a.arrow", content)).toBe(`a.arrow: ${problem}`);
});
