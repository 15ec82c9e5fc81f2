/** An export on disk. */

import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Export } from "../export/index.ts";

/**
 * Writes the files into a folder, which is made if it is not there. Each file appears under its name
 * once it is complete.
 */
export async function writeExport(exported: Export, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, text } of exported.files) {
    const path = join(folder, name);
    const unfinished = `${path}.unfinished`;
    try {
      const file = await open(unfinished, "w");
      try {
        // `write` may write less than it is given, and says so only in what it returns.
        for (const chunk of text()) await file.writeFile(chunk);
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}
