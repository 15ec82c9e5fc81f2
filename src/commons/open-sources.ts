/** From sources of any kind to a Commons. */

import type { LoadSource } from "../load/load-plan.ts";
import { Commons } from "./commons.ts";
import { type Base, type SourceHost, sourcesOf } from "./given-sources.ts";
import type { StartThreads } from "./loading/load-files.ts";
import type { OpenSettings } from "./reopen.ts";
import { openStored, type StoredHost } from "./reopening/open-stored.ts";

/** What opening a world needs of Node, or of a page. */
export interface OpenHost extends SourceHost, StoredHost {
  /** The message when no source is given. */
  readonly nothingGiven: string;
  /** @throws TypeError for a number of threads that is none */
  threads(count: number | undefined): StartThreads;
}

/** Options of both. */
export interface AnyOptions extends OpenSettings {
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

/** Checks what it reads of a base as if the base was opened alone. */
export async function openBase(base: Base, options: AnyOptions, host: OpenHost): Promise<Commons> {
  if (base instanceof Commons) return base;
  const { read, verify, signal } = options;
  return await openStored(base, { read, verify, signal }, host);
}
