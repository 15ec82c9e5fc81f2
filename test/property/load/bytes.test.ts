/** What is read as bytes, in blocks of any size, against what is read line by line or as a whole. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { fileRanges } from "../../../src/disk/file-ranges.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { BlockReader, type FileChunk } from "../../../src/load/bytes/byte-blocks.ts";
import { type Diagnostic, DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import type { ByteRange } from "../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { readTable } from "../../../src/load/dump/table-rows.ts";
import { loadMcf, type McfRun } from "../../../src/load/mcf/mcf-file.ts";
import { McfProperties } from "../../../src/load/mcf/mcf-properties.ts";
import { McfScanner } from "../../../src/load/mcf/mcf-scanner.ts";
import { NodeImport } from "../../../src/load/nodes/node-import.ts";
import type { Sink } from "../../../src/load/statements/sink.ts";
import { loadMcfLines } from "../../oracle/load/line-mcf.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { RecordingSink } from "../../unit/load/recording-sink.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(100);

const provenance = { listed: undefined, option: undefined, stem: "a" };

function runOf(sink: Sink, log: DiagnosticLog, blockBytes: number): McfRun {
  const progress = new Progress(0);
  return {
    sink,
    log,
    progress,
    blocks: new BlockReader(progress, blockBytes),
    scanner: new McfScanner(new McfProperties(sink)),
    nodes: new NodeImport(sink),
  };
}

let nodesAsBytes = 0;

class ByteCountingSink extends RecordingSink {
  override nodeOf(bytes: Uint8Array, start: number, end: number): number {
    nodesAsBytes += 1;
    return super.nodeOf(bytes, start, end);
  }
}

/** Everything that came of reading: statements in order, diagnostics, or why it was refused. */
async function outcomeOf(read: (sink: Sink, log: DiagnosticLog) => Promise<unknown>) {
  const sink = new ByteCountingSink();
  const diagnostics: Omit<Diagnostic, "file">[] = [];
  const log = new DiagnosticLog({
    onDiagnostic: ({ file: _, ...diagnostic }) => diagnostics.push(diagnostic),
  });
  let refused: unknown;
  try {
    await read(sink, log);
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    refused = { message: error.message.replace(/^.*(?=a\.(?:mcf|csv))/, ""), line: error.line };
  }
  // What was read before the end is of no use, and depends on the blocks.
  if (refused !== undefined) return { refused };
  const { triples, observations } = sink;
  // Bytes of a whole block are looked at before its records.
  const isDamaged = diagnostics.some(({ counter }) => counter === "Source_NotUtf8");
  const ordered = isDamaged ? diagnostics.sort(byLine) : diagnostics;
  return { triples, observations, diagnostics: ordered, nodes: sink.nodes };
}

function byLine(left: Omit<Diagnostic, "file">, right: Omit<Diagnostic, "file">): number {
  return (left.line ?? 0) - (right.line ?? 0) || left.message.localeCompare(right.message);
}

async function expectSameAsLines(text: Uint8Array, blockBytes: number): Promise<void> {
  const byLines = await outcomeOf((sink, log) => loadMcfLines(text, "a.mcf", sink, log));
  const byBytes = await withFolder({ "a.mcf": text }, (folder) =>
    outcomeOf(async (sink, log) => {
      const run = runOf(sink, log, blockBytes);
      const input = fileOnDisk(join(folder, "a.mcf"), text.length);
      await loadMcf(input, provenance, run);
      run.nodes.endFile();
      run.nodes.end(() => undefined);
    }),
  );
  // Which of two faults comes first is a matter of the blocks.
  if (byLines.refused !== undefined && text.includes(0)) expect(byBytes.refused).toBeDefined();
  else expect(byBytes).toEqual(byLines);
}

const word = fc.constantFrom(
  "a",
  "City",
  "geoId/06",
  "Größe",
  "StatVarObservation",
  "l",
  "dcs",
  "😀",
);
const prefix = fc.constantFrom(
  "",
  "",
  "dcid:",
  "dcs:",
  "schema:",
  "l:",
  "who:",
  "dcid: ",
  "http://",
);
const blank = fc.constantFrom("", "", "", " ", "\t", "\r", "\u00a0");

/** Mostly values that are usual, and all that are not. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(prefix, word).map((parts) => parts.join("")) },
  { weight: 4, arbitrary: word.map((text) => `"${text}, ${text}"`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('""', "", '"', '"a', 'a"b"', '"a"b', "[Years 10]", "[x", '"\\""'),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[a ,"\\[\]:#/é-]{0,9}$/) },
);

const property = fc.constantFrom(
  "typeOf",
  "typeOf",
  "name",
  "name",
  "dcid",
  "containedInPlace",
  "größe",
  "nam",
  "name ",
  "a,b",
  '"q"',
  "http",
  "https",
  "variableMeasured",
  "observationAbout",
  "observationDate",
  "value",
);

const propertyLine = fc
  .tuple(blank, property, blank, fc.array(value, { minLength: 0, maxLength: 3 }), blank, blank)
  .map(
    ([before, name, gap, values, comma, end]) =>
      `${before}${name}:${gap}${values.join(`${comma},${gap}`)}${end}`,
  );

const nodeLine = fc
  .tuple(blank, fc.constantFrom("Node:", "Node:", "Node :", "node:"), blank, prefix, word, blank)
  .map((parts) => parts.join(""));

const otherLine = fc.constantFrom(
  "",
  " ",
  "# no: line",
  "// no: line",
  "/ no: line",
  "no colon",
  ": x",
  "Node:",
  "Node: a,b",
  'Node: "a"',
  'Node: dcid:a"b',
  "Node: dcid:",
  "Context: x",
  'namespace: "who=http://who"',
  "importName: x",
  "typeOf: dcs:StatVarObservation",
);

/** Blocks that are usual as a whole stand beside lines in any order. */
const usualBlock = fc
  .tuple(
    fc.constantFrom("dcid:", "dcs:", "schema:"),
    word,
    fc.array(fc.constantFrom("typeOf: dcs:City", 'name: "a, b"', "near: dcid:x, dcs:y", "n: 1.5")),
  )
  .map(([start, name, lines]) => [`Node: ${start}${name}`, "typeOf: Class", ...lines].join("\n"));

const mcf = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: propertyLine },
        { weight: 2, arbitrary: nodeLine },
        { weight: 2, arbitrary: usualBlock },
        { weight: 1, arbitrary: otherLine },
      ),
      { maxLength: 24 },
    ),
    fc.constantFrom("\n", "\n", "\r\n"),
    fc.constantFrom("", "\ufeff"),
    fc.constantFrom("", "\n"),
  )
  .map(([lines, feed, start, end]) => start + lines.join(feed) + end);

const blockBytes = fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constant(4096));

test("MCF read as bytes is MCF read line by line", async () => {
  await fc.assert(
    fc.asyncProperty(mcf, blockBytes, async (text, size) => {
      await expectSameAsLines(Buffer.from(text), size);
    }),
    { numRuns: 2 * numRuns },
  );
  expect(nodesAsBytes).toBeGreaterThan(numRuns);
});

test("and so it is when bytes of it are others", async () => {
  const edit = fc.record({
    at: fc.nat(400),
    remove: fc.nat(3),
    insert: fc.constantFrom(
      "",
      "\n",
      '"',
      "\\",
      ",",
      "\0",
      "\r",
      "[",
      ":",
      "\xff",
      "l:",
      "\nNode:",
    ),
  });
  const edited = fc.tuple(mcf, fc.array(edit, { minLength: 1, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(edited, blockBytes, async ([text, edits], size) => {
      // Latin-1: a code unit is a byte.
      let bytes = Buffer.from(text).toString("latin1");
      for (const { at, remove, insert } of edits) {
        const place = at % (bytes.length + 1);
        bytes = bytes.slice(0, place) + insert + bytes.slice(place + remove);
      }
      await expectSameAsLines(Buffer.from(bytes, "latin1"), size);
    }),
    { numRuns: 2 * numRuns },
  );
});

/** The chunks of a file, one after the other; the lines of each count on from those before. */
async function readChunks(
  ranges: readonly ByteRange[],
  read: (chunk: FileChunk) => Promise<number>,
): Promise<void> {
  let firstLine = 1;
  for (const range of ranges) firstLine = await read({ range, firstLine });
}

/** A file of other cells may have no chunks. */
const soundCell = fc.constantFrom("a", "b", "2020", "", '"x, y"', '"x\ny"', '"\n"', 'x"', '"a""b"');
const cell = fc.oneof(
  fc.constantFrom("a", "b", "2020", "", '"x, y"', '"x\ny"', '"\n"', 'x"', '"a""b"', '"a"b"', '"'),
  fc.stringMatching(/^[ab ,"\n\rä]{0,5}$/),
);

test("tables in chunks, and in blocks of any size, are tables as a whole", async () => {
  const rows = fc
    .constantFrom(soundCell, soundCell, cell)
    .chain((one) => fc.array(fc.tuple(one, one, one, one), { maxLength: 20 }));
  const start = fc.constantFrom("", "\ufeff");
  const columns = ["subject_id", "predicate", "object_id", "object_value"];
  await fc.assert(
    fc.asyncProperty(
      rows,
      start,
      fc.integer({ min: 1, max: 6 }),
      blockBytes,
      async (cells, mark, count, size) => {
        const lines = [columns, ...cells].map((row) => row.join(","));
        const text = Buffer.from(mark + lines.join("\n"));
        await withFolder({ "a.csv": text }, async (folder) => {
          const input = fileOnDisk(join(folder, "a.csv"), text.length);
          const all = [{ start: 0, end: text.length }];
          const ranges = fileRanges(input, count, { kind: "rows", delimiter: "," }) ?? all;
          const outcome = (some: readonly ByteRange[], blocks: number) =>
            outcomeOf(async (sink, log) => {
              const run = runOf(sink, log, blocks);
              await readChunks(some, (chunk) =>
                readTable({ kind: "triples", columns, input, provenance }, run, chunk),
              );
            });
          const whole = await outcome(all, 4096);
          expect(await outcome(ranges, size)).toEqual(whole);
        });
      },
    ),
    { numRuns: 2 * numRuns },
  );
});

test("a table of sound rows is divided", async () => {
  const text = `a,b\n${'"x\ny",2\n'.repeat(20)}`;
  await withFolder({ "a.csv": text }, async (folder) => {
    const input = fileOnDisk(join(folder, "a.csv"), text.length);
    expect(fileRanges(input, 4, { kind: "rows", delimiter: "," })).toHaveLength(4);
  });
});
