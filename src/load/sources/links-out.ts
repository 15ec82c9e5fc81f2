/** Links in a folder that lead out of it: a manifest cannot make us read other files by them. */
import { LoadError } from "../../errors/index.ts";
import { type FileTree, join, relative } from "../bytes/index.ts";
import { shown } from "../report/index.ts";

/**
 * @param paths of files that the manifest of the folder names
 * @throws LoadError if one of them is a link that leads out of the folder, or lies behind one
 */
export async function refuseLinksOut(
  tree: FileTree,
  folder: string,
  paths: Iterable<string>,
): Promise<void> {
  for (const path of new Set(paths)) {
    if (!(await leadsOut(tree, folder, path))) continue;
    const found = shown(relative(folder, path));
    const message = `expected a file of this folder, found ${found}, which lies outside of it by a link; the option allowOutside allows others`;
    throw new LoadError(message, { file: join(folder, "manifest.json") });
  }
}

async function leadsOut(tree: FileTree, folder: string, path: string): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([tree.realpath(folder), tree.realpath(path)]);
    // Between two drives the way is the absolute path.
    const way = relative(root, real);
    return way.split("/")[0] === ".." || /^[a-z]:/i.test(way);
  } catch {
    // Whoever reads it says why it cannot be read.
    return false;
  }
}
