/** What Node does for snapshots. */

import * as zlib from "node:zlib";
import { type SnapshotHost, slicingCrc32 } from "../snapshot/index.ts";
import { saveToFile } from "./save-file.ts";

export const nodeHost: SnapshotHost = {
  // There since Node 20.15.
  crc32: typeof zlib.crc32 === "function" ? (bytes) => zlib.crc32(bytes) : slicingCrc32,
  saveToFile,
};
