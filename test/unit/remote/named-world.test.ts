/** Worlds that were published as versions. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { pointerBytes, type WorldVersion } from "../../../src/parts/world-pointer.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { RemoteError } from "../../../src/remote/stores/block-store.ts";
import { errorOf, snapshotOf } from "../../remote/stored-world.ts";
import { MemoryFolder } from "../../remote/stores/memory-folder.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const name = { nodes: ["a"], property: "->name" } as const;
let folder: MemoryFolder;
const worlds = new Map<string, { bytes: Uint8Array; tag: string }>();

/** A world in which the node `a` has the name of the world. */
async function made(world: string) {
  const mcf = `Node: dcid:a\ntypeOf: dcs:City\nname: "${world}"\n`;
  const bytes = snapshotOf(await open({ "a.mcf": mcf }), 512);
  const remote = await openRemote(new MemoryStore(bytes));
  worlds.set(world, { bytes, tag: remote.contentTag });
}

beforeAll(async () => {
  for (const world of ["one", "two", "three"]) await made(world);
});

beforeEach(() => {
  folder = new MemoryFolder();
});

function versionOf(world: string): WorldVersion {
  const { bytes, tag } = worlds.get(world)!;
  const address = `${world}.pocket`;
  folder.objects.set(`place/${address}`, bytes);
  const snapshot = { address, bytes: bytes.length, tag };
  return { name: world, published: "2026-11-26T02:00:00.000Z", snapshot };
}

function point(current: string, others: readonly string[] = [], padding = 0) {
  const versions = [current, ...others].map(versionOf);
  const pointer = { pocketCommonsWorld: 1, current, versions, padding: " ".repeat(padding) };
  folder.objects.set("place/world.json", pointerBytes(pointer));
}

const nameIn = async (remote: { v2: Commons["v2"] } | Awaited<ReturnType<typeof openRemote>>) =>
  (await remote.v2.node(name)).data?.["a"]?.arcs?.["name"]?.nodes?.[0]?.value;

const pointed = (options: object = {}) => openRemote(folder.store("place/world.json"), options);

describe("a world of versions", () => {
  test("is opened at the current one, from the pointer", async () => {
    point("two", ["one"]);
    const remote = await pointed();
    expect(await nameIn(remote)).toBe("two");
    expect(remote.version).toMatchObject({ name: "two", published: "2026-11-26T02:00:00.000Z" });
    expect(Date.now() - remote.version.checkedAt).toBeLessThan(10_000);
    expect(remote.contentTag).toBe(worlds.get("two")?.tag);
  });

  test("is opened at another one by its name, and stays there", async () => {
    point("two", ["one"]);
    const remote = await pointed({ version: "one" });
    point("three", ["two", "one"]);
    expect(await nameIn(remote)).toBe("one");
    const error = await errorOf(pointed({ version: "none" }));
    expect(error).toMatchObject({ fault: "missing" });
    expect(error.message).toContain('there is no version "none"');
  });

  test("is opened with a pointer longer than the first bytes", async () => {
    point("two", ["one"], 5000);
    expect(await nameIn(await pointed())).toBe("two");
  });

  test("stays at the version that was opened, without 'follow'", async () => {
    point("one");
    const remote = await pointed();
    point("two", ["one"]);
    expect(await nameIn(remote)).toBe("one");
  });

  test("is followed to the next version, and back", async () => {
    point("one");
    const remote = await pointed({ follow: 10 });
    point("two", ["one"]);
    await vi.waitFor(async () => expect(await nameIn(remote)).toBe("two"));
    expect(remote.version.name).toBe("two");
    point("one", ["two"]);
    await vi.waitFor(async () => expect(await nameIn(remote)).toBe("one"));
    remote.close();
    const { length } = folder.asked;
    await new Promise((done) => setTimeout(done, 50));
    expect(folder.asked.length - length).toBeLessThan(2);
  });

  test("answers from the old version while the store is gone, and says since when", async () => {
    point("one");
    const remote = await pointed({ follow: 10 });
    expect(await nameIn(remote)).toBe("one");
    folder.failure = new RemoteError("unavailable", "gone");
    await new Promise((done) => setTimeout(done, 30));
    const { checkedAt } = remote.version;
    await new Promise((done) => setTimeout(done, 60));
    expect(await nameIn(remote)).toBe("one");
    expect(remote.version.checkedAt).toBe(checkedAt);
    folder.failure = undefined;
    await vi.waitFor(() => expect(remote.version.checkedAt).toBeGreaterThan(checkedAt));
    remote.close();
  });

  test("is not known to be current after a damaged pointer, or a version that is not there", async () => {
    point("one");
    const remote = await pointed({ follow: 10 });
    const damage = [
      () => folder.objects.set("place/world.json", new TextEncoder().encode("{")),
      () => {
        point("two");
        folder.objects.delete("place/two.pocket");
      },
    ];
    for (const change of damage) {
      change();
      await new Promise((done) => setTimeout(done, 30));
      const { checkedAt } = remote.version;
      await new Promise((done) => setTimeout(done, 60));
      expect(remote.version).toMatchObject({ name: "one", checkedAt });
    }
    point("two");
    await vi.waitFor(async () => expect(await nameIn(remote)).toBe("two"));
    remote.close();
  });

  test("answers from the next version when the old one was removed, with 'follow' or 'reopen'", async () => {
    for (const options of [{ follow: 600_000 }, { reopen: true }, {}]) {
      point("one");
      const remote = await pointed({ ...options, maxCacheBytes: 0 });
      point("two");
      folder.objects.delete("place/one.pocket");
      if (Object.keys(options).length > 0) expect(await nameIn(remote)).toBe("two");
      else expect(await errorOf(nameIn(remote))).toMatchObject({ fault: "missing" });
      remote.close();
    }
  });

  test("is refused when the pointer names another snapshot than lies there", async () => {
    point("one");
    folder.objects.set("place/one.pocket", worlds.get("two")!.bytes);
    const error = await errorOf(pointed());
    expect(error.message).toMatch(/place\/one.pocket.* is not the snapshot that the pointer names/);
  });

  test("is refused by a store that has one object alone", async () => {
    point("one");
    const { describe, read } = folder.store("place/world.json");
    const error = await errorOf(openRemote({ describe, read }));
    expect(error).toMatchObject({ fault: "unsuitable" });
  });

  test("is refused with options that contradict each other", async () => {
    point("one");
    await expect(pointed({ version: "one", follow: 10 })).rejects.toThrow(TypeError);
    const plain = new MemoryStore(worlds.get("one")!.bytes);
    expect(await errorOf(openRemote(plain, { version: "one" }))).toMatchObject({
      fault: "unsuitable",
    });
  });
});

test("a snapshot that lies by itself is followed, too", async () => {
  const store = new MemoryStore(worlds.get("one")!.bytes);
  const remote = await openRemote(store, { follow: 10 });
  expect(await nameIn(remote)).toBe("one");
  expect(remote.version.name).toBeUndefined();
  store.replace(worlds.get("two")!.bytes);
  await vi.waitFor(async () => expect(await nameIn(remote)).toBe("two"));
  remote.close();
});
