/** Files of sources with what has one cure, and what is found in them then. Nothing is written. */

import type { Cure } from "../../load/bytes/diagnostics.ts";
import { DiagnosticLog } from "../../load/bytes/diagnostics.ts";
import type { FileTree, InputFile } from "../../load/bytes/file-tree.ts";
import { MemoryTree } from "../../load/bytes/memory-tree.ts";
import { bytesOfText, concatenated, isUtf8 } from "../../load/bytes/native.ts";
import { resolve } from "../../load/bytes/paths.ts";
import { type LoadSource, planLoad } from "../../load/load-plan.ts";
import { isReferenceProperty } from "../../load/values/mcf-value.ts";
import type { LintFinding, LintReport } from "../lint-report.ts";
import { type CheckOptions, checkSources } from "../lint-sources.ts";
import { fixedTable, type PlacedCure } from "./fix-table.ts";

/** A file that has other bytes now. */
export interface FixedFile {
  readonly path: string;
  /** As it can be shown: bytes that are not UTF-8 are U+FFFD. */
  readonly before: string;
  readonly after: string;
  /** It is not a file on disk. */
  readonly isInMemory: boolean;
}

/** What `fix` changes, and what is left. */
export interface FixReport {
  readonly files: readonly FixedFile[];
  /** What `lint` finds in the fixed files. */
  readonly report: LintReport;
}

/** Each round may show what the one before hid. */
const roundsMax = 6;
/** Larger files are not fixed: their text is in memory several times. */
const bytesMax = 256 * 1024 * 1024;
const allExamples = 1_000_000;

/** @param beside what the sources may refer to; it is not fixed. */
export async function fixSources(
  sources: readonly LoadSource[],
  beside: readonly LoadSource[],
  options: CheckOptions,
): Promise<FixReport> {
  const trees = new Map<FileTree, FixedTree>();
  const own = sources.map((source) => {
    const tree = trees.get(source.tree) ?? new FixedTree(source.tree);
    trees.set(source.tree, tree);
    return { ...source, tree };
  });
  const texts = new Map<string, FileText>();
  for (const input of await inputsOf(own, options)) {
    const text = await FileText.of(input, input.tree as FixedTree);
    if (text !== undefined) texts.set(resolve(input.path), text);
  }
  const all = [...texts.values()];
  for (const text of all) text.fix([]);
  for (let round = 0; round < roundsMax; round++) {
    const { findings } = await checkSources(own, beside, { ...options, maxExamples: allExamples });
    const cures = curesOf(findings);
    const changed = all.filter((text) => text.fix(cures));
    if (changed.length === 0) break;
  }
  const files = all.flatMap((text) => text.fixed ?? []);
  return { files, report: await checkSources(own, beside, options) };
}

/** All files that a load reads, and those that it would read if their headers were text. */
async function inputsOf(
  sources: readonly (LoadSource & { readonly tree: FixedTree })[],
  options: CheckOptions,
): Promise<InputFile[]> {
  const unread: string[] = [];
  const log = new DiagnosticLog({
    goesOn: true,
    onDiagnostic: ({ level, file }) => {
      if (level !== "info") unread.push(file);
    },
  });
  const { inputs, templates } = await planLoad(sources, options, log);
  const known = new Map([...inputs, ...templates].map((input) => [resolve(input.path), input]));
  for (const path of unread) {
    for (const { tree } of sources) {
      const stats = await tree.stat(path).catch(() => undefined);
      if (stats?.isFile() !== true) continue;
      known.set(resolve(path), { path, size: stats.size, isGzip: false, tree });
    }
  }
  return [...known.values()];
}

/** A number that is so many times greater than the one before it may be a thousandth of what it says. */
const oddChange = 100;

/**
 * A comma that may be before decimals has two cures: `3,675` beside `3,5` in its file, and a number that is odd among
 * those of other dates when its comma parts thousands.
 */
function curesOf(findings: readonly LintFinding[]): FileCure[] {
  const withCommas = new Set<string | undefined>();
  const oddLines = new Set<string>();
  for (const { file, line, message, change = 0 } of findings) {
    if (/a number with a decimal comma\?/.test(message)) withCommas.add(file);
    if (change >= oddChange) oddLines.add(`${file}:${line}`);
  }
  const isOpen = ({ file, line, cure }: LintFinding): boolean =>
    cure?.of === "value" &&
    cure.property === "value" &&
    cure.from.includes(",") &&
    (withCommas.has(file) || oddLines.has(`${file}:${line}`));
  return findings.flatMap((finding) => {
    const { file = "", line = 1, cure } = finding;
    if (cure === undefined || isOpen(finding)) return [];
    return [{ ...cure, file: resolve(file), line }];
  });
}

interface FileCure extends PlacedCure {
  readonly file: string;
}

/** A file that can be fixed. */
class FileText {
  readonly #path: string;
  readonly #tree: FixedTree;
  readonly #before: Uint8Array;
  #after: string;

  private constructor(path: string, tree: FixedTree, before: Uint8Array, after: string) {
    this.#path = path;
    this.#tree = tree;
    this.#before = before;
    this.#after = after;
  }

  /** @returns undefined for a file of another kind, and for what is no text. */
  static async of(input: InputFile, tree: FixedTree): Promise<FileText | undefined> {
    const { path, size } = input;
    if (!/\.(?:t?mcf|csv|tsv)$/i.test(path) || size > bytesMax) return undefined;
    const blocks: Uint8Array[] = [];
    for await (const block of tree.stream(input)) blocks.push(Uint8Array.from(block));
    const before = concatenated(blocks);
    const text = plainText(before);
    return text === undefined ? undefined : new FileText(path, tree, before, text);
  }

  /** @returns whether it has another text than before. */
  fix(cures: readonly FileCure[]): boolean {
    const text = this.#after;
    // What rows say by a template is wrong in the template.
    const isTemplate = /\.tmcf$/i.test(this.#path);
    const own = cures.filter(({ file }) => isTemplate || file === resolve(this.#path));
    const isTable = /\.[ct]sv$/i.test(this.#path);
    this.#after = isTable ? fixedTable(text, this.#path, own) : fixedMcf(text, own);
    this.#tree.set(this.#path, bytesOfText(this.#after));
    return this.#after !== text;
  }

  /** Undefined if its bytes are the same. */
  get fixed(): FixedFile | undefined {
    const bytes = bytesOfText(this.#after);
    const isSame =
      bytes.length === this.#before.length && bytes.every((byte, at) => byte === this.#before[at]);
    if (isSame) return undefined;
    const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#before);
    return { path: this.#path, before, after: this.#after, isInMemory: this.#tree.isInMemory };
  }
}

/** Another tree, in which some tables and MCF files have other bytes. A load reads them as streams. */
class FixedTree implements FileTree {
  readonly blocks = undefined;
  readonly ranges = undefined;
  readonly gunzip: FileTree["gunzip"];
  readonly openSqlite: FileTree["openSqlite"];
  readonly #base: FileTree;
  readonly #files = new Map<string, Uint8Array>();

  constructor(base: FileTree) {
    this.#base = base;
    this.gunzip = base.gunzip;
    this.openSqlite = base.openSqlite;
  }

  get isInMemory(): boolean {
    return this.#base instanceof MemoryTree;
  }

  set(path: string, bytes: Uint8Array): void {
    this.#files.set(resolve(path), bytes);
  }

  async stat(path: string): Promise<Awaited<ReturnType<FileTree["stat"]>>> {
    const stats = await this.#base.stat(path);
    const bytes = this.#files.get(resolve(path));
    if (bytes === undefined) return stats;
    return { size: bytes.length, isFile: () => true, isDirectory: () => false };
  }

  async realpath(path: string): Promise<string> {
    return await this.#base.realpath(path);
  }

  async entries(folder: string): ReturnType<FileTree["entries"]> {
    return await this.#base.entries(folder);
  }

  async text(path: string): Promise<string> {
    return await this.#base.text(path);
  }

  stream(input: InputFile): ReturnType<FileTree["stream"]> {
    const bytes = this.#files.get(resolve(input.path));
    return bytes === undefined ? this.#base.stream(input) : oneBlock(bytes);
  }
}

function oneBlock(bytes: Uint8Array): ReturnType<FileTree["stream"]> {
  return {
    bytesRead: bytes.length,
    async *[Symbol.asyncIterator]() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

// MCF with what has one cure: line ends, the case of prefixes, and names and values of findings.

/** A text may well begin with "Schema:". */
const prefix = /^(?:dcid|dcs):(?=\S+$)/i;
const anyPrefix = /^(?:dcid|dcs|schema):(?=\S+$)/i;

/** @param cures of findings about this file, or about what its rows make. */
export function fixedMcf(text: string, cures: readonly Cure[]): string {
  return text
    .split("\n")
    .map((line) => fixedLine(line.replace(/\r$/, ""), cures))
    .join("\n");
}

function fixedLine(line: string, cures: readonly Cure[]): string {
  const [, before = "", property = "", colon = "", values = ""] =
    /^(\s*)([A-Za-z_][^\s:]*)(\s*:)(.*)$/.exec(line) ?? [];
  if (colon === "") return line;
  const named = cures.find(({ of, from }) => of === "property" && from === property);
  const own = cures.filter(({ of, property: about }) => of === "value" && about === property);
  const isReference = property === "Node" || isReferenceProperty(property);
  // The commas of one number part values, too.
  const whole = own.find(({ from }) => from.includes(",") && from === values.trim());
  const fixed =
    whole === undefined
      ? fixedValues(values, isReference ? anyPrefix : prefix, own)
      : values.replace(whole.from, whole.to);
  return before + (named?.to ?? property) + colon + fixed;
}

/** Values between commas; those in quotes may hold commas, and keep their quotes. */
function fixedValues(text: string, prefixes: RegExp, cures: readonly Cure[]): string {
  // A quote that a backslash escapes, or that is not closed: nobody knows where values end.
  if (text.includes("\\") || (text.split('"').length - 1) % 2 === 1) return text;
  return text.replace(/"[^"]*"|[^,"]+/g, (piece) => {
    const [, start = "", value = "", end = ""] = /^(["\s]*)(.*?)(["\s]*)$/s.exec(piece) ?? [];
    const isQuoted = piece.startsWith('"');
    // Quotes make a text of it, unless the property has no texts.
    const isText = isQuoted && prefixes === prefix;
    const [written = ""] = isText ? [] : (prefixes.exec(value) ?? []);
    const name = value.slice(written.length);
    const cure = cures.find(({ from }) => from === name || from === value);
    const kept = cure === undefined ? name : cure.to;
    return start + (isQuoted ? written : written.toLowerCase()) + kept + end;
  });
}

// Bytes of a file as text: UTF-8 without a byte order mark, whatever they were.

const lineFeed = 0x0a;

/**
 * The text of a file in UTF-8 or, with a byte order mark, in UTF-16. A line that is not UTF-8 is read as
 * Windows-1252, which holds Latin-1: one such line does not change the others.
 * @returns undefined for what is no text, and for letters that other encodings of Windows have in place of each other.
 */
export function plainText(bytes: Uint8Array): string | undefined {
  const text = utf16Of(bytes) ?? utf8Of(bytes);
  const isText = text !== undefined && !text.includes("\0");
  return isText ? text.replace(/^\ufeff/, "") : undefined;
}

function utf16Of(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decoded(bytes, "utf-16be");
  return undefined;
}

function utf8Of(bytes: Uint8Array): string | undefined {
  if (isUtf8(bytes)) return decoded(bytes, "utf-8");
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, end);
    const text = decoded(line, isUtf8(line) ? "utf-8" : "windows-1252");
    if (!isUtf8(line) && alikes.some((other) => decoded(line, other) !== text)) return undefined;
    lines.push(text);
    start = end;
  }
  const text = lines.join("");
  // Bytes that mean nothing in Windows-1252: it is another encoding, or no text.
  return /[\u0080-\u009f]/.test(text) ? undefined : text;
}

/** `\u00eb` in one of them is `\u0117` in another; `\u00e4`, `\u00f6`, `\u00fc` and `\u00e9` are the same in all. */
const alikes = ["windows-1250", "windows-1254", "windows-1257"] as const;

function decoded(bytes: Uint8Array, encoding: string): string {
  // As a stream: of a whole text in windows-1252, Node 20 reads no character above U+00FF.
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: true });
}
