/** Stores as a command line names them. */

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { targetOf } from "../../../src/cli/stores.ts";
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
