import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LoadError } from "../../../src/errors/errors.ts";
import { open } from "../../../src/index.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("two values for one observation", () => {
  const table = (rows: number) =>
    `entity,variable,date,value\n${Array.from({ length: rows }, (_, at) => `e,v,2020,${at}\n`).join("")}`;

  test("the later one is kept, and all are counted", async () => {
    const commons = await open(file("twice.csv", table(9)));
    const { levels, counters } = commons.info.diagnostics;
    expect(levels.error).toBe(8);
    expect(counters).toEqual([
      expect.objectContaining({ counter: "Sanity_InconsistentSvObsValues", count: 8 }),
    ]);
    expect(counters[0]?.examples[0]?.message).toBe(
      "two values for one observation, the later one was kept: variable 'v', entity 'e', date '2020'; lint names file and line",
    );
    expect(commons.info.observationCount).toBe(1);
    expect(commons.engine.observations.valueOf(0)).toBe(8);
  });

  test("strict refuses", async () => {
    await expect(open(file("strict.csv", table(2)), { strict: true })).rejects.toThrow(LoadError);
  });

  test("the same value twice is not worth a word", async () => {
    const commons = await open(
      file("same.csv", "entity,variable,date,value\ne,v,2020,5\ne,v,2020,5\n"),
    );
    expect(commons.info.diagnostics.levels).toEqual({ info: 0, warning: 0, error: 0, fatal: 0 });
  });
});

describe("the source", () => {
  test("may be a file URL", async () => {
    const url = pathToFileURL(file("url.mcf", "Node: dcid:a\nname: A\n"));
    expect((await open(url)).info.tripleCount).toBe(1);
  });

  test.each([[undefined], [42], [""], [[]], [[null]]])("%o is refused", async (source) => {
    await expect(open(source as never)).rejects.toThrow(/^open needs /);
  });
});

describe("a Commons", () => {
  test("counts what info documents, dcid lines not among the triples", async () => {
    const mcf =
      "Node: a\ndcid: x/1\ntypeOf: City\nname: One\nname: One\ncontainedInPlace: dcid:y\n";
    const { info } = await open(file("info.mcf", mcf), { provenance: "dc/base/Mine" });
    expect(info).toMatchObject({
      nodeCount: 1,
      tripleCount: 3,
      observationCount: 0,
      seriesCount: 0,
      facetCount: 0,
      variableCount: 0,
      entityCount: 0,
      provenanceCount: 1,
    });
    expect(info.bytes).toBeGreaterThan(0);
  });

  test.each([0, 65, 1.5, Number.NaN])("is not loaded by %d threads", async (threads) => {
    const path = file("threads.mcf", "Node: dcid:a\nname: A\n");
    const message = `open: 'threads' is a whole number from 1 to 64, not ${threads}`;
    await expect(open(path, { threads })).rejects.toThrow(message);
    expect((await open(path, { threads: 64 })).info.nodeCount).toBe(1);
  });

  test("cannot be changed", async () => {
    const commons = await open(file("frozen.mcf", "Node: dcid:a\nname: A\n"));
    expect(Object.isFrozen(commons)).toBe(true);
    expect(Object.isFrozen(commons.info)).toBe(true);
    expect(() => Object.assign(commons, { fetch: undefined })).toThrow(TypeError);
  });

  test("answers through fetch what its typed method answers", async () => {
    const commons = await open(file("twin.mcf", "Node: dcid:a\nname: A\ntypeOf: City\n"));
    const request = { nodes: ["a"], property: "->*" } as const;
    const url = "https://api.datacommons.org/v2/node?key=k&nodes=a&property=-%3E*";
    const post = await commons.fetch("/core/api/v2/node", {
      method: "POST",
      body: JSON.stringify(request),
    });
    const expected = JSON.parse(JSON.stringify(commons.v2.node(request)));
    expect(await (await commons.fetch(url)).json()).toEqual(expected);
    expect(await post.json()).toEqual(expected);
  });

  test("wants a key on public paths, one of the given ones if there are any", async () => {
    const path = file("keys.mcf", "Node: dcid:a\nname: A\n");
    const commons = (await open(path)).service({ keys: "mine" });
    const statusOf = async (url: string) => (await commons.fetch(url)).status;
    expect(await statusOf("/v2/node?nodes=a&property=-%3E")).toBe(401);
    expect(await statusOf("/v2/node?key=m&nodes=a&property=-%3E")).toBe(400);
    expect(await statusOf("/v2/node?key=mine&nodes=a&property=-%3E")).toBe(200);
    expect(await statusOf("/core/api/v2/node?nodes=a&property=-%3E")).toBe(200);
  });
});

describe("a custom folder", () => {
  test("finds its entities by name in what is loaded with it", async () => {
    const commons = await open(["data-samples/us-states", "data-samples/custom-folder"]);
    const { levels } = commons.info.diagnostics;
    expect([levels.error, levels.fatal]).toEqual([0, 0]);
    const { byVariable, facets } = commons.v2.observation({
      variable: { dcids: ["house_seats"] },
      entity: { dcids: ["geoId/06", "geoId/30"] },
      date: "LATEST",
      select: ["variable", "entity", "date", "value"],
    });
    const values = Object.values(byVariable?.["house_seats"]?.byEntity ?? {}).map(
      ({ orderedFacets }) => orderedFacets?.[0]?.observations,
    );
    expect(values).toEqual([[{ date: "2023", value: 52 }], [{ date: "2023", value: 2 }]]);
    expect(Object.values(facets ?? {})).toMatchObject([{ importName: "Apportionment results" }]);
    const { data } = commons.v2.node({ nodes: ["geoId/02"], property: "<-locatedIn" });
    expect(data?.["geoId/02"]?.arcs?.["locatedIn"]?.nodes).toMatchObject([{ name: "Denali" }]);
  });

  test("alone knows none of them, and says so", async () => {
    const { info } = await open("data-samples/custom-folder");
    expect(info.diagnostics.counters.map(({ counter, count }) => `${counter} ${count}`)).toEqual([
      "Resolution_UnresolvedEntity 12",
    ]);
    expect(info.observationCount).toBe(0);
  });

  test("finds places by coordinate and identifier, and others by their exact name", async () => {
    const square =
      '"{\\"type\\": \\"Polygon\\", \\"coordinates\\": [[[0,0],[2,0],[2,2],[0,2],[0,0]]]}"';
    const nodes = file(
      "nodes.mcf",
      `Node: dcid:square/1
typeOf: dcs:City
name: "Square"
wikidataId: "Q1"
geoJsonCoordinates: ${square}

Node: dcid:lab/1
typeOf: dcs:Laboratory
name: "The lab"
`,
    );
    const root = mkdtempSync(join(folder, "custom-"));
    const table = (name: string, text: string) => writeFileSync(join(root, name), text);
    const inputFiles = {
      "place.csv": { entityType: "City", provenance: "P" },
      "id.csv": { entityType: "City", provenance: "P" },
      "lab.csv": { entityType: "Laboratory", provenance: "P" },
    };
    const sources = { S: { provenances: { P: "" } } };
    table("config.json", JSON.stringify({ inputFiles, sources }));
    table("place.csv", "lat#lng,date,v\n1#1,2020,1\n5#5,2020,2\nnowhere,2020,3\n");
    table("id.csv", "wikidataId,date,v\nQ1,2021,4\nQ2,2021,5\n");
    table("lab.csv", "name,date,v\nThe lab,2020,6\nSquare,2020,7\n");
    const commons = await open([root, nodes]);
    expect(commons.info.diagnostics.counters).toMatchObject([
      { counter: "Resolution_UnresolvedEntity", count: 4 },
    ]);
    expect(commons.info.observationCount).toBe(3);
    expect(commons.info.entityCount).toBe(2);
  });
});
