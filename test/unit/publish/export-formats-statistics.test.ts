/** SDMX-CSV, JSON-stat, Croissant, Data Package and Turtle, as they are written. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Export } from "../../../src/publish/export-formats.ts";
import type { ExportFormat } from "../../../src/publish/format-names.ts";
import { worldOf } from "../../oracle/small-world.ts";

const world = worldOf(
  [
    ["geoId/06", "name", '=Cali"fornia,\nUSA'],
    ["Count_Person", "name", "=Population"],
    ["Trade", "observationProperties", "source"],
    ["Trade", "observationProperties", "target"],
  ],
  [
    ["Count_Person", "geoId/06", "2020", "500", { unit: "Person", provenanceUrl: "https://x/" }],
    ["Count_Person", "geoId/06", "2021", "510", { unit: "Person", provenanceUrl: "https://x/" }],
    ["Count_Person", "geoId/07", "2021", "7.50", { unit: "Person", provenanceUrl: "https://x/" }],
    ["Count_Person", "geoId/06", "2021", "3", { unit: "Thousand" }],
    ["Trade", { source: "geoId/06", target: "geoId/07" }, "2020", "9"],
  ],
);

function written(format: ExportFormat, of = world): Map<string, string> {
  const { files } = new Export(of, format);
  return new Map(files.map(({ name, text }) => [name, [...text()].join("")]));
}

test("SDMX-CSV has a file for each list of properties, and counts rows", () => {
  const { files } = new Export(world, "sdmx-csv");
  const texts = files.map(({ text }) => [...text()].join(""));
  expect(files.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ["observations.csv", 4],
    ["observations-2.csv", 1],
  ]);
  expect(texts[0]?.split("\r\n")[0]).toContain("variableMeasured,observationAbout,unit,");
  expect(texts[0]).toContain("Count_Person,geoId/06,Person,NotApplicable,NotApplicable,");
  expect(texts[1]).toContain("Trade,geoId/06,geoId/07,");
});

test("JSON-stat is a collection with a dataset for each variable and facet", () => {
  const text = written("json-stat").get("observations.json") ?? "";
  const { class: kind, link } = JSON.parse(text);
  expect(kind).toBe("collection");
  const items: readonly { label: string; size: number[]; value: unknown[] }[] = link.item;
  expect(items.map(({ label }) => label)).toEqual(["Population", "Population", "Trade"]);
  const byPerson = items.find(({ value }) => value.includes(510));
  // geoId/06 and geoId/07 by two dates.
  expect(byPerson?.value).toEqual([500, 510, null, 7.5]);
});

test("Croissant and Data Package describe every column, with the checksum of the table", () => {
  const croissant = written("croissant");
  const table = croissant.get("observations.csv") ?? "";
  const hash = createHash("sha256").update(table).digest("hex");
  const { distribution, recordSet, isBasedOn } = JSON.parse(croissant.get("croissant.json") ?? "");
  expect(distribution[0]).toMatchObject({ "@id": "observations.csv", sha256: hash });
  expect(isBasedOn).toEqual(["https://x/"]);
  const columns = table.split("\n")[0]?.split(",");
  const fields: { source: { extract: { column: string } }; dataType: string }[] =
    recordSet[0].field;
  expect(fields.map(({ source }) => source.extract.column)).toEqual(columns);
  expect(fields[5]?.dataType).toBe("sc:Float");
  expect(columns?.slice(-4)).toEqual(["source", "source_name", "target", "target_name"]);
  expect(table).toContain('geoId/06,"Cali""fornia,\nUSA",geoId/07,');
  const described = JSON.parse(written("data-package").get("datapackage.json") ?? "");
  const [resource] = described.resources;
  expect(resource).toMatchObject({ bytes: Buffer.byteLength(table), hash: `sha256:${hash}` });
  expect(resource.schema.fields.map(({ name }: { name: string }) => name)).toEqual(columns);
});

test("a description that is read first has the same checksum; a text among values is no number", () => {
  const odd = worldOf([], [["v", "e", "2020", "many"]]);
  const [table, description] = new Export(odd, "data-package").files;
  const { resources } = JSON.parse([...(description?.text() ?? [])].join(""));
  const text = [...(table?.text() ?? [])].join("");
  expect(resources[0].hash).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
  expect(resources[0].schema.fields[5]).toEqual({ name: "value", type: "string" });
});

test("Turtle has each subject once, and counts statements", () => {
  const small = worldOf([
    ["a", "p", "b/c"],
    ["a", "p", "=x"],
    ["a", "q", "../d"],
  ]);
  const [file] = new Export(small, "turtle").files;
  expect([...(file?.text() ?? [])].join("")).toBe(
    "@base <https://datacommons.org/browser/> .\n" +
      '<a> <p> <b/c>, "x" ;\n  <q> <https://datacommons.org/browser/../d> .\n',
  );
  expect(file?.rowCount).toBe(3);
});

test("an empty world is written, too", () => {
  const empty = worldOf([]);
  for (const format of [
    "turtle",
    "sdmx-csv",
    "json-stat",
    "croissant",
    "data-package",
    "duckdb",
  ] as const) {
    expect([...written(format, empty).values()].join("").length).toBeGreaterThan(0);
  }
  expect(JSON.parse(written("json-stat", empty).get("observations.json") ?? "").link.item).toEqual(
    [],
  );
});
