/** Files that somebody writes to while they are read. */

import { type Stats, statSync } from "node:fs";
import { LoadError } from "../../errors/index.ts";
import type { InputFile } from "../bytes/index.ts";

/**
 * To be asked after a file was read: what was loaded may be part of the old and part of the new.
 *
 * @throws LoadError if the file is another one than before, or gone
 */
export function refuseChanged({ path, size, changed }: InputFile): void {
  if (changed === undefined) return;
  const now = statsOf(path);
  if (now?.size === size && now.mtimeMs === changed) return;
  const what = now === undefined ? "removed" : "changed";
  throw new LoadError(`was ${what} while it was loaded: load it again`, { file: path });
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
