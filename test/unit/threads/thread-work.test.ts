import { describe, expect, test } from "vitest";
import { LimitError } from "../../../src/errors/errors.ts";
import type { ReadMessage, ThreadAnswer } from "../../../src/threads/thread-protocol.ts";
import { ThreadWork } from "../../../src/threads/thread-work.ts";
import { withFolder } from "../load/load-texts.ts";

const columns = ["subject_id", "predicate", "object_id", "object_value"];
const lines = [columns.join(","), "a,name,,A", "b,name,,B", "c,name,,C", ""];
const text = lines.join("\n");

/** A part for each row of the table. */
function readOf(path: string, taken = 0): ReadMessage {
  const provenance = { listed: undefined, option: undefined, stem: "a" };
  const input = { path, size: text.length, isGzip: false };
  let start = 0;
  const ranges = lines.slice(1, -1).map((line, at) => {
    const end = (at === 0 ? lines[0]!.length + 1 : start) + line.length + 1;
    const range = { start, end };
    start = end;
    return range;
  });
  return {
    kind: "read",
    task: { kind: "triples", input, provenance, shared: { kind: "triples", columns } },
    ranges,
    firstOrder: 1,
    next: Int32Array.of(taken),
  };
}

function working() {
  const sent: ThreadAnswer[] = [];
  const work = new ThreadWork((answer) => sent.push(answer));
  return { work, sent };
}

describe("a thread's work", () => {
  test("takes the chunks that are left, and reports each and the end", async () => {
    await withFolder({ "a.csv": text }, async (folder) => {
      const { work, sent } = working();
      const message = readOf(`${folder}/a.csv`, 1);
      await work.take(message);
      expect(sent).toEqual([
        { kind: "chunk", index: 1, report: expect.objectContaining({ rows: 1 }) },
        { kind: "chunk", index: 2, report: expect.objectContaining({ rows: 1 }) },
        { kind: "read" },
      ]);
      expect(message.next[0]).toBe(4);
    });
  });

  test("is nothing when all chunks are taken", async () => {
    const { work, sent } = working();
    await work.take(readOf("/no/such/file", 3));
    expect(sent).toEqual([{ kind: "read" }]);
  });

  test("is done in the order of the messages", async () => {
    await withFolder({ "a.csv": text }, async (folder) => {
      const { work, sent } = working();
      void work.take(readOf(`${folder}/a.csv`));
      await work.take({ kind: "collect" });
      expect(sent.map(({ kind }) => kind)).toEqual(["chunk", "chunk", "chunk", "read", "collect"]);
      const [, , , , collected] = sent;
      // Three subjects, a predicate and the provenance.
      expect(collected).toMatchObject({ collected: { nodes: { count: 5 } } });
    });
  });

  test("that reaches a limit is reported with the limit's message", async () => {
    const { work, sent } = working();
    await work.take({
      kind: "share",
      get share(): never {
        throw new LimitError("too much");
      },
    });
    expect(sent).toEqual([{ kind: "limit", message: "too much" }]);
  });

  test("that fails otherwise fails as a whole, and so does all that follows", async () => {
    const { work, sent } = working();
    const broken = {
      kind: "share" as const,
      get share(): never {
        throw new RangeError("broken");
      },
    };
    await expect(work.take(broken)).rejects.toThrow(RangeError);
    await expect(work.take({ kind: "collect" })).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });
});
