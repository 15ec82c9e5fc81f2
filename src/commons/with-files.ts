/** What the library does where there are files, in Node: `open`, `attach`, proposals, exports. */

import { existsSync } from "node:fs";
import { provideLateResponses } from "../adapters/edge/late-response.ts";
import { v0Part } from "../adapters/v0/endpoints.ts";
import { v1Part } from "../adapters/v1/endpoints.ts";
import { resolvePart } from "../adapters/v2/v2-resolve.ts";
import { sparqlPart } from "../adapters/v2/v2-sparql.ts";
import { searchPart } from "../catalog/catalog.ts";
import { type DiffOptions, diffRows, type WorldDiff } from "../diff/world-diff.ts";
import { isStoredFile, pathOf, readPackageFile } from "../disk/file-paths.ts";
import type { FixReport } from "../lint/fixes/fix-sources.ts";
import type { LintReport } from "../lint/lint-report.ts";
import type { CheckOptions } from "../lint/lint-sources.ts";
import type { LoadSource } from "../load/load-plan.ts";
import { type OptionRows, requireOptions } from "../options/required-options.ts";
import { type ColumnsProposal, type KnownColumns, knownRows } from "../propose/proposal.ts";
import { meaning } from "../search/meaning.ts";
import type { CommonsHandle } from "../snapshot/share.ts";
import { structurePart } from "../snapshot/snapshot.ts";
import type { Commons } from "./commons.ts";
import { openStored } from "./opening/open-stored.ts";
import { storedHost } from "./opening/stored-host.ts";
import { partsHere } from "./parts-here.ts";
import { attachTo, type OpenSettings, openRows } from "./reopen.ts";
import type { HeldSource } from "./world-maker.ts";

provideEngine();
meaning.provide(readPackageFile);

/** How `open` loads. */
export interface OpenOptions extends OpenSettings {
  /**
   * Threads that read large files at once, this one included; smaller ones are read as soon by one.
   * Large are MCF and tables of templates from 128 MiB on, and tables of triples and observations from
   * 256 MiB on. One thread reads files of all other formats. Half of that is large for threads of a
   * load before: they wait ten seconds for the next one, and keep no program running. Default: as many
   * as the machine runs in parallel, at most four. What is loaded is the same for any number, which is
   * 64 at most.
   */
  readonly threads?: number | undefined;
}

/**
 * What everything takes that reads data: paths and `file:` URLs of files, folders and snapshots, also
 * as texts; what is in memory or arrives as a stream; opened worlds, and worlds that code writes; and
 * lists of these. Nothing is fetched: `openRemote` asks an address.
 */
export type Source = string | URL | HeldSource | readonly (string | URL | HeldSource)[];

/**
 * Loads files, folders, files in memory (`{ "town.mcf": text, "counts.csv": bytes }`), streams with a
 * name, or a list of them into one immutable world, or opens one snapshot, in a file or in memory. A snapshot is known
 * by its first bytes. A file is checked part by part when a part is first read; it stays open until
 * then, or until the Commons is garbage. Bytes in memory are checked as a whole first,
 * their structure too, unless `verify` says otherwise.
 *
 * Snapshots and opened worlds in a list are bases: what they hold comes first, and files add to it.
 * Their columns are copied, not read as text; their diagnostics come before those of the files.
 *
 * @throws CommonsError `LOAD` (rejects) when a file cannot be read as what it is; nothing is half-loaded
 * @throws CommonsError `SNAPSHOT` (rejects) when a snapshot cannot be opened; later, when a part of it that a
 * question needs is damaged
 * @throws TypeError (rejects) for what is no source, an address among them, when no source is given,
 * and when a snapshot alone is to be opened with options of loading
 */
export async function open(source: Source, options: OpenOptions = {}): Promise<Commons> {
  requireOptions("open", options, fileRows);
  const path = snapshotPath(source);
  if (path !== undefined) return await withEngine(await openStored(path, options, storedHost));
  const { openFromDisk } = await import("./opening/file-sources.ts");
  return await withEngine(await openFromDisk(source, options));
}

/**
 * A Commons over the memory of another thread's.
 *
 * @param handle what `commons.share()` returned there
 * @throws CommonsError `SNAPSHOT` when it is no such handle or of another version
 */
export function attach(handle: CommonsHandle): Commons {
  return attachTo(handle, storedHost.snapshots);
}

/** The path of one snapshot: to open it, no code that reads files is loaded. */
function snapshotPath(source: unknown): string | undefined {
  // A scheme is the beginning of an address, and a text of several lines is no path.
  if (typeof source !== "string" || /^[a-z\d+.-]{2,}:|\n/i.test(source)) return undefined;
  const path = pathOf(source);
  return path !== undefined && isStoredFile(path) ? path : undefined;
}

/** Options of a check. */
export interface LintOptions extends CheckOptions {
  /**
   * Further sources, for references out of the checked ones. They are loaded, not checked: no
   * finding is about them, and no value is compared with theirs. A file of both is checked.
   */
  readonly with?: Source | undefined;
  /**
   * Looks names up in the public schema, too: a file of this package with classes, properties, units and
   * enumerations, without variables. Default: false.
   */
  readonly schema?: boolean | undefined;
}

/**
 * Checks sources. It reports what loading reports, the official tool's checks of nodes and of
 * statistics under its names (behaviour: inputs 2.9), and checks that need the whole graph. Where the
 * official tool asks a server for a node, this looks it up in the loaded graph. Snapshots and opened
 * worlds are checked as the tables that `export` writes. Files are read up to four times: for their
 * statements, for their node blocks, for the places of findings (if there are any), and for the lines
 * that are shown. Findings beyond `maxExamples` are counted, not kept.
 *
 * A file that cannot be read is one finding; all others are checked.
 *
 * @throws CommonsError `LOAD` (rejects) when a source is not there
 * @throws TypeError (rejects) for what is no source, and when no source is given
 */
export async function lint(source: Source, options: LintOptions = {}): Promise<LintReport> {
  requireOptions("lint", options, lintRows);
  const { checkSources } = await import("../lint/lint-sources.ts");
  return await checkSources(...(await checkedSources(source, options, "lint")), options);
}

async function checkedSources(
  source: Source,
  options: LintOptions,
  name: string,
): Promise<[sources: LoadSource[], others: LoadSource[]]> {
  const { signal } = options;
  const { fileSourcesOf, onDisk } = await import("./opening/file-sources.ts");
  const sources = await fileSourcesOf(source, name, signal);
  if (sources.length === 0) throw new TypeError(`${name} needs at least one source`);
  const others = await fileSourcesOf(options.with ?? [], name, signal);
  return [sources, options.schema === true ? [...others, ...onDisk(schemaPath())] : others];
}

/** Beside the bundles, or beside the sources. */
function schemaPath(): string {
  const places = ["../schema/", "../../schema/"].map((place) => new URL(place, import.meta.url));
  const paths = places.map((place) => pathOf(new URL("public-schema.mcf.gz", place)) ?? "");
  return paths.find((path) => existsSync(path)) ?? paths.join();
}

/**
 * Fixes what has one cure in the MCF files and tables of sources: byte order marks, line ends of
 * Windows, encodings (UTF-16 with a mark, lines in Windows-1252), separators at the end of rows,
 * prefixes in capitals or in tables, slips of names with one candidate, and separators of thousands.
 * Everything else stays as it is. Nothing is written: a file that is to have another text is in the
 * answer. Compressed files are left as they are.
 *
 * @throws CommonsError `LOAD` (rejects) when a source is not there
 * @throws TypeError (rejects) for what is no source, and when no source is given
 */
export async function fix(source: Source, options: LintOptions = {}): Promise<FixReport> {
  requireOptions("fix", options, lintRows);
  const { fixSources } = await import("../lint/fixes/fix-sources.ts");
  return await fixSources(...(await checkedSources(source, options, "fix")), options);
}

/**
 * Compares two worlds: nodes, arcs, variables, series and points that were added, removed or changed.
 * Both are walked over once, in the order of their texts; the memory is four bytes per dcid and literal
 * besides the worlds. Who states an arc is not compared.
 *
 * @param before an opened world
 * @param after an opened world
 * @throws TypeError (rejects) for a tolerance that is no share
 */
export async function diff(
  before: Commons,
  after: Commons,
  options: DiffOptions = {},
): Promise<WorldDiff> {
  requireOptions("diff", options, diffRows);
  const { diffWorlds } = await import("../diff/diff-worlds.ts");
  return await diffWorlds(before.engine, after.engine, options);
}

/**
 * Looks at the first thousand rows of a table (`.csv`, `.tsv`, `.gz`) and proposes the option
 * `columns` of `open` for it, with a reason for each column. Where a number could be wrong it proposes
 * nothing: rows that differ only in another column, a place within the place, a date that is
 * ambiguous. `problems` says why, and `cures` what to do.
 *
 * @param source one file, on disk or in memory
 * @param known counts before anything that the table says
 * @throws CommonsError `LOAD` (rejects) when the file cannot be read
 * @throws TypeError (rejects) for what is no source, and for several
 */
export async function proposeColumns(
  source: Source,
  known: KnownColumns = {},
): Promise<ColumnsProposal> {
  requireOptions("proposeColumns", known, knownRows);
  const { onlyFileOf } = await import("./opening/file-sources.ts");
  const file = await onlyFileOf(source, "proposeColumns");
  const { proposeFile } = await import("../propose/propose-file.ts");
  return await proposeFile(file, known);
}

export const fileRows = {
  ...openRows,
  threads: { is: ["whole"], min: 1, max: 64 },
} satisfies OptionRows<OpenOptions>;

export const lintRows = {
  with: {
    is: ["text", "texts", "object", "list"],
  },
  schema: { is: ["flag"] },
  maxExamples: { is: ["number"] },
  provenance: openRows.provenance,
  allowOutside: openRows.allowOutside,
  onProgress: openRows.onProgress,
  signal: openRows.signal,
} satisfies OptionRows<LintOptions>;

/** Doors call it whose synchronous methods answer every question. */
export function provideEngine(): void {
  if (partsHere !== undefined) {
    sparqlPart.provide(partsHere.sparql);
    resolvePart.provide(partsHere.resolve);
    searchPart.provide(partsHere.search);
    structurePart.provide(partsHere.structure);
    v1Part.provide(partsHere.v1);
    v0Part.provide(partsHere.v0);
  }
  provideLateResponses();
}

/** @returns the same Commons, which answers every question at once */
async function withEngine(commons: Commons): Promise<Commons> {
  if (partsHere === undefined) await commons.ready();
  return commons;
}
