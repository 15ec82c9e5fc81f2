/** What the library does where there are no files, in a page: `open` and `attach`. */

import { requireOptions } from "../options/required-options.ts";
import { plainHost } from "../snapshot/host.ts";
import type { CommonsHandle } from "../snapshot/share.ts";
import { BufferBytes } from "../snapshot/snapshot-bytes.ts";
import { bytesIn, bytesOf, isNameless } from "../store/columns/foreign-values.ts";
import type { Commons } from "./commons.ts";
import { attachTo, type OpenSettings, openRows, reopen } from "./reopen.ts";
import type { HeldSource } from "./world-maker.ts";

/** How `open` loads. */
export interface OpenOptions extends OpenSettings {}

/** What `open` takes: all but paths. */
export type Source = HeldSource | readonly HeldSource[];

/**
 * Opens the bytes of one snapshot, or loads files in memory (`{ "town.mcf": text, "counts.csv":
 * blob }`), a `File`, a `Response`, a stream with a name, or a list of them into one immutable world. The
 * loader is a part of its own, which the first files load. Bytes of a snapshot are checked as a whole
 * first, their structure too, unless `verify` says otherwise.
 *
 * Snapshots and opened worlds in a list are bases: what they hold comes first, and files add to it.
 *
 * @throws CommonsError `LOAD` (rejects) when a file cannot be read as what it is; nothing is half-loaded
 * @throws CommonsError `SNAPSHOT` (rejects) when a snapshot cannot be opened; later, when a part of it that a
 * question needs is damaged
 * @throws TypeError (rejects) when the source is something else, as a path is, or when a snapshot
 * alone is to be opened with options of loading
 */
export async function open(source: Source, options: OpenOptions = {}): Promise<Commons> {
  requireOptions("open", options, openRows);
  const commons = await opened(source, options);
  if (options.lazy !== true) await commons.ready();
  return commons;
}

async function opened(source: Source, options: OpenOptions): Promise<Commons> {
  let given: unknown = source;
  if (typeof source === "object" && source !== null && arrivesLater(source)) {
    const { readAlone } = await import("./source-content.ts");
    given = await readAlone(source, options.signal);
  }
  const bytes = isNameless(given) ? await bytesIn(given) : bytesOf(given);
  if (bytes !== undefined) return await reopen(new BufferBytes(bytes), options, plainHost);
  const { openInMemory } = await import("./opening/open-in-memory.ts");
  return await openInMemory(given, options);
}

/** A `Response` or a stream: a page that fetches snapshots needs no loader. */
function arrivesLater(source: object): boolean {
  return "body" in source || "getReader" in source || Symbol.asyncIterator in source;
}

/**
 * A Commons over the memory of another thread's.
 *
 * @param handle what `commons.share()` returned there
 * @throws CommonsError `SNAPSHOT` when it is no such handle or of another version
 */
export function attach(handle: CommonsHandle): Commons {
  return attachTo(handle, plainHost);
}
