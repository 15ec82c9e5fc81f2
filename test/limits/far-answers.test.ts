/** A million points from a world elsewhere: what they take, and what ends them. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { openRemote, type RemoteCommons } from "../../src/remote/remote-commons.ts";
import { snapshotOf } from "../remote/stored-world.ts";
import { MemoryStore } from "../remote/stores/memory-store.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that are still in use. */
function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const entityCount = 1000;
const dates = Array.from({ length: 1000 }, (_, at) => String(1000 + at));
const filters = {
  variableMeasured: "V",
  observationAbout: { containedInPlace: "all", typeOf: "Place" },
};
const cacheBytes = 8 << 20;

let far: RemoteCommons;

beforeAll(async () => {
  const dcids = Array.from({ length: entityCount }, (_, at) => `e/${at}`);
  const nodes = dcids.map(
    (dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:Place\ncontainedInPlace: dcid:all\n`,
  );
  const rows = dcids.flatMap((dcid, at) => dates.map((date) => `${dcid},V,${date},${at}`));
  const near = await open({
    "places.mcf": nodes.join("\n"),
    "observations.csv": `entity,variable,date,value\n${rows.join("\n")}\n`,
  });
  far = await openRemote(new MemoryStore(snapshotOf(near)), { maxCacheBytes: cacheBytes });
});

test("a million points from elsewhere take their text and the cache", async () => {
  const before = used();
  const pieces = [...(await far.sdmx.csv({ filters }))];
  const taken = used() - before;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const lines = pieces.reduce((sum, piece) => sum + piece.split("\n").length - 1, 0);
  expect(lines).toBe(1 + entityCount * dates.length);
  expect(taken).toBeLessThan(length + 2 * cacheBytes);
});

test("a million points that do not fit into the memory of their question are refused and leave nothing", async () => {
  const before = used();
  const asked = far.sdmx.csv({ filters }, { maxMemoryBytes: 32 << 20 });
  await expect(asked).rejects.toMatchObject({ code: "LIMIT", setting: "maxMemoryBytes" });
  expect(used() - before).toBeLessThan(2 * cacheBytes);
});
