/** Files that somebody writes to while they are read. */

import { LoadError } from "../../errors/index.ts";
import type { FileStats, InputFile } from "../bytes/index.ts";

/**
 * To be asked after a file was read: what was loaded may be part of the old and part of the new.
 *
 * @throws LoadError (rejects) if the file is another one than before, or gone
 */
export async function refuseChanged({ path, size, changed, tree }: InputFile): Promise<void> {
  if (changed === undefined) return;
  const now = await tree.stat(path).catch((): FileStats | undefined => undefined);
  if (now?.size === size && now.mtimeMs === changed) return;
  const what = now === undefined ? "removed" : "changed";
  throw new LoadError(`was ${what} while it was loaded: load it again`, { file: path });
}
