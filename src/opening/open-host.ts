/** What opening a world needs of the place where it runs. */

import type { LoadHost, LoadSource, PartReader } from "../load/index.ts";
import type { SnapshotBytes, SnapshotHost } from "../snapshot/index.ts";
import type { Freeze, FreezeOptions, WorldBuilder } from "../world/index.ts";

/** Node, or a page. */
export interface OpenHost {
  readonly snapshots: SnapshotHost;
  /** For files in memory; those on disk have it with them. */
  readonly formats: LoadHost;
  /** What is said when no source is given. */
  readonly nothingGiven: string;
  /** @throws TypeError for what is no path, and for every path where there are no files */
  paths(source: unknown): GivenPaths;
  /** A snapshot in a file. */
  snapshotAt(path: string, isWhole: boolean): SnapshotBytes;
  /**
   * Undefined if this thread does all.
   * @throws TypeError for a number of threads that is none
   */
  threads(builder: WorldBuilder, threads: number | undefined): LoadThreads | undefined;
}

export interface GivenPaths {
  readonly snapshots: readonly string[];
  readonly sources: readonly LoadSource[];
}

/** Threads that read parts of tables into a builder, and freeze it. */
export interface LoadThreads extends PartReader {
  freeze(options: FreezeOptions): Promise<Freeze>;
  stop(): Promise<void>;
}
