/** Workbooks of OpenDocument: what each kind of cell, row and sheet becomes, and what is refused. */
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { columnsMax } from "../../../../src/load/held/cells.ts";
import { heldRows, refusalOf, rowsOf } from "../held-rows.ts";
import { zipped } from "./workbook-files.ts";

const book = (body: string) =>
  zipped({
    "content.xml": `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`,
  });
const sheet = (rows: string, name = "S") =>
  `<table:table table:name="${name}">${rows}</table:table>`;
const row = (cells: string, more = "") => `<table:table-row${more}>${cells}</table:table-row>`;
const cell = (inner: string, more = "") => `<table:table-cell${more}>${inner}</table:table-cell>`;
const p = (text: string) => `<text:p>${text}</text:p>`;
const typed = (type: string, member: string, value: string, shown = p("shown")) =>
  cell(shown, ` office:value-type="${type}" office:${member}="${value}"`);
const repeated = (what: "columns" | "rows", count: number | string) =>
  ` table:number-${what}-repeated="${count}"`;
const spanned = (what: "columns" | "rows", count: number) =>
  ` table:number-${what}-spanned="${count}"`;

describe("a cell", () => {
  const last = cell(p("end"));
  test.each<[what: string, xml: string, text: string]>([
    ["a number", typed("float", "value", "1E-7"), "1E-7"],
    ["money", typed("currency", "value", "12.50"), "12.50"],
    ["a percentage", typed("percentage", "value", "0.5"), "50%"],
    ["a day", typed("date", "date-value", "2020-01-02"), "2020-01-02"],
    ["a time of a day", typed("date", "date-value", "2020-01-02T09:30:00"), "2020-01-02T09:30:00"],
    ["a truth", typed("boolean", "boolean-value", "true"), "TRUE"],
    ["a falsehood", typed("boolean", "boolean-value", "false"), "FALSE"],
    ["a duration", typed("time", "time-value", "PT1H30M"), "PT1H30M"],
    ["a stored text", typed("string", "string-value", "stored"), "stored"],
    ["a text", cell(p("a") + p("b"), ' office:value-type="string"'), "a b"],
    ["a text without a type", cell(p("a")), "a"],
    ["nothing", cell(""), ""],
    ["a text of parts", cell(p("a<text:span>b</text:span>c")), "abc"],
    ["blanks", cell(p('a<text:s/>b<text:s text:c="3"/>c')), "a b   c"],
    ["a tab and the end of a line", cell(p("a<text:tab/>b<text:line-break/>c")), "a b c"],
    ["many blanks", cell(p('a<text:s text:c="99999"/>b')), `a${" ".repeat(1_000)}b`],
    ["a note", cell(`<office:annotation>${p("note")}</office:annotation>${p("a")}`), "a"],
    ["a text outside of paragraphs", cell(`x${p("a")}y`), "a"],
    ["a number that is none", typed("float", "value", "x"), "x"],
  ])("of %s", async (_, xml, text) => {
    expect(await rowsOf("a.ods", book(sheet(row(xml + last))))).toEqual([[text, "end"]]);
  });
});

describe("rows and cells", () => {
  test("repeat as often as they say, and only filled ones take place", async () => {
    const rows =
      row(cell(p("a"), repeated("columns", 2)) + cell("", repeated("columns", 3)) + cell(p("b"))) +
      row(cell(""), repeated("rows", 2)) +
      row(cell(p("c")), repeated("rows", 2)) +
      row(cell(p("d"), repeated("columns", 1)), repeated("rows", 1));
    expect(await rowsOf("a.ods", book(sheet(rows)))).toEqual([
      ["a", "a", "", "", "", "b"],
      ...["c", "c", "d"].map((text) => [text, "", "", "", "", ""]),
    ]);
  });

  test("that are covered say nothing, and merged names stand in each row", async () => {
    const rows =
      row(cell(p("h")) + cell(p("i"))) +
      row(cell(p("a"), spanned("rows", 2)) + cell(p("1"))) +
      row(`<table:covered-table-cell>${p("hidden")}</table:covered-table-cell>${cell(p("2"))}`) +
      row(cell("") + cell(p("3")));
    expect(await rowsOf("a.ods", book(sheet(rows)))).toEqual([
      ["h", "i"],
      ["a", "1"],
      ["a", "2"],
      ["", "3"],
    ]);
  });

  test("merged in a row that repeats reach below the first of them", async () => {
    const rows =
      row(cell(p("a"), spanned("rows", 3)) + cell(p("1")), repeated("rows", 2)) +
      row(cell("") + cell(p("2"))) +
      row(cell("") + cell(p("3")));
    expect(await rowsOf("a.ods", book(sheet(rows)))).toEqual([
      ["a", "1"],
      ["a", "1"],
      ["a", "2"],
      ["", "3"],
    ]);
  });

  test("may reach the last column and the last row", async () => {
    const wide = row(cell("", repeated("columns", columnsMax - 1)) + cell(p("x")));
    const [read] = await rowsOf("a.ods", book(sheet(wide)));
    expect([read?.length, read?.at(-1)]).toEqual([columnsMax, "x"]);
    const empty = row(cell("", repeated("columns", 99_999)), repeated("rows", 9_999_999));
    expect(await rowsOf("a.ods", book(sheet(row(cell(p("x"))) + empty)))).toEqual([["x"]]);
  });
});

test("each sheet is a table of its own, with its name", async () => {
  const body = sheet(row(cell(p("a"))), "One") + sheet(row(cell(p("b"))), "T/wo");
  expect(await heldRows({ "a.ods": book(body) }, "a.ods")).toEqual({
    "a.ods#One": [["a"]],
    "a.ods#T_wo": [["b"]],
  });
});

const place = "/document-content/body/spreadsheet/table";
test.each<[what: string, body: string, problem: string]>([
  ["two sheets of one name", sheet("") + sheet(""), "a.ods#S: has two sheets of one name"],
  [
    "a table within a sheet",
    sheet(row(cell(`<table:table>${row(cell(p("x")))}</table:table>`))),
    `a.ods#S:1: ${place}/table-row/table-cell/table is a table within a sheet`,
  ],
  [
    "cells that repeat no times",
    sheet(row(cell(p("x"), repeated("columns", 0)))),
    `a.ods#S:1: ${place}/table-row/table-cell is in a column beyond 16384`,
  ],
  [
    "cells that repeat x times",
    sheet(row(cell("", repeated("columns", "x")))),
    `a.ods#S:1: ${place}/table-row/table-cell is in a column beyond 16384`,
  ],
  [
    "a cell beyond the last column",
    sheet(row(cell("", repeated("columns", columnsMax)) + cell(p("x")))),
    `a.ods#S:1: ${place}/table-row/table-cell[2] is in a column beyond 16384`,
  ],
  [
    "rows that repeat no times",
    sheet(row("", repeated("rows", 0))),
    `a.ods#S:1: ${place}/table-row has more than 1048576 rows`,
  ],
  [
    "a row beyond the last one",
    sheet(row("", repeated("rows", 1_048_576)) + row(cell(p("x")))),
    `a.ods#S:1: ${place}/table-row[2] has more than 1048576 rows`,
  ],
])("%s are refused", async (_, body, problem) => {
  expect(await refusalOf("a.ods", book(body))).toBe(problem);
});

test("what stands beside the sheets is none, and a table of a text is none", async () => {
  const aside = `<table:calculation-settings/>${sheet(row(cell(p("a"))))}<table:named-expressions/>`;
  expect(await heldRows({ "a.ods": book(aside) }, "a.ods")).toEqual({ "a.ods": [["a"]] });
  const content = zipped({
    "content.xml": `<office:document-content xmlns:office="o" xmlns:table="t"><office:body><office:text>${sheet("")}</office:text></office:body></office:document-content>`,
  });
  await expect(open({ "a.ods": content })).rejects.toThrow("holds no sheet");
});

test("a sheet may have no name", async () => {
  const body = `<table:table>${row(cell(p("a")))}</table:table>${sheet(row(cell(p("b"))))}`;
  expect(await heldRows({ "a.ods": book(body) }, "a.ods")).toEqual({
    "a.ods#": [["a"]],
    "a.ods#S": [["b"]],
  });
});

test("a table within a sheet is a fault of that sheet", async () => {
  const nested = row(cell(`<table:table>${row(cell(p("x")))}</table:table>`));
  const body = sheet(row(cell(p("a"))), "One") + sheet(nested, "Two");
  await expect(heldRows({ "a.ods": book(body) }, "a.ods")).rejects.toThrow(
    /^a\.ods#Two:1: .* is a table within a sheet$/,
  );
});

test.each<[what: string, cells: string, texts: string[]]>([
  [
    "a number without its value",
    `${cell("", ' office:value-type="float"')}${cell(p("b"))}`,
    ["", "b"],
  ],
  ["a day without its date", `${cell("", ' office:value-type="date"')}${cell(p("b"))}`, ["", "b"]],
  [
    "empty texts beyond the last column",
    cell(p("a")) + cell(p(""), ` office:value-type="string"${repeated("columns", 99_999)}`),
    ["a"],
  ],
  [
    "a note of several lines",
    cell(`<office:annotation>${p("x")}${p("y")}</office:annotation>${p("a")}`) + cell(p("b")),
    ["a", "b"],
  ],
])("a row may have %s", async (_, cells, texts) => {
  expect(await rowsOf("a.ods", book(sheet(row(cells))))).toEqual([texts]);
});

test("a merged name ends above the last of rows that repeat", async () => {
  const rows =
    row(cell(p("a"), spanned("rows", 2)) + cell(p("1"))) +
    row(cell("") + cell(p("2")), repeated("rows", 2));
  expect(await rowsOf("a.ods", book(sheet(rows)))).toEqual([
    ["a", "1"],
    ["a", "2"],
    ["", "2"],
  ]);
});
