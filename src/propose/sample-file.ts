/** The first rows of a file on disk. */

import { stat } from "node:fs/promises";
import { fileOnDisk } from "../disk/index.ts";
import { LoadError } from "../errors/index.ts";
import { sampleTable, type TableSample } from "../load/columns/reading.ts";
import { DiagnosticLog } from "../load/index.ts";

/**
 * Reads a sample; how the table is written is found out.
 * @throws LoadError if the file cannot be read
 */
export async function sampleFile(path: string): Promise<TableSample> {
  const input = fileOnDisk(path, await sizeOf(path));
  return await sampleTable(input, {}, new DiagnosticLog());
}

async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) return stats.size;
  } catch (cause) {
    throw new LoadError("cannot be read", { file: path }, { cause });
  }
  throw new LoadError("is no file", { file: path });
}
