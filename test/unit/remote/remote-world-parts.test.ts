/** Worlds in parts in a store: published, read, followed and refused. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { publish, removeVersions } from "../../../src/remote/versions/publish.ts";
import type { PublishTarget } from "../../../src/remote/versions/publish-target.ts";
import { errorOf, snapshotOf } from "../../remote/stored-world.ts";
import { MemoryFolder } from "../../remote/stores/memory-folder.ts";
import { divided, type PartBytes } from "../parts/small-parts.ts";
import { storedIn } from "../parts/stored-parts.ts";

const places = 3000;
const blockBytes = 512;
const ids = Array.from({ length: places }, (_, at) => `geo/${String(at).padStart(4, "0")}`);

async function worldOf(shift: number, more = ""): Promise<Commons> {
  const nodes = [...ids, ...["v0", "v1", "v2", "v3"]].map(
    (id) =>
      `Node: dcid:${id}\ntypeOf: dcs:${id.startsWith("v") ? "StatisticalVariable" : "City"}\n`,
  );
  const rows = ids.flatMap((id, at) =>
    [0, 1, 2, 3].flatMap((variable) =>
      [2019, 2020, 2021].map((year) => {
        const changed = variable === 1 ? shift : 0;
        return `${id},v${variable},${year},${at * 7 + variable + year + changed}`;
      }),
    ),
  );
  return await open({
    "a.mcf": nodes.join("\n") + more,
    "rows.csv": ["entity,variable,date,value", ...rows].join("\n"),
  });
}

let one: Commons;
let bytes: PartBytes;
let next: PartBytes;
let other: PartBytes;
let folder: MemoryFolder;

const partOf = [0, 1, 2, 0];

beforeAll(async () => {
  one = await worldOf(0);
  bytes = divided(one, partOf, undefined, blockBytes);
  next = divided(await worldOf(1000), partOf, undefined, blockBytes);
  const more = await worldOf(0, "\nNode: dcid:aaa\ntypeOf: dcs:City\n");
  other = divided(more, partOf, undefined, blockBytes);
});

beforeEach(() => {
  folder = new MemoryFolder();
});

const latest = (variables: readonly string[], entities = ids.slice(0, 100)) => ({
  date: "LATEST",
  select: ["variable", "entity", "date", "value"] as const,
  variable: { dcids: variables },
  entity: { dcids: entities },
});

/** A target in the memory of a folder. */
function target(): PublishTarget & { readonly puts: string[] } {
  const puts: string[] = [];
  return {
    name: "place",
    puts,
    readPointer: async () => {
      const held = folder.objects.get("place/world.json");
      return held && { bytes: held, mark: Buffer.from(held).toString() };
    },
    writePointer: async (written) => {
      folder.objects.set("place/world.json", written);
      return true;
    },
    put: async (address, object) => {
      puts.push(address);
      folder.objects.set(`place/${address}`, new Uint8Array(await object.arrayBuffer()));
    },
    remove: async (address) => void folder.objects.delete(`place/${address}`),
  };
}

const publishParts = (to: PublishTarget, { graph, index, parts }: PartBytes, version: string) =>
  publish(to, graph, { parts: [index, ...parts], version });

describe("a world in parts in a store", () => {
  test("opens the parts of a question's variables alone", async () => {
    const far = await openRemote(storedIn(folder, bytes));
    expect(folder.asked.filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(await far.v2.observation(latest(["v1"]))).toEqual(one.v2.observation(latest(["v1"])));
    const opened = new Set(folder.asked.filter((name) => name.endsWith(".part")));
    expect([...opened]).toEqual(["place/1.part"]);
    expect(far.info.observationCount).toBe(one.info.observationCount);
  });

  test("answers about 100 entities in at most two rounds more than one file", async () => {
    folder.headBytes = 1 << 16;
    const alone = new MemoryFolder();
    alone.headBytes = folder.headBytes;
    alone.objects.set("one.pocket", snapshotOf(one, blockBytes));
    const file = await openRemote(alone.store("one.pocket"));
    const far = await openRemote(storedIn(folder, bytes));
    const roundsOf = async (remote: typeof far, variables: readonly string[]) => {
      const before = remote.traffic.rounds;
      expect(await remote.v2.observation(latest(variables))).toEqual(
        one.v2.observation(latest(variables)),
      );
      return remote.traffic.rounds - before;
    };
    expect(await roundsOf(far, ["v1"])).toBeLessThanOrEqual((await roundsOf(file, ["v1"])) + 2);
    const fresh = await openRemote(storedIn(folder, bytes));
    const freshFile = await openRemote(alone.store("one.pocket"));
    const all = ["v0", "v1", "v2", "v3"];
    // Headers of all parts come in the same rounds.
    expect(await roundsOf(fresh, all)).toBeLessThanOrEqual((await roundsOf(freshFile, all)) + 2);
  });

  test("without a part fails the questions that need it alone, with its name", async () => {
    const store = storedIn(folder, bytes);
    folder.objects.delete("place/1.part");
    const far = await openRemote(store);
    const error = await errorOf(far.v2.observation(latest(["v1"])));
    expect(error).toMatchObject({ code: "REMOTE", fault: "missing" });
    expect(error.message).toContain("1.part");
    for (const variables of [["v0"], ["v2", "v3"]]) {
      const expected = one.v2.observation(latest(variables));
      expect(await far.v2.observation(latest(variables))).toEqual(expected);
    }
    const [fine, bad] = await Promise.all([
      far.v2.observation(latest(["v2"], ids.slice(200))),
      errorOf(far.v2.observation(latest(["v1", "v2"], ids.slice(200)))),
    ]);
    expect(fine).toEqual(one.v2.observation(latest(["v2"], ids.slice(200))));
    expect(bad).toMatchObject({ fault: "missing" });
    const response = await far.fetch("/v2/observation", {
      method: "POST",
      headers: { "x-api-key": "any" },
      body: JSON.stringify(latest(["v1"])),
    });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("1.part");
  });

  test("refuses another part in the place of one, cut ones and damaged headers, with the name", async () => {
    const part = bytes.parts[1] as Uint8Array;
    const damaged = new Uint8Array(part);
    damaged[80] = (damaged[80] ?? 0) ^ 1;
    const others = [next.parts[1], part.subarray(0, -64), damaged, new Uint8Array(part.length)];
    for (const given of others) {
      const store = storedIn(folder, bytes);
      folder.objects.set("place/1.part", given as Uint8Array);
      const far = await openRemote(store);
      const error = await errorOf(far.v2.observation(latest(["v1"])));
      expect(error).toMatchObject({ code: "REMOTE", fault: "damaged" });
      expect(error.message).toContain("1.part");
      expect(await far.v2.observation(latest(["v2"]))).toEqual(one.v2.observation(latest(["v2"])));
    }
  });

  test("refuses a part of another graph, and an index of another one", async () => {
    const mixed = {
      ...bytes,
      parts: [bytes.parts[0], other.parts[1], bytes.parts[2]] as Uint8Array[],
    };
    const far = await openRemote(storedIn(folder, mixed));
    const error = await errorOf(far.v2.observation(latest(["v1"])));
    expect(error.message).toMatch(/1\.part: was built with another graph: build it again/);
    const foreign = await errorOf(openRemote(storedIn(folder, { ...bytes, index: other.index })));
    expect(foreign.message).toMatch(/index\.pocket: is no index of parts of this graph/);
  });

  test("reads a header that is damaged once more, past all caches", async () => {
    const store = storedIn(folder, bytes);
    const part = bytes.parts[1] as Uint8Array;
    const place = 70;
    let isOld = true;
    const beside = (address: string) => {
      const own = store.beside!(address);
      if (address !== "1.part") return own;
      const pastOf = (given?: { pastCaches?: boolean | undefined }) => {
        if (given?.pastCaches === true) isOld = false;
        const wrong = new Uint8Array(part);
        wrong[place] = (wrong[place] ?? 0) ^ 1;
        folder.objects.set("place/1.part", isOld ? wrong : part);
      };
      return {
        ...own,
        describe: async (signal: AbortSignal, given?: object) => {
          pastOf(given);
          return await own.describe(signal);
        },
        read: async (...given: Parameters<typeof own.read>) => {
          pastOf(given[3]);
          return await own.read(...given);
        },
      };
    };
    const far = await openRemote({ ...store, beside });
    expect(await far.v2.observation(latest(["v1"]))).toEqual(one.v2.observation(latest(["v1"])));
    expect(far.traffic.retries).toBe(1);
  });
});

describe("publishing a world in parts", () => {
  test("moves the parts that changed alone, and readers follow and stay", async () => {
    const to = target();
    await publishParts(to, bytes, "first");
    expect(to.puts).toHaveLength(5);
    const store = folder.store("place/world.json");
    const far = await openRemote(store, { follow: 10 });
    const valueIn = async (remote: typeof far) => {
      const { byVariable } = await remote.v2.observation(latest(["v1"], ["geo/0000"]));
      const [facet] = byVariable?.["v1"]?.byEntity?.["geo/0000"]?.orderedFacets ?? [];
      return facet?.observations?.[0]?.value;
    };
    expect(await valueIn(far)).toBe(2022);
    const report = await publishParts(to, next, "second");
    expect(report.objects.map(({ isMoved }) => isMoved)).toEqual([false, true, false, true, false]);
    expect(to.puts).toHaveLength(7);
    await vi.waitFor(async () => expect(await valueIn(far)).toBe(3022));
    far.close();
    const pinned = await openRemote(store, { version: "first" });
    expect(await valueIn(pinned)).toBe(2022);
    await removeVersions(to, ["first"]);
    // The graph, the index and what it shares with the first one, and three parts; and the pointer.
    expect(folder.objects.size).toBe(7);
    expect(await valueIn(await openRemote(store))).toBe(3022);
  });

  test("refuses parts that do not belong together, and writes nothing", async () => {
    const to = target();
    const { graph, index, parts } = bytes;
    const refused = async (given: PartBytes, message: RegExp) => {
      await expect(publishParts(to, given, "v")).rejects.toThrow(message);
      expect(folder.objects.size).toBe(0);
    };
    await refused(
      { graph: other.graph, index, parts },
      /index of the parts: was made with another graph/,
    );
    const foreign = [parts[0], other.parts[1], parts[2]] as Uint8Array[];
    await refused({ graph, index, parts: foreign }, /part 1: was built with another graph/);
    const later = [parts[0], next.parts[1], parts[2]] as Uint8Array[];
    await refused({ graph, index, parts: later }, /part 1: is another part than the one that was/);
    await refused({ graph, index, parts: parts.slice(1) }, /parts: is of 3 parts, and 2 are given/);
    await expect(publish(to, parts[0] as Uint8Array)).rejects.toThrow(
      /is a file of a world in parts: publish the world.json that names it/,
    );
  });
});
