import { describe, expect, test } from "vitest";
import type { PartReport, PartRequest } from "../../../src/load/index.ts";
import { PartPool, type PartThread } from "../../../src/threads/part-pool.ts";
import { RecordingSink } from "../load/recording-sink.ts";

const requests = (count: number): PartRequest[] =>
  Array.from({ length: count }, (_, part) => ({
    task: {
      kind: "triples",
      input: { path: "/no/such/file", size: 0, isGzip: false },
      provenance: { listed: undefined, option: undefined, stem: "a" },
      columns: ["subject_id", "predicate", "object_id", "object_value"],
    },
    range: { start: part, end: part + 1 },
  }));

function threadThat(post: (thread: PartThread, number: number) => void) {
  const posted: number[] = [];
  const stopped: number[] = [];
  const thread: PartThread = {
    post: ({ number }) => {
      posted.push(number);
      post(thread, number);
    },
    onAnswer: () => {},
    onError: () => {},
    stop: async () => {
      stopped.push(1);
    },
  };
  return { thread, posted, stopped };
}

describe("a pool", () => {
  test("reads in its place what a thread could not read, in order", async () => {
    const { thread, posted, stopped } = threadThat((self, number) =>
      setImmediate(() => self.onAnswer({ number, read: undefined })),
    );
    const pool = new PartPool(new RecordingSink(), 1, () => thread);
    const here: number[] = [];
    const reports: PartReport[] = [];
    await pool.read(
      requests(9),
      (report) => reports.push(report),
      async ({ range }) => {
        here.push(range.start);
      },
    );
    expect(here).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(posted.length).toBeGreaterThan(1);
    expect(reports).toEqual([]);
    await pool.stop();
    expect(stopped).toEqual([1]);
  });

  test("fails as a thread does", async () => {
    const { thread } = threadThat((self) => setImmediate(() => self.onError(new Error("gone"))));
    const pool = new PartPool(new RecordingSink(), 1, () => thread);
    const reading = pool.read(
      requests(40),
      () => {},
      async () => {},
    );
    await expect(reading).rejects.toThrow("gone");
  });

  test("does not read ahead without end", async () => {
    const { thread, posted } = threadThat((self, number) =>
      setImmediate(() => self.onAnswer({ number, read: undefined })),
    );
    const pool = new PartPool(new RecordingSink(), 1, () => thread);
    let most = 0;
    await pool.read(
      requests(100),
      () => {},
      async ({ range }) => {
        for (let turns = 0; turns < 20; turns++) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        most = Math.max(most, (posted.at(-1) ?? 0) - range.start);
      },
    );
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThan(10);
  });
});
