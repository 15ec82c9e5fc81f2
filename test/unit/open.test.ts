import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LoadError, open } from "../../src/index.ts";

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
      "two values for one observation, the later one was kept: variable 'v', entity 'e', date '2020'",
    );
    expect(commons.info.observations).toBe(1);
    expect(commons.observations.valueOf(0)).toBe(8);
  });

  test("strict refuses", async () => {
    await expect(open(file("strict.csv", table(2)), { strict: true })).rejects.toThrow(LoadError);
  });

  test("the same value twice is not worth a word", async () => {
    const commons = await open(file("same.csv", "entity,variable,date,value\ne,v,1,5\ne,v,1,5\n"));
    expect(commons.info.diagnostics.levels).toEqual({ info: 0, warning: 0, error: 0, fatal: 0 });
  });
});

describe("a Commons", () => {
  test("counts what the specification of info says, dcid lines not among the triples", async () => {
    const mcf =
      "Node: a\ndcid: x/1\ntypeOf: City\nname: One\nname: One\ncontainedInPlace: dcid:y\n";
    const { info } = await open(file("info.mcf", mcf), { provenance: "dc/base/Mine" });
    expect(info).toMatchObject({
      nodes: 1,
      triples: 3,
      observations: 0,
      series: 0,
      facets: 0,
      variables: 0,
      entities: 0,
      provenances: 1,
    });
    expect(info.bytes).toBeGreaterThan(0);
  });

  test("cannot be changed", async () => {
    const commons = await open(file("frozen.mcf", "Node: dcid:a\nname: A\n"));
    expect(Object.isFrozen(commons)).toBe(true);
    expect(Object.isFrozen(commons.info)).toBe(true);
    expect(() => Object.assign(commons, { fetch: undefined })).toThrow(TypeError);
  });

  test("answers through fetch what its typed method answers", async () => {
    const commons = await open(file("twin.mcf", "Node: dcid:a\nname: A\ntypeOf: City\n"));
    const request = { nodes: ["a"], property: "->*" };
    const url = "https://api.datacommons.org/v2/node?key=k&nodes=a&property=-%3E*";
    const post = await commons.fetch("/core/api/v2/node", {
      method: "POST",
      body: JSON.stringify(request),
    });
    const expected = JSON.parse(JSON.stringify(commons.node(request)));
    expect(await (await commons.fetch(url)).json()).toEqual(expected);
    expect(await post.json()).toEqual(expected);
  });

  test("wants a key on public paths, one of the given ones if there are any", async () => {
    const path = file("keys.mcf", "Node: dcid:a\nname: A\n");
    const commons = await open(path, { keys: ["mine"] });
    const statusOf = async (url: string) => (await commons.fetch(url)).status;
    expect(await statusOf("/v2/node?nodes=a&property=-%3E")).toBe(401);
    expect(await statusOf("/v2/node?key=other&nodes=a&property=-%3E")).toBe(400);
    expect(await statusOf("/v2/node?key=mine&nodes=a&property=-%3E")).toBe(200);
    expect(await statusOf("/core/api/v2/node?nodes=a&property=-%3E")).toBe(200);
  });
});
