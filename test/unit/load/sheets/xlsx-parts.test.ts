/** Parts of an `.xlsx`: what names them, what stands beside them, and what is wrong with them. */
import { unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { heldRows, refusalOf, rowsOf } from "../held-rows.ts";
import { data, merged, n, row, t, xlsx } from "./workbook-files.ts";

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const book = (sheets: string) =>
  `<workbook xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`;
const one = data(row(1, t("A1", "one")));
const two = data(row(1, t("A1", "two")));
const both = { A: one, B: two };

/** Rows by sheet, of a workbook of which some parts are others. */
const heldIn = async (more: Readonly<Record<string, string>>) =>
  await heldRows({ "a.xlsx": xlsx(both, false, more) }, "a.xlsx");

test("the workbook is what the document is, though other parts are named before it", async () => {
  const root = `<Relationships>${relation("p", "extended-properties", "docProps/app.xml")}${relation("r", "officeDocument", "xl/workbook.xml")}</Relationships>`;
  expect(await heldIn({ "_rels/.rels": root, "docProps/app.xml": "<Properties/>" })).toEqual({
    "a.xlsx#A": [["one"]],
    "a.xlsx#B": [["two"]],
  });
});

test("only relations are relations, and only sheets are sheets", async () => {
  const relations = `<Relationships><Other Id="r0" Type="${office}/worksheet" Target="no.xml"/>${relation("r0", "worksheet", "worksheets/sheet0.xml")}${relation("r1", "worksheet", "worksheets/sheet1.xml")}</Relationships>`;
  const sheets = [
    '<sheet name="A" r:id="r0"/>',
    '<other name="C" r:id="r1"/>',
    '<sheet name="D"/>',
    '<sheet name="E" r:id="r7"/>',
    '<sheet name="F" r:idea="r1"/>',
    '<sheet id="r1"/>',
  ].join("");
  const more = { "xl/_rels/workbook.xml.rels": relations, "xl/workbook.xml": book(sheets) };
  expect(await heldIn(more)).toEqual({ "a.xlsx#A": [["one"]], "a.xlsx#": [["two"]] });
});

test.each<[part: string, content: string, problem: string]>([
  ["_rels/.rels", "<a>", "a.xlsx#_rels/.rels:1: /a is no XML: unclosed tag: a"],
  ["xl/workbook.xml", "<a>", "a.xlsx#xl/workbook.xml:1: /a is no XML: unclosed tag: a"],
  [
    "xl/_rels/workbook.xml.rels",
    "<a>",
    "a.xlsx#xl/_rels/workbook.xml.rels:1: /a is no XML: unclosed tag: a",
  ],
])("a part %s with %s is refused with its name", async (part, content, problem) => {
  expect(await refusalOf("a.xlsx", xlsx({ S: one }, false, { [part]: content }))).toBe(problem);
});

test("a workbook without a sheet says so", async () => {
  const content = xlsx({ S: one }, false, { "xl/workbook.xml": book("") });
  await expect(open({ "a.xlsx": content })).rejects.toThrow("holds no sheet of a workbook");
});

test("days are counted from 1900 where the workbook says nothing of them", async () => {
  const days = data(row(1, n("A1", "43831", 1)));
  const more = { "xl/workbook.xml": book('<sheet name="S" r:id="r0"/>') };
  expect(await rowsOf("a.xlsx", xlsx({ S: days }, false, more))).toEqual([["2020-01-01"]]);
});

const forms = (cells: string) => ({
  "xl/styles.xml": `<styleSheet><cellXfs>${cells}</cellXfs></styleSheet>`,
});

test.each<[what: string, forms: string, value: string, shown: string]>([
  ["what is no form", '<other numFmtId="14"/><xf numFmtId="0"/>', "43831", "43831"],
  ["a form without a number", "<xf/>", "43831", "43831"],
  ["a month that is none", '<xf numFmtId="17"/>', "60", "60"],
  ["a month without a number", '<xf numFmtId="17"/>', "soon", "soon"],
  ["a day without a number", '<xf numFmtId="14"/>', "soon", "soon"],
  ["a day without end", '<xf numFmtId="14"/>', "Infinity", "Infinity"],
])("of %s a number is as it is shown", async (_, cells, value, shown) => {
  const content = xlsx({ S: data(row(1, n("A1", value))) }, false, forms(cells));
  expect(await rowsOf("a.xlsx", content)).toEqual([[shown]]);
});

test.each(["[hh]:mm", "mm:[ss]", "[mmm]:ss"])("the form %s is a duration", async (form) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${form}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
  const content = xlsx({ S: data(row(1, n("A1", "1.5"))) }, false, { "xl/styles.xml": styles });
  expect(await rowsOf("a.xlsx", content)).toEqual([["1.5"]]);
});

const texts = {
  "xl/sharedStrings.xml": `<sst>${Array.from({ length: 12 }, (_, at) => `<si><t>text ${at}</t></si>`).join("")}</sst>`,
};

test.each<[what: string, cell: string, text: string]>([
  ["an error of a form of days", '<c t="e" s="1"><v>#N/A</v></c>', "#N/A"],
  ["an error of a form of months", '<c t="e" s="5"><v>#N/A</v></c>', "#N/A"],
  ["an error of a form of percent", '<c t="e" s="7"><v>#N/A</v></c>', "#N/A"],
  ["nothing", "<c/>", ""],
  ["a formula beside blanks", "<c><f>A2</f><v> </v></c>", "=A2"],
  ["a shared text with blanks around", '<c t="s"><v> 1 </v></c>', "text 1"],
  ["a shared text of two digits", '<c t="s"><v>11</v></c>', "text 11"],
  [
    "a written text with blanks between its parts",
    '<c t="inlineStr"><is> <r> <t>a</t> </r> <r> <t>b</t> </r> </is></c>',
    "ab",
  ],
  ["a text beside it", '<c t="inlineStr"><x><t>no</t></x><is><t>a</t></is></c>', "a"],
  ["a text of a type that nobody knows", '<c t="x"><v>7</v></c>', "7"],
])("%s is read", async (_, cell, text) => {
  const content = xlsx({ S: data(row(1, cell, "<c><v>1</v></c>")) }, false, texts);
  expect(await rowsOf("a.xlsx", content)).toEqual([[text, "1"]]);
});

test.each(["1.0", "0x1", "1x", "x1", "12", "1e0"])("%s is no number of a text", async (value) => {
  const content = xlsx({ S: data(row(1, `<c t="s"><v>${value}</v></c>`)) }, false, texts);
  expect(await refusalOf("a.xlsx", content)).toBe(
    `a.xlsx#S:1: /worksheet/sheetData/row/c names the text ${value}, which there is not`,
  );
});

test.each(["", "1C1", "C1x", "c1", "ABCD1", "C", "1", "$C$1"])(
  "a cell whose place is %j stands after the one before",
  async (place) => {
    const cells = [n("A1", "1"), n(place, "2")];
    expect(await rowsOf("a.xlsx", xlsx({ S: data(row(1, ...cells)) }))).toEqual([["1", "2"]]);
  },
);

describe.each(["", "x:", "main:"])("merged cells with the prefix %j", (prefix) => {
  const merges = (ref: string) =>
    `<${prefix}mergeCells><${prefix}mergeCell ref="${ref}"/></${prefix}mergeCells>`;
  const bookOf = (rows: string, ref: string) => {
    const xml = `<worksheet xmlns:x="x" xmlns:main="m">${rows}${merges(ref)}</worksheet>`;
    return xlsx({ S: "" }, false, { "xl/worksheets/sheet0.xml": xml });
  };

  test.each([
    ["A", 1],
    ["Z", 26],
    ["AA", 27],
    ["AZ", 52],
    ["AAA", 703],
  ])("may stand in the column %s", async (letters, width) => {
    const rows = data(row(1, t(`${letters}1`, "a")), row(2, n("A2", "1")), row(12, n("B12", "7")));
    const read = await rowsOf("a.xlsx", bookOf(rows, `${letters}1:${letters}12`));
    const own = read.map((cells) => cells[width - 1]);
    expect(own).toEqual(["a", width === 1 ? "1" : "a", width === 2 ? "7" : "a"]);
  });

  test("may begin in a row of two digits", async () => {
    const rows = data(row(11, t("A11", "a"), t("B11", "b")), row(12, n("B12", "7")));
    const read = await rowsOf("a.xlsx", bookOf(rows, "A11:A12"));
    expect(read).toEqual([
      ["a", "b"],
      ["a", "7"],
    ]);
  });
});

test("merged cells are found wherever the blocks of a sheet end", async () => {
  const rows = data(row(1, t("A1", "a"), t("B1", "b")), row(2, n("B2", "7")));
  const list = merged("A1:A2");
  const found: string[] = [];
  // A part that is not compressed is read by 16384 bytes.
  for (let before = 0; before <= list.length + 1; before++) {
    const start = `<worksheet>${rows}`;
    const filler = " ".repeat(16_384 - start.length - before);
    const xml = `${start}${filler}${list}${" ".repeat(16_384)}</worksheet>`;
    const parts = unzipSync(xlsx({ S: "" }, false, { "xl/worksheets/sheet0.xml": xml }));
    const read = await rowsOf("a.xlsx", zipSync(parts, { level: 0 }));
    found.push(JSON.stringify(read));
  }
  expect(new Set(found)).toEqual(new Set(['[["a","b"],["a","7"]]']));
});
