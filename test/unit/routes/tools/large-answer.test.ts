/** Answers that are too long for a model: what the file has, and what the model sees of it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { AgentFolder } from "../../../../src/routes/tools/agent-folder.ts";
import {
  LargeAnswer,
  rowsOfTable,
  rowsOfTexts,
} from "../../../../src/routes/tools/large-answer.ts";
import { facetOf, tableDates, tableFor } from "../../../../src/routes/tools/table-tools.ts";

const path = mkdtempSync(join(tmpdir(), "large-"));
afterAll(() => rmSync(path, { recursive: true }));
const folder = new AgentFolder(path, 1e6);
const signal = new AbortController().signal;

interface Written {
  readonly total: number;
  readonly file: {
    readonly path: string;
    readonly bytes: number;
    readonly format: string;
    readonly columns: readonly string[];
    readonly rows: number;
    readonly firstLines: readonly string[];
  };
}
const written = async (answer: LargeAnswer) => (await answer.written(folder, signal)) as Written;

test.each([0, 1, 8, 9, 10, 11, 30])("of %i rows the first nine are shown", async (count) => {
  const rows = Array.from({ length: count }, (_, at) => [`${at}`, 'a,"b"']);
  const answer = new LargeAnswer(rowsOfTexts(["n", "text"], rows), "rows", "csv", { total: 7 });
  const { total, file } = await written(answer);
  const text = ["n,text", ...rows.map(([at]) => `${at},"a,""b"""`), ""].join("\n");
  expect(readFileSync(file.path, "utf8")).toBe(text);
  expect(total).toBe(7);
  expect(file).toEqual({
    path: file.path,
    bytes: text.length,
    format: "csv",
    columns: ["n", "text"],
    rows: count,
    firstLines: text.split("\n").slice(0, Math.min(10, count + 1)),
  });
});

test("of a long line the beginning is shown", async () => {
  const rows = rowsOfTexts(["a"], [["x".repeat(1001)], ["y".repeat(1000)]]);
  const { file } = await written(new LargeAnswer(rows, "long", "csv", {}));
  expect(file.firstLines).toEqual(["a", "x".repeat(1000), "y".repeat(1000)]);
});

test("of a file in bytes the lines are those of CSV, and rows of texts are CSV in any format", async () => {
  const commons = await open({ "a.csv": "entity,variable,date,value\na,V,2020,1.5" });
  const table = await tableFor(commons, { entities: ["a"], variables: ["V"] });
  const { file } = await written(new LargeAnswer(rowsOfTable(table), "t", "arrow", {}));
  const bytes = readFileSync(file.path);
  expect([file.format, file.bytes, file.rows]).toEqual(["arrow", bytes.length, 1]);
  expect(bytes.subarray(0, 6).toString()).not.toContain("entity");
  expect(file.columns).toEqual(table.columns.map(({ name }) => name));
  expect(file.firstLines.join("\n")).toBe([...table.csvParts()].join("").trimEnd());
  const texts = await written(new LargeAnswer(rowsOfTexts(["a"], [["b"]]), "t", "parquet", {}));
  expect(readFileSync(texts.file.path, "utf8")).toBe("a\nb\n");
});

test("a package that is missing is refused with the way out, and other errors are not changed", async () => {
  const failing = (error: Error) => ({
    ...rowsOfTexts(["a"], []),
    bytes: () => Promise.reject(error),
  });
  const missing = new LargeAnswer(failing(new TypeError("no package")), "f", "parquet", {});
  await expect(written(missing)).rejects.toMatchObject({
    status: 400,
    message: "no package, or send the format csv",
  });
  const broken = new LargeAnswer(failing(new RangeError("broken")), "f", "arrow", {});
  await expect(written(broken)).rejects.toThrow(new RangeError("broken"));
});

test.each([
  ["", "best", { facet: "best" }],
  ["", "best-for-all", { facet: "best-for-all" }],
  ["all", "best", { facet: "all" }],
  ["12", "best-for-all", { facet: "best", filter: { facetIds: ["12"] } }],
] as const)("source %j where %s is usual", (source, unasked, choice) => {
  expect(facetOf(source, unasked)).toEqual(choice);
});

test.each([
  ["latest", "", "", "latest"],
  ["all", "", "", "all"],
  ["2020", "", "", { from: "2020", to: "2020-12-31" }],
  ["2020-05", "", "", { from: "2020-05", to: "2020-05-31" }],
  ["2020-05-06", "", "", { from: "2020-05-06", to: "2020-05-06" }],
  ["range", "2019", "", { from: "2019" }],
  ["range", "", "2019", { to: "2019-12-31" }],
  ["range", "2019-01-02", "2020-03", { from: "2019-01-02", to: "2020-03-31" }],
])("dates %s from %j to %j", (date, start, end, expected) => {
  expect(tableDates({ date, start, end })).toEqual(expected);
});

test("a question that no table answers is refused with its reason, and what is no question fails", async () => {
  const commons = await open({ "a.csv": "entity,variable,date,value\na,V,2020,1.5" });
  const question = { entities: ["a"], variables: ["V"], date: "soon" as never };
  await expect(tableFor(commons, question)).rejects.toMatchObject({ status: 400 });
  const limited = commons.limited({ maxRows: 0 });
  await expect(tableFor(limited, { entities: ["a"], variables: ["V"] })).rejects.toMatchObject({
    code: "LIMIT",
  });
});
