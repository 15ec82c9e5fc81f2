/** Opens the world that a command is about: files with a progress bar, or a world that lies elsewhere. */

import { SingleBar } from "cli-progress";
import type { Commons, CommonsInfo, LoadProgress, OpenOptions } from "../index.ts";
import type { BlockStore, PostgresClient, RemoteCommons } from "../remote.ts";
import { type CliIo, UsageError } from "./io.ts";
import { printNote } from "./output.ts";
import { sourcesFrom } from "./standard-input.ts";
import { counted, ofLevel } from "./styled-text.ts";

export interface SourceOptions {
  /** Further sources. */
  readonly with?: readonly string[];
  readonly provenance?: string;
  readonly allowOutside?: boolean;
  readonly strict?: boolean | undefined;
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
  try {
    const { open } = await import("../index.ts");
    const commons = await open(await sourcesFrom(all, io), settings);
    bar?.stop();
    if (options.quiet !== true && options.isReported !== true) reportDiagnostics(commons, all, io);
    return commons;
  } finally {
    bar?.stop();
  }
}

/** Only what was left out: warnings are many in a sparse table, and `info` lists them. */
function reportDiagnostics({ info }: Commons, sources: readonly string[], io: CliIo): void {
  const count = leftOut(info);
  if (count === 0) return;
  const command = ["pocket-commons info", ...sources].join(" ");
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

export function isRemote(source: string): boolean {
  return /^(?:https?|postgres):/i.test(source);
}

/** @throws UsageError for options of loading, and for several sources */
export async function openRemoteSource(
  sources: readonly string[],
  options: SourceOptions,
): Promise<RemoteCommons> {
  const [source = "", ...others] = sources;
  if (others.length > 0) throw new UsageError("a world that lies elsewhere is asked alone");
  const { provenance, allowOutside, strict } = options;
  if (provenance !== undefined || allowOutside === true || strict === true) {
    throw new UsageError("a world that lies elsewhere was loaded before: no options of loading");
  }
  const { httpBlocks, openRemote, postgresBlocks } = await import("../remote.ts");
  let blocks: BlockStore;
  let end = async () => {};
  const name = postgresName(source);
  if (name === undefined) blocks = httpBlocks(source);
  else {
    const client = await postgresClient();
    blocks = postgresBlocks(client, name);
    end = () => client.end();
  }
  try {
    return await openRemote(
      blocks,
      options.isServed === true ? { reopen: true } : { maxReadBytes: 2 ** 30 },
    );
  } catch (error) {
    await end();
    throw error;
  }
}

/** `postgres:NAME`, as readers and `publish` spell it. Undefined for anything else. */
export function postgresName(source: string): string | undefined {
  return /^postgres:(?:\/\/)?(.*)$/i.exec(source)?.[1];
}

/** Whatever the environment (`PGHOST`, `PGUSER` and the others) leads to. */
export async function postgresClient(): Promise<PostgresClient & { end(): Promise<void> }> {
  const { Pool } = await import("pg").catch(() => {
    throw new UsageError("this needs the package 'pg': npm install pg");
  });
  // Idle connections do not keep the command alive.
  return new Pool({ allowExitOnIdle: true });
}
