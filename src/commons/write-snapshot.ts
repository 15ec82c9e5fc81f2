/** A world as one snapshot: to a file or to a stream. */

import {
  isStream,
  type SaveOptions,
  type SaveTarget,
  type SnapshotHost,
} from "../snapshot/host.ts";
import {
  imageOf,
  saveToStream,
  storedColumnsOf,
  watchedImage,
} from "../snapshot/stored-columns.ts";
import { version } from "../snapshot/version.ts";
import { contentsOf } from "../snapshot/world-contents.ts";
import { isUrl } from "../store/columns/foreign-values.ts";
import type { CommonsInfo, World } from "../world/world.ts";

/** What `save` of a Commons does; see there. */
export async function writeSnapshot(
  world: World,
  info: CommonsInfo,
  target: SaveTarget,
  { signal, onProgress }: SaveOptions,
  { saveToFile, crc32, deflate }: SnapshotHost,
): Promise<void> {
  const isPath = (typeof target === "string" && target !== "") || isUrl(target);
  if (!(isPath || isStream(target))) throw new TypeError("save needs a path or a stream");
  if (isPath && saveToFile === undefined) {
    throw new TypeError("save needs a stream here: there are no files");
  }
  signal?.throwIfAborted();
  const about = { library: version, contents: contentsOf(world, info) };
  const made = imageOf(storedColumnsOf(world, deflate), about, crc32);
  const image = watchedImage(made, (bytesWritten) => {
    signal?.throwIfAborted();
    onProgress?.({ bytesWritten, bytesTotal: made.byteLength });
  });
  try {
    if (isStream(target)) await saveToStream(target, image);
    else await saveToFile?.(target, image);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
