/** What the web has for formats. */
import { excerpt, LoadError } from "../../errors/index.ts";
import type { LoadHost, RawBytes } from "./file-tree.ts";

/** There is no SQLite. */
export const webHost: LoadHost = { gunzip, openSqlite: undefined };

/** Browsers decompress one part only: a file of several parts looks damaged to them. */
async function* gunzip(
  raw: RawBytes,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { readable, writable } = new DecompressionStream("gzip");
  const writing = write(raw, writable.getWriter() as WritableStreamDefaultWriter<Uint8Array>);
  // Its failure is that of the reader.
  writing.catch(() => {});
  const reader = (readable as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await chunkFrom(reader, path);
      signal?.throwIfAborted();
      if (done) break;
      yield value;
    }
    await writing;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function write(
  raw: RawBytes,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of raw) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function chunkFrom(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  path: string,
): Promise<Awaited<ReturnType<typeof reader.read>>> {
  try {
    return await reader.read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `is damaged, cut off or of several parts, of which browsers read one (${excerpt(reason)})`;
    throw new LoadError(message, { file: path }, { cause: error });
  }
}
