/** What Node does for snapshots. */

import * as zlib from "node:zlib";
import { type Crc32, type SnapshotHost, slicingCrc32 } from "../snapshot/index.ts";
import { saveToFile } from "./save-file.ts";

export const nodeHost: SnapshotHost = {
  // There since Node 20.15.
  crc32: (zlib.crc32 as Crc32 | undefined) ?? slicingCrc32,
  saveToFile,
};
