/**
 * A snapshot in a file whose offsets somebody changed, with checksums that are right: no question reads
 * beyond the rows that there are.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeHost } from "../../../src/disk/snapshot-files.ts";
import { open } from "../../../src/index.ts";
import { imageOf } from "../../../src/snapshot/image.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { contentsOf, worldColumns } from "../../../src/snapshot/world-contents.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { answerOf, requestsAbout } from "../../oracle/all-reads.ts";

let folder: string;
let columns: ReadonlyMap<string, Column>;
let contents: ReturnType<typeof contentsOf>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  const { engine, info } = await open("data-samples/us-states");
  columns = storedColumnsOf(engine);
  contents = contentsOf(engine, info);
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(
  changed: ReadonlyMap<string, Column>,
  blockBytes?: number,
  forged: unknown = contents,
): string {
  const path = join(folder, "forged.pocket");
  const image = imageOf(changed, { library: "1", contents: forged }, nodeHost.crc32, blockBytes);
  writeFileSync(path, Buffer.concat([...image.chunks()]));
  return path;
}

const largest: Readonly<Record<number, number>> = { 1: 0xff, 2: 0xffff, 4: 0xffff_ffff };
const names = [...worldColumns.values()].flatMap(({ name, offsets }) =>
  offsets === undefined ? [] : [name],
);

describe("offsets that lead beyond all rows", () => {
  test.each(names)("in %s end questions at once, read in parts or as a whole", async (name) => {
    const column = columns.get(name)!;
    // Blocks that cut an offset are a way around a check of whole ones.
    for (const blockBytes of [undefined, 4096, 4098]) {
      const forged = column.slice() as Column;
      const most = largest[forged.BYTES_PER_ELEMENT]!;
      forged.fill(most, Math.floor(forged.length / 3));
      const path = write(new Map([...columns, [name, forged]]), blockBytes);
      // Those of a narrow type lead nowhere far.
      if (forged.BYTES_PER_ELEMENT === 4) {
        const whole = open(path, { read: "all" });
        await expect(whole).rejects.toMatchObject({ fault: "damaged", section: name });
      }
      using commons = await open(path);
      const started = performance.now();
      const nodes = ["geoId/06", "Count_Person", "State", "country/USA"];
      for (const request of requestsAbout(nodes, ["2020"])) await answerOf(commons, request);
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(() => commons.verify("structure")).toThrow("cannot be true");
    }
  });

  test("are an error that names the section", async () => {
    const name = "observations.variableOffsets";
    const forged = columns.get(name)!.slice() as Column;
    forged.fill(0xffff_ffff, 1);
    using commons = await open(write(new Map([...columns, [name, forged]])));
    const asked = { nodes: ["Count_Person"], property: "->name" } as const;
    expect(commons.v2.node(asked).data).toHaveProperty("Count_Person");
    const series = {
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
      select: ["variable", "entity", "date", "value"],
    } as const;
    expect(() => commons.v2.observation(series)).toThrow(
      "of section 'observations.variableOffsets' cannot be true: it was forged or damaged",
    );
  });
});

describe("numbers of the header that its sections do not have", () => {
  const numbers = [
    ["graph", "nodeCount"],
    ["graph", "literalCount"],
    ["graph", "tripleCount"],
    ["observations", "dateCount"],
    ["observations", "variableCount"],
    ["observations", "entityCount"],
    ["observations", "seriesCount"],
    ["observations", "pointCount"],
  ] as const;

  test.each(numbers)(
    "%s.%s: the file does not open, and no memory is taken",
    async (part, name) => {
      const forged = { ...contents, [part]: { ...contents[part], [name]: 1_000_000_000 } };
      const path = write(columns, undefined, forged);
      const before = process.memoryUsage();
      await expect(open(path)).rejects.toMatchObject({ code: "SNAPSHOT", fault: "damaged" });
      const after = process.memoryUsage();
      expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(64 << 20);
      expect(after.rss - before.rss).toBeLessThan(64 << 20);
    },
  );
});
