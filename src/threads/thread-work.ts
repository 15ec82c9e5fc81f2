/** What a helping thread does: it collects statements of its own and takes shares of the freeze. */

import { LimitError } from "../errors/errors.ts";
import { chunkFormatOf } from "../load/formats.ts";
import { ChunksOfFile } from "../load/load-in-chunks.ts";
import { handOver, takeOver } from "../store/columns/scratch.ts";
import { doWorldShares, WorldBuilder } from "../world/world.ts";
import {
  chunkTask,
  type ReadMessage,
  type ThreadAnswer,
  type ThreadMessage,
  takeChunk,
} from "./thread-protocol.ts";

type Send = (answer: ThreadAnswer, buffers: readonly ArrayBuffer[]) => void;

export class ThreadWork {
  #builder = new WorldBuilder();
  readonly #send: Send;
  #before: Promise<void> = Promise.resolve();

  /** @param send takes answers, and the buffers that go with them. */
  constructor(send: Send) {
    this.#send = send;
  }

  /** Answers one message after the other; rejects when that is impossible. */
  take(message: ThreadMessage): Promise<void> {
    this.#before = this.#before.then(() => this.#answer(message));
    return this.#before;
  }

  async #answer(message: ThreadMessage): Promise<void> {
    if (message.kind === "forget") {
      this.#builder = new WorldBuilder();
      return;
    }
    try {
      const { data, buffers } = handOver(await this.#answerTo(message));
      this.#send(data, buffers);
    } catch (error) {
      // The class of an error is lost on the way.
      if (!(error instanceof LimitError)) throw error;
      this.#send({ kind: "limit", message: error.message }, []);
    }
  }

  async #answerTo(message: Exclude<ThreadMessage, { kind: "forget" }>): Promise<ThreadAnswer> {
    switch (message.kind) {
      case "read":
        await this.#read(message);
        return { kind: "read" };
      case "collect":
        return { kind: "collect", collected: this.#builder.collect() };
      case "share":
        return { kind: "share", answer: doWorldShares([takeOver(message.share)])[0] };
    }
  }

  async #read(message: ReadMessage): Promise<void> {
    const { ranges, firstOrder } = message;
    const task = chunkTask(message.task);
    const file = new ChunksOfFile(chunkFormatOf(task), task, this.#builder);
    for (let index = takeChunk(message); index !== undefined; index = takeChunk(message)) {
      const report = await file.read(ranges[index]!, firstOrder + index);
      this.#send({ kind: "chunk", index, report }, []);
    }
  }
}
