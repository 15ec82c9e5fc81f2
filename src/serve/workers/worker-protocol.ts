/** What the server and its workers say to each other. */
import type { CommonsHandle } from "../../index.ts";
import type { AnswerRules, ServerAnswer, ServerRequest } from "../answers/index.ts";

export type ToWorker =
  /** Requests from now on are asked of this world. */
  | { readonly kind: "world"; readonly handle: CommonsHandle; readonly rules: AnswerRules }
  | {
      readonly kind: "request";
      readonly id: number;
      readonly request: ServerRequest;
      readonly route: string | undefined;
    };

/** An answer that is long comes as bytes, whose memory changes hands. */
export type FromWorker =
  | { readonly id: number; readonly answer: ServerAnswer }
  | { readonly id: number; readonly fault: "unreadable" | "internal" };

/** A thread that takes messages, as seen from the server. */
export interface AnswerThread {
  post(message: ToWorker): void;
  onAnswer: (message: FromWorker) => void;
  /** Told once, when the thread is no more. */
  onEnd: () => void;
  stop(): Promise<void>;
}
