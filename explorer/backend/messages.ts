/** What page and worker say to each other. */
import type { Answer } from "./answer.ts";

export type ToWorker =
  | { readonly open: string }
  | { readonly id: number; readonly path: string; readonly method: string; readonly body: string };

/** Without `answer` it failed. */
export interface FromWorker {
  readonly id: number;
  readonly answer?: Answer;
  readonly message?: string;
}
