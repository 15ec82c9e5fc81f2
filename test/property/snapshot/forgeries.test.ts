/**
 * Whatever somebody changes in a snapshot and gives right checksums: it is refused as damaged, or it
 * is another world, and all its reads are those of a world frozen anew from what its columns say.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import { nodeHost } from "../../../src/disk/snapshot-files.ts";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { open } from "../../../src/index.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { imageOf } from "../../../src/snapshot/image.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { columnsOf, contentsOf, type WorldContents } from "../../../src/snapshot/world-contents.ts";
import { infoOf } from "../../../src/world/world.ts";
import { allReads, answerOf, requestsAbout } from "../../oracle/all-reads.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { describedWorld } from "../../oracle/snapshot/described-world.ts";
import { type Forged, type Forgery, forge, forgeries } from "../../oracle/snapshot/forger.ts";
import { runs } from "../runs.ts";

const triples: TripleRow[] = [
  ["geoId/06", "typeOf", "State", "p/1"],
  ["geoId/06", "typeOf", "Place", "p/2"],
  ["geoId/06", "name", "=California", "p/1"],
  ["geoId/06", "name", "=Kalifornien"],
  ["geoId/06", "containedInPlace", "country/USA"],
  ["geoId/07", "typeOf", "State", "p/1"],
  ["geoId/07", "description", `=${"long ".repeat(60)}`],
  ["geoId/07", "alias", "=Κομητεία \u{1d5d4}"],
  ["", "alias", "=", ""],
  ["country/USA", "typeOf", "Place"],
];
const values = ["1", "2.5", "-7", "1e30", "n/a", "007", "-2000000000"];
const observations: ObservationRow[] = values.flatMap((value, at): ObservationRow[] => [
  ["Count", "geoId/06", `${2000 + at}`, `${at}`, { importName: "a" }],
  ["Count", "geoId/06", `${2000 + at}`, value, { importName: "b", unit: "Person" }],
  ["Age", `geoId/0${at % 4}`, `2020-0${(at % 9) + 1}`, value, { importName: "a" }],
]);
/** One with series of several widths, one whose series have one width, one without observations. */
const worlds = [
  worldOf(triples, observations),
  worldOf(triples.slice(0, 5), observations.slice(0, 6)),
  worldOf(triples),
].map((world) => {
  const info = infoOf(world, new DiagnosticLog().summary());
  return { columns: storedColumnsOf(world), contents: contentsOf(world, info) };
});

/** Those of each kind, but for search: it makes an index of all texts each time. */
const requests = requestsAbout(["geoId/06", "Count"], ["2001"]).filter(
  ({ path }, at) => path !== "/v2/resolve" && at % 4 === 0,
);

const outcomes = new Map<string, number>();

/** Undefined for what is refused. */
async function opened({ columns, contents }: Forged): Promise<Commons | undefined> {
  const image = imageOf(columns, { library: "1", contents }, nodeHost.crc32);
  try {
    return await open(Buffer.concat([...image.chunks()]));
  } catch (error) {
    if (error instanceof SnapshotError && error.fault === "damaged") return undefined;
    throw error;
  }
}

async function tryForgery(world: number, changes: readonly Forgery[]): Promise<void> {
  const { columns, contents } = worlds[world]!;
  const forged = forge(columns, contents, changes);
  const commons = await opened(forged);
  const outcome = commons === undefined ? "refused" : "another world";
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (commons === undefined) return;
  const { info } = commons;
  const twin = new Commons({
    world: describedWorld(
      columnsOf({ graph: commons.engine.graph, observations: commons.engine.observations }),
      forged.contents as WorldContents,
    ),
    info,
  });
  expect(allReads(commons)).toEqual(allReads(twin));
  for (const asked of requests) {
    expect(await answerOf(commons, asked)).toBe(await answerOf(twin, asked));
  }
}

/** A value of a series: few random cases may all be refused, or none. */
const otherValue: Forgery = {
  kind: "set",
  section: [...worlds[0]!.columns.keys()].indexOf("observations.values8"),
  other: 0,
  at: 0,
  value: 3,
};

test("a forged snapshot is refused, or is the world that it describes", async () => {
  const oneOrTwo = fc.array(forgeries, { minLength: 1, maxLength: 2 });
  await fc.assert(fc.asyncProperty(fc.nat(worlds.length - 1), oneOrTwo, tryForgery), {
    ...runs(200),
    examples: [
      [0, [otherValue]],
      [0, [{ ...otherValue, kind: "empty" }]],
    ],
  });
  expect([...outcomes.keys()].sort()).toEqual(["another world", "refused"]);
});
