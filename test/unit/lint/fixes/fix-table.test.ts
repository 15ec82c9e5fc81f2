import { expect, test } from "vitest";
import { fixedTable, type PlacedCure } from "../../../../src/lint/fixes/fix-table.ts";

const cure = (line: number, from: string, to: string): PlacedCure => ({
  of: "value",
  property: "unit",
  line,
  from,
  to,
});

test.each([
  ["a,b\r\n1,2\r\n", "a,b\n1,2\n"],
  ["a,b,\n1,2,\n", "a,b\n1,2\n"],
  ["a,b\n1,2,,\n3,4\n", "a,b\n1,2\n3,4\n"],
  ['a,b\r\n"1\r\n2",""," "\r\n', 'a,b\n"1\r\n2",""\n'],
  ["a;b\n1;2;\n", "a;b\n1;2\n"],
])("line ends, and separators after the last column: %j", (text, fixed) => {
  expect(fixedTable(text, "a.csv", [])).toBe(fixed);
});

test.each([
  ["a named column", "a,b,c\n1,2,\n"],
  ["a column without a name that is not empty", "a,b,\n1,2,3\n4,5,\n"],
  ["a value too many", "a,b\n1,2,3\n4,5,,6\n"],
  ["a row of which two cells may be one number", "a,b,c\nx,63,377,\n"],
  ["a row too short", "a,b\n1\n\n"],
  ["an open quote", 'a,b\n"1,2,\r\n'],
  ["text after quotes", 'a,b\n"1"x,2,\r\n'],
  ["escapes", 'a,b\n"1\\"",2,\r\n'],
  ["nothing", ""],
])("%s stays", (_name, text) => {
  expect(fixedTable(text, "a.csv", [])).toBe(text);
});

test("tabs part the cells of a .tsv", () => {
  expect(fixedTable("a,b\tc\t\n1\t2\t\n", "a.tsv", [])).toBe("a,b\tc\n1\t2\n");
  expect(fixedTable("a,b\tc\td\n1\t2\t\n", "a.csv", [])).toBe("a,b\tc\td\n1\t2\t\n");
});

test("a cell is replaced in its whole column, and in no other", () => {
  const text = 'name,unit\neuro,x\n"a\nb",euro\nc, "euro" \neuro,"euro,"\n';
  expect(fixedTable(text, "a.csv", [cure(3, "euro", "Euro")])).toBe(
    'name,unit\neuro,x\n"a\nb",Euro\nc,Euro\neuro,"euro,"\n',
  );
});

test("a cell that its row has twice, or not, is not replaced", () => {
  const text = "name,unit\neuro,euro\nx,euro\n";
  expect(fixedTable(text, "a.csv", [cure(2, "euro", "Euro")])).toBe(text);
  expect(fixedTable(text, "a.csv", [cure(3, "eur", "Euro"), cure(9, "euro", "Euro")])).toBe(text);
  expect(fixedTable(text, "a.csv", [cure(3, "euro", "Euro")])).toBe(
    "name,unit\neuro,Euro\nx,Euro\n",
  );
});

test("a new text has quotes where it needs them", () => {
  expect(fixedTable("a,b\nx,y\n", "a.csv", [cure(2, "x", 'p, "q"')])).toBe('a,b\n"p, ""q""",y\n');
});

test("the name of a property is a cell of the header", () => {
  const named = { ...cure(2, "nmae", "name"), of: "property" as const };
  expect(fixedTable("id,nmae\nnmae,nmae\n", "a.csv", [named])).toBe("id,name\nnmae,nmae\n");
});

test.each([
  ["a\tb\n1\t2\t\n", "a.TSV", "a\tb\n1\t2\n"],
  ["a,b,c\td\t\n1\t2\t\n", "a.tsv", "a,b,c\td\n1\t2\n"],
  ["a\tb\t\n1\t2\t\n", "a.csv", "a\tb\n1\t2\n"],
  ["a,b\n1,2,\n", "a.tsv.csv", "a,b\n1,2\n"],
  // As many of each: the comma is the usual one.
  ["a,b;c\n1,2;3,\n", "a.csv", "a,b;c\n1,2;3\n"],
  ["a,b\n1,\n", "a.csv", "a,b\n1,\n"],
])("which mark separates cells: %j of %s", (text, path, fixed) => {
  expect(fixedTable(text, path, [])).toBe(fixed);
});

test("a backslash outside of quotes leaves a table as it is, too", () => {
  expect(fixedTable("a,b\nx\\,y,\n", "a.csv", [])).toBe("a,b\nx\\,y,\n");
});

test("a header that begins with lines of no cells is the first one with any", () => {
  expect(fixedTable(",,\na,b,\n1,2,\n", "a.csv", [])).toBe(",\na,b\n1,2\n");
});

test("a carriage return at the end without a line feed stays", () => {
  expect(fixedTable("a,b\n1,2\r", "a.csv", [])).toBe("a,b\n1,2\r");
});

test("a row after a cell of some lines is found by its own line", () => {
  const text = 'a,b\n"x\ny\nz",u\nu,v\n';
  expect(fixedTable(text, "a.csv", [cure(5, "u", "U")])).toBe('a,b\n"x\ny\nz",u\nU,v\n');
});

test("blanks around a cell are not its text, and quotes within quotes are one", () => {
  expect(fixedTable("a,b\n x ,y\n", "a.csv", [cure(2, "x", "z")])).toBe("a,b\nz,y\n");
  expect(fixedTable('a,b\n"p ""q""",y\n', "a.csv", [cure(2, 'p "q"', "z")])).toBe("a,b\nz,y\n");
});

test("a cell after the last column is not replaced", () => {
  expect(fixedTable("a,b\n1,2,x\n", "a.csv", [cure(2, "x", "y")])).toBe("a,b\n1,2,x\n");
});

test("columns without a name stay if one of them has something", () => {
  expect(fixedTable("a,,\n1,,\n2,,3\n", "a.csv", [])).toBe("a,,\n1,,\n2,,3\n");
  expect(fixedTable("a,,\n1,2,\n", "a.csv", [])).toBe("a,,\n1,2,\n");
});

test.each(["p;q", "p\nq", 'p"q'])("a new text with %j stands in quotes", (to) => {
  const fixed = fixedTable("a;b\nx;y\n", "a.csv", [cure(2, "x", to)]);
  expect(fixed).toBe(`a;b\n"${to.replaceAll('"', '""')}";y\n`);
});

test("a prefix before a cell stays, and one within it goes", () => {
  const table = "place,n\ndcid:dcid:CBS/1,2\ndcid:CBS/2,3\nxCBS/2,4\n";
  const cures = [cure(2, "dcid:CBS/1", "CBS/1"), cure(3, "CBS/2", "cbs/2"), cure(4, "CBS/2", "x")];
  expect(fixedTable(table, "a.csv", cures)).toBe("place,n\ndcid:CBS/1,2\ndcid:cbs/2,3\nxCBS/2,4\n");
});
