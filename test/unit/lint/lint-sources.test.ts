/** The whole of a check, and sources that are loaded so that what is checked may refer to them. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { lint, open } from "../../../src/commons/with-files.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import type { LintReport } from "../../../src/lint/lint-report.ts";
import { MemoryTree } from "../../../src/load/bytes/memory-tree.ts";
import { type Texts, withFolder } from "../load/load-texts.ts";
import { lintTexts, soundVariable } from "./lint-texts.ts";

const untyped = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Node: dcid:a/${at}\nname: x\n\n`).join("");

describe("lint", () => {
  test("counts everything and keeps a few", async () => {
    const texts = { "a.mcf": untyped(12) };
    const few = await lintTexts(texts);
    const [counter] = few.report.counters;
    expect(counter).toMatchObject({ level: "error", count: 12 });
    expect(counter?.findings).toHaveLength(5);
    const all = await lintTexts(texts, { maxExamples: 100 });
    expect(all.report.levels).toEqual(few.report.levels);
    expect(all.found.filter((finding) => finding.startsWith("error"))).toHaveLength(12);
    expect((await lintTexts(texts, { maxExamples: 0 })).report).toMatchObject({
      levels: few.report.levels,
      findings: [],
    });
  });

  test("reports what loading reports, and empty references once", async () => {
    const text = 'Node: dcid:a\ntypeOf: dcs:City\nno colon\nlocation: ""\n';
    expect((await lintTexts({ "a.mcf": text })).found).toEqual([
      "error MCF_MalformedColonLessLine a.mcf:3",
      "error Sanity_InvalidChars_location a.mcf:4",
      "info Graph_NotLoaded -",
    ]);
  });

  test("reports what whole columns share once", async () => {
    const { found } = await lintTexts({
      "o.csv":
        'entity,variable,date,value,properties\na,V,2020,1,"{""p"": 1}"\na,V,2021,1,"{""p"": 2}"\n',
    });
    expect(found).toEqual([
      "info Sanity_UnexpectedPropInStatVarObservation o.csv:2",
      "info Graph_NotLoaded -",
    ]);
  });

  test("reads gzipped files, also for the lines that it shows", async () => {
    const { found, lines } = await lintTexts({ "a.mcf.gz": gzipSync(untyped(1)) });
    expect(found[0]).toBe("error Sanity_MissingOrEmpty_typeOf a.mcf.gz:1");
    expect(lines[0]).toBe("Node: dcid:a/0");
  });

  test("takes files, folders and URLs, one or many", async () => {
    await withFolder({ "a.mcf": untyped(1), "b.mcf": untyped(1) }, async (folder) => {
      const [a, b] = [`${folder}/a.mcf`, pathToFileURL(`${folder}/b.mcf`)];
      const report = await lint([a, b]);
      expect(report).toMatchObject({ fileCount: 2, rowCount: 2, levels: { error: 1 } });
      expect(report.bytes).toBe(48);
      await expect(lint([])).rejects.toThrow(TypeError);
      await expect(lint(7 as never)).rejects.toThrow(TypeError);
    });
  });

  test("fails for what cannot be read, and when it is cancelled", async () => {
    await expect(lint("/nowhere/at/all.mcf")).rejects.toThrow(LoadError);
    await withFolder({ "a.mcf": untyped(1) }, async (folder) => {
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(lint(folder, { signal })).rejects.toThrow("enough");
    });
  });

  test("takes names of the input for nothing but names", async () => {
    const text = "Node: dcid:__proto__\ntypeOf: dcs:City\n__proto__: dcid:\nconstructor: dcid:\n";
    expect((await lintTexts({ "a.mcf": text })).found).toEqual([
      "error Sanity_InvalidChars___proto__ a.mcf:3",
      "error Sanity_NotInitLowerPropName a.mcf:3",
      "error Sanity_InvalidChars_constructor a.mcf:4",
      "info Graph_NotLoaded -",
    ]);
  });

  test("reports what a load reports under the same level and counter, and an empty reference once", async () => {
    const texts = {
      "a.mcf": 'Node: dcid:a\ntypeOf: dcs:City\nnear: dcid:\ncontainedInPlace: ""\n',
      "t.tmcf": "Node: E:t->E0\ntypeOf: dcs:City\ndcid: C:t->id\nnear: C:t->near\n",
      "t.csv": "id,near\nb,dcid:\nc,dcid:a\n",
    };
    const { report } = await lintTexts(texts);
    const { info } = await open(
      Object.entries(texts).map(([name, content]) => ({ name, content })),
    );
    const counted = info.diagnostics.counters.map(({ level, counter, count }) => [
      level,
      counter,
      count,
    ]);
    expect(counted).toEqual([
      ["error", "Sanity_InvalidChars_near", 2],
      ["error", "Sanity_InvalidChars_containedInPlace", 1],
    ]);
    const linted = report.counters.map(({ level, counter, count }) => [level, counter, count]);
    expect(linted).toEqual(expect.arrayContaining(counted));
    expect(report.levels.error).toBe(3);
  });

  test("has counters without bound for no input", async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `p${at}: dcid:`);
    const { report } = await lintTexts({
      "a.mcf": `Node: dcid:a\ntypeOf: dcs:City\n${lines.join("\n")}\n`,
    });
    expect(report.levels.error).toBe(3000);
    expect(report.counters.length).toBeLessThan(1_003);
    const other = report.counters.find(({ counter }) => counter === "Sanity_InvalidChars_other");
    expect(other?.count).toBeGreaterThan(1_990);
  });
});

test("each observation that lacks one of its entities is found with its line", async () => {
  const variable = soundVariable("Flow", "observationProperties: dcs:from, dcs:to");
  const rows = Array.from({ length: 9 }, (_, at) => {
    const to = at === 2 ? ', ""to"": ""geo/0""' : "";
    return `,Flow,${2000 + at},${at},"{""from"": ""geo/${at}""${to}}"`;
  });
  const { report } = await lintTexts(
    { "a.mcf": variable, "o.csv": `entity,variable,date,value,properties\n${rows.join("\n")}\n` },
    { maxExamples: 100 },
  );
  const own = report.findings.filter(({ counter }) => counter === "Sanity_IncompleteObservation");
  expect(own.map(({ level, line, text }) => [level, line, text])).toEqual(
    rows.flatMap((text, at) => (at === 2 ? [] : [["error", at + 2, text]])),
  );
});

test("a check that is cancelled ends at the next reading of a file: of the load, of blocks, of places", async () => {
  const source = { name: "a.mcf", content: untyped(2) };
  const { stream } = MemoryTree.prototype;
  const outcomes: string[] = [];
  for (let reading = 1; reading <= 4; reading++) {
    const controller = new AbortController();
    let count = 0;
    const spy = vi.spyOn(MemoryTree.prototype, "stream").mockImplementation(function (
      this: MemoryTree,
      input,
    ) {
      count += 1;
      if (count === reading) controller.abort(new Error("enough"));
      return stream.call(this, input);
    });
    const { signal } = controller;
    const outcome = await lint(source, { signal }).then(
      ({ levels }) => `${levels.error} errors`,
      ({ message }: Error) => message,
    );
    outcomes.push(outcome);
    spy.mockRestore();
  }
  // The last reading only adds the texts of lines.
  expect(outcomes).toEqual(["enough", "enough", "enough", "2 errors"]);
});

const header = "entity,variable,date,value,unit,observation_period,import_name\n";

test("observations that stand twice with the same value are one note, which counts them and names both lines", async () => {
  const noted = async (...rows: string[]) => {
    const { report } = await lintTexts({ "o.csv": header + rows.join("") });
    const own = report.counters.filter(({ counter }) => counter === "Graph_RepeatedObservation");
    return own.flatMap(({ count, findings }) =>
      findings.map(({ level, line, message }) => `${count} ${level} ${line} ${message}`),
    );
  };
  const [first, second, third] = ["p,V,2000,5,,,\n", "p,V,2001,6,,,\n", "p,V,2002,7,,,\n"];
  expect(await noted(first, second)).toEqual([]);
  expect(await noted(second, first, first)).toEqual([
    "1 info 4 1 observation stands twice with the same value, and is loaded once; the first of them is in line 3, too",
  ]);
  expect(await noted(first, second, first, second, third)).toEqual([
    "1 info 4 2 observations stand twice with the same value, and are loaded once; the first of them is in line 2, too",
  ]);
});

describe("one observation with two values", () => {
  test("shows both values and both lines, and the file where it is another one", async () => {
    const rows = (...values: number[]) =>
      `${header}${values.map((one) => `p,V,2000,${one},,,\n`).join("")}`;
    const { found, messages } = await lintTexts({ "a.csv": rows(5), "o.csv": rows(5, 6, 7) });
    expect(found.slice(0, 3)).toEqual([
      "info Graph_RepeatedObservation o.csv:2",
      "error Sanity_InconsistentSvObsValues o.csv:3",
      "error Sanity_InconsistentSvObsValues o.csv:4",
    ]);
    expect(messages[0]).toMatch(/ line 2 of '.*a\.csv', too$/);
    expect(messages[1]).toMatch(/of this line: '6'; line 2 has '5'$/);
    expect(messages[2]).toMatch(/of this line: '7'; line 3 has '6'$/);
  });

  test("is reported at the place of one of them, and counted", async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `p,V,${2000 + at},5,,,`);
    const { report, found } = await lintTexts({
      "o.csv": `${header}${[...rows, ...rows.map((row) => row.replace(",5,", ",6,"))].join("\n")}\n`,
    });
    expect(found.filter((finding) => finding.includes("SvObs"))).toHaveLength(5);
    expect(found[0]).toMatch(/^error Sanity_InconsistentSvObsValues o\.csv:/);
    expect(report.levels.error).toBe(9);
  });
});

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
