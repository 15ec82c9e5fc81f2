/** Bytes of a file in any order, for formats whose index stands at the end. */

import { LoadError } from "../../errors/errors.ts";
import { readBytes, unreadable } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { MemoryTree } from "../bytes/memory-tree.ts";
import { concatenated } from "../bytes/native.ts";

export interface FileSlices {
  readonly size: number;
  /** Bytes [start, end). @throws LoadError if they are not there. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** Of a file that has to be held in memory as a whole: it is compressed, or lies within another. */
const wholeMax = 1024 * 1024 * 1024;

/** @throws LoadError if the file cannot be read, or is too large to be held. */
export async function slicesOf(input: InputFile): Promise<FileSlices> {
  const { path, size, tree } = input;
  const { blocks } = tree;
  if (blocks === undefined || input.isGzip) return inMemory(await wholeOf(input), path);
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    requireWithin(start, end, size, path);
    const bytes = new Uint8Array(end - start);
    const source = blocks(input, { start, end });
    try {
      for (let at = 0; at < bytes.length; ) {
        const count = await source.read(bytes, at, bytes.length);
        if (count === 0) throw new LoadError("is cut off", { file: path });
        at += count;
      }
    } catch (error) {
      throw unreadable(error, path);
    } finally {
      await source.close();
    }
    return bytes;
  };
  return { size, slice };
}

/**
 * All bytes of a file, decompressed if it is a `.gz`.
 * @throws LoadError if the file cannot be read, or is larger than `most`.
 */
export async function wholeOf(input: InputFile, most: number = wholeMax): Promise<Uint8Array> {
  const { path, tree, isGzip } = input;
  if (tree instanceof MemoryTree && !isGzip) return tree.content(path);
  const blocks: Uint8Array[] = [];
  let size = 0;
  for await (const block of readBytes(input, new Progress(0))) {
    size += block.length;
    if (size > most) {
      throw new LoadError(`is larger than ${most / 1024 / 1024} MiB`, { file: path });
    }
    blocks.push(block);
  }
  return concatenated(blocks);
}

function inMemory(bytes: Uint8Array, file: string): FileSlices {
  const size = bytes.length;
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    requireWithin(start, end, size, file);
    return bytes.subarray(start, end);
  };
  return { size, slice };
}

function requireWithin(start: number, end: number, size: number, file: string): void {
  if (start >= 0 && start <= end && end <= size) return;
  throw new LoadError("is cut off, or points beyond its end", { file });
}
