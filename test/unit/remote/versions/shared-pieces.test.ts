/** The index of a world in parts, of which a new version writes the pieces that changed. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { worldFiles } from "../../../../src/operate/world-files.ts";
import type { StoredObject } from "../../../../src/parts/stored-pieces.ts";
import { piecesIn, spansIn } from "../../../../src/parts/stored-pieces.ts";
import { openRemote } from "../../../../src/remote/remote-commons.ts";
import { publish, removeVersions, versionsOf } from "../../../../src/remote/versions/publish.ts";
import type { PublishTarget } from "../../../../src/remote/versions/publish-target.ts";
import { errorOf } from "../../../remote/stored-world.ts";
import { MemoryFolder } from "../../../remote/stores/memory-folder.ts";
import { withFolder } from "../../load/load-texts.ts";
import { divided, type PartBytes } from "../../parts/small-parts.ts";

const ids = Array.from({ length: 12_000 }, (_, at) => `geo/${String(at).padStart(5, "0")}`);
const variables = ["v0", "v1", "v2", "v3"];
const nights = 8;

interface Night {
  readonly name: string;
  readonly world: Commons;
  readonly bytes: PartBytes;
}

let all: readonly Night[];
let folder: MemoryFolder;
let target: PublishTarget;

/** In each night some entities that lie together get a variable. */
async function nightOf(night: number): Promise<Night> {
  const nodes = [...ids, ...variables].map((id) => `Node: dcid:${id}\ntypeOf: dcs:Thing\n`);
  const rows = ids.flatMap((id, at) => {
    const isLate = at >= 1000 * night && at < 1000 * night + 40;
    const has = (variable: number) => variable < 3 || at % 7 === 0 || isLate;
    return variables.flatMap((name, variable) =>
      has(variable) ? [`${id},${name},2020,${at * 7 + variable}`] : [],
    );
  });
  const world = await open({
    "a.mcf": nodes.join("\n"),
    "rows.csv": ["entity,variable,date,value", ...rows].join("\n"),
  });
  return { name: `night-${night}`, world, bytes: divided(world, [0, 1, 2, 3], undefined, 512) };
}

function targetIn({ objects }: MemoryFolder): PublishTarget {
  return {
    name: "place",
    readPointer: async () => {
      const held = objects.get("place/world.json");
      return held && { bytes: held, mark: Buffer.from(held).toString() };
    },
    writePointer: async (written) => {
      objects.set("place/world.json", written);
      return true;
    },
    put: async (address, object) => {
      objects.set(`place/${address}`, new Uint8Array(await object.arrayBuffer()));
    },
    remove: async (address) => void objects.delete(`place/${address}`),
  };
}

const published = async ({ name: version, bytes: { graph, index, parts } }: Night, to = target) =>
  await publish(to, graph, { parts: [index, ...parts], version });

const far = (version: string) => openRemote(folder.store("place/world.json"), { version });

/** Of entities with and without the late variable. */
const variablesOf = (entities: readonly string[]) => ({
  select: ["variable", "entity"] as const,
  entity: { dcids: entities },
});
const asked = variablesOf(Array.from({ length: 240 }, (_, at) => ids[at * 50 + 5] as string));

const indexOf = async (version: string): Promise<StoredObject> => {
  const { versions } = await versionsOf(target);
  return versions.find(({ name }) => name === version)?.parts?.[0] as StoredObject;
};

beforeAll(async () => {
  all = await Promise.all(Array.from({ length: nights }, (_, night) => nightOf(night)));
});

beforeEach(() => {
  folder = new MemoryFolder();
  target = targetIn(folder);
});

describe("the index of a new version", () => {
  test("moves as few of its bytes as changed, into as few objects as readers may ask for", async () => {
    for (const night of all) {
      const report = await published(night);
      const stored = await indexOf(night.name);
      const { address, bytes, packs = [] } = stored;
      // The header, and what readers read with it: it is another one in each version.
      const first = piecesIn(stored)[0]?.bytes ?? 0;
      const own = folder.objects.get(`place/${address}`)?.length ?? 0;
      expect(bytes).toBe(night.bytes.index.length);
      expect(packs.length).toBeLessThanOrEqual(4);
      if (night === all[0]) expect(own).toBe(bytes);
      else expect(own - first).toBeLessThan((bytes - first) / 3);
      const moved = report.objects.filter(({ isMoved }) => isMoved).slice(night === all[0] ? 2 : 1);
      expect(report.movedBytes).toBe(
        moved.reduce((sum, one) => sum + one.bytes, own) +
          (night === all[0] ? night.bytes.graph.length : 0),
      );
    }
    const stored = [...folder.objects].filter(([name]) => name !== "place/world.json");
    const plan = await publish(target, all[0]!.bytes.graph, {
      parts: [all[0]!.bytes.index, ...all[0]!.bytes.parts],
      version: "again",
      dryRun: true,
    });
    expect(plan.movedBytes).toBe(0);
    expect(plan.storedBytes).toBe(stored.reduce((sum, [, { length }]) => sum + length, 0));
  });

  test("answers as the world does that it was made of, in as many rounds as one that lies alone", async () => {
    for (const night of all) await published(night);
    for (const night of [all[0], all[1], all.at(-1)] as Night[]) {
      const reader = await far(night.name);
      expect(await reader.v2.observation(asked)).toEqual(night.world.v2.observation(asked));
      const { rounds } = reader.traffic;
      const alone = new MemoryFolder();
      await published(night, targetIn(alone));
      const other = await openRemote(alone.store("place/world.json"));
      await other.v2.observation(asked);
      expect(rounds).toBeLessThanOrEqual(other.traffic.rounds);
    }
  });

  test("stays whole when the versions are removed that wrote its pieces", async () => {
    for (const night of all) await published(night);
    const last = all.at(-1) as Night;
    await removeVersions(
      target,
      all.slice(0, -1).map(({ name }) => name),
    );
    const { packs = [] } = await indexOf(last.name);
    expect(packs.length).toBeGreaterThan(1);
    // The graph, four parts, the pointer, and what the index lies in.
    expect(folder.objects.size).toBe(6 + packs.length);
    const reader = await far(last.name);
    expect(await reader.v2.observation(asked)).toEqual(last.world.v2.observation(asked));
  });

  test("is read near as well, and is damaged where a bit of any pack is another one", async () => {
    for (const night of all.slice(0, 4)) await published(night);
    const { name, bytes, world } = all[3] as Night;
    const spans = spansIn(await indexOf(name));
    expect(spans.length).toBeGreaterThan(2);
    const files = Object.fromEntries(
      [...folder.objects].map(([place, given]) => [place.replace("place/", ""), given]),
    );
    await withFolder(files, async (path) => {
      const near = await open(join(path, "world.json"), { verify: "structure" });
      expect(near.v2.observation(asked)).toEqual(world.v2.observation(asked));
      near.close();
      for (const { pack, start, from, bytes: length } of spans) {
        const right = files[pack.address] as Uint8Array;
        const there = right.subarray(start, start + length);
        expect(Buffer.from(bytes.index.subarray(from, from + length)).equals(there)).toBe(true);
        for (const at of [start, start + (length >> 1), start + length - 1]) {
          const wrong = right.slice();
          wrong[at]! ^= 4;
          writeFileSync(join(path, pack.address), wrong);
          const opened = open(join(path, "world.json"), { verify: "structure" });
          await expect(opened).rejects.toMatchObject({ code: "SNAPSHOT" });
        }
        writeFileSync(join(path, pack.address), right.subarray(0, -1));
        await expect(open(join(path, "world.json"))).rejects.toThrow(
          /has \d+ bytes, and the pointer/,
        );
        writeFileSync(join(path, pack.address), right);
      }
      const { snapshot, parts } = await worldFiles(join(path, "world.json"));
      expect(new Uint8Array(await snapshot.arrayBuffer())).toEqual(new Uint8Array(bytes.graph));
      expect(new Uint8Array(await parts[0]!.arrayBuffer())).toEqual(new Uint8Array(bytes.index));
    });
  });

  test("fails where what it shares is damaged or missing in a store", async () => {
    for (const night of all.slice(0, 4)) await published(night);
    const { name } = all[3] as Night;
    const ask = async () => await (await far(name)).v2.observation(variablesOf(ids));
    const { packs = [] } = await indexOf(name);
    const old = packs.find(({ address }) => address.startsWith("night-0"));
    const place = `place/${old?.address}`;
    const right = folder.objects.get(place) as Uint8Array;
    folder.objects.set(place, right.slice(0, -1));
    expect(await errorOf(ask())).toMatchObject({ fault: "damaged" });
    const wrong = right.slice();
    for (let at = right.length >> 2; at < right.length - 64; at++) wrong[at]! ^= 4;
    folder.objects.set(place, wrong);
    expect(await errorOf(ask())).toMatchObject({ fault: "damaged" });
    folder.objects.delete(place);
    expect(await errorOf(ask())).toMatchObject({ fault: "missing" });
    folder.objects.set(place, right);
    expect(await ask()).toEqual((all[3] as Night).world.v2.observation(variablesOf(ids)));
  });
});
