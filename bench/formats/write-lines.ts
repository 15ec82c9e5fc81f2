/** Files of generated lines. */

import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { chunked } from "../../src/export/csv-text.ts";

/** Writes a file and the folders above it; one that ends in `.gz` is compressed. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const source = Readable.from(chunked(lines));
  const file = createWriteStream(path);
  if (path.endsWith(".gz")) await pipeline(source, createGzip(), file);
  else await pipeline(source, file);
}
