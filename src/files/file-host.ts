/** What Node has for opening: files, and threads. */

import { availableParallelism } from "node:os";
import { diskHost, onDisk, pathsOf } from "../disk/index.ts";
import { describeArgument } from "../errors/index.ts";
import type { OpenHost } from "../opening/index.ts";
import { FileBytes, isSnapshotFile, nodeHost, WholeFile } from "../snapshot-file/index.ts";
import { canStartThreads, warmPool } from "../threads/index.ts";

/** Beyond these, bringing together what they read takes longer than reading. */
const threadsByDefaultMax = 4;
const threadsMax = 64;

export const fileHost: OpenHost = {
  snapshots: nodeHost,
  formats: diskHost,
  nothingGiven: "open needs at least one path",
  paths: (source) => {
    const paths = pathsOf(source, "open");
    const snapshots = paths.filter((path) => isSnapshotFile(path));
    return { snapshots, sources: onDisk(...paths.filter((path) => !snapshots.includes(path))) };
  },
  snapshotAt: (path, isWhole) => (isWhole ? new WholeFile(path) : new FileBytes(path)),
  threads: (builder, threads = Math.min(availableParallelism(), threadsByDefaultMax)) => {
    if (!(Number.isInteger(threads) && threads > 0 && threads <= threadsMax)) {
      throw new TypeError(
        `threads is a whole number from 1 to ${threadsMax}, not ${describeArgument(threads)}`,
      );
    }
    if (threads === 1 || !canStartThreads()) return undefined;
    return warmPool(builder, threads - 1);
  },
};
