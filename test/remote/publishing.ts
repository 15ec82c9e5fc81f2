/** What holds of publishing, whatever the target. */

import { expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { pointerBytes } from "../../src/parts/world-pointer.ts";
import { openRemote } from "../../src/remote/remote-commons.ts";
import type { BlockStore } from "../../src/remote/stores/block-store.ts";
import {
  makeCurrent,
  publish,
  removeVersions,
  versionsOf,
} from "../../src/remote/versions/publish.ts";
import type { PublishTarget } from "../../src/remote/versions/publish-target.ts";
import { errorOf, snapshotOf } from "./stored-world.ts";

export interface Published {
  readonly target: (name: string) => PublishTarget;
  readonly published: (name: string) => BlockStore;
}

/** A snapshot in which the node `a` has a name; longer than a row or a block of any store. */
export async function named(name: string, further = ""): Promise<Uint8Array> {
  const nodes = Array.from({ length: 400 }, (_, at) => {
    return `Node: dcid:a${at || ""}\ntypeOf: dcs:City\nname: "${name}"\ndescription: "${further}${"x".repeat(at)}"\n`;
  });
  return snapshotOf(await open({ "a.mcf": nodes.join("\n") }), 4096);
}

type Remote = Awaited<ReturnType<typeof openRemote>>;

export async function nameIn(remote: Remote): Promise<unknown> {
  const { data } = await remote.v2.node({ nodes: ["a"], property: "->name" });
  return data?.["a"]?.arcs?.["name"]?.nodes?.[0]?.value;
}

/** @param isExclusive whether the store compares before it writes */
export function testPublishing(storeOf: () => Published, isExclusive = true): void {
  const versionNames = async (target: PublishTarget) =>
    (await versionsOf(target)).versions.map(({ name }) => name);

  test("is read as the latest version, or as an older one by its name", async () => {
    const store = storeOf();
    const target = store.target("versions");
    const first = await publish(target, await named("one"), { version: "v1" });
    expect(first).toMatchObject({ version: "v1", movedBytes: first.storedBytes, removed: [] });
    await publish(target, await named("two"), { version: "v2" });
    const remote = await openRemote(store.published("versions"));
    expect(await nameIn(remote)).toBe("two");
    expect(remote.version.name).toBe("v2");
    const old = await openRemote(store.published("versions"), { version: "v1" });
    expect(await nameIn(old)).toBe("one");
    expect(await versionNames(target)).toEqual(["v2", "v1"]);
  });

  test("is rolled back, and readers that follow go back, too", async () => {
    const store = storeOf();
    const target = store.target("rollback");
    await publish(target, await named("one"), { version: "v1" });
    await publish(target, await named("two"), { version: "v2" });
    const remote = await openRemote(store.published("rollback"), { follow: 20 });
    expect(await nameIn(remote)).toBe("two");
    await makeCurrent(target, "v1");
    await expect.poll(() => nameIn(remote)).toBe("one");
    expect(await errorOf(makeCurrent(target, "v3"))).toMatchObject({ fault: "missing" });
    remote.close();
  });

  test("does not write again what is there, and says before what it would write", async () => {
    const target = storeOf().target("again");
    const bytes = await named("one");
    const dry = await publish(target, bytes, { version: "v1", dryRun: true });
    expect(dry).toMatchObject({ movedBytes: bytes.length, storedBytes: bytes.length });
    expect(await versionNames(target)).toEqual([]);
    expect(await publish(target, bytes, { version: "v1" })).toEqual(dry);
    const second = await publish(target, bytes, { version: "v2" });
    expect(second).toMatchObject({ movedBytes: 0, storedBytes: bytes.length });
    await removeVersions(target, ["v1"]);
    expect(await versionNames(target)).toEqual(["v2"]);
  });

  test("reports its bytes, and stops at a signal with the former version as it was", async () => {
    const target = storeOf().target("signal");
    const bytes = await named("one");
    const told: number[] = [];
    await publish(target, bytes, {
      version: "v1",
      onProgress: (written) => void told.push(written),
    });
    expect(told.at(-1)).toBe(bytes.length);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("enough"));
    const options = { version: "v2", onProgress, signal: stop.signal };
    await expect(publish(target, await named("two"), options)).rejects.toThrow(/^enough$/);
    const { current, writing } = await versionsOf(target);
    expect({ current, writing }).toEqual({ current: "v1", writing: undefined });
    await expect(publish(target, await named("two"), options)).rejects.toThrow(/^enough$/);
    await publish(target, await named("three"), { version: "v3" });
    expect(await versionNames(target)).toEqual(["v3", "v1"]);
  });

  test("keeps so many versions, and removes the objects of the others", async () => {
    const store = storeOf();
    const target = store.target("keep");
    for (const name of ["v1", "v2", "v3"]) {
      await publish(target, await named(name), { version: name, keep: 2 });
    }
    expect(await versionNames(target)).toEqual(["v3", "v2"]);
    expect((await versionsOf(target)).writing).toBeUndefined();
    await removeVersions(target, ["v2"]);
    expect(await errorOf(removeVersions(target, ["v3"]))).toBeInstanceOf(TypeError);
    expect(await versionNames(target)).toEqual(["v3"]);
    expect(await nameIn(await openRemote(store.published("keep")))).toBe("v3");
  });

  test("is refused to a second publisher, until the lease of the first one ends", async () => {
    const target = storeOf().target("lease");
    await publish(target, await named("one"), { version: "v1" });
    const now = await versionsOf(target);
    const held = await target.readPointer();
    const addresses = ["left-1.pocket"];
    await target.put("left-1.pocket", new Blob([new Uint8Array(40_000)]), {});
    const until = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const writing = { by: "killed", until: until(60_000), addresses };
    await target.writePointer(pointerBytes({ ...now, writing }), held?.mark);
    const busy = await errorOf(publish(target, await named("two"), { version: "v2" }));
    expect(busy).toMatchObject({ fault: "unavailable" });
    expect(busy.message).toContain("another publisher is at work");
    const { mark } = (await target.readPointer())!;
    const ended = { ...now, writing: { ...writing, until: until(-1) } };
    await target.writePointer(pointerBytes(ended), mark);
    await publish(target, await named("two"), { version: "v2" });
    expect(await versionNames(target)).toEqual(["v2", "v1"]);
    const left = await errorOf(openRemote(storeOf().published("lease").beside!("left-1.pocket")));
    expect(left).toMatchObject({ fault: "missing" });
  });

  test("by one that was silent for too long leaves the objects of the next one", async () => {
    const store = storeOf();
    const target = store.target("silent");
    await publish(target, await named("one"), { version: "v1" });
    const next = new Blob([new Uint8Array(await named("next"))]);
    const silent: PublishTarget = {
      name: target.name,
      readPointer: () => target.readPointer(),
      writePointer: (bytes, mark) => target.writePointer(bytes, mark),
      remove: (address) => target.remove(address),
      put: async () => {
        await target.put("next.pocket", next, {});
        const until = new Date(Date.now() + 60_000).toISOString();
        const writing = { by: "next", until, addresses: ["next.pocket"] };
        const pointer = { ...(await versionsOf(target)), writing };
        await target.writePointer(pointerBytes(pointer), (await target.readPointer())?.mark);
      },
    };
    const error = await errorOf(publish(silent, await named("two"), { version: "v2" }));
    expect(error.message).toContain("another publisher took over");
    const remote = await openRemote(store.published("silent").beside!("next.pocket"));
    expect(await nameIn(remote)).toBe("next");
    expect((await versionsOf(target)).writing?.by).toBe("next");
  });

  test.runIf(isExclusive)("by several publishers at once makes whole versions only", async () => {
    const store = storeOf();
    const target = store.target("both");
    const outcomes = await Promise.all(
      ["v1", "v2", "v3"].map(async (version) =>
        publish(target, await named(version), { version }).then(
          () => version,
          (error) => error.fault,
        ),
      ),
    );
    const made = outcomes.filter((one) => one !== "unavailable");
    expect(made.length).toBeGreaterThan(0);
    expect((await versionNames(target)).sort()).toEqual(made.sort());
    for (const version of made) {
      const remote = await openRemote(store.published("both"), { version });
      expect(await nameIn(remote)).toBe(version);
    }
  });

  test("refuses what is no snapshot, and names that it cannot have", async () => {
    const target = storeOf().target("refused");
    const bytes = await named("one");
    expect(await errorOf(publish(target, new Uint8Array(100)))).toMatchObject({ code: "SNAPSHOT" });
    expect(await errorOf(publish(target, bytes.subarray(0, 9000)))).toMatchObject({
      fault: "truncated",
    });
    for (const version of ["", "../a", "a b", "a/b", "v".repeat(120)]) {
      expect(await errorOf(publish(target, bytes, { version }))).toBeInstanceOf(TypeError);
    }
    await publish(target, bytes, { version: "v1" });
    const twice = await errorOf(publish(target, await named("two"), { version: "v1" }));
    expect(twice).toBeInstanceOf(TypeError);
    expect(await versionNames(target)).toEqual(["v1"]);
  });
}
