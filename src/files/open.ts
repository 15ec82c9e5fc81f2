/** `open` and `attach` where there are files. */

import type { FetchSettings } from "../adapters/index.ts";
import { attachTo, type Commons } from "../commons/index.ts";
import { provideEngine } from "../engine/index.ts";
import {
  type BaseSource,
  type MemoryFiles,
  type OpenSettings,
  openSources,
} from "../opening/index.ts";
import type { CommonsHandle } from "../snapshot/index.ts";
import { nodeHost } from "../snapshot-file/index.ts";
import type { NamedBlob } from "../store/index.ts";
import { fileHost } from "./file-host.ts";

provideEngine();

/** How `open` loads, and how the Commons then answers. */
export interface OpenOptions extends OpenSettings {
  /**
   * Threads that read large files at once, this one included; smaller ones are read as soon by one.
   * Large are tables of templates and custom folders, MCF, JSON-LD, N-Triples and N-Quads above 128 MiB, tables of
   * triples and observations above 256 MiB, and SQL dumps above 512 MiB. Half of that is large for threads of a
   * load before: they wait ten seconds for the next one, and keep no program running.
   * Default: as many as the machine runs in parallel, at most four.
   * What is loaded is the same for any number, which is 64 at most.
   */
  readonly threads?: number;
}

/** A path, a `file:` URL, or files in memory: by name, or a `File`, which has one. */
export type Source = string | URL | MemoryFiles | NamedBlob;

/**
 * Loads files, folders, files in memory (`{ "town.mcf": text, "counts.csv": bytes }`) or a list of
 * them into one immutable world, or opens one snapshot, in a file or in memory. A snapshot is known
 * by its first bytes. A file is checked part by part when a part is first read; it stays open until
 * then, or until nobody holds the Commons any more. Bytes in memory are checked as a whole first,
 * their structure too, unless `structure` is false.
 *
 * Snapshots and opened worlds in a list are bases: what they hold comes first, and files add to it.
 * Their columns are copied, not read as text; their diagnostics come before those of the files.
 *
 * @throws LoadError (rejects) when a file cannot be read as what it is; nothing is half-loaded
 * @throws SnapshotError (rejects) when a snapshot cannot be opened; later, when a part of it that a
 * question needs is damaged
 * @throws TypeError (rejects) when the source is neither a path nor files in memory, or no source is
 * given, or when a snapshot alone is to be opened with options of loading
 */
export async function open(
  source: Source | BaseSource | readonly (Source | BaseSource)[],
  options: OpenOptions = {},
): Promise<Commons> {
  return await openSources(source, options, fileHost);
}

/**
 * A Commons over the memory of another thread's.
 *
 * @param handle what `commons.share()` returned there
 * @param settings override those of the Commons that was shared
 * @throws SnapshotError when it is no such handle or of another version
 */
export function attach(handle: CommonsHandle, settings: FetchSettings = {}): Commons {
  return attachTo(handle, settings, nodeHost);
}
