/** `open` and `attach` where there are no files. */

import type { FetchSettings } from "../adapters/index.ts";
import { describeArgument } from "../errors/index.ts";
import { BufferBytes, type CommonsHandle, plainHost } from "../snapshot/index.ts";
import { bytesOf } from "../store/index.ts";
import type { Commons } from "./commons.ts";
import { attachTo, type ReopenOptions, reopen, type SnapshotSource } from "./reopen.ts";

/**
 * Opens a snapshot that somebody fetched. All of it is checked first, its structure too, unless
 * `structure` is false: then part by part when a part is first read.
 *
 * @throws SnapshotError (rejects) when it cannot be opened; later, when a part of it that a question
 * needs is damaged
 * @throws TypeError (rejects) when the source is something else, or with options of loading
 */
export async function open(source: SnapshotSource, options: ReopenOptions = {}): Promise<Commons> {
  const bytes = bytesOf(source);
  if (bytes === undefined) {
    const given = describeArgument(source);
    throw new TypeError(`open needs the bytes of a snapshot here, not ${given}: no files`);
  }
  return await reopen(new BufferBytes(bytes), options, plainHost);
}

/**
 * A Commons over the memory of another thread's.
 *
 * @param handle what `commons.share()` returned there
 * @param settings override those of the Commons that was shared
 * @throws SnapshotError when it is no such handle or of another version
 */
export function attach(handle: CommonsHandle, settings: FetchSettings = {}): Commons {
  return attachTo(handle, settings, plainHost);
}
