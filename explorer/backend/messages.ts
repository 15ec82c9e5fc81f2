/** What page and worker say to each other. */
import type { Answer } from "./answer.ts";

/** The URL of a snapshot, or files by their paths. */
export type World = string | Readonly<Record<string, File>>;

export type ToWorker =
  | { readonly open: World }
  | { readonly id: number; readonly path: string; readonly method: string; readonly body: string };

/** Without `answer` it failed. */
export interface FromWorker {
  readonly id: number;
  readonly answer?: Answer;
  readonly message?: string;
}
