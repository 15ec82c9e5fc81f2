/** What a closed Commons gives back, and what it says when it is asked. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disposing, disposingLater } from "../../../src/errors/errors.ts";
import { attach, type Commons, open } from "../../../src/index.ts";
import { mock } from "../../../src/testing.ts";

let folder: string;
let path: string;
let damaged: string;
const files = {
  "town.mcf": "Node: dcid:geoId/06\ntypeOf: dcs:State\nname: California\n",
  "people.csv": "entity,variable,date,value\ngeoId/06,Count_Person,2020,39\n",
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  path = join(folder, "world.pocket");
  damaged = join(folder, "damaged.pocket");
  await (await open(files)).save(path);
  writeFileSync(damaged, readFileSync(path).fill(1, 40, 60));
});
afterAll(() => rmSync(folder, { recursive: true }));

const question = { nodes: ["geoId/06"], property: "->name" } as const;
const descriptors = (): number => readdirSync("/proc/self/fd").length;
const hasDescriptors = process.platform === "linux";

/** Every way to ask a Commons in process. */
const ways: Readonly<Record<string, (commons: Commons) => unknown>> = {
  node: (commons) => commons.v2.node(question),
  observation: (commons) =>
    commons.v2.observation({
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
      date: "LATEST",
      select: ["entity", "variable", "date", "value"],
    }),
  resolve: (commons) =>
    commons.v2.resolve({ nodes: ["California"], property: "<-description->dcid" }),
  sparql: (commons) => commons.v2.sparql({ query: "SELECT ?x WHERE { ?x typeOf State }" }),
  "v1.triples": (commons) => commons.v1.triples({ direction: "out", node: "geoId/06" }),
  "v0.propertyLabels": (commons) => commons.v0.propertyLabels({ dcids: ["geoId/06"] }),
  catalog: (commons) => commons.catalog.variables(),
  graph: (commons) => commons.engine.graph,
  observations: (commons) => commons.engine.observations,
  verify: (commons) => commons.verify(),
  share: (commons) => commons.share(),
};

describe("a closed Commons", () => {
  test.each(Object.entries(ways))("says so to %s, whatever it was opened from", async (_, ask) => {
    for (const source of [path, readFileSync(path), files]) {
      const commons = await open(source);
      ask(commons);
      commons.close();
      expect(() => ask(commons)).toThrow(expect.objectContaining({ code: "CLOSED" }));
    }
  });

  test("says so to save, table and explain, and answers 503 over fetch", async () => {
    const commons = await open(path);
    const { fetch, v2, v1 } = commons;
    commons.close();
    await expect(commons.save(join(folder, "other.pocket"))).rejects.toThrow(
      expect.objectContaining({ code: "CLOSED" }),
    );
    const asked = { entities: ["geoId/06"], variables: ["Count_Person"] };
    await expect(commons.table(asked)).rejects.toThrow("the Commons was closed");
    await expect(commons.explain({ node: question })).rejects.toThrow("the Commons was closed");
    const answer = await fetch("/v2/node?key=k&nodes=geoId/06&property=->name");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      code: 14,
      message: expect.stringContaining("closed"),
    });
    expect(() => v2.node(question)).toThrow(expect.objectContaining({ code: "CLOSED" }));
    expect(() => v1.triples({ direction: "out", node: "geoId/06" })).toThrow(
      expect.objectContaining({ code: "CLOSED" }),
    );
  });

  test("keeps its numbers, and may be closed again", async () => {
    const commons = await open(path);
    commons.close();
    commons.close();
    expect(commons.info.observationCount).toBe(1);
    expect(commons.contentTag).toBe((await open(path)).contentTag);
  });

  test("reads no file that has the number of its descriptor by then", async () => {
    const commons = await open(path);
    const { graph } = commons.engine;
    commons.close();
    expect(() => graph.dictionary.textOf(0)).toThrow(expect.objectContaining({ code: "CLOSED" }));
  });

  test("leaves what others have of its memory", async () => {
    const commons = await open(files);
    const other = attach(commons.share());
    const larger = await open([commons, { "more.mcf": "Node: dcid:a\nname: b\n" }]);
    commons.close();
    expect(other.v2.node(question).data).toHaveProperty(["geoId/06"]);
    expect(larger.v2.node(question).data).toHaveProperty(["geoId/06"]);
  });

  test("gives back its memory while it is still held", async () => {
    const commons = await open(files);
    commons.v2.resolve({ nodes: ["California"], property: "<-description->dcid" });
    const graph = new WeakRef(commons.engine.graph);
    commons.close();
    setFlagsFromString("--expose_gc");
    const collect = runInNewContext("gc") as () => void;
    const isGone = () => {
      collect();
      return graph.deref() === undefined;
    };
    await expect.poll(isGone, { timeout: 5_000 }).toBe(true);
    expect(commons.info.nodeCount).toBeGreaterThan(0);
  });
});

describe.runIf(hasDescriptors)("descriptors of files", () => {
  test("are given back by close, by using, and by an opening that fails", async () => {
    const before = descriptors();
    for (let time = 0; time < 20; time++) {
      const commons = await open(path);
      commons.v2.node(question);
      commons.close();
      {
        using other = await open(path);
        await using third = await open(path);
        expect(other.v2.node(question)).toEqual(third.v2.node(question));
      }
      await expect(open(damaged)).rejects.toThrow("damaged");
      await expect(open(path, { strict: true })).rejects.toThrow("'strict' comes too late");
    }
    expect(descriptors()).toBe(before);
  });

  test("of bases are given back when a larger world was made of them", async () => {
    const before = descriptors();
    for (let time = 0; time < 20; time++) await open([path, { "a.mcf": files["town.mcf"] }]);
    expect(descriptors()).toBe(before);
  });
});

test("install of a mock is undone at the end of a block", async () => {
  const former = globalThis.fetch;
  const double = await mock(files);
  {
    using _installed = double.install();
    expect(globalThis.fetch).not.toBe(former);
  }
  expect(globalThis.fetch).toBe(former);
});

test("the methods that using calls have the names that compilers look for", () => {
  const names = Symbol as unknown as Readonly<Record<string, symbol | undefined>>;
  expect(disposing).toBe(names["dispose"] ?? Symbol.for("Symbol.dispose"));
  expect(disposingLater).toBe(names["asyncDispose"] ?? Symbol.for("Symbol.asyncDispose"));
});
