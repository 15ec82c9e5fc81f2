/** The whole of a check. */
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { lint, open } from "../../../src/commons/with-files.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { withFolder } from "../load/load-texts.ts";
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
