/** Stores as a command line names them. */

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CliIo } from "../../../src/cli/io.ts";
import {
  blocksOf,
  isRemote,
  remoteOptions,
  storeOptions,
  targetOf,
} from "../../../src/cli/stores.ts";
import type { BlockStore, PublishTarget } from "../../../src/remote.ts";
import { run } from "./running.ts";
import { saved } from "./saved-sample.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-stores-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

test("an address of PostgreSQL with a password is refused, and not shown", async () => {
  const source = "postgres://reader:hunter2@db.example/us";
  for (const words of [
    ["node", source, "geoId/06"],
    ["publish", "--list", source],
  ]) {
    const { code, out, err } = await run(words);
    expect([code, err]).toEqual([2, expect.stringContaining("postgres:NAME")]);
    expect(`${out}${err}`).not.toContain("hunter2");
  }
});

test("a file of options that is no JSON is refused, and not quoted", async () => {
  const file = join(folder, "store.json");
  writeFileSync(file, '{"headers": {"authorization": Bearer hunter2}}');
  const { code, err } = await run(["node", "https://a.example/world.pocket", "a", "--store", file]);
  expect([code, err]).toEqual([2, expect.stringContaining("it is no JSON")]);
  expect(err).not.toMatch(/Bearer|hunter2/);
});

test("headers go to their origin, and to no other host", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const file = join(folder, "headers.json");
  const origin = `http://127.0.0.1:${port}`;
  const ask = (address: string) => run(["node", `${address}/w.pocket`, "a", "--store", file]);
  writeFileSync(file, JSON.stringify({ origin, headers: { authorization: "Bearer a" } }));
  await ask(origin);
  expect(seen).toContain("Bearer a");
  seen.length = 0;
  await ask(`http://localhost:${port}`);
  expect(new Set(seen)).toEqual(new Set([undefined]));
  writeFileSync(file, JSON.stringify({ headers: { authorization: "Bearer a" } }));
  expect(await ask(origin)).toMatchObject({ code: 2 });
  expect((await ask(origin)).err).toContain("'headers' need 'origin'");
  await new Promise((closed) => server.close(closed));
});

test("a folder is a target, also by its world.json", async () => {
  const pointer = join(folder, "us", "world.json");
  for (const target of [join(folder, "us"), pointer]) {
    expect((await targetOf(target, {})).store.name).toBe(pointer);
  }
  const { store } = await targetOf(join(folder, "old-world.json"), {});
  expect(store.name).toBe(join(folder, "old-world.json", "world.json"));
});

test("a version is removed by the call that makes another one current", async () => {
  const target = join(folder, "two");
  for (const name of ["old", "new"]) {
    expect((await run(["publish", saved, target, "--name", name])).code).toBe(0);
  }
  const { code, out } = await run(["publish", "--remove", "new", "--current", "old", target]);
  expect([code, out]).toEqual([0, expect.stringContaining("old")]);
  expect(out).not.toContain("new");
});

// The file of `--store`.

/** What the file holds, or the message of the refusal. */
async function optionsIn(name: string, text: string, env: CliIo["env"] = {}): Promise<unknown> {
  const file = join(folder, name);
  writeFileSync(file, text);
  try {
    return await storeOptions(file, { env } as CliIo);
  } catch (error) {
    return String(error).replace(file, name);
  }
}

const example = "https://data.example.org";

test.each<[string, string, unknown]>([
  [
    "plain.json",
    `{"origin": "${example}", "headers": {"a": "b"}}`,
    { origin: example, headers: { a: "b" } },
  ],
  [
    "filled.json",
    `{"version": "\${A_1}-\${B}", "list": ["\${B}", 1, "$B"]}`,
    { version: "one-", list: ["", 1, "$B"] },
  ],
  [
    "empty.json",
    `{"version": "\${NONE}"}`,
    "Error: --store empty.json: the environment has no NONE",
  ],
  ["text.json", '"text"', "Error: --store text.json: it holds no object with options"],
  ["null.json", "null", "Error: --store null.json: it holds no object with options"],
  ["list.json", "[1]", "Error: --store list.json: it holds no object with options"],
  ["none.json", "", "Error: --store none.json: it is no JSON"],
  [
    "headers.json",
    '{"headers": {}}',
    "Error: --store headers.json: 'headers' need 'origin', such as https://data.example.org: say where they go, so that no other host gets them",
  ],
  ...["https://example.org/", "https://example.org/path", "example.org"].map(
    (origin): [string, string, unknown] => [
      "origin.json",
      JSON.stringify({ origin }),
      "Error: --store origin.json: 'origin' is the beginning of an address: https://data.example.org",
    ],
  ),
  ["plain.js", `module.exports = { version: "\${B}" };`, { version: `\${B}` }],
  ["module.mjs", "export default { cacheDir: 'c' };", { cacheDir: "c" }],
  ["common.cjs", "module.exports = { cacheDir: 'd' };", { cacheDir: "d" }],
  ["bare.mjs", "export const a = 1;", "Error: --store bare.mjs: it holds no object with options"],
  ["thrown.mjs", "throw 'a text';", "Error: --store thrown.mjs: a text"],
  ["named.js.json", "{}", {}],
])("the file of options %s holds %s", async (name, text, expected) => {
  expect(await optionsIn(name, text, { A_1: "one", B: "" })).toEqual(expected);
});

test("the environment names a file of options where no option does", async () => {
  const [one, other] = [join(folder, "one.json"), join(folder, "other.json")];
  writeFileSync(one, '{"version": "one"}');
  writeFileSync(other, '{"version": "other"}');
  const io = (file: string) => ({ env: { POCKET_COMMONS_STORE: file } }) as unknown as CliIo;
  expect(await storeOptions(undefined, io(one))).toEqual({ version: "one" });
  expect(await storeOptions(other, io(one))).toEqual({ version: "other" });
  expect(await storeOptions(undefined, io(""))).toEqual({});
  const gone = storeOptions(undefined, io(join(folder, "gone.json")));
  await expect(gone).rejects.toThrow(/^--store .*gone.json: ENOENT: no such file/);
});

test("options of the store are none of the world", () => {
  const ofStore = {
    origin: example,
    headers: {},
    sign: async () => "",
    maxConcurrent: 1,
    redirects: true,
  };
  const own = { fetch, blocks: () => ({}) as BlockStore, target: () => ({}) as PublishTarget };
  const cache = { cacheDir: "c", maxDiskBytes: 1 };
  const ofWorld = { version: "one", maxReadBytes: 2, odd: true };
  expect(remoteOptions({ ...ofStore, ...own, ...cache, ...ofWorld })).toEqual(ofWorld);
});

// Sources and targets.

test.each<[string, boolean, boolean]>([
  ["https://a.example/w", true, true],
  ["HTTP://a.example/w", true, true],
  ["postgres:us", true, true],
  ["ftp://a.example/w", false, false],
  ["a/https://b", false, false],
  ["data.pocket", false, false],
  ["world.json", true, true],
  ["a/world.json", true, true],
  ["a\\world.json", true, true],
  ["old-world.json", false, false],
  ["world.json.csv", false, false],
  ["world-json", false, false],
])("whether %s lies elsewhere", (source, isAsked, isServed) => {
  expect([isRemote(source), isRemote(source, true)]).toEqual([isAsked, isServed]);
});

test.each<[string, unknown, boolean]>([
  ["the current version has parts", { current: "b", versions: [{ name: "b", parts: [1] }] }, false],
  ["the current version has none", { current: "b", versions: [{ name: "b", parts: [] }] }, true],
  [
    "the current version of several has parts",
    { current: "b", versions: [{ name: "a" }, { name: "b", parts: [1] }] },
    false,
  ],
  ["no version has any", { current: "b", versions: [{ name: "b" }] }, true],
  [
    "another version has parts",
    { current: "b", versions: [{ name: "a", parts: [1] }, { name: "b" }] },
    true,
  ],
  ["it is no pointer", {}, true],
])(
  "a pointer in a file lies elsewhere, but for a question about parts: %s",
  (_, pointer, isElsewhere) => {
    const file = join(mkdtempSync(join(folder, "pointer-")), "world.json");
    writeFileSync(file, JSON.stringify(pointer));
    expect([isRemote(file), isRemote(file, true)]).toEqual([isElsewhere, true]);
  },
);

const own = { name: "own" } as BlockStore & PublishTarget;

test("stores and targets are those of the options, or those that their names say", async () => {
  const names = async (
    sources: readonly string[],
    options: Parameters<typeof blocksOf>[1] = {},
  ) => {
    const found: (string | undefined)[] = [];
    for (const source of sources) {
      const { store, end } = await blocksOf(source, options);
      found.push(store.name);
      await end();
    }
    return found;
  };
  const sources = ["postgres:us", "POSTGRES://us", "HTTPS://a.example/w", "us/world.json"];
  const expected = ["postgres:us", "postgres:us", "https://a.example/w", "us/world.json"];
  expect(await names(sources)).toEqual(expected);
  const blocks = (source: string) => ({ ...own, name: `own ${source}` });
  expect(await names(["postgres:us", "a"], { blocks })).toEqual(["own postgres:us", "own a"]);
  const cached = await blocksOf("a", { blocks: () => own, cacheDir: join(folder, "cache") });
  expect([cached.store.name, cached.store === own]).toEqual(["own", false]);
});

test.each<[string, string]>([
  ["us", "us/world.json"],
  ["us/", "us/world.json"],
  ["us/world.json", "us/world.json"],
  ["us\\world.json", "us/world.json"],
  ["us/world.json.old", "us/world.json.old/world.json"],
  ["us/world-json", "us/world-json/world.json"],
  ["world.json", "world.json"],
  ["a:", "a:/world.json"],
  ["us.pocket/a", "us.pocket/a/world.json"],
  ["postgres:us", "postgres:us"],
  ["https://a.example/us", "https://a.example/us/world.json"],
  ["https://a.example/us/", "https://a.example/us/world.json"],
  ["HTTPS://a.example/us/world.json", "https://a.example/us/world.json"],
])("the target %s is %s", async (target, name) => {
  const { store, end } = await targetOf(target, {});
  await end();
  expect(store.name).toBe(name);
  expect((await targetOf(target, { target: () => own })).store).toBe(own);
});

const how = "PGHOST, PGUSER, PGPASSWORD and PGDATABASE lead to the database";

test.each([
  ["postgres:", "the target is postgres:NAME, and the name is missing"],
  ["ftp://a", "the target is a folder, https://…/world.json or postgres:NAME, not 'ftp://a'"],
  ["a.POCKET", "the target is a folder, https://…/world.json or postgres:NAME, not 'a.POCKET'"],
  ["postgres://me@db/us", `a world in PostgreSQL is postgres:NAME, without user and host: ${how}`],
])("the target %s is refused", async (target, message) => {
  await expect(targetOf(target, {})).rejects.toThrow(new Error(message));
});

test("the options of HTTP go to the store and the target, headers to their origin alone", async () => {
  const seen: unknown[] = [];
  const ask = async (url: string, { headers }: RequestInit) => {
    seen.push([url, new Headers(headers).get("a")]);
    return new Response(null, { status: 404 });
  };
  const signed = (url: string) => `${url}?signed`;
  const options = { origin: example, headers: { a: "b" }, fetch: ask, sign: signed };
  for (const address of [`${example}/w`, "https://other.example/w"]) {
    const { store } = await blocksOf(address, options);
    await store.describe(new AbortController().signal).catch(() => undefined);
    const target = await targetOf(address, options);
    expect(await target.store.readPointer()).toBeUndefined();
  }
  expect(seen).toEqual([
    [`${example}/w?signed`, "b"],
    [`${example}/w/world.json?signed`, "b"],
    ["https://other.example/w?signed", null],
    ["https://other.example/w/world.json?signed", null],
  ]);
});
