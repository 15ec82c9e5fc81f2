/** What `console.log` prints of a world, here and elsewhere. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { open, world } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const small = () =>
  open(world().place("geoId/06", "California", "State").series("v", "geoId/06", { 2020: 1 }));

test("a world is printed as one line with its counts", async () => {
  const commons = await small();
  expect(inspect(commons)).toBe("Commons of 1 node, 2 triples and 1 observation");
  expect(inspect({ commons })).toBe("{ commons: Commons of 1 node, 2 triples and 1 observation }");
  const years = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [at + 1000, at]));
  expect(inspect(await open(world().series("v", "e", years)))).toBe(
    "Commons of 0 nodes, 0 triples and 1,200 observations",
  );
  commons.close();
  expect(inspect(commons)).toBe("Commons of 1 node, 2 triples and 1 observation");
});

test("a world of a snapshot names its file, without control characters", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shown-\u001b-"));
  try {
    const path = join(folder, "world.pocket");
    await (await small()).save(path);
    using commons = await open(path);
    const shown = path.replace("\u001b", " ");
    expect(inspect(commons)).toBe(`Commons of 1 node, 2 triples and 1 observation, from ${shown}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a world elsewhere names its store", async () => {
  const far = await openRemote(new MemoryStore(snapshotOf(await small(), 512)));
  expect(inspect(far)).toMatch(
    /^RemoteCommons of 1 node, 2 triples and 1 observation, from [\w ]+$/,
  );
  far.close();
  expect(inspect(far)).toMatch(/^RemoteCommons, closed, from [\w ]+$/);
});
