/** Opens a world that lies elsewhere. */

import { describeArgument } from "../errors/index.ts";
import { withMethods } from "./methods.ts";
import { type RemoteCommons, type RemoteOptions, RemoteReader } from "./remote-commons.ts";
import type { BlockStore } from "./store/index.ts";

/**
 * Opens a snapshot in a store. Only its header is read now; each question reads the blocks that it
 * needs. Checksums of all that is read are checked.
 *
 * @throws SnapshotError (rejects) when it is no snapshot that this version reads
 * @throws RemoteError (rejects) when it cannot be read
 * @throws TypeError (rejects) for what is no store, and for limits that are no numbers
 */
export async function openRemote(
  blocks: BlockStore,
  options: RemoteOptions = {},
): Promise<RemoteCommons> {
  const { describe, read } = (blocks ?? {}) as Partial<BlockStore>;
  if (typeof describe !== "function" || typeof read !== "function") {
    const given = describeArgument(blocks);
    throw new TypeError(`openRemote needs a store with 'describe' and 'read', not ${given}`);
  }
  const reader = new RemoteReader(blocks, options);
  await reader.open();
  return withMethods(reader);
}
