/** Empty cells: one finding for each that matters. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import { projectRoot } from "../../tidy/source-tree.ts";
import { lintTexts } from "./lint-texts.ts";

const node = (name: string, value: string, ...lines: string[]): string =>
  [
    `Node: E:t->${name}`,
    "typeOf: dcs:StatVarObservation",
    `variableMeasured: dcs:${name}`,
    "observationAbout: C:t->place",
    "observationDate: C:t->date",
    `value: C:t->${value}`,
    ...lines,
    "",
    "",
  ].join("\n");

async function cellsOf(tmcf: string, csv: string): Promise<readonly string[]> {
  const { found } = await lintTexts({ "t.tmcf": tmcf, "t.csv": csv }, { maxExamples: 100 });
  return found.filter((finding) => !/Graph_NotLoaded|TMCF_SameObservation/.test(finding));
}

describe("an empty cell of a template's table", () => {
  const several = node("A", "a") + node("B", "b") + node("C", "b");

  test("without a value is one note for each column, with their number", async () => {
    const csv = "place,date,a,b\np,2020,1,1\np,2021,,1\np,2022,1,\np,2023,,\n";
    expect(await cellsOf(several, csv)).toEqual([
      "info StrSplit_EmptyToken_value t.csv:3",
      "info StrSplit_EmptyToken_value t.csv:4",
    ]);
    const { messages, report } = await lintTexts({ "t.tmcf": several, "t.csv": csv });
    expect(messages.slice(0, 2)).toEqual([
      "empty cell: column 'a', property 'value' of 'E:t->A'; 2 cells of it are empty",
      "empty cell: column 'b', property 'value' of 'E:t->B'; 2 cells of it are empty",
    ]);
    expect(report.levels.info).toBe(5);
  });

  test("that all observations of the row need is one error", async () => {
    const csv = "place,date,a,b\n,2020,1,1\np,,1,1\n";
    expect(await cellsOf(several, csv)).toEqual([
      "error Sanity_MissingOrEmpty_observationAbout t.csv:2",
      "error Sanity_MissingOrEmpty_observationDate t.csv:3",
    ]);
  });

  test("that an observation may do without is nothing", async () => {
    const optional = ["unit", "scalingFactor", "measurementMethod", "observationPeriod"];
    const tmcf = node("A", "a", ...optional.map((property) => `${property}: C:t->${property}`));
    const csv = `place,date,a,${optional.join(",")}\np,2020,1,,,,\n`;
    expect(await cellsOf(tmcf, csv)).toEqual([]);
  });

  test("that is a dcid is one error, at the observation that refers to it", async () => {
    const place = "Node: E:t->P\ntypeOf: dcs:City\ndcid: C:t->place\nname: C:t->name\n\n";
    const tmcf = place + node("A", "a").replace("C:t->place", "E:t->P");
    const csv = "place,name,date,a\np,One,2020,1\n,Two,2020,1\nq,,2020,1\n";
    expect(await cellsOf(tmcf, csv)).toEqual([
      "error Sanity_MissingOrEmpty_observationAbout t.csv:3",
      "warning StrSplit_EmptyToken_name t.csv:4",
    ]);
  });
});

test("an empty value in a table of observations is a note", async () => {
  const csv = "entity,variable,date,value,unit\np,V,2020,,\np,V,,1,\n";
  const { found } = await lintTexts({ "o.csv": csv });
  expect(found.filter((finding) => finding.includes("Empty"))).toEqual([
    "info Sanity_MissingOrEmpty_value o.csv:2",
    "error Sanity_MissingOrEmpty_observationDate o.csv:3",
  ]);
});

test("a value that a block of MCF lacks stays a warning", async () => {
  const block =
    "Node: o\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\n" +
    'observationAbout: dcid:p\nobservationDate: "2020"\n';
  const { found } = await lintTexts({ "a.mcf": block });
  expect(found[0]).toBe("warning Sanity_MissingOrEmpty_value a.mcf:1");
});

test("the shipped sample has no warning about empty cells", async () => {
  const { counters } = await lint(join(projectRoot, "data-samples/us-states"));
  const warned = counters.filter(({ level }) => level !== "info").map(({ counter }) => counter);
  expect(warned.filter((counter) => !counter.startsWith("StatsCheck_"))).toEqual([]);
  const empty = counters.filter(({ counter }) => counter.includes("Empty"));
  expect(empty.map(({ counter, count }) => [counter, count])).toEqual([
    ["StrSplit_EmptyToken_value", 388],
  ]);
});
