/** Tables read by any number of threads are what one reads from begin to end. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoadError } from "../../src/errors.ts";
import { BlockReader } from "../../src/load/byte-blocks.ts";
import { type Diagnostic, DiagnosticLog } from "../../src/load/diagnostics.ts";
import type { PartReader, Sink } from "../../src/load/index.ts";
import type { TableTask } from "../../src/load/load-plan.ts";
import { Progress } from "../../src/load/load-progress.ts";
import { McfProperties } from "../../src/load/mcf-properties.ts";
import { McfScanner } from "../../src/load/mcf-scanner.ts";
import { NodeImport } from "../../src/load/node-import.ts";
import { loadInParts, readTable } from "../../src/load/table-parts.ts";
import { PartAway, PartPool } from "../../src/threads/index.ts";
import type { PartThread } from "../../src/threads/part-pool.ts";
import { withFolder } from "../unit/load/load-texts.ts";
import { RecordingSink } from "../unit/load/recording-sink.ts";
import { runs } from "./hostile-texts.ts";

/** A thread without a thread: what it is told and tells is copied, and comes when it pleases. */
function pretendedThread(delays: () => number): PartThread {
  const away = new PartAway();
  let before: Promise<unknown> = Promise.resolve();
  const thread: PartThread = {
    post: (message) => {
      const { number, request } = structuredClone(message);
      before = before.then(async () => {
        for (let turns = delays(); turns > 0; turns--) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        thread.onAnswer(structuredClone({ number, read: await away.read(request) }));
      });
    },
    onAnswer: () => {},
    onError: () => {},
    stop: async () => {},
  };
  return thread;
}

async function outcomeOf(task: TableTask, partsOf?: (sink: Sink) => PartReader, partBytes = 1) {
  const sink = new RecordingSink();
  const diagnostics: Diagnostic[] = [];
  const log = new DiagnosticLog({ onDiagnostic: (diagnostic) => diagnostics.push(diagnostic) });
  const progress = new Progress(0);
  const run = {
    sink,
    log,
    progress,
    blocks: new BlockReader(progress),
    scanner: new McfScanner(new McfProperties(sink)),
    nodes: new NodeImport(sink),
  };
  try {
    if (partsOf === undefined) await readTable(task, run);
    else await loadInParts(task, partsOf(sink), run, partBytes);
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    return { refused: error.message };
  }
  const { triples, observations } = sink;
  const { rows } = progress;
  return { triples, observations, diagnostics, summary: log.summary(), nodes: sink.nodes, rows };
}

const cell = fc.oneof(
  fc.constantFrom("a", "b", "c", "2020", "", '"x, y"', '"x\ny"', 'x"', '"a""b"', "3.50", "maybe"),
  fc.stringMatching(/^[ab ,"\n\rä]{0,5}$/),
);

const kinds = {
  triples: ["subject_id", "predicate", "object_id", "object_value", "provenance"],
  observations: ["variable", "entity", "date", "value", "unit", "is_dc_aggregate", "properties"],
} as const;

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
          const lines = [columns, ...cells].map((texts) => texts.join(","));
          const text = Buffer.from(lines.join("\n"));
          await withFolder({ "a.csv": text }, async (folder) => {
            const input = { path: join(folder, "a.csv"), size: text.length, isGzip: false };
            const provenance = { listed: undefined, option: undefined, stem: "a" };
            const task: TableTask = { kind, input, provenance, columns };
            const poolOf = (sink: Sink) =>
              new PartPool(sink, threads, () => pretendedThread(() => delays.next().value));
            const whole = await outcomeOf(task);
            expect(await outcomeOf(task, poolOf, partBytes)).toEqual(whole);
            if (text.length > 3 * partBytes) several += 1;
          });
        },
      ),
      runs(120),
    );
    expect(several).toBeGreaterThan(0);
  });
});
