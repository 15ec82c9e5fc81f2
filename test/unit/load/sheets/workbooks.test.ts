import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { proposeColumns } from "../../../../src/lint.ts";
import { layouts } from "../../../../src/load/layouts/layouts.ts";
import { refusalOf, rowsOf as wholeRowsOf } from "../held-rows.ts";
import { withFolder } from "../load-texts.ts";
import { data, merged, n, row, t, xlsx, zipped } from "./workbook-files.ts";

const withoutEnds = (rows: readonly string[][] = []) =>
  rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1));

/** Rows without the empty cells at their ends. */
const rowsOf = async (name: string, content: Uint8Array) =>
  withoutEnds(await wholeRowsOf(name, content));

describe("an .xlsx", () => {
  test("has rows as wide as those above, though its program leaves out empty cells at their ends", async () => {
    const sheet = data(
      row(1, t("A1", "title")),
      row(2, t("A2", "a"), t("B2", "b"), t("C2", "c")),
      row(4, n("A4", "1")),
    );
    expect(await wholeRowsOf("a.xlsx", xlsx({ S: sheet }))).toEqual([
      ["title"],
      ["a", "b", "c"],
      ["1", "", ""],
    ]);
  });

  test("has numbers as they are stored, texts of all kinds, and lines that are its rows", async () => {
    const heard = '<c r="C1" t="inlineStr"><is><r><t>x</t></r><rPh><t>no</t></rPh></is></c>';
    const sheet = data(
      row(1, '<c r="A1" t="s"><v>0</v></c>', t("B1", "x &amp; &lt;y&gt;"), heard, t("D1", "06")),
      row(
        3,
        '<c r="A3" t="s"><v>1</v></c>',
        n("B3", "0.30000000000000004"),
        n("C3", "1E-7"),
        n("D3", "12345678901234567890"),
      ),
      row(
        4,
        '<c r="A4" t="s"><v>2</v></c>',
        '<c r="B4" t="b"><v>1</v></c>',
        '<c r="C4" t="e"><v>#DIV/0!</v></c>',
        '<c r="D4"><f>A1+B1</f></c>',
      ),
      '<row><c><v>7</v></c><c t="str"><f>x</f><v>made</v></c></row>',
    );
    expect(await rowsOf("a.xlsx", xlsx({ S: sheet }))).toEqual([
      ["Country", "x & <y>", "x", "06"],
      ["France", "0.30000000000000004", "1E-7", "12345678901234567890"],
      ["a b", "TRUE", "#DIV/0!", "=A1+B1"],
      ["7", "made"],
    ]);
  });

  test("has months where the form of a cell shows no day", async () => {
    const cells = [n("A2", "43831", 5), n("B2", "43861", 6), n("C2", "43831", 1)];
    const sheet = data(row(1, t("A1", "a"), t("B1", "b"), t("C1", "c")), row(2, ...cells));
    const [, read] = await rowsOf("a.xlsx", xlsx({ S: sheet }));
    expect(read).toEqual(["2020-01", "2020-01", "2020-01-01"]);
  });

  test("has percentages as they are shown, where the form of a cell multiplies by a hundred", async () => {
    const cells = [
      n("A2", "0.125", 7),
      n("B2", "-7.0000000000000007E-2", 8),
      n("C2", "12.5", 9),
      n("D2", "1E-7", 7),
    ];
    const header = row(1, t("A1", "a"), t("B1", "b"), t("C1", "c"), t("D1", "d"));
    const [, read] = await rowsOf("a.xlsx", xlsx({ S: data(header, row(2, ...cells)) }));
    expect(read).toEqual(["12.5%", "-7%", "12.5", "100e-7%"]);
  });

  test("has dates as dates, where the form of a cell says so", async () => {
    const days = (...cells: string[]) =>
      data(row(1, t("A1", "Day"), t("B1", "Time")), row(2, ...cells));
    const read = async (sheet: string, is1904?: boolean) =>
      (await rowsOf("a.xlsx", xlsx({ S: sheet }, is1904)))[1];
    expect(await read(days(n("A2", "43831", 1), n("B2", "43832.39583333334", 2)))).toEqual([
      "2020-01-01",
      "2020-01-02T09:30:00",
    ]);
    expect(await read(days(n("A2", "1", 1), n("B2", "61", 1)))).toEqual([
      "1900-01-01",
      "1900-03-01",
    ]);
    // There was no such day; a form of its own that is no date; a duration; a day beyond all years.
    expect(await read(days(n("A2", "60", 1), n("B2", "12.5", 3)))).toEqual(["60", "12.5"]);
    expect(await read(days(n("A2", "1.5", 4), n("B2", "9999999", 1)))).toEqual(["1.5", "9999999"]);
    expect(await read(days(n("A2", "42369", 1)), true)).toEqual(["2020-01-01"]);
  });

  test("a column of days stays one, and a column with a time has times", async () => {
    const sheet = data(
      row(1, t("A1", "a"), t("B1", "b")),
      row(2, n("A2", "43831", 2), n("B2", "43831", 2)),
      row(3, n("A3", "43832", 2), n("B3", "43832.5", 2)),
    );
    expect(await rowsOf("a.xlsx", xlsx({ S: sheet }))).toEqual([
      ["a", "b"],
      ["2020-01-01", "2020-01-01T00:00:00"],
      ["2020-01-02", "2020-01-02T12:00:00"],
    ]);
  });

  test("merged headings are joined with those below, and merged names stand in each row", async () => {
    const sheet =
      data(
        row(1, t("A1", "A title")),
        row(2, t("A2", "Country"), t("B2", "Population"), t("D2", "Area")),
        row(3, n("B3", "2019"), n("C3", "2020"), n("D3", "2019"), n("E3", "2020")),
        row(4, t("A4", "France"), n("B4", "1"), n("C4", "2"), n("D4", "3"), n("E4", "4")),
        row(5, n("B5", "5"), n("C5", "6")),
      ) + merged("A1:E1", "A2:A3", "B2:C2", "D2:E2", "A4:A5", "D4:D5");
    expect(await rowsOf("a.xlsx", xlsx({ S: sheet }))).toEqual([
      ["A title"],
      ["Country", "Population 2019", "Population 2020", "Area 2019", "Area 2020"],
      ["France", "1", "2", "3", "4"],
      ["France", "5", "6"],
    ]);
  });

  test("a row of data below a merged heading stays a row of data", async () => {
    const sheet =
      data(
        row(1, t("A1", "Country"), t("B1", "Population")),
        row(2, t("A2", "France"), n("B2", "67"), t("C2", "b")),
      ) + merged("B1:C1");
    expect(await rowsOf("a.xlsx", xlsx({ S: sheet }))).toEqual([
      ["Country", "Population"],
      ["France", "67", "b"],
    ]);
  });

  const table = data(
    row(1, t("A1", "country"), t("B1", "year"), t("C1", "Cats")),
    row(2, t("A2", "country/FRA"), n("B2", "2020"), n("C2", "7")),
  );
  const notes = data(row(1, t("A1", "Notes")), row(2, t("A2", "Cats are counted at night.")));

  test("a proposal names the only sheet that can be read; open reads it, and says that others are not", async () => {
    const content = xlsx({ Notes: notes, Data: table });
    const { columns } = await proposeColumns({ "a.xlsx": content });
    expect(columns).toMatchObject({ sheet: "Data", entity: "country", date: "year" });
    const commons = await open({ "a.xlsx": content }, { columns });
    expect(commons.info.observationCount).toBe(1);
    const { counters } = commons.info.diagnostics;
    expect(counters.map(({ level, examples: [one] }) => [level, one?.file, one?.message])).toEqual([
      ["info", "a.xlsx#Notes", "is not read: columns.sheet names 'Data'"],
    ]);
  });

  test("of several such sheets one has to be named", async () => {
    const content = xlsx({ One: table, Two: table });
    const { columns, problems, cures } = await proposeColumns({ "a.xlsx": content });
    expect([columns, problems, cures]).toEqual([
      undefined,
      ["the file has several tables, 'One', 'Two': --sheet names one"],
      ["--sheet One", "--sheet Two"],
    ]);
    expect((await proposeColumns({ "a.xlsx": content }, { sheet: "Two" })).columns?.sheet).toBe(
      "Two",
    );
    expect((await proposeColumns({ "a.xlsx": content }, { sheet: "Three" })).problems).toEqual([
      "--sheet names 'Three'; the file has 'One', 'Two'",
    ]);
  });

  test("a sheet that nothing describes is named with the command that looks at it", async () => {
    await expect(open({ "a.xlsx": xlsx({ "My data": table, Two: table }) })).rejects.toThrow(
      /a\.xlsx#My data.*npx pocket-commons import a\.xlsx --sheet 'My data'/,
    );
  });

  const mistakes: Readonly<Record<string, [content: () => Uint8Array, problem: RegExp]>> = {
    "cut off": [() => xlsx({ S: table }).subarray(0, -30), /^a\.xlsx: is no zip, or is cut off/],
    "of an old form": [
      () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      /^a\.xlsx: is a workbook of an old form, or has a password/,
    ],
    "of another kind": [() => zipped({ "a.txt": "x" }), /0 tables/],
    "with a text that there is not": [
      () => xlsx({ S: data(row(1, '<c r="A1" t="s"><v>9</v></c>')) }),
      /^a\.xlsx#S:1: \/worksheet\/sheetData\/row\/c names the text 9/,
    ],
    "with rows that go back": [
      () => xlsx({ S: data(row(2), row(1)) }),
      /row\[2\] is row 1 after row 2/,
    ],
    "with a row beyond all": [() => xlsx({ S: data(row(9_999_999)) }), /is row 9999999/],
    "with a million columns": [
      () => xlsx({ S: data(row(1, n("ZZZ1", "1"))) }),
      /is in a column beyond 16384/,
    ],
    "with XML that is none": [
      () => xlsx({ S: "<sheetData>" }),
      /^a\.xlsx#S:1: \/worksheet.* is no XML/,
    ],
    "with a document type": [
      () => zipped({ "_rels/.rels": "<!DOCTYPE a []><Relationships/>" }),
      /has a document type/,
    ],
  };
  test.each(Object.entries(mistakes))("%s is refused", async (_, [content, problem]) => {
    expect(await refusalOf("a.xlsx", content())).toMatch(problem);
  });
});

const ods = (rows: string) =>
  zipped({
    "content.xml": `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
const textCell = (text: string, more = "") =>
  `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;
const cell = (type: string, member: string, value: string, more = "") =>
  `<table:table-cell office:value-type="${type}" office:${member}="${value}"${more}><text:p>shown</text:p></table:table-cell>`;
const odsRow = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;

describe("an .ods", () => {
  test("has values as they are stored, and rows and cells that repeat", async () => {
    const content = ods(
      odsRow(
        textCell('A<text:span>b<text:s text:c="2"/></text:span>c'),
        '<table:table-cell table:number-columns-repeated="2"/>',
        cell("float", "value", "0.30000000000000004", ' table:number-columns-repeated="2"'),
      ) +
        '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>' +
        odsRow(
          cell("date", "date-value", "2020-01-01"),
          cell("date", "date-value", "2020-01-02T09:30:00"),
          cell("percentage", "value", "0.125"),
          cell("boolean", "boolean-value", "true"),
        ) +
        odsRow(
          '<table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>one</text:p><text:p>two</text:p></table:table-cell>',
        ) +
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    );
    expect(await rowsOf("a.ods", content)).toEqual([
      ["Ab  c", "", "", "0.30000000000000004", "0.30000000000000004"],
      ["2020-01-01", "2020-01-02T09:30:00", "12.5%", "TRUE"],
      ["one two"],
    ]);
  });

  test("has merged names and headings", async () => {
    const wide = ' table:number-columns-spanned="2"';
    const content = ods(
      odsRow(
        textCell("", ' table:number-rows-spanned="1"'),
        textCell("Cats", wide),
        "<table:covered-table-cell/>",
        textCell("Dogs", wide),
        "<table:covered-table-cell/>",
      ) +
        odsRow(
          textCell("Country"),
          ...["2019", "2020", "2019", "2020"].map((year) => cell("float", "value", year)),
        ) +
        odsRow(textCell("France", ' table:number-rows-spanned="2"'), cell("float", "value", "1")) +
        odsRow("<table:covered-table-cell/>", cell("float", "value", "2")),
    );
    expect(await rowsOf("a.ods", content)).toEqual([
      ["Country", "Cats 2019", "Cats 2020", "Dogs 2019", "Dogs 2020"],
      ["France", "1"],
      ["France", "2"],
    ]);
  });

  test("that repeats beyond what a sheet has is refused", async () => {
    const many = (count: string) =>
      `<table:table-row table:number-rows-repeated="${count}">${textCell("x".repeat(10_000), ' table:number-columns-repeated="100"')}</table:table-row>`;
    expect(await refusalOf("a.ods", ods(many("9999999")))).toMatch(/has more than 1048576 rows/);
    const wide = odsRow(textCell("x", ' table:number-columns-repeated="99999"'));
    expect(await refusalOf("a.ods", ods(wide))).toMatch(/is in a column beyond 16384/);
  });
});

test.each([
  ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
  [
    "UTF-16 with the other order",
    (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  ],
  ["UTF-8", (text: string) => Buffer.from(text)],
])("a table of text that is called .xls is read in %s", async (_, bytesOf) => {
  const commons = await open({ "WEO.xls": bytesOf(layouts["imf-weo"].example) });
  expect(
    commons.v2.observation({
      variable: { dcids: ["NGDPD"] },
      entity: { dcids: ["country/FRA"] },
      date: "2019",
      select: ["variable", "entity", "date", "value"],
    }).byVariable?.["NGDPD"]?.byEntity?.["country/FRA"]?.orderedFacets?.[0]?.observations,
  ).toEqual([{ date: "2019", value: 2_730_200_000_000 }]);
});

test.each<[name: string, content: Uint8Array, problem: string]>([
  [
    "a.ods",
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]),
    "a.ods: is a workbook of an old form, or has a password: save it as .xlsx or .ods without one",
  ],
  [
    "a.xls",
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1]),
    "a.xls: is a workbook of an old form, or has a password: save it as .xlsx or .ods without one",
  ],
])("%s of an old form is refused with what to do", async (name, content, problem) => {
  expect(await refusalOf(name, content)).toBe(problem);
});

test("a file that is called .xls may be a workbook of today", async () => {
  const sheet = data(row(1, t("A1", "x"), n("B1", "7")));
  expect(await wholeRowsOf("a.xls", xlsx({ S: sheet }))).toEqual([["x", "7"]]);
});

test.each<[what: string, content: Uint8Array, rows: string[][]]>([
  [
    "a letter that zips begin with",
    Buffer.from("P\tb\n1\t2\n"),
    [
      ["P", "b"],
      ["1", "2"],
    ],
  ],
  ["the letters of zips, later", Buffer.from("aPK\tb\n"), [["aPK", "b"]]],
  ["half of the mark of one order", Buffer.from([0xff, 0x41, 9, 0x42, 10]), [["ÿA", "B"]]],
  ["half of the mark of the other", Buffer.from([0xfe, 0x41, 9, 0x42, 10]), [["þA", "B"]]],
  ["the second half of it", Buffer.from([0x41, 0xfe, 9, 0x42, 10]), [["Aþ", "B"]]],
  ["the second half of the other", Buffer.from([0x41, 0xff, 9, 0x42, 10]), [["Aÿ", "B"]]],
])("a text that is called .xls may begin with %s", async (_, content, rows) => {
  const columns = { entity: rows[0]![0]!, date: { constant: "2020" }, variables: [rows[0]![1]!] };
  const commons = await open({ "a.b.xls": content }, { columns });
  expect(commons.info.observationCount).toBe(rows.length - 1);
});

test("a text that is called .xls is UTF-16 where its blocks part a letter, too", async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `\u{1f408}${at % 10}`);
  const rows = names.map((name, at) => `${name}\t${2000 + (at % 9)}\t${at}\n`);
  const content = Buffer.from(`\ufeffcat\tyear\tn\n${rows.join("")}`, "utf16le");
  const columns = { entity: "cat", date: "year", variables: ["n"], repeated: "later" } as const;
  await withFolder({ "a.xls": content }, async (folder) => {
    const { info, engine } = await open(`${folder}/a.xls`, { columns });
    expect(info.observationCount).toBe(90);
    const { graph, observations } = engine;
    const entities = Array.from({ length: observations.seriesCount }, (_, series) =>
      graph.dictionary.textOf(observations.entityOf(series)),
    );
    expect(new Set(entities)).toEqual(new Set(names));
  });
});

test("a file that begins like a workbook of an old form, and is none, is no zip", async () => {
  const content = Uint8Array.from([0xd0, 0, 0x11, 0xe0, ...Array<number>(60).fill(0)]);
  expect(await refusalOf("a.xlsx", content)).toBe(
    "a.xlsx: is no zip, or is cut off: the list of its files is not at its end",
  );
});
