/** The first rows of tables: how each is written, where its header stands, and what is no row. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import type { TableMetadata } from "../../../../src/load/bytes/table-metadata.ts";
import { aboveNotes, belowTitles } from "../../../../src/load/described/table-notes.ts";
import {
  dialectOf,
  sampleTable,
  type TableForm,
  type TableSample,
} from "../../../../src/load/described/table-sample.ts";
import { memoryInput } from "../inputs.ts";

type Options = NonNullable<Parameters<typeof sampleTable>[3]>;

async function sampleOf(
  text: string | Uint8Array,
  form: TableForm = {},
  options: Options = {},
  { path = "a/b.c.csv", metadata }: { path?: string; metadata?: TableMetadata } = {},
): Promise<TableSample> {
  const content = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const input = { ...memoryInput(path, content), ...(metadata && { metadata }) };
  return await sampleTable(input, form, new DiagnosticLog(), options);
}

test("a sample has all that its form and its first rows say", async () => {
  expect(await sampleOf("a,b\n1,2\n,\n\n3,4\n")).toEqual({
    delimiter: ",",
    encoding: "utf-8",
    header: ["a", "b"],
    headerLine: 1,
    titles: [],
    rows: [
      ["1", "2"],
      ["3", "4"],
    ],
    lines: [2, 5],
    isWhole: true,
    stem: "b.c",
    typed: undefined,
  });
});

test.each([
  ["x/y.csv.gz", "y"],
  ["x/y.CSV.GZ", "y"],
  ["y", "y"],
  ["x.gz/y.tsv", "y"],
  ["y.gz.csv", "y.gz"],
])("the table %s is called %s", async (path, stem) => {
  const gzip = /\.gz$/i.test(path);
  const { gzipSync } = await import("node:zlib");
  const text = new TextEncoder().encode("a,b\n");
  const sample = await sampleOf(gzip ? new Uint8Array(gzipSync(text)) : text, {}, {}, { path });
  expect(sample.stem).toBe(stem);
});

describe("cells are parted", () => {
  test.each<[how: string, text: string, delimiter: string]>([
    ["by commas", "a,b\n1,2\n", ","],
    ["by semicolons", "a;b\n1,5;2,5\n", ";"],
    ["by tabs", "a\tb\n1,5\t2;5\n", "\t"],
    ["by bars", "a|b\n1,5|2;5\n", "|"],
    ["by what rows have as often as the header", "a,b;c\n1;2\n3;4\n", ";"],
    ["by what makes more columns", "a,b;c,d;e,f\n1,2;3,4;5,6\n", ","],
    ["by nothing, as far as one sees", "a\n1\n", ","],
    ["by what has no number in its header", "1,5;b\n1,5;2\n", ";"],
    ["by what has a year in its header", "a,2020;2021\n1,2;3\n", ","],
    ["by what ends no quote wrongly", 'a;b,"c\n1;2,3\n', ";"],
    ["by what the header alone has more of", "a;b;c,d\n", ";"],
    ["by what has no note below", "a;b\n1;2\n3;4\nSource: x, y\n", ";"],
  ])("%s", async (_, text, delimiter) => {
    expect((await sampleOf(text)).delimiter).toBe(delimiter);
  });

  test("by what the caller says, or else by what stands beside the table", async () => {
    const metadata = metadataOf({ delimiter: ";" });
    expect((await sampleOf("a,b;c\n", { delimiter: "|" })).header).toEqual(["a,b;c"]);
    expect((await sampleOf("a,b;c\n", {}, {}, { metadata })).header).toEqual(["a,b", "c"]);
    expect((await sampleOf("a,b;c\n", { delimiter: "," }, {}, { metadata })).header).toEqual([
      "a",
      "b;c",
    ]);
  });
});

/** What a file beside the table says. */
function metadataOf(more: Partial<TableMetadata>): TableMetadata {
  const own = { file: "m.json", table: "t.csv", isNamed: true, hasHeader: true, skipped: 0 };
  return { ...own, columns: [], isWhole: false, constants: {}, ...more };
}

describe("bytes are", () => {
  const latin = Uint8Array.from([97, 44, 0xfc, 10, 49, 44, 50, 10]);
  test.each<[what: string, bytes: Uint8Array, form: TableForm, header: string[], encoding: string]>(
    [
      ["UTF-8 where they are", new TextEncoder().encode("a,ü\n"), {}, ["a", "ü"], "utf-8"],
      ["Latin where they are no UTF-8", latin, {}, ["a", "ü"], "windows-1252"],
      ["what the caller says", latin, { encoding: "windows-1252" }, ["a", "ü"], "windows-1252"],
      [
        "Latin if they end within a letter",
        Uint8Array.of(97, 44, 0xc3),
        {},
        ["a", "Ã"],
        "windows-1252",
      ],
    ],
  )("%s", async (_, bytes, form, header, encoding) => {
    const sample = await sampleOf(bytes, form);
    expect([sample.header, sample.encoding]).toEqual([header, encoding]);
  });

  test("what a file beside the table says", async () => {
    const metadata = metadataOf({ encoding: "windows-1252" });
    const sample = await sampleOf("a,ü\n", {}, {}, { metadata });
    expect([sample.header, sample.encoding]).toEqual([["a", "Ã¼"], "windows-1252"]);
  });
});

describe("the header stands", () => {
  const text = "Title\n\nName,Year,Cats\na,2020,1\nb,2021,2\n";
  const names = ["Name", "Year", "Cats"];
  const first = ["a", "2020", "1"];
  const above = ["Title", "Name Year Cats"];
  test.each<
    [
      where: string,
      form: TableForm,
      options: Options,
      header: string[],
      line: number,
      titles: string[],
    ]
  >([
    ["in the first line", {}, {}, ["Title"], 1, []],
    ["below titles, if it is looked for", {}, { findsHeader: true }, names, 3, ["Title"]],
    ["in the line that the caller says", { header: 4 }, {}, first, 4, above],
    ["there, though it is looked for", { header: 4 }, { findsHeader: true }, first, 4, above],
    [
      "in the first, though it is looked for",
      { header: 1 },
      { findsHeader: true },
      ["Title"],
      1,
      [],
    ],
    ["in the next line with text", { header: 2 }, {}, names, 3, ["Title"]],
  ])("%s", async (_, form, options, header, line, titles) => {
    const sample = await sampleOf(text, form, options);
    expect([sample.header, sample.headerLine]).toEqual([header, line]);
    expect(sample.lines).toEqual([3, 4, 5].filter((one) => one > line));
    expect(sample.titles).toEqual(titles);
  });

  test("after so many lines as a file beside the table says", async () => {
    const metadata = metadataOf({ skipped: 2 });
    const sample = await sampleOf(text, {}, { findsHeader: true }, { metadata });
    expect([sample.header, sample.headerLine, sample.titles]).toEqual([
      ["Name", "Year", "Cats"],
      3,
      ["Title"],
    ]);
  });
});

test.each<[what: string, row: string, isRow: boolean]>([
  ["tags of HXL", "#country+name,#date,#value", false],
  ["tags with gaps", "#country+name,,", false],
  ["tags with capitals", "#Country_2,,#X", false],
  ["a tag beside a text", "#country,2020,1", true],
  ["a text beside a tag", "a,#date,#value", true],
  ["a sign without a word", "#,,#x", true],
  ["tags without a first one", ",#date,#value", true],
  ["a number with a sign", "#1,,", true],
])("a row of %s is one: %s, %s", async (_, row, isRow) => {
  const { rows } = await sampleOf(`a,b,c\n${row}\nx,2,3\n`, { delimiter: "," });
  expect(rows.map(([first]) => first)).toEqual(isRow ? [row.split(",")[0], "x"] : ["x"]);
});

test("comments are no rows where a file beside the table says what begins them", async () => {
  const text = "% note,1\na,b\n% note,2\nx%,3\n";
  const marked = metadataOf({ comment: "%" });
  const read = async (metadata: TableMetadata) => await sampleOf(text, {}, {}, { metadata });
  expect((await read(marked)).rows).toEqual([["x%", "3"]]);
  expect((await read(metadataOf({ comment: "" }))).rows).toEqual([
    ["a", "b"],
    ["% note", "2"],
    ["x%", "3"],
  ]);
});

test("a sample has as many rows as are asked for, and says whether these are all", async () => {
  const text = "a,b\n1,2\n3,4\n5,6\n";
  const read = async (rowsMax: number) => {
    const { rows, isWhole } = await sampleOf(text, {}, { rowsMax });
    return [rows.length, isWhole];
  };
  expect(await Promise.all([1, 2, 3, 4].map(read))).toEqual([
    [1, false],
    [2, false],
    [3, true],
    [3, true],
  ]);
  const long = `a,b\n${"1,2\n".repeat(1_001)}`;
  expect((await sampleOf(long)).rows).toHaveLength(1_000);
});

test("a file without rows has no header", async () => {
  expect(await sampleOf("\n\n")).toEqual({
    delimiter: ",",
    encoding: "utf-8",
    header: undefined,
    headerLine: 1,
    titles: [],
    rows: [],
    lines: [],
    isWhole: true,
    stem: "b.c",
    typed: undefined,
  });
});

test("a file without rows has none either where something is said of it", async () => {
  const sample = await sampleOf("", {}, {}, { metadata: metadataOf({}) });
  expect([sample.header, sample.rows, sample.metadata]).toEqual([undefined, [], undefined]);
});

test("a table that is described without a header has its first row as one", async () => {
  const columns = ["x", "y"].map((id) => ({ id, headings: [id], missing: [] }));
  const metadata = metadataOf({ hasHeader: false, columns });
  const sample = await sampleOf("1,2\n3,4\n", {}, {}, { metadata });
  const { header, headerLine, rows, lines } = sample;
  expect({ header, headerLine, rows, lines }).toEqual({
    header: ["x", "y"],
    headerLine: 0,
    rows: [
      ["1", "2"],
      ["3", "4"],
    ],
    lines: [1, 2],
  });
});

test("numbers that are stored have the decimal sign of the texts beside them", () => {
  const form = { delimiter: ";", encoding: "utf-8" } as const;
  const plain = { delimiter: ";", encoding: "utf-8", hasEscapes: false };
  expect(dialectOf(form)).toEqual(plain);
  expect(dialectOf({ ...form, typed: { decimal: "." } })).toEqual(plain);
  const { bare, ...others } = dialectOf({ ...form, typed: { decimal: "," } });
  expect([others, bare?.("1.5")]).toEqual([plain, "1,5"]);
});

/** Rows of so many cells with text each, the first of which is the header. */
const tableOf = (...counts: readonly number[]) => {
  const all = counts.map((count, at) => [
    ...Array.from({ length: count }, (_, of) => `${at}.${of}`),
    "",
  ]);
  const [header, ...rows] = all;
  return {
    header,
    headerLine: 1,
    titles: [] as string[],
    rows,
    lines: rows.map((_, at) => at + 2),
    isWhole: true,
  };
};

test.each<[counts: number[], at: number]>([
  [[3, 3, 3], 0],
  [[1, 3, 3], 1],
  [[1, 1, 2, 3, 3, 3], 2],
  [[2, 4, 4, 4], 0],
  [[2, 5, 5, 5], 1],
  [[1, 1, 1], 0],
  [[1, 1, 2], 2],
  [[2, 6, 6, 1, 1, 6, 6], 1],
  [[0, 2, 2], 1],
  [[...Array<number>(40).fill(1), ...Array<number>(60).fill(3)], 40],
  [[...Array<number>(41).fill(1), ...Array<number>(60).fill(3)], 0],
])("of rows with %j cells the header is number %d", (counts, at) => {
  const table = tableOf(...counts);
  const found = belowTitles(table);
  if (at === 0) expect(found).toBe(table);
  else {
    expect(found).toEqual({
      ...table,
      header: table.rows[at - 1],
      headerLine: at + 1,
      titles: [table.header, ...table.rows].slice(0, at).map((row) => row!.join(" ")),
      rows: table.rows.slice(at),
      lines: table.lines.slice(at),
    });
  }
});

test("a table without a line has no header below titles", () => {
  const table = { ...tableOf(1), header: undefined, rows: [], lines: [] };
  expect(belowTitles(table)).toBe(table);
});

const notes = [
  ["Source: Ministry", "yearly", ""],
  ["see there", "", ""],
  ["Note: x", "", ""],
];
const rows = [
  ["a", "2020", "1"],
  ["Source: b", "2021", "x"],
  ["c", "2022", "3"],
];

test("notes below all rows are none of them, and are handed on", () => {
  const table = { header: ["Place", "Year", "Cats"], headerLine: 1, titles: [], isWhole: true };
  const all = [...rows, ...notes];
  const whole = { ...table, rows: all, lines: all.map((_, at) => at + 2) };
  const found = aboveNotes(whole);
  const kept = found.rows.length;
  expect(found).toEqual({
    ...whole,
    notes: ["Source: Ministry, yearly", "Note: x"],
    rows: [...rows, notes[1]],
    lines: [2, 3, 4, 6],
  });
  expect(kept).toBe(4);
  const part = { ...whole, isWhole: false };
  expect(aboveNotes(part)).toBe(part);
  const none = { ...whole, rows, lines: [2, 3, 4] };
  expect(aboveNotes(none)).toBe(none);
});

const eurostat = "unit,geo\\TIME_PERIOD\t2019 \t2020 \nNR,FR\t1\t2 p\nNR,DE,x\t3\t4\n";

test("a layout counts before the delimiter that fits best, and is found below titles", async () => {
  const sample = await sampleOf(`Title\n${eurostat}`, {}, { findsHeader: true });
  const { delimiter, header, headerLine, titles, rows, lines, layout, unread } = sample;
  expect({
    delimiter,
    header,
    headerLine,
    titles,
    rows,
    lines,
    name: layout?.name,
    unread,
  }).toEqual({
    delimiter: "\t",
    header: ["unit", "geo", "2019", "2020"],
    headerLine: 2,
    titles: ["Title"],
    rows: [["NR", "FR", "1", "2"]],
    lines: [3],
    name: "eurostat",
    unread: [
      "line 4: expected 2 parts in the first cell, as in unit, geo, found 'NR,DE,x'; row not loaded",
    ],
  });
});

test("a layout that is asked for is found below titles, though one row is", async () => {
  const titles = "a\nb\nc\n";
  const form = { layout: "eurostat", delimiter: "\t" } as const;
  const { headerLine, layout } = await sampleOf(titles + eurostat, form, { rowsMax: 1 });
  expect([headerLine, layout?.name]).toEqual([4, "eurostat"]);
});

test("a broken layout has no rows, and says how it is broken", async () => {
  const text = eurostat.replace("2020", "soon");
  const { broken, rows, lines, delimiter } = await sampleOf(text, {}, { findsHeader: true });
  expect({ broken, rows, lines, delimiter }).toEqual({
    broken: { name: "eurostat", at: 0, expected: "times as headings", found: "soon" },
    rows: [],
    lines: [],
    delimiter: "\t",
  });
});

test("the first three reasons say why no row is one, those of the whole table last", async () => {
  const odd = Array.from({ length: 4 }, (_, at) => `NR,DE,${at}\t3\t4\n`);
  const head = eurostat.split("\n")[0]!;
  const read = async (rows: string) =>
    (await sampleOf(`${head}\n${rows}`, {}, { findsHeader: true })).unread;
  const said = (at: number) =>
    `line ${at + 2}: expected 2 parts in the first cell, as in unit, geo, found 'NR,DE,${at}'; row not loaded`;
  expect(await read(odd.join(""))).toEqual([0, 1, 2].map(said));
  expect(await read(`${odd[0]}${head}\n`)).toEqual([
    said(0),
    "rows that repeat the header: 1; left out",
  ]);
});
