/** Writes snapshots into streams of the web and of Node. */

import { excerpt, SnapshotError } from "../errors/index.ts";
import { isWebStream, type NodeStream, type SnapshotStream } from "./host.ts";
import type { SnapshotImage } from "./image.ts";

/**
 * Writes everything and ends the stream; what it is given are copies.
 * @throws SnapshotError (rejects) `unwritable` when the stream fails or is closed
 */
export async function saveToStream(stream: SnapshotStream, image: SnapshotImage): Promise<void> {
  try {
    await (isWebStream(stream) ? toWebStream(stream, image) : toNodeStream(stream, image));
  } catch (cause) {
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    const message = `could not be written to the stream: ${reason}`;
    throw new SnapshotError("unwritable", message, {}, { cause });
  }
}

async function toWebStream(stream: WritableStream<Uint8Array>, image: SnapshotImage) {
  const writer = stream.getWriter();
  for (const chunk of image.chunks()) {
    await writer.ready;
    await writer.write(chunk.slice());
  }
  await writer.close();
}

async function toNodeStream(stream: NodeStream, image: SnapshotImage) {
  const failed = new Promise<never>((_, reject) => {
    stream.once("error", reject);
    stream.once("close", () => reject(new Error("it was closed before its end")));
  });
  // A stream is closed after its end, too, when nobody waits for this any more.
  failed.catch(() => {});
  for (const chunk of image.chunks()) {
    await Promise.race([failed, written(stream, chunk.slice())]);
  }
  await Promise.race([failed, new Promise<void>((done) => stream.end(done))]);
}

function written(stream: NodeStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
