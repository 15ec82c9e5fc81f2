import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { fileBlocks } from "../../../src/operate/file-blocks.ts";
import { buildPart, joinParts, planParts, saveGraph } from "../../../src/parts.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { serve } from "../../../src/serve.ts";
import type { WorldContents } from "../../../src/snapshot/world-contents.ts";
import { partIndexColumns } from "../../../src/stats/series-columns.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { run } from "../cli/running.ts";
import { bytesOf, snapshotIn } from "../parts/small-parts.ts";

const graphFile = `
Node: dcid:geoId/06
typeOf: dcs:State
name: "California"

Node: dcid:geoId/36
typeOf: dcs:State
name: "New York"

Node: dcid:Count_Person
typeOf: dcs:StatisticalVariable

Node: dcid:Income
typeOf: dcs:StatisticalVariable

Node: dcid:p/census
typeOf: dcs:Provenance
name: "Census"
url: "https://census.example"

Node: dcid:p/tax
typeOf: dcs:Provenance
name: "Tax"
url: "https://tax.example"
`;
const heading = "entity,variable,date,value,provenance\n";
const persons = `${heading}geoId/06,Count_Person,2020,39,p/census
geoId/36,Count_Person,2020,19,p/census
geoId/06,Count_Person,2021,n/a,p/census
geoId/06,Count_Person,2020,38.5,p/tax
`;
const incomes = `${heading}geoId/06,Income,2019,7,p/tax
geoId/36,Income,2020-05,8,p/census
`;

let folder = "";
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parts-"));
  await writeFile(at("graph.mcf"), graphFile);
  await writeFile(at("observations.csv"), persons);
  await writeFile(at("incomes.csv"), incomes);
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** What no file has as its provenance stays without one. */
const manifest = (observations?: string) =>
  JSON.stringify({
    graph: observations === "rows.csv" ? [] : [{ file: "graph.mcf", provenanceId: "" }],
    ...(observations !== undefined && { observations }),
  });

const graphSource = { "manifest.json": manifest(), "graph.mcf": graphFile };
const worldSource = (csv: string) => ({
  "manifest.json": manifest("all.csv"),
  "graph.mcf": graphFile,
  "all.csv": csv,
});

/** Observations of a file alone. */
async function partOf(graph: Commons, csv: string, name: string, given = {}) {
  const source = { "manifest.json": manifest("rows.csv"), "rows.csv": csv };
  return await buildPart(graph, source, at(name), given);
}

async function joined(): Promise<Commons> {
  const one = await open(graphSource);
  await saveGraph(one, at("graph.pocket"));
  const graph = await open(at("graph.pocket"));
  await partOf(graph, persons, "a.part");
  await partOf(graph, incomes, "b.part");
  await joinParts(at("graph.pocket"), [at("a.part"), at("b.part")], at("world.json"));
  return await open(at("world.json"));
}

const entities = ["geoId/06", "geoId/36"];
const ask = (commons: Commons, variable: string) =>
  commons.v2.observation({
    select: ["variable", "entity", "date", "value", "facet"],
    variable: { dcids: [variable] },
    entity: { dcids: entities },
  });

describe("a world in parts", () => {
  test("built from files answers as the world that all files make together", async () => {
    const all = `${persons}${incomes.slice(heading.length)}`;
    const source = worldSource(all);
    const one = await open(source);
    const other = await joined();
    for (const variable of ["Count_Person", "Income"]) {
      expect(ask(other, variable)).toEqual(ask(one, variable));
    }
    expect(JSON.stringify(ask(other, "Income"))).toContain("https://tax.example");
    const { bytes: _, diagnostics: __, ...info } = one.info;
    expect(other.info).toMatchObject(info);
    const variables = one.engine.observations;
    const node = one.engine.graph.dictionary.nodeOf("geoId/06") as number;
    expect(other.engine.observations.variablesOf(node)).toEqual(variables.variablesOf(node));
    expect(other.verify("structure")).toBe(true);
  });

  test("is neither saved nor shared as one, and loads into one", async () => {
    const other = await joined();
    expect(() => other.share()).toThrow("a world in parts is not saved or shared as one");
    const one = await open([other]);
    await one.save(at("one.pocket"));
    expect(ask(await open(at("one.pocket")), "Income")).toEqual(ask(other, "Income"));
  });

  test("without one of its files fails the questions that need it alone, with its name", async () => {
    await joined();
    await rm(at("b.part"));
    const other = await open(at("world.json"));
    expect(ask(other, "Count_Person").byVariable).toHaveProperty("Count_Person");
    expect(() => ask(other, "Income")).toThrow(/b\.part: cannot be read/);
    await writeFile(at("b.part"), await readFile(at("a.part")));
    const another = await open(at("world.json"));
    expect(() => ask(another, "Income")).toThrow(
      /b\.part: is another snapshot than the one that was published/,
    );
  });

  test("with a part of another graph is refused, when it is joined and when it is read", async () => {
    const first = await joined();
    first.close();
    const graph = await open({ "graph.mcf": `${graphFile}\nNode: dcid:new\ntypeOf: dcs:State\n` });
    await saveGraph(graph, at("later.pocket"));
    const paths = [at("a.part"), at("b.part")];
    const message = /a\.part: was built with another graph: build it again/;
    await expect(joinParts(at("later.pocket"), paths, at("later.json"))).rejects.toThrow(message);
    const later = await open(at("later.pocket"));
    await partOf(later, incomes, "c.part");
    const pointer = await readFile(at("world.json"), "utf8");
    const { contentTag } = await open(at("graph.pocket"));
    expect(pointer).toContain(contentTag);
    await expect(joinParts(at("graph.pocket"), [at("c.part")], at("x.json"))).rejects.toThrow(
      /c\.part: was built with another graph/,
    );
    expect(await readdir(folder)).not.toContain("x.json");
  });

  test("with an index that says something else than the parts is refused when it is verified", async () => {
    const commons = await joined();
    expect(commons.verify("structure")).toBe(true);
    commons.close();
    const pointer = JSON.parse(await readFile(at("world.json"), "utf8"));
    const [, ...parts] = pointer.versions[0].parts;
    const address = pointer.versions[0].parts[0].address as string;
    const stored = snapshotIn(await readFile(at(address)));
    const contents = stored.snapshot.contents as WorldContents;
    const forged = async (name: string, values: Column, said = contents) => {
      const columns = new Map(
        partIndexColumns.map((row) => [
          row.name,
          row.name === name ? values : stored.columns.column(row.name),
        ]),
      );
      const bytes = bytesOf({ columns, contents: said });
      const { tag } = snapshotIn(bytes).snapshot;
      const index = { address: "forged.pocket", bytes: bytes.length, tag };
      const version = { ...pointer.versions[0], parts: [index, ...parts] };
      await writeFile(at("forged.pocket"), bytes);
      await writeFile(at("forged.json"), JSON.stringify({ ...pointer, versions: [version] }));
      return await open(at("forged.json"));
    };
    const missed: string[] = [];
    for (const { name } of partIndexColumns) {
      const values = stored.columns.column(name);
      for (let row = 0; row < values.length; row++) {
        const changed = values.slice() as Column;
        changed[row] = (changed[row] as number) ^ 1;
        const commons = await forged(name, changed).catch(() => undefined);
        // Another number of positions may be no world at all.
        if (commons === undefined) continue;
        let error: unknown;
        try {
          commons.verify("structure");
          missed.push(`${name}[${row}]`);
        } catch (thrown) {
          error = thrown;
        }
        expect(error).toMatchObject({
          code: "SNAPSHOT",
          message: expect.stringMatching(/forged\.pocket/),
        });
        commons.close();
      }
    }
    expect(missed).toEqual([]);
    const fewer = { ...contents, info: { ...contents.info, observationCount: 5 } };
    const other = await forged("", new Uint8Array(), fewer);
    expect(() => other.verify("structure")).toThrow(
      /forged\.pocket: what its header says of 'info'/,
    );
    other.close();
    const told = await run(["info", at("forged.json"), "--verify"]);
    expect(told).toMatchObject({
      code: expect.any(Number),
      err: expect.stringMatching(/forged\.pocket/),
    });
  });

  test("is asked by commands, as files", async () => {
    await joined();
    const ran = await run(["node", at("world.json"), "geoId/06", "-p", "->name"]);
    expect(ran).toMatchObject({ code: 0, err: "", out: expect.stringContaining("California") });
    expect((await run(["info", at("world.json")])).out).toMatch(/^observations +6$/m);
  });

  test("is published by its pointer, and asked and served from where it was published", async () => {
    const one = await joined();
    const published = await run(["publish", at("world.json"), at("there"), "--name", "v1"]);
    expect(published).toMatchObject({ code: 0, err: "" });
    expect(await readdir(at("there"))).toHaveLength(5);
    expect(ask(await open(join(at("there"), "world.json")), "Income")).toEqual(ask(one, "Income"));
    await writeFile(at("b.part"), await readFile(at("a.part")));
    const refused = await run(["publish", at("world.json"), at("there"), "--name", "v2"]);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain("part 1: is another part than the one that was published");
    const far = await openRemote(fileBlocks(join(at("there"), "world.json")));
    const { port, close } = await serve(far);
    const origin = `http://127.0.0.1:${port}`;
    const query =
      "variable.dcids=Income&entity.dcids=geoId/06&select=value&select=date&select=entity&select=variable";
    const answer = await (await fetch(`${origin}/v2/observation?${query}`)).text();
    expect(answer).toContain('"value":7');
    expect((await fetch(`${origin}/explorer/api/home`)).status).toBe(200);
    await close();
  });

  test("is not joined in the place of versions that were published", async () => {
    await joined();
    const pointer = JSON.parse(await readFile(at("world.json"), "utf8"));
    const { parts: _, ...older } = { ...pointer.versions[0], name: "older" };
    const text = JSON.stringify({ ...pointer, versions: [...pointer.versions, older] });
    await writeFile(at("world.json"), text);
    const before = await readdir(folder);
    await expect(joinParts(at("graph.pocket"), [at("b.part")], at("world.json"))).rejects.toThrow(
      /versions were published there, and joining would lose them/,
    );
    expect(await readFile(at("world.json"), "utf8")).toBe(text);
    expect(await readdir(folder)).toEqual(before);
  });

  test("has one ranking", async () => {
    const commons = await joined();
    commons.close();
    const ranking = { score: () => 7 };
    await partOf(await open(at("graph.pocket")), incomes, "c.part", { ranking });
    const paths = [at("a.part"), at("c.part")];
    await expect(joinParts(at("graph.pocket"), paths, at("world.json"))).rejects.toThrow(
      /c\.part' has another ranking than the others: a facet has the score 7, not 100/,
    );
  });

  test("has no variable twice", async () => {
    const commons = await joined();
    commons.close();
    const twice = [at("a.part"), at("b.part"), at("b.part")];
    await expect(joinParts(at("graph.pocket"), twice, at("world.json"))).rejects.toThrow(
      /the variable 'Income' lies in two parts/,
    );
  });

  test("replaces its index when it is joined again, and keeps no other", async () => {
    const commons = await joined();
    commons.close();
    await new Promise((done) => setTimeout(done, 1_100));
    await joinParts(at("graph.pocket"), [at("b.part")], at("world.json"));
    const indexes = (await readdir(folder)).filter((name) => name.endsWith(".index.pocket"));
    expect(indexes).toHaveLength(1);
    const { variableCount } = (await open(at("world.json"))).info;
    expect(variableCount).toBe(1);
  });
});

describe("a part", () => {
  test("names nodes that the graph lacks, and is not written", async () => {
    const graph = await saved();
    const rows = `${heading}geoId/99,Count_Person,2020,1,p/census\n`;
    await expect(partOf(graph, rows, "a.part")).rejects.toThrow(
      "the graph lacks the node 'geoId/99': add them to its files, and build it again",
    );
    expect(await readdir(folder)).not.toContain("a.part");
  });

  test("names nodes that no triple names, if the graph was given them", async () => {
    const rows = `${heading}geoId/99,Count_Person,2020,1,p/census\n`;
    await saveGraph(await open(graphSource), at("graph.pocket"), ["geoId/99"]);
    const report = await partOf(await open(at("graph.pocket")), rows, "a.part");
    expect(report).toMatchObject({ variableCount: 1, observationCount: 1 });
  });

  test("holds observations alone: other statements have to be in the graph", async () => {
    const graph = await saved();
    const source = { "more.mcf": 'Node: dcid:geoId/06\nname: "Golden State"\n' };
    const given = { provenance: "p/census" };
    await expect(buildPart(graph, source, at("a.part"), given)).rejects.toThrow(
      "the graph lacks the triple 'geoId/06 name Golden State'",
    );
  });

  test("holds the variables that are asked for, from files or from a snapshot", async () => {
    const graph = await saved();
    const all = `${persons}${incomes.slice(heading.length)}`;
    const variables = ["Income"];
    const report = await partOf(graph, all, "a.part", { variables });
    expect(report).toMatchObject({ variableCount: 1, observationCount: 2 });
    const source = worldSource(all);
    await (await open(source)).save(at("all.pocket"));
    expect(await buildPart(graph, at("all.pocket"), at("b.part"), { variables })).toMatchObject({
      variableCount: 1,
      observationCount: 2,
    });
  });

  test("is no world by itself", async () => {
    const graph = await saved();
    await partOf(graph, persons, "a.part");
    await expect(open(at("a.part"))).rejects.toThrow(
      "is a part of a world in parts: open the world.json",
    );
  });

  test("is built over a graph without observations", async () => {
    const source = worldSource(persons);
    const graph = await open(source);
    await expect(partOf(graph, persons, "a.part")).rejects.toThrow("holds no observations");
  });

  async function saved(): Promise<Commons> {
    await saveGraph(await open(graphSource), at("graph.pocket"));
    return await open(at("graph.pocket"));
  }
});

describe("a plan", () => {
  const counts = [
    ["a", 5],
    ["b", 4],
    ["c", 3],
    ["d", 2],
  ] as const;

  test("gives each part about the same number of rows", () => {
    expect(planParts(counts, { parts: 2 })).toEqual([
      { rows: 7, variables: ["a", "d"] },
      { rows: 7, variables: ["b", "c"] },
    ]);
  });

  test("has as many parts as the longest one allows; a longer variable is alone", () => {
    expect(planParts(counts, { maxRows: 4 }).map(({ rows }) => rows)).toEqual([5, 4, 3, 2]);
    expect(planParts(counts)).toEqual([{ rows: 14, variables: ["a", "b", "c", "d"] }]);
  });
});
