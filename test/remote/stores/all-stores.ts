/** The stores of the contract: each keeps snapshots under names, and gives them as blocks. */

import { fileBlocks } from "../../../src/operate/file-blocks.ts";
import { folderTarget } from "../../../src/operate/folder-target.ts";
import type { BlockStore } from "../../../src/remote/stores/block-store.ts";
import type { PublishTarget } from "../../../src/remote/versions/publish-target.ts";
import { putInto } from "../stored-world.ts";
import { MemoryStore } from "./memory-store.ts";
import { startNginx } from "./nginx.ts";
import { startPglite } from "./pglite.ts";
import { startPostgres } from "./postgres.ts";
import { Place } from "./processes.ts";
import { startRedisCluster } from "./redis-cluster.ts";
import { startSwift } from "./swift.ts";

/** A store that runs. */
export interface RunningStore {
  /** Puts a snapshot under a name, in the place of another one that is there. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  blocks(name: string): BlockStore;
  /** Where a world is published under a name, and where it is read then. */
  readonly target?: (name: string) => PublishTarget;
  readonly published?: (name: string) => BlockStore;
  stop(): Promise<void>;
}

/** Starts each; one that cannot run here throws `Skipped`. */
export const stores: Readonly<Record<string, () => Promise<RunningStore>>> = {
  memory: startMemory,
  file: startFile,
  nginx: startNginx,
  PostgreSQL: startPostgres,
  PGlite: startPglite,
  "Redis Cluster": startRedisCluster,
  "S3 (Swift)": startSwift,
};

async function startMemory(): Promise<RunningStore> {
  const kept = new Map<string, MemoryStore>();
  return {
    put: async (name, bytes) => {
      const store = kept.get(name);
      if (store === undefined) kept.set(name, new MemoryStore(bytes));
      else store.replace(bytes);
    },
    blocks: (name) => kept.get(name)!,
    stop: async () => {},
  };
}

async function startFile(): Promise<RunningStore> {
  const place = new Place();
  return {
    put: (name, bytes) => putInto(folderTarget(place.folder), name, bytes),
    blocks: (name) => fileBlocks(`${place.folder}/${name}`),
    target: (name) => folderTarget(`${place.folder}/${name}`),
    published: (name) => fileBlocks(`${place.folder}/${name}/world.json`),
    stop: () => place.stop(),
  };
}
