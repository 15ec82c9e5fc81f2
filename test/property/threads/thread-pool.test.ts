/** Tables read by any number of threads are what one reads from begin to end. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/index.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { BlockReader } from "../../../src/load/bytes/byte-blocks.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { noId } from "../../../src/load/index.ts";
import { McfProperties } from "../../../src/load/mcf/mcf-properties.ts";
import { McfScanner } from "../../../src/load/mcf/mcf-scanner.ts";
import { NodeImport } from "../../../src/load/nodes/node-import.ts";
import { type Diagnostic, DiagnosticLog } from "../../../src/load/report/diagnostics.ts";
import type { TableTask } from "../../../src/load/tables/index.ts";
import { loadInParts, readTable } from "../../../src/load/tables/table-parts.ts";
import { columnsOf } from "../../../src/snapshot/index.ts";
import { type LoadThread, ThreadPool, ThreadWork } from "../../../src/threads/index.ts";
import { WorldBuilder } from "../../../src/world/world.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";

/** A thread without a thread: what it is told and tells is copied, and comes when it pleases. */
function pretendedThread(delays: () => number): LoadThread {
  let before = Promise.resolve();
  const work = new ThreadWork((answer, buffers) => {
    const copy = structuredClone(answer, { transfer: [...buffers] });
    before = before.then(async () => {
      for (let turns = delays(); turns > 0; turns--) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      thread.onAnswer(copy);
    });
  });
  const thread: LoadThread = {
    post: (message, buffers) => {
      work.take(structuredClone(message, { transfer: [...buffers] })).catch(thread.onError);
    },
    onAnswer: () => {},
    onError: () => {},
    stop: async () => {},
  };
  return thread;
}

type PoolOf = (builder: WorldBuilder) => ThreadPool;

async function outcomeOf(task: TableTask, poolOf?: PoolOf, partBytes = 1) {
  const builder = new WorldBuilder();
  const diagnostics: Diagnostic[] = [];
  const log = new DiagnosticLog({ onDiagnostic: (diagnostic) => diagnostics.push(diagnostic) });
  const progress = new Progress(0);
  const run = {
    sink: builder,
    log,
    progress,
    blocks: new BlockReader(progress),
    scanner: new McfScanner(new McfProperties(builder)),
    nodes: new NodeImport(builder),
  };
  const pool = poolOf?.(builder);
  // Names and values that come before and after those of the table.
  builder.attribute(builder.node("a"), builder.node("name"), builder.literal("first"), noId);
  try {
    if (pool === undefined) await readTable(task, run);
    else await loadInParts(task, pool, run, partBytes);
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    return { refused: error.message };
  }
  builder.attribute(builder.node("b"), builder.node("name"), builder.literal("last"), noId);
  const { world, ...found } = (await pool?.freeze({})) ?? builder.freeze();
  const { rows } = progress;
  const columns = Object.fromEntries(columnsOf(world));
  const { facets } = world.observations;
  return { columns, facets, found, diagnostics, summary: log.summary(), rows };
}

const cell = fc.oneof(
  fc.constantFrom("a", "b", "c", "2020", "", '"x, y"', '"x\ny"', 'x"', '"a""b"', "3.50", "maybe"),
  fc.stringMatching(/^[ab ,"\n\rä]{0,5}$/),
);

const kinds = {
  triples: ["subject_id", "predicate", "object_id", "object_value", "provenance"],
  observations: ["variable", "entity", "date", "value", "unit", "is_dc_aggregate", "properties"],
} as const;

/** Holds a table that is read in parts against the same one as a whole. @returns its bytes */
async function expectSame(
  kind: keyof typeof kinds,
  cells: readonly (readonly string[])[],
  threads: number,
  partBytes: number,
  delay: () => number,
): Promise<number> {
  const columns = kinds[kind];
  const text = Buffer.from([columns, ...cells].map((texts) => texts.join(",")).join("\n"));
  await withFolder({ "a.csv": text }, async (folder) => {
    const input = fileOnDisk(join(folder, "a.csv"), text.length);
    const provenance = { listed: undefined, option: undefined, stem: "a" };
    const task: TableTask = { kind, input, provenance, columns };
    const poolOf = (builder: WorldBuilder) =>
      new ThreadPool(builder, threads, () => pretendedThread(delay));
    const whole = await outcomeOf(task);
    expect(await outcomeOf(task, poolOf, partBytes)).toEqual(whole);
  });
  return text.length;
}

test("wrong properties of one row and the next are told, in one part and in two", async () => {
  const row = ["a", "b", "2020", "1", "", "", "3.50"];
  await expectSame("observations", [row, row, row], 1, 8, () => 0);
});

describe.each(["triples", "observations"] as const)("%s", (kind) => {
  test("are the same for any number of threads and parts", async () => {
    const columns = kinds[kind];
    const row = fc.array(cell, { minLength: columns.length, maxLength: columns.length });
    let several = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 8, max: 200 }),
        fc.infiniteStream(fc.nat(3)),
        async (cells, threads, partBytes, delays) => {
          const bytes = await expectSame(
            kind,
            cells,
            threads,
            partBytes,
            () => delays.next().value,
          );
          if (bytes > 3 * partBytes) several += 1;
        },
      ),
      runs(50),
    );
    expect(several).toBeGreaterThan(0);
  });
});
