/** What the place where the library runs does for snapshots, and streams that take them. */

import { type Crc32, slicingCrc32 } from "../store/columns/crc32.ts";
import type { Deflate } from "../store/stored/stored-lists.ts";

/** A snapshot before it is written: its length, and its bytes piece by piece. */
export interface SnapshotImage {
  readonly byteLength: number;
  /**
   * Pieces of at most 1 MiB, one after the other. Those of columns are the columns' own memory:
   * whoever passes them on to strangers passes on copies.
   */
  chunks(): Iterable<Uint8Array>;
}

/** Bytes piece by piece; whoever takes them waits for each. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** An image, or one that reports how far it was taken. */
export interface WrittenImage {
  chunks(): Pieces;
}

/** Writes the file of a name. */
export type WritePieces = (name: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>;

export interface SnapshotHost {
  readonly crc32: Crc32;
  /** Undefined where JavaScript does it. */
  readonly deflate: Deflate | undefined;
  /** Undefined where there are no files. */
  readonly saveToFile: ((path: string | URL, image: WrittenImage) => Promise<void>) | undefined;
  /**
   * Makes a folder, and gives what writes a file of it: whole or not at all. Undefined where there are no files.
   *
   * @throws TypeError (rejects) for a folder that holds something, unless it is forced
   */
  readonly openFolder?:
    | ((folder: string | URL, isForced: boolean) => Promise<WritePieces>)
    | undefined;
}

/** A place of which nothing is known. */
export const plainHost: SnapshotHost = {
  crc32: slicingCrc32,
  deflate: undefined,
  saveToFile: undefined,
};

/** What is used of Node's writable streams. */
export interface NodeStream {
  /** Takes bytes; `done` is called when they are written, or cannot be. */
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
  /** Ends the stream. */
  end(done: () => void): unknown;
  /** Closes a stream that does not get all of its bytes. */
  destroy?(): unknown;
  /** Calls a listener when the stream closes. */
  once(event: "close", listener: () => void): unknown;
  /** Calls a listener when the stream fails. */
  once(event: "error", listener: (error: Error) => void): unknown;
}

/** A stream of Node or of the web that takes bytes. */
export type SnapshotStream = NodeStream | WritableStream<Uint8Array>;

export function isStream(target: unknown): target is SnapshotStream {
  return (
    isWebStream(target) || (typeof target === "object" && target !== null && "write" in target)
  );
}

/** A stream of the web. */
export function isWebStream(target: unknown): target is WritableStream<Uint8Array> {
  return typeof target === "object" && target !== null && "getWriter" in target;
}

/** Where `save` writes: a path, a `file:` URL, or a stream of Node or the web. */
export type SaveTarget = string | URL | SnapshotStream;

/** How a snapshot is saved. */
export interface SaveOptions {
  /** Stops the saving, which then rejects with the reason of the signal: the old file stays. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each piece that was written. */
  readonly onProgress?: ((progress: SaveProgress) => void) | undefined;
}

/** How far the saving has come. */
export interface SaveProgress {
  readonly bytesWritten: number;
  /** The same in each call. */
  readonly bytesTotal: number;
}
