/** Loads texts as if they were files: writes them into a folder of their own for one load. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { diskHost, onDisk } from "../../../src/disk/disk-tree.ts";
import type { Diagnostic } from "../../../src/load/bytes/diagnostics.ts";
import { MemoryTree, memoryRoot } from "../../../src/load/bytes/memory-tree.ts";
import { type LoadOptions, type LoadReport, load } from "../../../src/load/load.ts";
import type { LoadSource } from "../../../src/load/load-plan.ts";
import { RecordingSink } from "./recording-sink.ts";

/** By path within the folder. */
export type Texts = Readonly<Record<string, string | Uint8Array>>;

export interface Loaded {
  readonly sink: RecordingSink;
  readonly report: LoadReport;
  /** `level counter file:line` of each diagnostic, in order; the path is that in the folder. */
  readonly diagnostics: readonly string[];
  readonly messages: readonly string[];
}

/** Folders that are free and empty: to remove one takes longer than most loads of a test. */
const freeFolders: string[] = [];

/** Runs a test body with a folder of files, which are gone afterwards. */
export async function withFolder<T>(
  texts: Texts,
  body: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = freeFolders.pop() ?? mkdtempSync(join(tmpdir(), "load-"));
  try {
    for (const [name, text] of Object.entries(texts)) {
      const path = join(folder, name);
      if (name.includes("/")) mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return await body(folder);
  } finally {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    freeFolders.push(folder);
  }
}

/**
 * Loads files of a folder. The whole folder is also loaded from memory: all must be the same.
 * @param sources paths in the folder; by default the folder itself.
 */
export async function loadTexts(
  texts: Texts,
  options: LoadOptions = {},
  sources: readonly string[] = ["."],
): Promise<Loaded> {
  const fromDisk = withFolder(texts, async (folder) => {
    const paths = sources.map((source) => join(folder, source));
    return await loadSources(onDisk(...paths), options, (text) =>
      text.replaceAll(`${folder}/`, ""),
    );
  });
  const loaded = await settled(fromDisk);
  if (isWhole(texts, options, sources)) {
    const files = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
    const memory = { tree: new MemoryTree(files, diskHost), path: memoryRoot };
    const before = Buffer.concat(files.map(([, bytes]) => bytes));
    const fromMemory = loadSources([memory], {}, (text) => text);
    const inMemory = await settled(fromMemory);
    if (inMemory instanceof Error || loaded instanceof Error) {
      expect(withoutFolders(String(inMemory)).replace("files in memory", "")).toBe(
        withoutFolders(String(loaded)),
      );
    } else {
      const { report, ...rest } = inMemory;
      const both = { report: loaded.report, ...rest };
      // This finds ten times sooner that both are equal; `expect` shows the differences.
      if (!isDeepStrictEqual(both, loaded)) expect(both).toEqual(loaded);
      expect(JSON.stringify(report)).toBe(withoutFolders(JSON.stringify(loaded.report)));
    }
    expect(Buffer.concat(files.map(([, bytes]) => bytes)).equals(before)).toBe(true);
  }
  if (loaded instanceof Error) throw loaded;
  return loaded;
}

/** Whether a folder of these files can be loaded twice without a test noticing. */
function isWhole(texts: Texts, options: LoadOptions, sources: readonly string[]): boolean {
  return (
    sources.join() === "." && Object.keys(texts).length > 0 && Object.keys(options).length === 0
  );
}

/** A text without the temporary folders in it: both loads then name a file alike. */
function withoutFolders(text: string): string {
  return text.replaceAll(/\/[^\s":]*\/load-\w+\/?/g, "");
}

async function settled<T>(promise: Promise<T>): Promise<T | Error> {
  try {
    return await promise;
  } catch (error) {
    return error as Error;
  }
}

async function loadSources(
  sources: readonly LoadSource[],
  options: LoadOptions,
  short: (text: string) => string,
): Promise<Loaded> {
  const sink = new RecordingSink();
  const seen: Diagnostic[] = [];
  const report = await load(sources, sink, {
    ...options,
    onDiagnostic: (diagnostic) => {
      seen.push(diagnostic);
      options.onDiagnostic?.(diagnostic);
    },
  });
  const diagnostics = seen.map(({ level, counter, file, line }) =>
    `${level} ${counter} ${short(file)}:${line ?? ""}`.replace(/:$/, ""),
  );
  return { sink, report, diagnostics, messages: seen.map(({ message }) => short(message)) };
}

/** The triples of one instance MCF file. */
export async function loadMcfText(text: string): Promise<Loaded> {
  return await loadTexts({ "a.mcf": text });
}
