/** Threads without threads, and a load with and without them. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { type Diagnostic, DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { load } from "../../../src/load/load.ts";
import { noId } from "../../../src/load/statements/sink.ts";
import { resolverOver } from "../../../src/resolve/resolver-over.ts";
import { columnsOf } from "../../../src/snapshot/world-contents.ts";
import { ThreadWork } from "../../../src/threads/thread-work.ts";
import { type LoadThread, ThreadPool } from "../../../src/threads/worker-thread.ts";
import { WorldBuilder } from "../../../src/world/world.ts";
import { type Texts, withFolder } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";

/** Messages to it and from it are copied. Its answers arrive late, in order. */
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
    keepRunning: () => {},
    stop: async () => {},
  };
  return thread;
}

/** How a load is divided. */
export interface Division {
  /** Further threads. */
  readonly threads: number;
  readonly chunkBytes: number;
  /** For how many turns an answer of a thread waits. */
  readonly delay: () => number;
}

/**
 * Holds files that are read in chunks against the same ones as a whole: worlds, diagnostics and their
 * order, rows, and what refuses a load.
 * @returns how many chunks were read.
 */
export async function expectSameInChunks(files: Texts, division: Division): Promise<number> {
  return await withFolder(files, async (folder) => {
    const whole = await outcomeOf(folder);
    const { chunks, ...divided } = await outcomeOf(folder, division);
    // This finds much sooner that both are equal; `expect` shows the differences.
    expect(isDeepStrictEqual(divided, whole) ? whole : divided).toEqual(whole);
    return chunks ?? 0;
  });
}

/**
 * Holds random files read in chunks against the same ones as a whole.
 * @param chunksMin that there are at least on average, so that something is shown.
 */
export async function requireSame(
  files: fc.Arbitrary<Texts>,
  cases: number,
  chunksMin = 1,
): Promise<void> {
  let chunks = 0;
  const { numRuns } = runs(cases);
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.integer({ min: 1, max: 3 }),
      fc.oneof(fc.integer({ min: 8, max: 100 }), fc.integer({ min: 100, max: 1_500 })),
      fc.infiniteStream(fc.nat(3)),
      async (texts, threads, chunkBytes, delays) => {
        const delay = () => delays.next().value;
        chunks += await expectSameInChunks(texts, { threads, chunkBytes, delay });
      },
    ),
    { numRuns },
  );
  expect(chunks).toBeGreaterThan(chunksMin * numRuns);
}

async function outcomeOf(folder: string, division?: Division) {
  const builder = new WorldBuilder();
  const diagnostics: Diagnostic[] = [];
  const onDiagnostic = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
  const log = new DiagnosticLog({ onDiagnostic });
  const pool = division && poolOf(builder, division);
  const chunks = pool && countChunks(pool);
  // Names and values that come before and after those of the files.
  builder.attribute(builder.node("a"), builder.node("name"), builder.literal("first"), noId);
  try {
    const report = await load(onDisk(folder), builder, {}, log, pool, resolverOver);
    builder.attribute(builder.node("b"), builder.node("name"), builder.literal("last"), noId);
    const { world, ...found } = (await pool?.freeze({ dividedMin: 1 })) ?? builder.freeze();
    const columns = Object.fromEntries(columnsOf(world));
    const { facets } = world.observations;
    return { columns, facets, found, diagnostics, report, ...chunks };
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    // What was reported before depends on the size of blocks.
    return { refused: error.message, ...chunks };
  }
}

function poolOf(builder: WorldBuilder, { threads, chunkBytes, delay }: Division): ThreadPool {
  const sizes = { file: 1, chunk: chunkBytes };
  return new ThreadPool(builder, threads, () => pretendedThread(delay), sizes);
}

function countChunks(pool: ThreadPool): { chunks: number } {
  const counted = { chunks: 0 };
  const read = pool.read.bind(pool);
  pool.read = async (task, ranges, onChunk) => {
    counted.chunks += ranges.length;
    await read(task, ranges, onChunk);
  };
  return counted;
}
