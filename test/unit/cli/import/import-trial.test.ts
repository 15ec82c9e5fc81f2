/** The config of `import` names the table as it is only if the dialect reads each of its rows alike. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { lint, proposeColumns } from "../../../../src/lint.ts";
import { withFolder } from "../../load/load-texts.ts";
import { run } from "../running.ts";

const years = Array.from({ length: 12 }, (_, at) => 2000 + at);
const places = ["geoId/06", "geoId/36", "country/FRA", "nuts/AT11"];

/** Rows that repeat their cells, after which an odd one hardly counts. */
const wide = places.flatMap((place) => years.map((year) => `${place},${year},${year * 3},4.50`));
const long = places.flatMap((place) => years.map((year) => `${place},${year},Jobs,${year},Person`));
const [wideHead, longHead] = [
  "entity,date,Count_Person,Count_Cat",
  "entity,date,variable,value,unit",
];

type Row = readonly [what: string, head: string, rows: readonly string[], odd: string];

const asItIs: readonly Row[] = [
  ["all rows are alike", wideHead, wide, "geoId/06,2012,1,2"],
  ["a row has the same values again", wideHead, wide, wide[3]!],
  ["an id has a namespace", wideHead, wide, "dcid:geoId/06,2012,1,2"],
  ["a value is missing", wideHead, wide, "geoId/06,2012,NA,2"],
  ["a unit is missing at the end", longHead, long, "geoId/06,2012,Jobs,3"],
  ["a date comes late", wideHead, wide, "geoId/06,2012-07,7,8"],
  ["a variable comes late", longHead, long, "geoId/06,2012,Cats,3,Person"],
  ["a unit comes late", longHead, long, "geoId/06,2012,Jobs,3,Year"],
];
const converted: readonly Row[] = [
  ["an id is a name for the dialect", wideHead, wide, "Atlantis,2012,1,2"],
  ["the heading puts a prefix before ids", wideHead.replace("entity", "geoId"), wide, wide[3]!],
  ["a date is written in another form", wideHead, wide, "geoId/06,2012Q1,7,8"],
  ["a variable has a name", longHead, long, "geoId/06,2012,Lost cats,3,Person"],
  ["a sign says that there is no value", wideHead, wide, "geoId/06,2012,\u2013,2"],
  ["a row is a total", wideHead, wide, "Total,2012,1,2"],
  ["a value is no number", wideHead, wide, "geoId/06,2012,7p,2"],
  ["a unit says nothing", longHead, long, "geoId/06,2012,Jobs,3,NotApplicable"],
];

describe("where far below", () => {
  test.each(asItIs)("%s, the config names the table", async (_, head, rows, odd) => {
    expect(await imported(head, rows, odd)).toBe("as it is");
  });

  test.each(converted)("%s, the table is converted", async (_, head, rows, odd) => {
    expect(await imported(head, rows, odd)).toBe("converted");
  });
});

/** What the command makes of a table. What it writes always says the same as the proposal. */
async function imported(head: string, rows: readonly string[], odd: string): Promise<string> {
  const table = [head, ...rows.slice(0, 40), odd, ...rows.slice(40), ""].join("\n");
  let found = "";
  await withFolder({ "t.csv": table }, async (folder) => {
    const file = join(folder, "t.csv");
    const { columns } = await proposeColumns(file);
    const meant = await open(file, { columns });
    const { code } = await run(["import", file]);
    expect(code).toBe(odd.includes("7p") ? 1 : 0);
    const written = await open(folder);
    // What import reported is not reported again.
    const { levels } = await lint(folder);
    expect(levels.error).toBe(0);
    expect(valuesIn(written)).toEqual(valuesIn(meant));
    found = existsSync(join(folder, "t.observations.csv")) ? "converted" : "as it is";
  });
  return found;
}

function valuesIn({ engine: { graph, observations } }: Commons): string[] {
  return Array.from({ length: observations.seriesCount }, (_, series) => {
    const nodes = [observations.variableOf(series), observations.entityOf(series)];
    const names = nodes.map((node) => graph.dictionary.textOf(node));
    return [...names, observations.facetOf(series).unit, observations.historyOf(series)].join();
  });
}
