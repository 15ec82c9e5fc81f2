/** From a snapshot, or from the memory of another thread, to a Commons. */

import type { FetchSettings } from "../adapters/edge/service.ts";
import type { SnapshotHost } from "../snapshot/host.ts";
import { type CommonsHandle, checkHandle, SharedColumns } from "../snapshot/share.ts";
import { Snapshot } from "../snapshot/snapshot.ts";
import type { SnapshotBytes } from "../snapshot/snapshot-bytes.ts";
import { worldFrom } from "../snapshot/world-contents.ts";
import { Commons } from "./commons.ts";

/**
 * The bytes of a snapshot, in memory of any realm: of a page, of a frame, of a test's window. They
 * must not change as long as the Commons is in use.
 */
export type SnapshotSource = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

export interface ReopenOptions extends FetchSettings {
  /**
   * Reads and checks all of a snapshot before it is returned, after which its file is not needed
   * any more. Default: false, what a question needs is read and checked then. No effect on other
   * files.
   */
  readonly whole?: boolean;
  /**
   * Whether `open` checks all of a snapshot at once, as `verify({ structure: true })` does, so that
   * one that somebody forged is refused. Default: true for bytes in memory, which came from
   * elsewhere, and false for a file, which is one's own. No effect on other files.
   */
  readonly structure?: boolean;
  /** An aborted signal opens nothing. */
  readonly signal?: AbortSignal;
}

/** Options of loading. A snapshot refuses them: it was loaded before. */
const loadOnly = [
  "ranking",
  "provenance",
  "columns",
  "base",
  "strict",
  "onDiagnostic",
  "allowOutside",
] as const;

export async function reopen(
  stored: SnapshotBytes,
  options: ReopenOptions,
  host: SnapshotHost,
): Promise<Commons> {
  try {
    refuseLoadOptions(options);
    options.signal?.throwIfAborted();
    const snapshot = new Snapshot(stored, host.crc32);
    if (options.whole === true) await snapshot.readAll();
    if (options.structure ?? stored.isForeign) snapshot.verify({ structure: true });
    options.signal?.throwIfAborted();
    const { world, info } = worldFrom(snapshot, snapshot.contents, snapshot.file);
    return new Commons({ world, info, settings: options, host, snapshot });
  } catch (error) {
    stored.close();
    throw error;
  }
}

function refuseLoadOptions(options: ReopenOptions): void {
  const given = loadOnly.find((name) => Reflect.get(options, name) !== undefined);
  if (given === undefined) return;
  throw new TypeError(`a snapshot was loaded before: the option '${given}' comes too late`);
}

export function attachTo(
  handle: CommonsHandle,
  settings: FetchSettings,
  host: SnapshotHost,
): Commons {
  checkHandle(handle);
  const { world, info } = worldFrom(new SharedColumns(handle), handle.contents, undefined);
  const all = { ...(handle.settings as FetchSettings | undefined), ...settings };
  return new Commons({ world, info, settings: all, host });
}
