/** What goes to a helping thread and comes back; plain data. */

import { diskTree } from "../disk/index.ts";
import type { ByteRange, InputFile, PartReport, PartTask } from "../load/index.ts";
import type { Collected, WorldAnswer, WorldShare } from "../world/index.ts";

/**
 * Each is answered by one answer of its kind, in turn; parts are reported one by one before. `forget`
 * is not answered: what was collected is not wanted any more.
 */
export type ThreadMessage =
  | { readonly kind: "forget" }
  | ReadMessage
  | { readonly kind: "collect" }
  | { readonly kind: "share"; readonly share: WorldShare };

/** Parts to be read by all threads, which take one after the other. */
export interface ReadMessage {
  readonly kind: "read";
  readonly task: PlainTask;
  readonly ranges: readonly ByteRange[];
  /** Number of the first part's stretch. */
  readonly firstStretch: number;
  /** The next part that nobody has taken, shared by all threads. */
  readonly next: Int32Array;
}

export type ThreadAnswer =
  | { readonly kind: "part"; readonly part: number; readonly report: PartReport | undefined }
  | { readonly kind: "read" }
  | { readonly kind: "collect"; readonly collected: Collected }
  | { readonly kind: "share"; readonly answer: WorldAnswer }
  /** A limit was reached. */
  | { readonly kind: "limit"; readonly message: string };

/** A file on disk, without the functions that read it. */
export type PlainTask = PlainOf<PartTask>;

type PlainOf<Task> = Task extends { readonly input: InputFile }
  ? Omit<Task, "input"> & { readonly input: Omit<InputFile, "tree"> }
  : never;

export function plainTask(task: PartTask): PlainTask {
  const { tree: _tree, ...input } = task.input;
  return { ...task, input };
}

export function partTask(task: PlainTask): PartTask {
  return { ...task, input: { ...task.input, tree: diskTree } };
}

/** Takes the next part that nobody has taken; undefined when all are. */
export function takePart({ ranges, next }: ReadMessage): number | undefined {
  const part = Atomics.add(next, 0, 1);
  return part < ranges.length ? part : undefined;
}
