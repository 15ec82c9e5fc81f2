/** From a snapshot, or from the pointer of a published world, to a Commons. */

import type { SnapshotHost } from "../../snapshot/host.ts";
import type { BufferBytes, SnapshotBytes } from "../../snapshot/snapshot-bytes.ts";
import type { Commons } from "../commons.ts";
import { type ReopenOptions, reopen } from "../reopen.ts";

/** What opening a snapshot needs of Node, or of a page. */
export interface StoredHost {
  readonly snapshots: SnapshotHost;
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
}

export async function openStored(
  base: string | BufferBytes,
  options: ReopenOptions,
  host: StoredHost,
): Promise<Commons> {
  if (typeof base === "string" && host.pointers?.isAt(base) === true) {
    const { openPublished } = await import("./open-published.ts");
    return await openPublished(base, options, host);
  }
  const stored = typeof base === "string" ? host.snapshotAt(base, options.read === "all") : base;
  return await reopen(stored, options, host.snapshots);
}
