/** What Node has for formats: zlib, and SQLite. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { LoadError } from "../errors/index.ts";
import type { LoadHost, RawBytes } from "../load/index.ts";
import { nodeSqlite, sqliteOpener } from "./sqlite.ts";

const chunkBytes = 1024 * 1024;

/** For files on disk, and for files in memory in Node. */
export const diskHost: LoadHost = {
  gunzip,
  get openSqlite() {
    return sqliteOpener(nodeSqlite());
  },
};

/** zlib works in other threads. */
async function* gunzip(
  raw: RawBytes,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const zlib = createGunzip({ chunkSize: chunkBytes });
  // Not as objects: an empty chunk would end the file.
  const options = { objectMode: false, ...(signal === undefined ? {} : { signal }) };
  // Who iterates meets every error; the callback only keeps it from being thrown twice.
  yield* pipeline(Readable.from(raw, options), zlib, () => undefined);
  if (zlib.bytesWritten < raw.bytesRead) {
    throw new LoadError("is damaged: bytes follow the end of the compressed data", { file: path });
  }
}
