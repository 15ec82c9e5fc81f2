/** The file that threads which help loading run: tables that need it are too large for a test. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { addBatch } from "../../src/batch/index.ts";
import type { PartAnswer, PartMessage } from "../../src/threads/part-protocol.ts";
import { projectRoot } from "../tidy/source-tree.ts";
import { withFolder } from "../unit/load/load-texts.ts";
import { RecordingSink } from "../unit/load/recording-sink.ts";

test("a thread reads parts one after the other and says which cannot be read", async () => {
  const header = "subject_id,predicate,object_id,object_value\n";
  const rows = ["a,typeOf,Place,\n", "a,name,,A\n", 'b,name,,"open\n'];
  const text = header + rows.join("");
  await withFolder({ "a.csv": text }, async (folder) => {
    const worker = new Worker(join(projectRoot, "dist/load-worker.js"));
    try {
      const input = { path: join(folder, "a.csv"), size: text.length, isGzip: false };
      const provenance = { listed: undefined, option: undefined, stem: "a" };
      const columns = header.trim().split(",");
      const task = { kind: "triples", input, provenance, columns } as const;
      const cut = header.length + rows[0]!.length;
      const end = cut + rows[1]!.length;
      const ranges = [
        { start: 0, end: cut },
        { start: cut, end },
        { start: end, end: text.length },
      ];
      const answers: PartAnswer[] = [];
      const isDone = new Promise<void>((resolve, reject) => {
        worker.on("error", reject);
        worker.on("message", (answer: PartAnswer) => {
          if (answers.push(answer) === ranges.length) resolve();
        });
      });
      for (const [number, range] of ranges.entries()) {
        const message: PartMessage = { number, request: { task, range } };
        worker.postMessage(message);
      }
      await isDone;
      expect(answers.map(({ number }) => number)).toEqual([0, 1, 2]);
      expect(answers.map(({ read }) => read?.report.rows)).toEqual([1, 1, undefined]);
      const sink = new RecordingSink();
      for (const { read } of answers) if (read !== undefined) addBatch(read.batch, sink);
      expect(sink.lines).toEqual(['a name "A"', "a typeOf Place"]);
    } finally {
      await worker.terminate();
    }
  });
});
