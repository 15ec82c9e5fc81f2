/** What the place where the library runs does for snapshots. */

import type { SnapshotImage } from "./image.ts";
import { type Crc32, slicingCrc32 } from "./layout/index.ts";

export interface SnapshotHost {
  readonly crc32: Crc32;
  /** Undefined where there are no files. */
  readonly saveToFile: ((path: string | URL, image: SnapshotImage) => Promise<void>) | undefined;
}

/** A place of which nothing is known. */
export const plainHost: SnapshotHost = { crc32: slicingCrc32, saveToFile: undefined };
