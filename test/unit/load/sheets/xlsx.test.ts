/** Cells of Excel: what their types and forms make of what is stored. */
import { describe, expect, test } from "vitest";
import { heldRows, refusalOf, rowsOf } from "../held-rows.ts";
import { data, merged, n, row, t, xlsx, zipped } from "./workbook-files.ts";

/** What a number is in a cell of this form. */
async function shown(form: number | string, value: string, is1904 = false): Promise<string> {
  const own = typeof form === "number" ? "" : `<numFmt numFmtId="200" formatCode="${form}"/>`;
  const number = typeof form === "number" ? form : 200;
  const styles = `<styleSheet><numFmts>${own}</numFmts><cellXfs><xf numFmtId="${number}"/></cellXfs></styleSheet>`;
  const content = xlsx({ S: data(row(1, n("A1", value))) }, is1904, { "xl/styles.xml": styles });
  return (await rowsOf("a.xlsx", content))[0]![0]!;
}

/** The only cell of a sheet. */
const cellOf = async (cell: string, more?: Readonly<Record<string, string>>) =>
  (await rowsOf("a.xlsx", xlsx({ S: data(row(1, cell)) }, false, more)))[0]?.[0];

describe("a number", () => {
  const day = "2020-01-01";
  test.each<[form: number | string, shown: string]>([
    ...[0, 1, 8, 11, 13, 23, 26, 37, 49, 59].map((form): [number, string] => [form, "43831"]),
    ...[14, 16, 18, 22, 27, 36, 50, 58].map((form): [number, string] => [form, day]),
    [17, "2020-01"],
    [9, "4383100%"],
    [10, "4383100%"],
    ["yyyy-mm-dd", day],
    ["D", day],
    ["h:mm", day],
    ["ss", day],
    ["yyyy", day],
    ["mmm", day],
    ["mmm-yy", "2020-01"],
    ["YYYY/MM", "2020-01"],
    ["yy-mm hh", day],
    ["yy-mm ss", day],
    ["[$-409]mmm yyyy;@", "2020-01"],
    ["0.0;yyyy", "43831"],
    ["0.0%", "4383100%"],
    ["0;0%", "43831"],
    ["General", "43831"],
    ["GENERAL", "43831"],
    ["0 &quot;days&quot;", "43831"],
    ["0\\d", "43831"],
    ["0_d", "43831"],
    ["0*d", "43831"],
    ["[Red]0", "43831"],
    ["[h]:mm", "43831"],
    ["[HH]", "43831"],
    ["[mm]:ss", "43831"],
    ["[s]", "43831"],
    ["", "43831"],
  ])("of the form %j is %s", async (form, text) => {
    expect(await shown(form, "43831")).toBe(text);
  });

  test.each<[value: string, is1904: boolean, shown: string]>([
    ["0", false, "0"],
    ["0.5", false, "0.5"],
    ["1", false, "1900-01-01"],
    ["59", false, "1900-02-28"],
    ["60", false, "60"],
    ["60.5", false, "60.5"],
    ["61", false, "1900-03-01"],
    ["43831.25", false, "2020-01-01T06:00:00"],
    ["1E+300", false, "1E+300"],
    ["x", false, "x"],
    ["0", true, "1904-01-01"],
    ["-1", true, "-1"],
    ["60", true, "1904-03-01"],
  ])("%s is a day if a day begins there, with days from 1904: %s", async (value, is1904, text) => {
    expect(await shown(14, value, is1904)).toBe(text);
  });

  test("has no form where its workbook has no styles", async () => {
    expect(await cellOf(n("A1", "43831", 1), { "xl/_rels/workbook.xml.rels": relations("") })).toBe(
      "43831",
    );
  });
});

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (more: string) =>
  `<Relationships><Relationship Id="r0" Type="${office}/worksheet" Target="worksheets/sheet0.xml"/>${more}</Relationships>`;

test.each<[what: string, cell: string, text: string | undefined]>([
  ["a truth", '<c t="b"><v>1</v></c>', "TRUE"],
  ["a falsehood", '<c t="b"><v>0</v></c>', "FALSE"],
  ["a day as text", '<c t="d"><v>2020-01-02T00:00:00</v></c>', "2020-01-02"],
  ["a day as text with decimals", '<c t="d"><v>2020-01-02T00:00:00.000Z</v></c>', "2020-01-02"],
  [
    "a day as text with a zone",
    '<c t="d"><v>2020-01-02T00:00:00+01</v></c>',
    "2020-01-02T00:00:00+01",
  ],
  ["a time as text", '<c t="d"><v>2020-01-02T00:00:01</v></c>', "2020-01-02T00:00:01"],
  ["an error", '<c t="e"><v>#N/A</v></c>', "#N/A"],
  ["a made text", '<c t="str"><v> a_x0041_ </v></c>', "aA"],
  ["an empty made text beside a number", '<c t="str"><v></v></c><c><v>1</v></c>', ""],
  ["a formula without a value", "<c><f>A2</f></c>", "=A2"],
  ["a number with blanks", "<c><v> 7 </v></c>", "7"],
  ["an inline text", '<c t="inlineStr"><is><t>a_x000a_b</t></is></c>', "a b"],
  ["an inline text of runs", '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', "ab"],
  ["a shared text", '<c t="s"><v>1</v></c>', "France"],
])("%s is read", async (_, cell, text) => {
  expect(await cellOf(cell)).toBe(text);
});

test.each([
  [
    '<c t="s"><v>-1</v></c>',
    "a.xlsx#S:1: /worksheet/sheetData/row/c names the text -1, which there is not",
  ],
  [
    '<c t="s"><v>3</v></c>',
    "a.xlsx#S:1: /worksheet/sheetData/row/c names the text 3, which there is not",
  ],
  [
    '<c r="XFE1"><v>1</v></c>',
    "a.xlsx#S:1: /worksheet/sheetData/row/c is in a column beyond 16384",
  ],
])("the cell %s is refused", async (cell, problem) => {
  expect(await refusalOf("a.xlsx", xlsx({ S: data(row(1, cell)) }))).toBe(problem);
});

test.each([
  ['<row r="2"/><row r="2"/>', "row 2 after row 2"],
  ['<row r="0"/>', "row 0 after row 0"],
  ['<row r="x"/>', "row x after row 0"],
  ['<row r="1048577"/>', "row 1048577 after row 0"],
])("the rows %s are refused", async (rows, problem) => {
  expect(await refusalOf("a.xlsx", xlsx({ S: data(rows) }))).toContain(problem);
});

test("cells stand where they say, and else after the one before", async () => {
  const far = xlsx({ S: data(row(12, n("B12", "7"))) });
  expect(await rowsOf("a.xlsx", far)).toEqual([["", "7"]]);
  const cells = ["<c><v>1</v></c>", n("C1", "2"), "<c><v>3</v></c>", n("AA1", "4")].join("");
  const [first] = await rowsOf("a.xlsx", xlsx({ S: data(`<row>${cells}</row>`) }));
  expect(first).toEqual(["1", "", "2", "3", ...Array<string>(22).fill(""), "4"]);
});

test("only sheets of cells are tables", async () => {
  const chart = `<Relationship Id="r9" Type="${office}/chartsheet" Target="chart.xml"/>`;
  const names = ["A", "B"].map(
    (name) => `<sheet name="${name}" r:id="${name === "A" ? "r0" : "r9"}"/>`,
  );
  const more = {
    "xl/_rels/workbook.xml.rels": relations(chart),
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets>${names.join("")}</sheets></workbook>`,
  };
  const rows = data(row(1, t("A1", "x")));
  expect(await heldRows({ "a.xlsx": xlsx({ S: rows }, false, more) }, "a.xlsx")).toEqual({
    "a.xlsx": [["x"]],
  });
});

test("a workbook may lie at the top, and its parts where it says", async () => {
  const sheet = `<worksheet>${data(row(1, t("A1", "x")))}</worksheet>`;
  const content = zipped({
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets><sheet r:id="r0"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(""),
    "xl/worksheets/sheet0.xml": sheet,
  });
  expect(await rowsOf("a.xlsx", content)).toEqual([["x"]]);
  const top = zipped({
    "_rels/.rels": `<Relationships><Relationship Id="r" Type="${office}/officeDocument" Target="/book.xml"/></Relationships>`,
    "book.xml": `<workbook xmlns:r="${office}"><sheets><sheet name="T" r:id="r0"/></sheets></workbook>`,
    "_rels/book.xml.rels": relations(""),
    "worksheets/sheet0.xml": sheet,
  });
  expect(await heldRows({ "a.xlsx": top }, "a.xlsx")).toEqual({ "a.xlsx": [["x"]] });
});

test("a sheet that is named and is not there is refused", async () => {
  const content = xlsx({ S: data() }, false, {
    "xl/_rels/workbook.xml.rels": relations("").replace("sheet0", "sheet7"),
  });
  expect(await refusalOf("a.xlsx", content)).toBe(
    "a.xlsx: lacks its part xl/worksheets/sheet7.xml",
  );
});

test("cells merged beyond what a sheet has are not", async () => {
  const rows = data(row(1, t("A1", "x"), t("B1", "y")), row(2, "", t("B2", "z")));
  const read = async (...refs: string[]) =>
    await rowsOf("a.xlsx", xlsx({ S: rows + merged(...refs) }));
  expect(await read("A1:A2")).toEqual([
    ["x", "y"],
    ["x", "z"],
  ]);
  for (const beyond of ["A1:A1048577", "A1:XFE2"])
    expect(await read(beyond)).toEqual([
      ["x", "y"],
      ["", "z"],
    ]);
});

test("merged cells are found with a prefix, and where rows of them follow each other", async () => {
  const rows = data(
    row(1, t("A1", "a"), t("B1", "b")),
    row(2, n("C2", "1")),
    row(3, n("C3", "2")),
    row(4, n("C4", "3")),
  );
  const merges = (prefix: string) =>
    `<${prefix}mergeCells count="2"><${prefix}mergeCell x="y" ref="A1:A2"/><${prefix}mergeCell ref="B1:B3"/></${prefix}mergeCells>`;
  const expected = [
    ["a", "b", ""],
    ["a", "b", "1"],
    ["", "b", "2"],
    ["", "", "3"],
  ];
  const read = async (more: string) => await rowsOf("a.xlsx", xlsx({ S: rows + more }));
  expect((await read(merges(""))).slice(1)).toEqual(expected.slice(1));
  const prefixed = `<worksheet xmlns:x="x">${rows}${merges("x:")}</worksheet>`;
  const content = xlsx({ S: "" }, false, { "xl/worksheets/sheet0.xml": prefixed });
  expect((await rowsOf("a.xlsx", content)).slice(1)).toEqual(expected.slice(1));
});

test.each([
  ["1", "2024-01-02"],
  ["true", "2024-01-02"],
  ["0", "2020-01-01"],
  ["false", "2020-01-01"],
  ["11", "2020-01-01"],
])("days are counted from 1904 where the workbook says date1904 of %s", async (is1904, day) => {
  const book = `<workbook xmlns:r="${office}"><workbookPr date1904="${is1904}"/><sheets><sheet name="S" r:id="r0"/></sheets></workbook>`;
  const content = xlsx({ S: data(row(1, n("A1", "43831", 1))) }, false, {
    "xl/workbook.xml": book,
  });
  expect(await rowsOf("a.xlsx", content)).toEqual([[day]]);
});

test("a workbook without sheets holds no table", async () => {
  const content = xlsx({ S: "" }, false, { "xl/workbook.xml": "<workbook/>" });
  expect(await refusalOf("a.xlsx", content)).toBe("0 tables");
});

test.each([
  ['<row r="2"/><row r="2"/>', "row[2] is row 2 after row 2"],
  ['<row/><row r="1"/>', "row[2] is row 1 after row 1"],
  ['<row r="1.x"/>', "row is row 1.x after row 0"],
])("of the rows %s the second is refused", async (rows, problem) => {
  expect(await refusalOf("a.xlsx", xlsx({ S: data(rows) }))).toBe(
    `a.xlsx#S:1: /worksheet/sheetData/${problem}`,
  );
});
