/** What the library does where there are no files, in a page: `open` and `attach`. */

import { plainHost } from "../snapshot/host.ts";
import type { CommonsHandle } from "../snapshot/share.ts";
import { BufferBytes } from "../snapshot/snapshot-bytes.ts";
import { bytesIn, bytesOf, isNameless, type NamedBlob } from "../store/columns/foreign-values.ts";
import type { Commons } from "./commons.ts";
import type { BaseSource, MemoryFiles, OpenSettings } from "./open-sources.ts";
import { attachTo, reopen } from "./reopen.ts";

/** How `open` loads. */
export interface OpenOptions extends OpenSettings {}

/** Files in memory: by name, or a `File`, which has one. */
export type Source = MemoryFiles | NamedBlob;

/**
 * Opens the bytes of one snapshot, or loads files in memory (`{ "town.mcf": text, "counts.csv":
 * blob }`), a `File`, or a list of them into one immutable world. The loader is a part of its own,
 * which the first files load. Bytes of a snapshot are checked as a whole first, their structure
 * too, unless `verify` says otherwise.
 *
 * Snapshots and opened worlds in a list are bases: what they hold comes first, and files add to it.
 *
 * @throws LoadError (rejects) when a file cannot be read as what it is; nothing is half-loaded
 * @throws SnapshotError (rejects) when a snapshot cannot be opened; later, when a part of it that a
 * question needs is damaged
 * @throws TypeError (rejects) when the source is something else, as a path is, or when a snapshot
 * alone is to be opened with options of loading
 */
export async function open(
  source: Source | BaseSource | readonly (Source | BaseSource)[],
  options: OpenOptions = {},
): Promise<Commons> {
  const bytes = isNameless(source) ? await bytesIn(source) : bytesOf(source);
  if (bytes !== undefined) return await reopen(new BufferBytes(bytes), options, plainHost);
  const { openInMemory } = await import("./open-in-memory.ts");
  return await openInMemory(source, options);
}

/**
 * A Commons over the memory of another thread's.
 *
 * @param handle what `commons.share()` returned there
 * @throws SnapshotError when it is no such handle or of another version
 */
export function attach(handle: CommonsHandle): Commons {
  return attachTo(handle, plainHost);
}
