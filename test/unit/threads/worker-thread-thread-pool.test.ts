import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { LimitError } from "../../../src/errors/errors.ts";
import type { ByteRange } from "../../../src/load/bytes/file-tree.ts";
import type { ChunkTask } from "../../../src/load/chunk-format.ts";
import { noId } from "../../../src/load/statements/sink.ts";
import { type ThreadMessage, takeChunk } from "../../../src/threads/thread-protocol.ts";
import { type LoadThread, ThreadPool } from "../../../src/threads/worker-thread.ts";
import { WorldBuilder } from "../../../src/world/world.ts";

/** Chunks of a file that is not there. */
const task: ChunkTask = {
  kind: "triples",
  input: fileOnDisk("/no/such/file", 0),
  provenance: { listed: undefined, option: undefined, stem: "a" },
  shared: {
    kind: "triples",
    columns: ["subject_id", "predicate", "object_id", "object_value"],
  },
};
const rangesOf = (count: number): ByteRange[] =>
  Array.from({ length: count }, (_, at) => ({ start: at, end: at + 1 }));

function threadThat(post: (thread: LoadThread, message: ThreadMessage) => void) {
  const stopped: number[] = [];
  const thread: LoadThread = {
    post: (message) => post(thread, message),
    onAnswer: () => {},
    onError: () => {},
    keepRunning: () => {},
    stop: async () => {
      stopped.push(1);
    },
  };
  return { thread, stopped };
}

const poolOf = (thread: LoadThread) => new ThreadPool(new WorldBuilder(), 1, () => thread);

/** Reads one chunk and says that it had two rows. */
function readOne(thread: LoadThread, message: ThreadMessage): void {
  if (message.kind !== "read") return;
  const index = takeChunk(message)!;
  const report = { rows: 2, lines: 2, entries: [] };
  setImmediate(() => {
    thread.onAnswer({ kind: "chunk", index, report });
    thread.onAnswer({ kind: "read" });
  });
}

describe("a pool", () => {
  test("starts its threads before there is anything to read, and only once", async () => {
    const { thread } = threadThat(readOne);
    let started = 0;
    const pool = new ThreadPool(new WorldBuilder(), 2, () => {
      started += 1;
      return thread;
    });
    expect(started).toBe(0);
    pool.start();
    expect(started).toBe(2);
    pool.start();
    expect(started).toBe(2);
    await pool.stop();
  });

  test("reports all chunks in their order, and which could not be read", async () => {
    const { thread, stopped } = threadThat(readOne);
    const pool = poolOf(thread);
    const told: (number | undefined)[] = [];
    await pool.read(task, rangesOf(4), async (index, report) => {
      expect(index).toBe(told.length);
      told.push(report?.rows);
    });
    // The first chunk is the thread's, the others are those of this one.
    expect(told).toEqual([2, undefined, undefined, undefined]);
    await pool.stop();
    expect(stopped).toEqual([1]);
  });

  test("numbers chunks on from one read to the next, so that the first of two names is the same", async () => {
    const builder = new WorldBuilder();
    const begun: number[] = [];
    const begin = builder.begin.bind(builder);
    builder.begin = (order) => {
      begun.push(order);
      begin(order);
    };
    const asked: number[] = [];
    const { thread } = threadThat((self, message) => {
      if (message.kind === "read") asked.push(message.firstOrder);
      readOne(self, message);
    });
    const pool = new ThreadPool(builder, 1, () => thread);
    await pool.read(task, rangesOf(3), async () => {});
    // Chunk 0 is the thread's; what is read next comes after the chunks.
    expect([asked, begun]).toEqual([[1], [2, 3, 4]]);
    await pool.read(task, rangesOf(2), async () => {});
    expect([asked, begun]).toEqual([
      [1, 5],
      [2, 3, 4, 6, 7],
    ]);
  });

  test("fails as a thread does while it reads", async () => {
    const { thread } = threadThat((self) => setImmediate(() => self.onError(new Error("gone"))));
    const reading = poolOf(thread).read(task, rangesOf(40), async () => {});
    await expect(reading).rejects.toThrow("gone");
  });

  test("fails as a thread does while it freezes, and before", async () => {
    const { thread } = threadThat((self, message) => {
      if (message.kind === "read") readOne(self, message);
      else setImmediate(() => self.onAnswer({ kind: "limit", message: "too much" }));
    });
    const pool = poolOf(thread);
    await pool.read(task, rangesOf(2), async () => {});
    await expect(pool.freeze({})).rejects.toThrow(new LimitError("too much"));
    await expect(pool.freeze({})).rejects.toThrow(LimitError);
  });

  test("hands the options of a freeze on", async () => {
    const builder = new WorldBuilder();
    for (const [at, unit] of ["A", "B"].entries()) {
      const facet = builder.facet({
        provenance: noId,
        importName: "",
        provenanceUrl: "",
        measurementMethod: "",
        observationPeriod: "",
        scalingFactor: "",
        unit,
        isDcAggregate: false,
      });
      const [variable, entity] = [builder.node("v"), builder.node("e")];
      builder.observation(variable, entity, facet, builder.date("2020"), String(at));
    }
    const pool = new ThreadPool(builder, 1, () => {
      throw new Error("nothing is to be started");
    });
    const ranking = { score: ({ unit }: { unit: string }) => (unit === "B" ? 1 : 2) };
    const { observations } = (await pool.freeze({ ranking })).world;
    expect(observations.facetOf(0).unit).toBe("B");
  });

  test("that was stopped starts anew", async () => {
    const { thread, stopped } = threadThat(readOne);
    let started = 0;
    const pool = new ThreadPool(new WorldBuilder(), 1, () => {
      started += 1;
      return thread;
    });
    pool.start();
    await pool.stop();
    await pool.stop();
    expect([started, stopped]).toEqual([1, [1]]);
    pool.start();
    expect(started).toBe(2);
  });

  test("that never read freezes without threads", async () => {
    const pool = new ThreadPool(new WorldBuilder(), 1, () => {
      throw new Error("nothing is to be started");
    });
    expect((await pool.freeze({})).world.graph.tripleCount).toBe(0);
  });
});
