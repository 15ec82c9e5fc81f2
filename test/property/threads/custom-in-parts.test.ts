/** Tables of observations in custom folders, read in parts by any number of threads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Texts } from "../../unit/load/load-texts.ts";
import { expectSameInParts, requireSame } from "./pretended-threads.ts";

const usual = { threads: 1, partBytes: 40, delay: () => 0 };

/** Nodes whose names cells may have: one is of two, one is also another's Wikidata id. */
const places = ["a/x:Ada:City", "a/y:Bea:City", "a/z:Bea:City", "a/t:Cid:Town"]
  .map((place) => place.split(":"))
  .map(([dcid, name, type]) => `Node: dcid:${dcid}\ntypeOf: dcs:${type}\nname: "${name}"\n\n`)
  .join("")
  .concat('Node: dcid:a/w\ntypeOf: dcs:City\nwikidataId: "Ada"\n');

function folderOf(entry: object, further: object, tables: Texts): Texts {
  const inputFiles = { "*.csv": entry };
  const sources = { S: { url: "https://e.x", provenances: { P: "https://e.x/p" } } };
  const config = JSON.stringify({ inputFiles, sources, ...further });
  const own = Object.entries(tables).map(([name, text]) => [`own/${name}`, text]);
  return { "places.mcf": places, "own/config.json": config, ...Object.fromEntries(own) };
}

const mark = fc.constantFrom("", "", "\ufeff");
const lineEnd = fc.constantFrom("\n", "\n", "\r\n");
const tail = fc.constantFrom("", "\n", "\0", '"');

const entity = fc.constantFrom("Ada", "Bea", "Cid", "Nobody", "dcid:a/x", "geoId/06", "");
const date = fc.constantFrom("2020", "2021-01", "2022", "soon", "", '"2020"');
const value = fc.constantFrom("1", "2.50", "7", '"1,000"', "maybe", "", "n/a", '"x\ny"', "-");
const usualEntity = fc.constantFrom("Ada", "Bea", "dcid:a/x", "geoId/06");
const usualDate = fc.constantFrom("2020", "2021");
const usualValue = fc.constantFrom("1", "2.50", "");
/** Whole lines that are odd. */
const oddLine = fc.constantFrom("", ",,", "Ada", "Ada,2020,1,2,3,4,5,6,7", '"a"b,2020,1', " , \t");
const surplus = fc.constantFrom("", "", "", ",", ",x");

type Row = fc.Arbitrary<string>;
type Cells = fc.Arbitrary<string>[];

/** Mostly usual rows: in a few cells something is odd. */
function tableOf(header: fc.Arbitrary<string>, usualRow: Cells, oddRow: Cells): Row {
  const rowOf = (cells: Cells) =>
    fc.tuple(fc.tuple(...cells), surplus).map(([texts, more]) => texts.join(",") + more);
  const usualLine = fc.tuple(...usualRow).map((texts) => texts.join(","));
  const line = fc.oneof(
    { weight: 6, arbitrary: usualLine },
    { weight: 2, arbitrary: rowOf(oddRow) },
    oddLine,
  );
  return fc
    .tuple(mark, header, fc.array(line, { maxLength: 25 }), lineEnd, tail)
    .map(([start, first, lines, end, last]) => start + [first, ...lines].join(end) + last);
}

const pair = (table: Row) => fc.tuple(table, table).map(([a, b]) => ({ "a.csv": a, "b.csv": b }));

/** A variable has a number as dcid; the last header begins behind parts. */
const headers = ["place,date,v%,w", "place,Jo,v%,w", `${"\n".repeat(30)}place,date,v%,w`];

test("a variable per column", async () => {
  const header = fc.constantFrom(...headers);
  const table = tableOf(
    header,
    [usualEntity, usualDate, usualValue, usualValue],
    [entity, date, value, value],
  );
  const entry = fc.record(
    {
      importType: fc.constant("observations"),
      entityType: fc.constantFrom("City", "City", "Town", ""),
      provenance: fc.constantFrom("P", "Q"),
      observationProperties: fc.constantFrom({ unit: "m" }, { note: "n" }),
      ignoreColumns: fc.constant(["w"]),
    },
    { requiredKeys: ["importType", "entityType"] },
  );
  const variables = fc.constantFrom(
    {},
    { "v%": { unit: "u", group: "G/H" } },
    { w: { name: "W" } },
  );
  const files = fc
    .tuple(entry, variables, pair(table))
    .map(([own, described, tables]) => folderOf(own, { variables: described }, tables));
  await requireSame(files, 120, 0.5);
});

test("a variable per row, about one entity", async () => {
  const variable = fc.constantFrom("v", "w", "dcid:v");
  const unit = fc.constantFrom("", "m", "dcid:s");
  const table = tableOf(
    fc.constant("variable,place,date,value,unit"),
    [variable, usualEntity, usualDate, usualValue, unit],
    [fc.oneof(variable, fc.constant("")), entity, date, value, unit],
  );
  const entry = fc.record(
    {
      format: fc.constant("variablePerRow"),
      entityType: fc.constantFrom("City", ""),
      columnMappings: fc.constant({ entity: "place" }),
      entityColumns: fc.constant(["place"]),
      observationProperties: fc.constantFrom({ measurementMethod: "M" }, { note: "n" }),
    },
    { requiredKeys: ["format", "columnMappings"] },
  );
  const files = fc
    .tuple(entry, pair(table))
    .map(([own, tables]) => folderOf(own, { variables: { v: { unit: "u" } } }, tables));
  await requireSame(files, 100, 0.5);
});

test("a variable per row, about several entities", async () => {
  const variable = fc.constantFrom("v", "w");
  const table = tableOf(
    fc.constant("variable,from,wikidataId,date,value"),
    [variable, usualEntity, usualEntity, usualDate, usualValue],
    [variable, entity, entity, date, value],
  );
  const entry = fc.record(
    {
      pattern: fc.constant("*.csv"),
      format: fc.constant("variablePerRow"),
      entityType: fc.constantFrom("City", ""),
      columnMappings: fc.constant({ "x:from": "from", "x:to": "wikidataId" }),
      columnsToResolve: fc.constantFrom(["from"], ["from", "wikidataId"]),
      observationProperties: fc.constantFrom({ unit: "m" }, { note: "n" }),
    },
    { requiredKeys: ["pattern", "format", "columnMappings"] },
  );
  const files = fc
    .tuple(entry, pair(table))
    .map(([own, tables]) => folderOf({}, { inputFiles: [own] }, tables));
  await requireSame(files, 60, 0.5);
});

test("events and entities are read as a whole", async () => {
  const rows = "Ada,2020\n".repeat(40);
  for (const entry of [{ eventType: "E" }, { rowEntityType: "City" }]) {
    const files = folderOf(entry, {}, { "a.csv": `place,date\n${rows}` });
    expect(await expectSameInParts({ ...files, "places.mcf": "" }, usual)).toBe(0);
  }
});

const entry = { importType: "observations", entityType: "City" };

test("dates that the header does not name are known by the first row", async () => {
  const rows = "dcid:a/x,2020,1\ndcid:a/x,soon,1\n".repeat(20);
  const partsOf = async (first: string) => {
    const files = folderOf(entry, {}, { "a.csv": `place,Jo,v\n${first}${rows}` });
    return await expectSameInParts({ ...files, "places.mcf": "" }, { ...usual, threads: 3 });
  };
  expect(await partsOf("")).toBeGreaterThan(10);
  for (const first of ["dcid:a/x,soon,1\n", "dcid:a/x\n", ",,\n", '"a"b,2020,1\n']) {
    expect(await partsOf(first)).toBe(0);
  }
});
