/** Whole files that have to be UTF-8. */
import { readBytes } from "./byte-blocks.ts";
import type { FileTree } from "./file-tree.ts";
import { readLines } from "./lines.ts";
import { Progress } from "./load-progress.ts";

/**
 * @param text what the file was decoded to; the sign of what is no UTF-8 may also stand in the file.
 * @throws LoadError with the line and the byte if the file is not UTF-8.
 */
export async function refuseDamage(tree: FileTree, path: string, text: string): Promise<void> {
  if (!text.includes("\uFFFD")) return;
  const { size } = await tree.stat(path);
  const bytes = readBytes({ path, size, tree, isGzip: false }, new Progress(0));
  await readLines(bytes, path, () => {});
}
