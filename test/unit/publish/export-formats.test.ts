import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { Export } from "../../../src/publish/export-formats.ts";
import type { ExportFormat } from "../../../src/publish/format-names.ts";
import { worldOf } from "../../oracle/small-world.ts";

const world = worldOf(
  [
    ["geoId/06", "typeOf", "State", "dc/base/Geos"],
    ["geoId/06", "name", '=Cali"fornia, "', "dc/base/Geos"],
    ["geoId/06", "name", "=A later name", "dc/base/Wiki"],
    ["Count_Person", "name", "=Population"],
  ],
  [
    ["Count_Person", "geoId/06", "2020", "39538223", { importName: "Census", unit: "Person" }],
    ["Count_Person", "geoId/06", "2021", "1.50", { importName: "Census", unit: "Person" }],
    ["Count_Person", "geoId/06", "2021", "2", { importName: "Other" }],
    ["Count_Household", "geoId/06", "2021", "7", { measurementMethod: "dcAggregate/M" }],
  ],
);

function textsOf(format: ExportFormat): Record<string, string> {
  const { files } = new Export(world, format);
  return Object.fromEntries(files.map(({ name, text }) => [name, [...text()].join("")]));
}

describe("formats", () => {
  test("the triples table has the shown name first", () => {
    expect(textsOf("tables")["triples.csv"]).toBe(
      [
        "subject_id,predicate,object_id,object_value,provenance",
        "Count_Person,name,,Population,",
        'geoId/06,name,,"Cali""fornia, """,dc/base/Geos',
        "geoId/06,name,,A later name,dc/base/Wiki",
        "geoId/06,typeOf,State,,dc/base/Geos",
        "",
      ].join("\n"),
    );
  });

  test("a row per observation with names", () => {
    const [header, ...rows] = textsOf("long")["observations-long.csv"]!.trim().split("\n");
    expect(header).toBe(
      "variable,variable_name,entity,entity_name,date,value,unit,measurement_method," +
        "observation_period,scaling_factor,import_name,provenance_url",
    );
    expect(rows).toContain(
      'Count_Person,Population,geoId/06,"Cali""fornia, """,2021,1.50,Person,,,,Census,',
    );
    expect(rows).toContain(
      'Count_Household,,geoId/06,"Cali""fornia, """,2021,7,,dcAggregate/M,,,,',
    );
    expect(rows).toHaveLength(4);
  });

  test("a row per entity and date, from the best facet of each variable", () => {
    expect(textsOf("wide")["observations-wide.csv"]).toBe(
      [
        "entity,entity_name,date,Count_Household,Count_Person",
        'geoId/06,"Cali""fornia, """,2020,,39538223',
        'geoId/06,"Cali""fornia, """,2021,7,1.50',
        "",
      ].join("\n"),
    );
  });

  test("MCF has a file per provenance, and one for a name that must come first", () => {
    const texts = textsOf("mcf");
    expect(Object.keys(texts)).toEqual([
      "names-1.mcf",
      "graph-0.mcf",
      "graph-1.mcf",
      "graph-2.mcf",
      "observations.csv",
      "manifest.json",
    ]);
    expect(texts["graph-1.mcf"]).toBe(
      'Node: dcid:geoId/06\nname: "Cali\\"fornia, \\""\ntypeOf: dcid:State\n\n',
    );
  });

  test("N-Quads name the graph, N-Triples do not", () => {
    const subject = "<https://datacommons.org/browser/geoId/06>";
    const triple = `${subject} <https://datacommons.org/browser/name> "Cali\\"fornia, \\""`;
    expect(textsOf("nquads")["graph.nq"]).toContain(
      `${triple} <https://datacommons.org/browser/dc/base/Geos> .\n`,
    );
    expect(textsOf("ntriples")["graph.nt"]).toContain(`${triple} .\n`);
  });

  test("there is no other", () => {
    expect(() => new Export(world, "__proto__" as ExportFormat)).toThrow(
      '"__proto__" is not an export format; formats are tables, mcf, nquads, ntriples, turtle, long, wide, sdmx-csv, json-stat, croissant, data-package',
    );
  });
});

test("what a format cannot say is counted, with examples", () => {
  const odd = worldOf([["a", "note", "=two\nlines"]]);
  const exported = new Export(odd, "mcf");
  for (const { text } of exported.files) expect([...text()].join("")).not.toContain("lines");
  expect(exported.omissions).toEqual([
    { reason: "MCF cannot write it", count: 1, examples: ['"a note two\\nlines"'] },
  ]);
});

let opened: Promise<Commons> | undefined;
function sampleOpened(): Promise<Commons> {
  opened ??= open("data-samples/us-states");
  return opened;
}

test.each<ExportFormat>(["tables", "mcf", "nquads"])(
  "the bundled sample, as %s, loads to the same answers",
  async (format) => {
    const folder = mkdtempSync(join(tmpdir(), "sample-"));
    try {
      const sample = await sampleOpened();
      const report = await sample.export(folder, { format });
      expect(report.omissions).toEqual([]);
      const again = await open(folder);
      const { bytes: _bytes, diagnostics: _found, ...counts } = sample.info;
      expect(again.info).toMatchObject(counts);
      expect(again.info.diagnostics.levels).toMatchObject({ error: 0, fatal: 0 });
      const property = "<-containedInPlace+{typeOf:State}";
      const states = { nodes: ["country/USA"], property } as const;
      expect(again.v2.node(states)).toEqual(sample.v2.node(states));
      const question = {
        variable: { dcids: ["Count_Person"] },
        entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
        select: ["entity", "variable", "date", "value"],
      } as const;
      const answer = sample.v2.observation(question);
      expect(Object.keys(answer.byVariable ?? {})).toEqual(["Count_Person"]);
      expect(again.v2.observation(question)).toEqual(answer);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
