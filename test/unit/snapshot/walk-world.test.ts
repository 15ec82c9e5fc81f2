import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { reopen } from "../../../src/commons/reopen.ts";
import { nodeHost } from "../../../src/disk/snapshot-files.ts";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { open } from "../../../src/index.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { imageOf } from "../../../src/snapshot/image.ts";
import { SectionTable } from "../../../src/snapshot/section-table.ts";
import { structurePart } from "../../../src/snapshot/snapshot.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { walkWorld } from "../../../src/snapshot/walk-world.ts";
import { contentsOf, countsOf, type WorldContents } from "../../../src/snapshot/world-contents.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { infoOf } from "../../../src/world/world.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { columnsIn } from "../../oracle/store/text-columns.ts";
import { type Changes, forgeries, swap } from "./forged-columns.ts";
import { FakeFile, openFake } from "./small-snapshot.ts";

const areaOf = (side: number) =>
  JSON.stringify({
    type: "Polygon",
    coordinates: [
      [
        [1, 2],
        [side, 2],
        [side, side],
        [1, 2],
      ],
    ],
  });
const triples: TripleRow[] = Array.from({ length: 40 }, (_, at): TripleRow[] => [
  [`geoId/${at}`, "typeOf", at % 3 === 0 ? "State" : "City", "p/1"],
  [`geoId/${at}`, "name", `=${"long ".repeat(at * 3)}name`],
]).flat();
triples.push(
  ["geoId/1", "geoJsonCoordinates", `=${areaOf(5)}`],
  ["geoId/2", "geoJsonCoordinatesDP1", `=${areaOf(9)}`],
);
const observations: ObservationRow[] = Array.from(
  { length: 60 },
  (_, at): ObservationRow => [
    `Count_${at % 4}`,
    `geoId/${at % 7}`,
    `${2000 + at}`,
    at % 11 === 0 ? "n/a" : `${at}.5`,
    { importName: at % 2 === 0 ? "a" : "b" },
  ],
);
const world = worldOf(triples, observations);
const columns = storedColumnsOf(world);
const contents = contentsOf(world, infoOf(world, new DiagnosticLog().summary()));

function changed(changes: Changes): Map<string, Column> {
  const copies = new Map<string, Column>(
    [...columns].map(([name, column]) => [name, column.slice()]),
  );
  for (const [name, change] of Object.entries(changes)) {
    const column = copies.get(name)!;
    copies.set(name, change(column) ?? column);
  }
  return copies;
}

const bytesOf = (of: ReadonlyMap<string, Column>, data: unknown = contents) =>
  Buffer.concat([...imageOf(of, { library: "1", contents: data }, crc32).chunks()]);

/** Walks in pages of so many bytes; how many pages were read. */
function walk(
  of: ReadonlyMap<string, Column>,
  pageBytes: number,
  data: unknown = contents,
): number {
  let offset = 0;
  const entries = [...of].map(([name, column]) => {
    const type = { 1: "u8", 2: "u16", 4: "u32", 8: "f64" }[column.BYTES_PER_ELEMENT] as "u8";
    const signed = column.constructor.name.startsWith("Int");
    const { byteLength } = column;
    offset += byteLength;
    const at = offset - byteLength;
    const named = (signed ? type.replace("u", "i") : type) as "u8";
    return { name, type: named, offset: at, byteLength, checks: new Uint32Array(0) };
  });
  const world = data as WorldContents;
  let pages = 0;
  const table = new SectionTable(entries, countsOf(world), pageBytes, "a", (name, start, end) => {
    pages++;
    return of.get(name)!.slice(start, end);
  });
  walkWorld(table, world, columnsIn(of));
  return pages;
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("a walk of a world", () => {
  test.each([7, 64, 4096])("passes what a freeze made, in pages of %i bytes", (pageBytes) => {
    expect(walk(columns, pageBytes)).toBeGreaterThan(columns.size / 2);
  });

  test("asks for each page of a long column a few times at most", () => {
    const bytes = [...columns.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(walk(columns, 64)).toBeLessThan((bytes / 64) * 5 + columns.size * 5);
  });
});

test("the check of a structure keeps nothing, and needs no file that was read as a whole", async () => {
  const [snapshot, file] = openFake(bytesOf(columns));
  await structurePart.load();
  snapshot.verify("structure");
  file.reads.length = 0;
  snapshot.column("graph.names");
  expect(file.reads).not.toEqual([]);
  await snapshot.readAll();
  expect(file.isClosed).toBe(true);
  snapshot.verify("structure");
});

describe("a forged snapshot with right checksums", () => {
  test.each(forgeries)(
    "with %s is refused by section and place",
    async (_, changes, section, reason) => {
      const bytes = bytesOf(changed(changes));
      const inMemory = await open(bytes).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(inMemory).toBeInstanceOf(SnapshotError);
      expect(inMemory).toMatchObject({ fault: "damaged", section, offset: expect.any(Number) });
      expect((inMemory as Error).message).toContain(`section '${section}' cannot be true at row `);
      expect((inMemory as Error).message).toContain(reason);
      // Lengths are checked when a file is opened, the rest when its structure is.
      const inFile = reopen(new FakeFile(bytes), {}, nodeHost).then((file) => {
        expect(file.verify()).toBe(true);
        file.verify("structure");
      });
      await expect(inFile).rejects.toThrow((inMemory as Error).message.slice(20));
      expect(() => walk(changed(changes), 16)).toThrow(`section '${section}' cannot be true`);
    },
  );

  test("is opened when the structure is not asked for", async () => {
    const bytes = bytesOf(changed({ "graph.names": swap(10, 11) }));
    await expect(open(bytes, { verify: "checksums" })).resolves.toBeDefined();
    const file = new FakeFile(bytes);
    await expect(reopen(file, { verify: "structure" }, nodeHost)).rejects.toThrow("graph.names");
  });

  test.each<[string, unknown, string]>([
    [
      "a facet with another id",
      {
        observations: {
          ...contents.observations,
          facets: contents.observations.facets.map((facet) => ({ ...facet, facetId: "1" })),
        },
      },
      "facet 0 is out of place",
    ],
    [
      "facets in another order",
      {
        observations: {
          ...contents.observations,
          facets: contents.observations.facets.toReversed(),
        },
      },
      "facet 1 is out of place",
    ],
    [
      "another number of subjects",
      { graph: { ...contents.graph, subjectCount: 1 } },
      "subjectCount is another one",
    ],
    ["another number of bytes", { info: { ...contents.info, bytes: 1 } }, "bytes is another one"],
  ])("with %s is refused", async (_, part, reason) => {
    const bytes = bytesOf(columns, { ...contents, ...(part as object) });
    await expect(open(bytes)).rejects.toThrow(`its header cannot be true (${reason})`);
  });

  test.each([
    ...[
      "nodeCount",
      "tripleCount",
      "observationCount",
      "seriesCount",
      "facetCount",
      "variableCount",
      "entityCount",
    ],
    ...["provenanceCount", "bytes"],
  ] as const)("with another %s is refused, by the place of the header", (name) => {
    for (const step of [-1, 1]) {
      const info = { ...contents.info, [name]: Number(contents.info[name as "nodeCount"]) + step };
      const whole = () => walk(columns, 4096, { ...contents, info });
      expect(whole).toThrow(`its header cannot be true (${name} is another one)`);
      expect(errorOf(whole)).toMatchObject({ fault: "damaged", file: "a", offset: 32 });
    }
  });

  test.each(["graph", "observations"] as const)(
    "with another number of bytes of %s is refused",
    (part) => {
      const { byteLength } = contents[part];
      const wrong = { ...contents, [part]: { ...contents[part], byteLength: byteLength + 1 } };
      const name = part === "graph" ? "byteLength of the graph" : "byteLength of the observations";
      expect(() => walk(columns, 4096, wrong)).toThrow(`${name} is another one`);
    },
  );

  test("with a section that no table has is refused", async () => {
    const more = new Map(columns).set("more", new Uint8Array(1));
    await expect(open(bytesOf(more))).rejects.toThrow("no table has this section");
  });
});
