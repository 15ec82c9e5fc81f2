/** Reads the same bytes with a sink that asks for places, and with one that does not. */
import { expect } from "vitest";
import { BlockReader } from "../../../src/load/bytes/byte-blocks.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import type { InputFile } from "../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import type { LoadRun } from "../../../src/load/statements/load-run.ts";
import type { FileProvenance } from "../../../src/load/statements/provenance.ts";
import { memoryInput } from "./inputs.ts";
import { RecordingSink } from "./recording-sink.ts";

/** Readers give it the place of each statement, and read texts. */
export class PlacedSink extends RecordingSink {
  at(): void {
    // It need not know.
  }
}

export type FileLoader = (
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
) => Promise<unknown>;

/**
 * Reads a file as bytes, in blocks of some size, and as texts: statements, diagnostics and rows must
 * be the same.
 * @param size that the file seems to have.
 * @returns how many statements there were.
 */
export async function requireTwinRuns(
  load: FileLoader,
  name: string,
  content: string,
  blockBytes: number,
  size: number = content.length,
): Promise<number> {
  const [asBytes, asTexts] = [new RecordingSink(), new PlacedSink()];
  const input = memoryInput(name, Buffer.from(content), size);
  const found = await runInto(asBytes, load, input, blockBytes);
  expect(found).toEqual(await runInto(asTexts, load, input, blockBytes));
  expect(asBytes.observations).toStrictEqual(asTexts.observations);
  expect(unique(asBytes.triples)).toStrictEqual(unique(asTexts.triples));
  expect(asBytes.nodes).toEqual(asTexts.nodes);
  return asBytes.observations.length + asBytes.triples.length;
}

/** A world holds each triple once. */
function unique(triples: RecordingSink["triples"]): string[] {
  return [...new Set(triples.map((triple) => JSON.stringify(triple)))];
}

async function runInto(
  sink: RecordingSink,
  load: FileLoader,
  input: InputFile,
  blockBytes: number,
): Promise<unknown> {
  const told: unknown[] = [];
  const log = new DiagnosticLog({ onDiagnostic: (diagnostic) => told.push(diagnostic) });
  const progress = new Progress(0);
  const run = { sink, log, progress, blocks: new BlockReader(progress, blockBytes) };
  const provenance = { listed: undefined, option: undefined, stem: "a" };
  try {
    await load(input, provenance, run);
    return { told, rows: progress.rows };
  } catch (error) {
    return { told, error: String(error) };
  }
}
