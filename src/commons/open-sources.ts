/** From sources of any kind to a Commons. */

import type { LoadSource } from "../load/load-plan.ts";
import type { BufferBytes, SnapshotBytes } from "../snapshot/snapshot-bytes.ts";
import { Commons, type CommonsHost } from "./commons.ts";
import { type Base, type SourceHost, sourcesOf } from "./given-sources.ts";
import type { StartThreads } from "./loading/load-files.ts";
import { type OpenSettings, type ReopenOptions, reopen } from "./reopen.ts";

/** What opening a world needs of Node, or of a page. */
export interface OpenHost extends SourceHost {
  readonly snapshots: CommonsHost;
  /** The message when no source is given. */
  readonly nothingGiven: string;
  /** Undefined where there are no files. */
  readonly pointers?:
    | {
        /** Is the file at a path the pointer of a published world? */
        isAt(path: string): boolean;
        /** The path of a file by its address from another one. */
        beside(path: string, address: string): string;
      }
    | undefined;
  /** A snapshot in a file. */
  snapshotAt(path: string, isWhole: boolean): SnapshotBytes;
  /** @throws TypeError for a number of threads that is none */
  threads(count: number | undefined): StartThreads;
}

interface AnyOptions extends OpenSettings {
  readonly threads?: number | undefined;
}

/** `open`, in Node and in a page. */
export async function openSources(
  source: unknown,
  options: AnyOptions,
  host: OpenHost,
): Promise<Commons> {
  const { bases, sources } = await sourcesOf(source, host, "open", options.signal);
  const [base] = bases;
  if (sources.length > 0 || bases.length > 1 || base instanceof Commons) {
    return await openFiles(bases, sources, options, host);
  }
  if (base === undefined) throw new TypeError(host.nothingGiven);
  return await openStored(base, options, host);
}

async function openStored(
  base: string | BufferBytes,
  options: ReopenOptions,
  host: OpenHost,
): Promise<Commons> {
  if (typeof base === "string" && host.pointers?.isAt(base) === true) {
    const { openPublished } = await import("./loading/open-published.ts");
    return await openPublished(base, options, host);
  }
  return await reopen(storedIn(base, options, host), options, host.snapshots);
}

async function openFiles(
  bases: readonly Base[],
  sources: readonly LoadSource[],
  options: AnyOptions,
  host: OpenHost,
): Promise<Commons> {
  const { loadFiles } = await import("./loading/load-files.ts");
  const opened = await Promise.all(bases.map((base) => openBase(base, options, host)));
  const loaded = await loadFiles(opened, sources, options, host.threads(options.threads));
  // Their columns were copied. What the caller opened stays the caller's.
  for (const commons of opened) if (!bases.includes(commons)) commons.close();
  return new Commons({ ...loaded, host: host.snapshots });
}

function storedIn(
  base: string | BufferBytes,
  { read }: ReopenOptions,
  host: OpenHost,
): SnapshotBytes {
  return typeof base === "string" ? host.snapshotAt(base, read === "all") : base;
}

/** Checks what it reads of a base as if the base was opened alone. */
export async function openBase(base: Base, options: AnyOptions, host: OpenHost): Promise<Commons> {
  if (base instanceof Commons) return base;
  const { read, verify, signal } = options;
  return await openStored(base, { read, verify, signal }, host);
}
