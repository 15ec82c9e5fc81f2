/** A helping thread, seen from the one that it helps. */

import { LimitError } from "../errors/errors.ts";
import type { ChunkReport } from "../load/chunks/chunk-format.ts";
import { handOver, takeOver } from "../store/columns/scratch.ts";
import type { Collected, WorldAnswer, WorldShare } from "../world/world.ts";
import type { ReadMessage, ThreadAnswer, ThreadMessage } from "./thread-protocol.ts";

/** A thread that answers. */
export interface LoadThread {
  post(message: ThreadMessage, buffers: readonly ArrayBuffer[]): void;
  onAnswer: (answer: ThreadAnswer) => void;
  onError: (error: unknown) => void;
  /** Whether the program runs on for as long as the thread is there. Default: yes. */
  keepRunning(isKept: boolean): void;
  /** @param isDone whether it has answered all, so that it could do something else. */
  stop(isDone: boolean): Promise<void>;
}

/** Is asked one thing after the other; once the thread failed, so does every question. */
export class AskedThread {
  /** Called for each chunk that was read. */
  onChunk: (index: number, report: ChunkReport | undefined) => void = () => {};
  readonly #thread: LoadThread;
  #resolve: (answer: ThreadAnswer) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #failure: { readonly error: unknown } | undefined;
  #isAsked = false;

  constructor(thread: LoadThread) {
    this.#thread = thread;
    thread.onAnswer = (answer) => {
      if (answer.kind === "chunk") this.onChunk(answer.index, answer.report);
      else if (answer.kind === "limit") this.#fail(new LimitError(answer.message));
      else {
        this.#isAsked = false;
        this.#resolve(answer);
      }
    };
    thread.onError = (error) => this.#fail(error);
  }

  /** @throws what the thread failed with. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async read(message: ReadMessage): Promise<void> {
    await this.#ask(message);
  }

  async collect(): Promise<Collected> {
    const answer = await this.#ask({ kind: "collect" });
    return (answer as ThreadAnswer & { kind: "collect" }).collected;
  }

  async doShare(share: WorldShare): Promise<WorldAnswer> {
    const answer = await this.#ask({ kind: "share", share });
    return (answer as ThreadAnswer & { kind: "share" }).answer;
  }

  async stop(): Promise<void> {
    await this.#thread.stop(!this.#isAsked && this.#failure === undefined);
  }

  async #ask(message: ThreadMessage): Promise<ThreadAnswer> {
    this.check();
    const answered = new Promise<ThreadAnswer>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#isAsked = true;
    const { data, buffers } = handOver(message);
    this.#thread.post(data, buffers);
    return takeOver(await answered);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#reject(error);
  }
}
