import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { diskCache } from "../../../src/operate/disk-cache.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

let folder: string;
let local: Commons;
let bytes: Uint8Array;
const request = { variable: { dcids: ["Count_Person"] }, entity: { dcids: ["geoId/06"] } };
const question = { ...request, select: ["variable", "entity", "date", "value"] as const };

beforeAll(async () => {
  local = await open("data-samples/us-states");
  bytes = snapshotOf(local, 512);
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-cache-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const files = () =>
  (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

async function asked(store: MemoryStore, maxDiskBytes?: number) {
  const remote = await openRemote(diskCache(store, { folder, maxDiskBytes }), { maxCacheBytes: 0 });
  const answer = await remote.v2.observation(question as never);
  remote.close();
  expect(answer).toEqual(local.v2.observation(question as never));
  await expect.poll(() => files().every((path) => !path.includes("."))).toBe(true);
  return store.calls.length;
}

test("what one process read of a store, another one reads from disk", async () => {
  expect(await asked(new MemoryStore(bytes))).toBeGreaterThan(0);
  expect(files().length).toBeGreaterThan(0);
  expect(await asked(new MemoryStore(bytes))).toBe(0);
});

test("a damaged file is read from the store again, and mended", async () => {
  await asked(new MemoryStore(bytes));
  for (const path of files()) {
    const held = readFileSync(path);
    held[held.length - 1]! ^= 1;
    writeFileSync(path, held);
  }
  expect(await asked(new MemoryStore(bytes))).toBeGreaterThan(0);
  expect(await asked(new MemoryStore(bytes))).toBe(0);
  for (const path of files()) writeFileSync(path, "");
  expect(await asked(new MemoryStore(bytes))).toBeGreaterThan(0);
});

test("two processes write into one folder at once", async () => {
  const stores = Array.from({ length: 4 }, () => new MemoryStore(bytes));
  await Promise.all(stores.map((store) => asked(store)));
  expect(await asked(new MemoryStore(bytes))).toBe(0);
});

test("another version is not answered from the files of the one before", async () => {
  await asked(new MemoryStore(bytes));
  const store = new MemoryStore(bytes);
  store.replace(bytes);
  expect(await asked(store)).toBeGreaterThan(0);
});

test("the folder stays below its bytes, and may be impossible to write", async () => {
  const most = 100_000;
  await asked(new MemoryStore(bytes), most);
  const size = () => files().reduce((sum, path) => sum + statSync(path).size, 0);
  await expect.poll(size).toBeLessThanOrEqual(most);
  const blocked = join(folder, "file");
  writeFileSync(blocked, "");
  const store = diskCache(new MemoryStore(bytes), { folder: join(blocked, "below") });
  const remote = await openRemote(store);
  expect(remote.info.tripleCount).toBe(local.info.tripleCount);
  expect(() => diskCache(new MemoryStore(bytes), { folder: "" })).toThrow(TypeError);
});

test("what else lies in the folder is never removed", async () => {
  const others = [join("photos", "one"), join("00", "two"), join("00", "0".repeat(62))];
  for (const [at, path] of others.entries()) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "old");
    utimesSync(join(folder, path), at + 1, at + 1);
  }
  await asked(new MemoryStore(bytes), 1);
  // The last one is as its own files are, and the others are older.
  await expect.poll(() => existsSync(join(folder, others[2]!))).toBe(false);
  expect(others.filter((path) => existsSync(join(folder, path)))).toEqual(others.slice(0, 2));
});
