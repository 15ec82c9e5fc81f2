/** Loads texts as if they were files: writes them into a folder of their own for one load. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Diagnostic,
  type LoadOptions,
  type LoadReport,
  load,
} from "../../../src/load/index.ts";
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

/** @param sources paths in the folder; by default the folder itself. */
export async function loadTexts(
  texts: Texts,
  options: LoadOptions = {},
  sources: readonly string[] = ["."],
): Promise<Loaded> {
  return await withFolder(texts, async (folder) => {
    const sink = new RecordingSink();
    const seen: Diagnostic[] = [];
    const paths = sources.map((source) => join(folder, source));
    const report = await load(paths, sink, {
      ...options,
      onDiagnostic: (diagnostic) => {
        seen.push(diagnostic);
        options.onDiagnostic?.(diagnostic);
      },
    });
    const short = (text: string) => text.replaceAll(`${folder}/`, "");
    const diagnostics = seen.map(({ level, counter, file, line }) =>
      `${level} ${counter} ${short(file)}:${line ?? ""}`.replace(/:$/, ""),
    );
    return { sink, report, diagnostics, messages: seen.map(({ message }) => short(message)) };
  });
}

/** The triples of one instance MCF file. */
export async function loadMcfText(text: string): Promise<Loaded> {
  return await loadTexts({ "a.mcf": text });
}
