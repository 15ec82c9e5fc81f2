/** The threads of the built server. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Door = typeof import("../../../src/serve.ts");

/** Built from sources, without types of its own. */
const door: string = new URL("../../../dist/serve.js", import.meta.url).href;
const { serve } = (await import(/* @vite-ignore */ door)) as Door;
const library: string = new URL("../../../dist/index.js", import.meta.url).href;
const { open } = (await import(
  /* @vite-ignore */ library
)) as typeof import("../../../src/index.ts");

const paths = [
  "v2/node?nodes=geoId/06&property=->name",
  "v2/node?nodes=country/USA&property=<-*",
  "v2/observation?entity.dcids=geoId/06&variable.dcids=Count_Person&date=LATEST&select=date&select=value&select=variable&select=entity",
  "v2/node?nodes=geoId/06&property=name",
  "api/place/name?dcids=geoId/06",
  "nowhere",
];

async function answersOf(workers: number): Promise<unknown[]> {
  const server = await serve("data-samples/us-states", { workers });
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(server.url + path);
        return [response.status, await response.text()];
      }),
    );
  } finally {
    await server.close();
  }
}

const keyed = { workers: 1, keys: ["right"], website: true, agents: true };
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const listed = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** On routes of every kind: documented, of a self-hosted instance, unlisted, of the website, of agents. */
async function requireKeys(url: string): Promise<void> {
  const unlisted = "v1/variable/ancestors/Count_Person";
  for (const path of [paths[0], `core/api/${paths[0]}`, unlisted, paths[4], "mcp"]) {
    const statusOf = async (key?: string) => {
      const own = key === undefined ? headers : { ...headers, "x-api-key": key };
      const post = path === "mcp" ? { method: "POST", body: listed } : {};
      return (await fetch(`${url}${path}`, { ...post, headers: own })).status;
    };
    const statuses = [await statusOf("right"), await statusOf("WRONG"), await statusOf()];
    expect([path, ...statuses]).toEqual([path, 200, 400, 401]);
  }
}

describe("workers", () => {
  test("answer what one thread does", async () => {
    expect(await answersOf(2)).toEqual(await answersOf(0));
  });

  test("ask for the keys that the server was given, for a Commons, too", async () => {
    const commons = await open("data-samples/us-states");
    for (const source of ["data-samples/us-states", commons]) {
      const server = await serve(source as typeof commons, { ...keyed, maxRows: 50 });
      try {
        await requireKeys(server.url);
        const large = "v2/node?nodes=country/USA&property=<-*&key=right";
        expect((await fetch(server.url + large)).status).toBe(429);
      } finally {
        await server.close();
      }
    }
  });

  test.each([-1, 257, 1.5, Number.NaN])("are not %d", async (workers) => {
    await expect(serve("data-samples/us-states", { workers })).rejects.toThrow(TypeError);
  });
});

describe("workers over a world in a store", () => {
  test("ask for the keys that the server was given, on every route", async () => {
    const at = (name: string) => new URL(`../../../dist/${name}.js`, import.meta.url).href;
    const remote = (await import(at("remote"))) as typeof import("../../../src/remote.ts");
    const operate = (await import(at("operate"))) as typeof import("../../../src/operate.ts");
    const folder = mkdtempSync(join(tmpdir(), "pocket-commons-far-keys-"));
    const file = join(folder, "world.pocket");
    await (await open("data-samples/us-states")).save(file);
    const far = () => remote.openRemote(operate.fileBlocks(file));
    const server = await serve(far, keyed);
    try {
      await requireKeys(server.url);
    } finally {
      await server.close();
      (server.commons as { close?: () => void }).close?.();
      rmSync(folder, { recursive: true });
    }
  });

  test("answer what one thread does, and follow the versions of the world", async () => {
    const at = (name: string) => new URL(`../../../dist/${name}.js`, import.meta.url).href;
    const remote = (await import(at("remote"))) as typeof import("../../../src/remote.ts");
    const operate = (await import(at("operate"))) as typeof import("../../../src/operate.ts");
    const folder = mkdtempSync(join(tmpdir(), "pocket-commons-far-"));
    const target = operate.folderTarget(folder);
    const publish = async (version: string, source: Parameters<typeof open>[0]) => {
      const file = join(folder, `${version}.saved`);
      await (await open(source)).save(file);
      await remote.publish(target, readFileSync(file), { version });
    };
    await publish("one", "data-samples/us-states");
    const blocks = operate.fileBlocks(join(folder, "world.json"));
    const server = await serve(() => remote.openRemote(blocks, { follow: 50 }), { workers: 2 });
    try {
      const answers = await Promise.all(
        paths.map(async (path) => {
          const response = await fetch(server.url + path);
          return [response.status, await response.text()];
        }),
      );
      expect(answers).toEqual(await answersOf(0));
      await publish("two", { "a.mcf": 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "Another"' });
      const nameNow = async () => await (await fetch(server.url + paths[0])).text();
      await expect.poll(nameNow, { timeout: 5000 }).toContain("Another");
      // All threads: each takes its turn.
      const names = await Promise.all(Array.from({ length: 8 }, nameNow));
      for (const name of names) expect(name).toContain("Another");
    } finally {
      await server.close();
      (server.commons as { close?: () => void }).close?.();
      rmSync(folder, { recursive: true });
    }
  });

  test("answer from parts, and follow the pointer to other ones", async () => {
    const at = (name: string) => new URL(`../../../dist/${name}.js`, import.meta.url).href;
    const remote = (await import(at("remote"))) as typeof import("../../../src/remote.ts");
    const operate = (await import(at("operate"))) as typeof import("../../../src/operate.ts");
    const made = (await import(at("parts"))) as typeof import("../../../src/parts.ts");
    const folder = mkdtempSync(join(tmpdir(), "pocket-commons-far-parts-"));
    const file = (name: string) => join(folder, name);
    const commons = await open("data-samples/us-states");
    const variables = [...commons.catalog.variables()].map(({ dcid }) => dcid);
    await made.saveGraph(commons, file("graph.pocket"));
    const graph = await open(file("graph.pocket"));
    const parts = ["a.part", "b.part", "c.part"].map(file);
    for (const [part, path] of parts.entries()) {
      const own = variables.filter((_, variable) => variable % parts.length === part);
      await made.buildPart(graph, commons, path, { variables: own });
    }
    await made.joinParts(file("graph.pocket"), parts, file("world.json"));
    const blocks = operate.fileBlocks(file("world.json"));
    const server = await serve(() => remote.openRemote(blocks, { follow: 50 }), { workers: 2 });
    try {
      const answersNow = () =>
        Promise.all(
          paths.map(async (path) => {
            const response = await fetch(server.url + path);
            return [response.status, await response.text()];
          }),
        );
      const expected = await answersOf(0);
      expect(await answersNow()).toEqual(expected);
      expect(await (await fetch(`${server.url}metrics`)).text()).toMatch(
        /pocket_commons_store\{kind="questions"\} [1-9]/,
      );
      const own = variables.filter((name) => name !== "Count_Person");
      const [, last] = parts as [string, string];
      await made.buildPart(graph, commons, last, { variables: own });
      await made.joinParts(file("graph.pocket"), [last], file("world.json"));
      // It keeps no answer that is not asked for in the same way.
      const latest = async (count: number) =>
        (await (await fetch(`${server.url}${paths[2]}&key=${count}`)).json()) as object;
      let count = 0;
      await expect
        .poll(async () => JSON.stringify(await latest(count++)), { timeout: 10_000 })
        .toContain('"byEntity":{"geoId/06":{}}');
    } finally {
      await server.close();
      (server.commons as { close?: () => void }).close?.();
      rmSync(folder, { recursive: true });
    }
  });
});
