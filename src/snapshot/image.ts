/** Columns → the bytes of a snapshot. */

import { Encoder } from "@msgpack/msgpack";
import { SnapshotError } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { Column } from "../store/columns/column-source.ts";
import type { Crc32 } from "../store/columns/crc32.ts";
import {
  aligned,
  elementTypeOf,
  endBytes,
  endMarkOf,
  preludeBytes,
  preludeOf,
  requireLittleEndian,
} from "./format.ts";
import { checksumsName, type Header, printPlain, type Section } from "./header.ts";
import {
  isWebStream,
  type NodeStream,
  type Pieces,
  type SnapshotImage,
  type SnapshotStream,
  type WrittenImage,
} from "./host.ts";
import { columnRowsOf } from "./world-contents.ts";

/** Small enough that one row costs little to read from afar, large enough for few checksums. */
const usualBlockBytes = 1 << 12;
/** Worlds below this have less to read, and blocks of twice that length. */
const largeBytes = 1 << 28;
/** Checksums of 256 blocks: their own checksums are all in the header. */
const checksumBytesMax = 1 << 10;
const chunkBytes = 1 << 20;
/** So much is read from afar before the first question. */
const nearBytesMax = 240 << 10;

/**
 * Small columns that most questions read come first, before the checksums of the others: whoever is far
 * away reads them with the header.
 *
 * @param contents plain data that is kept with the columns
 * @param blockBytes length of what is read and checked at once. Default: 4 KiB, 8 KiB in a world below 256 MiB
 * @throws SnapshotError `unreadable` on a big-endian machine
 */
export function imageOf(
  columns: ReadonlyMap<string, Column>,
  contents: { readonly library: string; readonly contents: unknown },
  crc32: Crc32,
  blockBytes: number = blockBytesOf(columns),
): SnapshotImage {
  requireLittleEndian();
  const near = nearColumnsOf(columns, nearNamesOf(contents.contents));
  const rest = [...columns].filter(([name]) => !near.has(name));
  const checksums = joined(rest.map(([, column]) => checksOf(column, blockBytes, crc32)));
  const all = new Map<string, Column>([...near, [checksumsName, checksums], ...rest]);
  // A block of checksums ends between two of them.
  const checksumBytes = Math.max(4, Math.min(checksumBytesMax, blockBytes - (blockBytes % 4)));
  const sections = [...all].map(([name, column]) => {
    const ownBytes = column === checksums ? checksumBytes : blockBytes;
    const isInHeader = near.has(name) || column === checksums;
    const checks = isInHeader ? checksOf(column, ownBytes, crc32) : noChecks;
    return { name, type: elementTypeOf(column), byteLength: column.byteLength, checks };
  });
  const headerBytes = encodeHeader({ ...contents, blockBytes, checksumBytes }, sections);
  let end = preludeBytes + headerBytes.length;
  for (const { byteLength: own } of sections) end = aligned(end) + own;
  const byteLength = aligned(end) + endBytes;
  const prelude = {
    headerBytes: headerBytes.length,
    fileBytes: byteLength,
    headerCheck: crc32(headerBytes),
  };
  return {
    byteLength,
    *chunks() {
      yield preludeOf(prelude, crc32);
      yield headerBytes;
      let at = preludeBytes + headerBytes.length;
      for (const column of all.values()) {
        yield* padding(at);
        yield* piecesOf(column, chunkBytes);
        at = aligned(at) + column.byteLength;
      }
      yield* padding(at);
      yield endMarkOf(byteLength);
    },
  };
}

function blockBytesOf(columns: ReadonlyMap<string, Column>): number {
  let bytes = 0;
  for (const { byteLength } of columns.values()) bytes += byteLength;
  return bytes < largeBytes ? 2 * usualBlockBytes : usualBlockBytes;
}

/** Columns that readers far away read with the header, the most useful one first. */
function nearNamesOf(contents: unknown): readonly string[] {
  return [...columnRowsOf(contents).values()]
    .flatMap(({ name, near }) => (near === undefined ? [] : [{ name, near }]))
    .sort((a, b) => a.near - b.near)
    .map(({ name }) => name);
}

/** Those that most questions read, as many as fit. */
function nearColumnsOf(
  columns: ReadonlyMap<string, Column>,
  nearNames: readonly string[],
): Map<string, Column> {
  const near = new Map<string, Column>();
  let bytes = 0;
  for (const name of nearNames) {
    const column = columns.get(name);
    if (column === undefined || bytes + aligned(column.byteLength) > nearBytesMax) continue;
    near.set(name, column);
    bytes += aligned(column.byteLength);
  }
  return near;
}

/**
 * Values in MessagePack, one after the other: texts, bytes, and numbers as doubles. The offsets of sections
 * follow from their lengths.
 */
export function encodeHeader(
  { library, blockBytes, checksumBytes, contents }: Omit<Header, "sections">,
  sections: readonly Section[],
): Uint8Array {
  const encoder = new Encoder({ forceIntegerToFloat: true });
  const values = [library, blockBytes, checksumBytes, printPlain(contents)];
  const rows = sections.map(({ name, type, byteLength, checks }) => {
    const { buffer, byteOffset } = checks;
    return [name, type, byteLength, new Uint8Array(buffer, byteOffset, checks.byteLength)];
  });
  const parts = [...values, ...rows.flat()].map((value) => encoder.encode(value));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const noChecks = new Uint32Array(0);

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((length, list) => length + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function checksOf(column: Column, blockBytes: number, crc32: Crc32): Uint32Array {
  const checks = new Uint32Array(Math.ceil(column.byteLength / blockBytes));
  let block = 0;
  for (const piece of piecesOf(column, blockBytes)) checks[block++] = crc32(piece);
  return checks;
}

/** Views on a column's memory; one view could not hold more than 4 GiB. */
function* piecesOf({ buffer, byteOffset, byteLength }: Column, pieceBytes: number) {
  for (let at = 0; at < byteLength; at += pieceBytes) {
    yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at));
  }
}

function* padding(at: number) {
  if (aligned(at) > at) yield new Uint8Array(aligned(at) - at);
}

/**
 * The same image, which reports how far it was taken.
 *
 * @param onBytes called after each piece, once before the first; what it throws ends the writing
 */
export function watchedImage(
  image: SnapshotImage,
  onBytes: (bytesWritten: number) => void,
): WrittenImage {
  return {
    async *chunks() {
      let bytesWritten = 0;
      onBytes(0);
      for (const chunk of image.chunks()) {
        yield chunk;
        bytesWritten += chunk.byteLength;
        onBytes(bytesWritten);
      }
    },
  };
}

// Writes into streams of the web and of Node.

/**
 * Writes everything and ends the stream; what it is given are copies.
 * @throws SnapshotError (rejects) `unwritable` when the stream fails or is closed
 */
export async function saveToStream(stream: SnapshotStream, image: WrittenImage): Promise<void> {
  try {
    await writeToStream(stream, image.chunks());
  } catch (cause) {
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    const message = `could not be written to the stream: ${reason}`;
    throw new SnapshotError("unwritable", message, {}, { cause });
  }
}

/** Writes copies of all pieces and ends the stream; one that cannot get all of them is aborted. */
export async function writeToStream(stream: SnapshotStream, pieces: Pieces): Promise<void> {
  await (isWebStream(stream) ? toWebStream(stream, pieces) : toNodeStream(stream, pieces));
}

async function toWebStream(stream: WritableStream<Uint8Array>, pieces: Pieces) {
  const writer = stream.getWriter();
  try {
    for await (const piece of pieces) {
      await writer.ready;
      await writer.write(piece.slice());
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function toNodeStream(stream: NodeStream, pieces: Pieces) {
  const failed = new Promise<never>((_, reject) => {
    stream.once("error", reject);
    stream.once("close", () => reject(new Error("it was closed before its end")));
  });
  // A stream is closed after its end, too, when this is not awaited any more.
  failed.catch(() => {});
  try {
    for await (const piece of pieces) {
      await Promise.race([failed, written(stream, piece.slice())]);
    }
  } catch (error) {
    stream.destroy?.();
    throw error;
  }
  await Promise.race([failed, new Promise<void>((done) => stream.end(done))]);
}

function written(stream: NodeStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
