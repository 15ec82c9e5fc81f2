/** Snapshots and opened worlds in a list are the beginning of a larger world. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { type Commons, open, world } from "../../../src/index.ts";
import { allReads } from "../../oracle/all-reads.ts";

const files = {
  "places.mcf": `Node: dcid:geoId/06
typeOf: dcs:State
name: "California"
name: "Golden State"
containedInPlace: dcid:country/USA
`,
  "base.csv": `entity,variable,date,value,provenance,unit,measurement_method
geoId/06,Count_Person,2020,39.50,p/1,Person,dcAggregate/Census
geoId/06,Count_Person,2021,1e5,p/1,Person,dcAggregate/Census
geoId/06,Count_Person,2022,many,,,
`,
};
const later = {
  "z-more.mcf": `Node: dcid:geoId/36
typeOf: dcs:State
name: "New York"
containedInPlace: dcid:country/USA

Node: dcid:geoId/06
name: "A later name"

Node: dcid:p/1
typeOf: dcs:Provenance
name: "Census import"
url: "https://census.example"
`,
  "z-new.csv": `entity,variable,date,value,provenance,unit,measurement_method
geoId/36,Count_Person,2020,19.4,p/1,Person,dcAggregate/Census
geoId/06,Count_Person,2021,40,p/1,Person,dcAggregate/Census
geoId/06,Count_Cat,2021,7,,,
`,
};

let folder: string;
let path: string;
let base: Commons;
let expected: unknown;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  path = join(folder, "base.pocket");
  base = await open(files);
  await base.save(path);
  expected = withoutDiagnostics(await open({ ...files, ...later }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Diagnostics are left out: they report each base that is given, also one that is given twice. */
function withoutDiagnostics(commons: Commons): unknown {
  const reads = allReads(commons) as { readonly info: object };
  return { ...reads, info: { ...reads.info, diagnostics: undefined } };
}

describe("a base and files answer as all of the files together", () => {
  const bytes = () => new Uint8Array(readFileSync(path));
  test.each<[string, () => Parameters<typeof open>[0]]>([
    ["a snapshot by its path", () => [path, later]],
    ["behind the files", () => [later, path]],
    ["a snapshot in memory", () => [bytes(), later]],
    ["a named snapshot among files in memory", () => ({ "base.pocket": bytes(), ...later })],
    ["a Blob", () => [new Blob([bytes()]), later]],
    ["a Commons", () => [base, later]],
  ])("%s", async (_, source) => {
    expect(withoutDiagnostics(await open(source()))).toEqual(expected);
  });

  test("read by several threads", async () => {
    expect(withoutDiagnostics(await open([base, later], { threads: 2 }))).toEqual(expected);
  });
});

test("a base stays what it was, and may be one again", async () => {
  const before = allReads(base);
  const once = await open([base, later]);
  expect(withoutDiagnostics(await open([base, once]))).toEqual(expected);
  expect(allReads(base)).toEqual(before);
});

test("the later value of an observation counts, as a diagnostic says", async () => {
  const {
    info,
    engine: { observations, graph },
  } = await open([base, later]);
  expect(info.diagnostics.counters.at(-1)).toMatchObject({
    counter: "Sanity_InconsistentSvObsValues",
    count: 1,
  });
  const [variable, entity] = ["Count_Person", "geoId/06"].map(
    (dcid) => graph.dictionary.nodeOf(dcid)!,
  );
  const { start, end } = observations.seriesOf(variable!, entity!);
  const values = [];
  for (let series = start; series < end; series++) values.push(...observations.historyOf(series));
  expect(values).toContainEqual(["2021", 40]);
});

test("names in files are looked up in the base", async () => {
  const table = { "states.csv": "State,Year,Count_Dog\nCalifornia,2024,5\nNowhere,2024,6\n" };
  const columns = {
    entity: { name: "State", type: "State" },
    date: "Year",
    variables: ["Count_Dog"],
  };
  const { info, catalog } = await open([path, table], { columns });
  expect(catalog.variables({ search: "dog" })).toMatchObject([
    { observationCount: 1, entityCount: 1 },
  ]);
  expect(info.diagnostics.counters.at(-1)).toMatchObject({
    counter: "Resolution_UnresolvedEntity",
    count: 1,
  });
});

test("places without a dcid are those of the base", async () => {
  const text = 'Node: X\ntypeOf: dcs:State\nname: "California"\nabbreviation: "CA"\n';
  const commons = await open([path, { "x.mcf": text }]);
  const { data } = commons.v2.node({ nodes: ["geoId/06"], property: "->abbreviation" });
  expect(data!["geoId/06"]!.arcs!["abbreviation"]!.nodes).toMatchObject([{ value: "CA" }]);
});

test("a base that is damaged is refused", async () => {
  const bytes = new Uint8Array(readFileSync(path));
  bytes.fill(0xff, bytes.length >> 1, bytes.length - 64);
  const damaged = join(folder, "damaged.pocket");
  writeFileSync(damaged, bytes);
  await expect(open([bytes, later])).rejects.toThrow(SnapshotError);
  await expect(open([damaged, later])).rejects.toThrow(SnapshotError);
});

test("diagnostics of bases are reported first, then those of the files", async () => {
  const all = (await open({ ...files, ...later })).info.diagnostics;
  expect(all.counters.length).toBeGreaterThan(1);
  for (const one of [base, path]) {
    expect((await open([one, later])).info.diagnostics).toEqual(all);
  }
  const { levels, counters } = base.info.diagnostics;
  const twice = (await open([base, base])).info.diagnostics;
  expect(twice.levels.error).toBe(2 * levels.error);
  expect(twice.counters.map(({ examples }) => examples.length)).toEqual(
    counters.map(({ examples }) => Math.min(5, 2 * examples.length)),
  );
});

test("options of loading count for the files", async () => {
  const told: string[] = [];
  const options = {
    provenance: "dc/base/Mine",
    onDiagnostic: ({ counter }: { counter: string }) => void told.push(counter),
  };
  const commons = await open([path, { "y.mcf": "Node: dcid:y\nname: x\nnonsense\n" }], options);
  expect(told.length).toBeGreaterThan(0);
  expect(commons.engine.graph.dictionary.nodeOf("dc/base/Mine")).toBeDefined();
});

test("test worlds begin with the bases that are added first", async () => {
  const commons = await open(
    world()
      .add(path)
      .add(base)
      .series("Count_Cat", "geoId/06", { 2024: 9 })
      .add({ "z-more.mcf": later["z-more.mcf"] }),
  );
  expect(commons.info.variableCount).toBe(2);
  const { data } = commons.v2.node({ nodes: ["geoId/06"], property: "->name" });
  expect(data!["geoId/06"]!.arcs!["name"]!.nodes).toHaveLength(3);
});
