/** What goes to a helping thread and comes back; plain data. */

import { diskTree } from "../disk/disk-tree.ts";
import type { ByteRange, InputFile } from "../load/bytes/file-tree.ts";
import type { ChunkReport, ChunkTask } from "../load/chunk-format.ts";
import type { Collected, WorldAnswer, WorldShare } from "../world/world.ts";

/**
 * Each gets one answer of its kind, in turn. A `read` gets one report for each chunk before. `forget`
 * gets no answer: the thread throws away what it collected.
 */
export type ThreadMessage =
  | { readonly kind: "forget" }
  | ReadMessage
  | { readonly kind: "collect" }
  | { readonly kind: "share"; readonly share: WorldShare };

/** Chunks that all threads read: each takes the next one. */
export interface ReadMessage {
  readonly kind: "read";
  readonly task: PlainTask;
  readonly ranges: readonly ByteRange[];
  /** Of the first chunk's statements. */
  readonly firstOrder: number;
  /** Index of the next chunk to take, shared by all threads. */
  readonly next: Int32Array;
}

export type ThreadAnswer =
  | { readonly kind: "chunk"; readonly index: number; readonly report: ChunkReport | undefined }
  | { readonly kind: "read" }
  | { readonly kind: "collect"; readonly collected: Collected }
  | { readonly kind: "share"; readonly answer: WorldAnswer }
  /** A limit was reached. */
  | { readonly kind: "limit"; readonly message: string };

/** A file on disk, without the functions that read it. */
type PlainTask = PlainOf<ChunkTask>;

type PlainOf<Task> = Task extends { readonly input: InputFile }
  ? Omit<Task, "input"> & { readonly input: Omit<InputFile, "tree"> }
  : never;

export function plainTask(task: ChunkTask): PlainTask {
  const { tree: _tree, ...input } = task.input;
  return { ...task, input };
}

export function chunkTask(task: PlainTask): ChunkTask {
  return { ...task, input: { ...task.input, tree: diskTree } };
}

/** @returns the index of the next chunk; undefined after the last one. */
export function takeChunk({ ranges, next }: ReadMessage): number | undefined {
  const index = Atomics.add(next, 0, 1);
  return index < ranges.length ? index : undefined;
}
