/** Whatever is a source for one function is one for all of them. */
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { open, type Source, world } from "../../../../src/index.ts";
import { lint, proposeColumns } from "../../../../src/lint.ts";
import { openRemote } from "../../../../src/remote/remote-commons.ts";
import { serve } from "../../../../src/serve.ts";
import { mock } from "../../../../src/testing.ts";
import { snapshotOf } from "../../../remote/stored-world.ts";
import { MemoryStore } from "../../../remote/stores/memory-store.ts";
import { ask } from "../../asking.ts";
import { withFolder } from "../../load/load-texts.ts";

const town = 'Node: dcid:Springfield\ntypeOf: dcs:City\nname: "Springfield"\n';
const table = "city,year,people\nSpringfield,2020,1\nShelbyville,2021,2\n";
const path = "/v2/node?nodes=Springfield&property=->name";
const made = await open({ "town.mcf": town });

/** One file in every form that has a name. */
const files: Readonly<Record<string, (name: string, text: string, folder: string) => Source>> = {
  "a path": (name, _, folder) => join(folder, name),
  "the URL of a file": (name, _, folder) => pathToFileURL(join(folder, name)),
  "a File": (name, text) => new File([text], name),
  "a text by its name": (name, text) => ({ [name]: text }),
  "bytes by their name": (name, text) => ({ [name]: Buffer.from(text) }),
  "a Blob by its name": (name, text) => ({ [name]: new Blob([text]) }),
  "a Response": (name, text) => ({ name, content: new Response(text) }),
  "a ReadableStream": (name, text) => ({ name, content: new Blob([text]).stream() }),
  "an AsyncIterable of bytes": (name, text) => ({
    name,
    content: Readable.from([Buffer.from(text)]) as AsyncIterable<Uint8Array>,
  }),
  "a stream of a file": (name, _, folder) =>
    createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>,
};

/** What was loaded before. */
const worlds: Readonly<Record<string, (folder: string) => Source>> = {
  "a Commons": () => made,
  "a snapshot in memory": () => snapshotOf(made, 512),
  "a snapshot as a Blob": () => new Blob([snapshotOf(made, 512)]),
  "the path of a snapshot": (folder) => {
    const path = join(folder, "town.pocket");
    writeFileSync(path, snapshotOf(made, 512));
    return path;
  },
  "a world that is built": () =>
    world().node("Springfield", { typeOf: "City", name: "Springfield" }),
};

const sources: Readonly<Record<string, (folder: string) => Source>> = {
  ...Object.fromEntries(
    Object.entries(files).map(([kind, make]) => [
      kind,
      (folder: string) => make("town.mcf", town, folder),
    ]),
  ),
  ...worlds,
};

const takers: Readonly<Record<string, (source: Source) => Promise<unknown>>> = {
  open: async (source) => (await open(source)).name("Springfield"),
  serve: async (source) => {
    const server = await serve(source);
    try {
      return /"value":"(.*?)"/.exec((await ask(server.url, path)).body.toString())?.[1];
    } finally {
      await server.close();
    }
  },
  mock: async (source) => {
    using double = await mock(source);
    const response = await double.fetch(`https://api.datacommons.org${path}`, {
      headers: { "x-api-key": "any" },
    });
    return /"value":"(.*?)"/.exec(await response.text())?.[1];
  },
  lint: async (source) => {
    const { levels } = await lint(source);
    return levels.error + levels.fatal === 0 ? "Springfield" : levels;
  },
};

describe.each(Object.entries(takers))("%s takes", (_, take) => {
  test.each(Object.entries(sources))("%s", async (_kind, make) => {
    await withFolder({ "town.mcf": town }, async (folder) => {
      expect(await take(make(folder))).toBe("Springfield");
    });
  });
});

test.each(Object.entries(files))("proposeColumns takes %s", async (_, make) => {
  await withFolder({ "t.csv": table }, async (folder) => {
    const { columns } = await proposeColumns(make("t.csv", table, folder));
    expect(columns?.entity).toMatchObject({ name: "city" });
  });
});

test("an address names openRemote, whoever is given it", async () => {
  for (const take of Object.values(takers)) {
    await expect(take("https://example.org/world.json")).rejects.toThrow("openRemote");
  }
  await expect(proposeColumns("https://example.org/t.csv")).rejects.toThrow("https:");
});

test("a world elsewhere is served", async () => {
  const remote = await openRemote(new MemoryStore(snapshotOf(made, 512)));
  const server = await serve(remote);
  try {
    expect((await ask(server.url, path)).body.toString()).toContain("Springfield");
  } finally {
    await server.close();
  }
});
