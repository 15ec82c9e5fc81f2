/** Sources that are loaded so that what is checked may refer to them. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import type { LintReport } from "../../../src/lint/lint-report.ts";
import { type Texts, withFolder } from "../load/load-texts.ts";
import { soundVariable } from "./lint-texts.ts";

/** Checks some paths of a folder beside others of it. */
async function lintBeside(
  texts: Texts,
  checked: readonly string[],
  others: readonly string[],
): Promise<{ report: LintReport; found: readonly string[] }> {
  return await withFolder(texts, async (folder) => {
    const inFolder = (paths: readonly string[]) => paths.map((path) => join(folder, path));
    const report = await lint(inFolder(checked), { with: inFolder(others), maxExamples: 100 });
    const found = report.findings.map(({ level, counter, file, line }) =>
      `${level} ${counter} ${file === undefined ? "-" : `${file.slice(folder.length + 1)}:${line}`}`.trim(),
    );
    return { report, found: found.filter((finding) => !finding.includes("Graph_NotLoaded")) };
  });
}

const shop = (dcid: string, ...lines: string[]): string =>
  ["", `Node: dcid:${dcid}`, "typeOf: dcs:Shop", ...lines, ""].join("\n");

/** One mistake of each kind: of loading, of a node, of references, of series. */
const mistaken =
  "Node: dcid:bad/1\nname: x\nno colon\nnear: dcid:bad/9\nDo: 1\n" +
  soundVariable("Unobserved") +
  ["2020,1", "2021,900", "2021,901", "2021-02-30,7"]
    .map((point, at) => {
      const [date, value] = point.split(",");
      return `Node: o${at}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:W\nobservationAbout: dcid:bad/1\nobservationDate: "${date}"\nvalue: ${value}\n\n`;
    })
    .join("");

describe("other sources", () => {
  test("are not checked, and loading says how many mistakes it found there", async () => {
    const texts = { "own.mcf": shop("shop/1"), "b/other.mcf": mistaken };
    const { report, found } = await lintBeside(texts, ["own.mcf"], ["b"]);
    expect(found).toEqual([]);
    expect(report).toMatchObject({
      levels: { warning: 0, error: 0, fatal: 0 },
      series: [],
      fileCount: 1,
      rowCount: 1,
      others: { fileCount: 1, levels: { info: 0, warning: 0, error: 2, fatal: 0 } },
    });
    const alone = await lintBeside(texts, ["b"], []);
    expect(alone.found.length).toBeGreaterThan(6);
    expect(alone.report.others).toBeUndefined();
  });

  test("are not said to hold what was found in a manifest that is checked", async () => {
    const texts = { "own/manifest.json": "{,", "own/a.mcf": shop("shop/1"), "b/b.mcf": shop("b") };
    const { report, found } = await lintBeside(texts, ["own"], ["b"]);
    expect(found).toEqual(["fatal Source_Unreadable own/manifest.json:1"]);
    expect(report.others?.levels).toEqual({ info: 0, warning: 0, error: 0, fatal: 0 });
  });

  test("do not hide the same mistakes of what is checked", async () => {
    const texts = { "own.mcf": mistaken, "b/other.mcf": shop("shop/1") };
    const beside = await lintBeside(texts, ["own.mcf"], ["b"]);
    const alone = await lintBeside(texts, ["own.mcf"], []);
    expect(beside.found).toEqual(alone.found);
    expect(beside.report.series).toEqual(alone.report.series);
    expect(beside.report.others).toEqual({
      fileCount: 1,
      levels: { info: 0, warning: 0, error: 0, fatal: 0 },
    });
  });

  test("describe what is referred to, and say what should be described", async () => {
    const own = shop("shop/1", "near: dcid:place/1, dcid:place/2");
    const other = "Node: dcid:place/1\ntypeOf: dcs:City\nnear: dcid:place/3\n";
    const texts = { "own.mcf": own, "other.mcf": other };
    expect((await lintBeside(texts, ["own.mcf"], [])).found).toEqual([]);
    expect((await lintBeside(texts, ["own.mcf"], ["other.mcf"])).found).toEqual([
      "warning Existence_MissingReference_near own.mcf:4",
    ]);
  });

  test("say what blocks of a checked node lack", async () => {
    const own = "Node: dcid:shop/1\nname: x\n\nNode: dcid:V\ntypeOf: dcs:StatisticalVariable\n";
    const other = `${shop("shop/1")}\n${soundVariable("V")}`;
    const texts = { "own.mcf": own, "other.mcf": other };
    expect((await lintBeside(texts, ["own.mcf"], [])).found.length).toBeGreaterThan(2);
    expect((await lintBeside(texts, ["own.mcf"], ["other.mcf"])).found).toEqual([]);
  });

  test("may hold the observations of a checked variable, and the variables of checked ones", async () => {
    const table = "entity,variable,date,value\n";
    const texts = {
      "v.mcf": soundVariable("V") + soundVariable("X/1", "gender: dcs:Male"),
      "o.csv": `${table}shop/1,V,2020,1\nshop/1,X/2,2020,1\n`,
    };
    expect((await lintBeside(texts, ["v.mcf"], ["o.csv"])).found).toEqual([
      "info Graph_VariableWithoutObservations v.mcf:7",
    ]);
    expect((await lintBeside(texts, ["o.csv"], ["v.mcf"])).found).toEqual([
      "warning Existence_MissingReference_variableMeasured o.csv:3",
    ]);
  });

  test("may hold the template of a checked table and be its table", async () => {
    const texts = {
      "u.csv": "id,near\nu/1,u/1\nu/2,\n",
      "t/u.tmcf": "Node: E:u->E0\ntypeOf: dcs:U\ndcid: C:u->id\nNear: C:u->near\n",
    };
    const { report, found } = await lintBeside(texts, ["u.csv"], ["t/u.tmcf"]);
    expect(report.rowCount).toBe(2);
    expect(found).toContain("error Sanity_NotInitLowerPropName u.csv:2");
    const template = await lintBeside(texts, ["t/u.tmcf"], ["u.csv"]);
    expect(template.found).toEqual(["error Sanity_NotInitLowerPropName t/u.tmcf:4"]);
  });

  test("are where a custom folder's names are looked up", async () => {
    const config = { inputFiles: { "z.csv": { provenance: "P", entityType: "Shop" } } };
    const texts = {
      "c/config.json": JSON.stringify({
        ...config,
        sources: { S: { url: "http://s", provenances: { P: "http://p" } } },
      }),
      "c/z.csv": "Shop,date,X\nOne,2020,1\nNone,2020,1\n",
      "other.mcf": shop("shop/1", 'name: "One"'),
    };
    const alone = await lintBeside(texts, ["c"], []);
    const beside = await lintBeside(texts, ["c"], ["other.mcf"]);
    const unresolved = (found: readonly string[]) =>
      found.filter((finding) => / c\/z\.csv:/.test(finding));
    expect(unresolved(beside.found).length).toBeLessThan(unresolved(alone.found).length);
    expect(unresolved(beside.found).every((finding) => finding.endsWith(":3"))).toBe(true);
  });

  test("are checked where they are among the checked ones as well", async () => {
    const texts = { "a.mcf": mistaken, "b.mcf": shop("shop/1") };
    const both = await lintBeside(texts, ["a.mcf"], ["."]);
    expect(both.found).toEqual((await lintBeside(texts, ["a.mcf"], [])).found);
    expect(both.report).toMatchObject({ fileCount: 1, others: { fileCount: 1 } });
  });

  test("that cannot be read are counted, and what is checked is checked all the same", async () => {
    const texts = { "own.mcf": mistaken, "b/other.mcf.gz": "no gzip" };
    const beside = await lintBeside(texts, ["own.mcf"], ["b"]);
    expect(beside.found).toEqual((await lintBeside(texts, ["own.mcf"], [])).found);
    expect(beside.report.others?.levels).toEqual({ info: 0, warning: 0, error: 0, fatal: 1 });
  });

  test("are paths, too", async () => {
    await withFolder({ "a.mcf": shop("shop/1") }, async (folder) => {
      await expect(lint(folder, { with: 7 as never })).rejects.toThrow(TypeError);
      await expect(lint(folder, { with: "/nowhere/at/all" })).rejects.toThrow(/cannot be read/);
      expect((await lint(folder, { with: [] })).others).toBeUndefined();
    });
  });
});
