/** Files to read, for tests of what reads them. */
import { diskHost } from "../../../src/disk/disk-tree.ts";
import type { InputFile } from "../../../src/load/bytes/file-tree.ts";
import { MemoryTree } from "../../../src/load/bytes/memory-tree.ts";

/** A file in memory; its name shows whether it is compressed. */
export function memoryInput(path: string, content: Uint8Array, size = content.length): InputFile {
  const tree = new MemoryTree([[path, content]], diskHost);
  return { path, size, isGzip: /\.gz$/i.test(path), tree };
}
