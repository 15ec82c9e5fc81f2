/** Turtle that is loaded again says what N-Triples says that are loaded again. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { Export } from "../../../src/publish/export-formats.ts";
import type { ExportFormat } from "../../../src/publish/format-names.ts";
import type { World } from "../../../src/world/world.ts";
import { worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

/** Dcids that addresses would read as something else, and texts that need escapes. */
const dcid = fc.oneof(
  fc.constantFrom(
    "geoId/06",
    "a",
    "dc/base/A",
    "../up",
    "a/./b",
    "dc:x",
    "#h",
    "?q",
    "/r",
    "a//b",
    "50%25",
    "ä<>",
  ),
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 6 })
    .filter((text) => text.trim() === text),
);
const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom('a"b\\c', "two\nlines\t"),
);
const triple = fc.tuple(
  dcid,
  fc.oneof(fc.constantFrom("name", "typeOf", "p"), dcid),
  fc.oneof(
    dcid.filter((one) => !one.startsWith("=")),
    text.map((one) => `=${one}`),
  ),
);
const observation = fc.tuple(
  fc.constantFrom("v", "w/x"),
  dcid,
  fc.constantFrom("2020", "2021-06"),
  fc.constantFrom("1", "2.50"),
  fc.record({
    unit: fc.constantFrom("", "USD", "a b"),
    observationPeriod: fc.constantFrom("", "P1Y"),
  }),
);

async function reloaded(world: World, format: ExportFormat): Promise<string[]> {
  const { files } = new Export(world, format);
  const [file] = files as [(typeof files)[number]];
  const commons = await open({ [file.name]: [...file.text()].join("") });
  const [again] = new Export(commons.engine, "ntriples").files;
  return [...(again?.text() ?? [])].join("").split("\n").sort();
}

test("random graphs and observations", async () => {
  const rows = fc.tuple(
    fc.array(triple, { minLength: 1, maxLength: 12 }),
    fc.array(observation, { maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(rows, async ([triples, observations]) => {
      const world = worldOf(triples, observations);
      expect(await reloaded(world, "turtle")).toEqual(await reloaded(world, "ntriples"));
    }),
    runs(200),
  );
});
