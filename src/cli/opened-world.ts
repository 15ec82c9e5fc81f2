/** Opens the world that a command is about: files with a progress bar, or a world that lies elsewhere. */

import { SingleBar } from "cli-progress";
import { commandLine } from "../errors/excerpts.ts";
import type { Commons, CommonsInfo, LoadProgress, OpenOptions } from "../index.ts";
import type { RemoteCommons } from "../remote.ts";
import { type CliIo, UsageError } from "./io.ts";
import { printNote } from "./output.ts";
import { sourcesFrom } from "./standard-input.ts";
import { blocksOf, remoteOptions, storeOptions } from "./stores.ts";
import { counted, ofLevel } from "./styled-text.ts";

export interface SourceOptions {
  /** Further sources. */
  readonly with?: readonly string[];
  readonly provenance?: string;
  readonly allowOutside?: boolean;
  readonly strict?: boolean | undefined;
  /** The file with options of a store. */
  readonly store?: string;
  readonly quiet?: boolean;
  /** Whether the command itself says what loading found. Default: false. */
  readonly isReported?: boolean;
  /** Whether many questions are asked, of whatever lies there by then. Default: false. */
  readonly isServed?: boolean;
}

/** Below this nothing is drawn: it is read before a bar could be seen. */
const barBytesMin = 20_000_000;

export async function openSources(
  sources: readonly string[],
  options: SourceOptions,
  io: CliIo,
): Promise<Commons> {
  const all = [...sources, ...(options.with ?? [])];
  const bar = options.quiet === true ? undefined : barOn(io);
  const settings: OpenOptions = {
    onProgress: bar?.show,
    provenance: options.provenance,
    allowOutside: options.allowOutside,
    strict: options.strict,
  };
  const { open } = await import("../index.ts");
  const source = await sourcesFrom(all, io);
  const commons = await open(source, settings).finally(() => bar?.stop());
  if (options.quiet !== true && options.isReported !== true) reportDiagnostics(commons, all, io);
  return commons;
}

/**
 * Only what was left out, and tables that `import` should read again: other warnings are many in a sparse table, and
 * `info` lists them.
 */
function reportDiagnostics({ info }: Commons, sources: readonly string[], io: CliIo): void {
  const old = info.diagnostics.counters.find(({ counter }) => counter === "Config_StaleConversion");
  for (const { file, message } of old?.examples ?? []) {
    printNote([ofLevel("warning", "warning"), `: ${file} ${message}`], io);
  }
  const count = leftOut(info);
  if (count === 0) return;
  const command = commandLine(["info", ...sources]);
  printNote(
    [ofLevel("error", counted(count, "error")), ` while loading; "${command}" shows them`],
    io,
  );
}

/** Number of diagnostics that say that something of the input was left out. */
export function leftOut({ diagnostics: { levels } }: CommonsInfo): number {
  return levels.fatal + levels.error;
}

/** Draws on a terminal only, and for what takes long enough to be seen. */
export function barOn(io: CliIo) {
  const stream = io.progressStream;
  if (stream === undefined || io.env["TERM"] === "dumb") return undefined;
  let bar: SingleBar | undefined;
  return {
    show: ({ bytesRead, bytesTotal, rowCount }: LoadProgress) => {
      if (bytesTotal < barBytesMin) return;
      if (bar === undefined) {
        bar = new SingleBar({
          stream,
          format: "loading [{bar}] {percentage} %  {rows} rows  {eta} s left",
          // A process can be killed at any time: nothing is changed that would have to be put back.
          hideCursor: false,
          linewrap: true,
          clearOnComplete: true,
          barCompleteChar: "=",
          barIncompleteChar: " ",
        });
        bar.start(bytesTotal, 0, { rows: 0 });
      }
      bar.update(bytesRead, { rows: rowCount });
    },
    stop: () => {
      bar?.stop();
      bar = undefined;
    },
  };
}

/** A world here or elsewhere: what either answers is awaited. */
export type AnyCommons = Commons | RemoteCommons;

/** @throws UsageError for options of loading, and for several sources */
export async function openRemoteSource(
  sources: readonly string[],
  options: SourceOptions,
  io: CliIo,
): Promise<RemoteCommons> {
  const [source = "", ...others] = sources;
  if (others.length > 0) throw new UsageError("a world that lies elsewhere is asked alone");
  const { provenance, allowOutside, strict } = options;
  if (provenance !== undefined || allowOutside === true || strict === true) {
    throw new UsageError("a world that lies elsewhere was loaded before: no options of loading");
  }
  const stored = await storeOptions(options.store, io);
  const rest = remoteOptions(stored);
  const { openRemote } = await import("../remote.ts");
  const { store, end } = await blocksOf(source, stored);
  const follow = rest.version === undefined ? { follow: followDefault } : {};
  const usual = options.isServed === true ? { reopen: true, ...follow } : { maxReadBytes: 2 ** 30 };
  try {
    return await openRemote(store, { ...usual, ...rest });
  } catch (error) {
    await end();
    throw error;
  }
}

/** Milliseconds between two looks of a server at the store. */
const followDefault = 60_000;
