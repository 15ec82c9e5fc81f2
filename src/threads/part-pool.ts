/**
 * Reads the parts of tables with several threads, this one among them. Statements reach the sink in
 * the order of the parts: what a thread reads ahead waits as a batch.
 */

import { addBatch } from "../batch/index.ts";
import type { PartReader, PartReport, PartRequest, Sink } from "../load/index.ts";
import { type PartAnswer, PartAway, type PartMessage, type ReadPart } from "./part-protocol.ts";

/** A thread that reads parts. */
export interface PartThread {
  post(message: PartMessage): void;
  onAnswer: (answer: PartAnswer) => void;
  onError: (error: unknown) => void;
  stop(): Promise<void>;
}

/** Parts that a thread has before it is given another: one to read and one to go on with. */
const partsAhead = 2;

export class PartPool implements PartReader {
  readonly #sink: Sink;
  readonly #start: () => PartThread;
  readonly #size: number;
  #threads: PartThread[] = [];

  /** @param size further threads, which are started when there is something to read */
  constructor(sink: Sink, size: number, start: () => PartThread) {
    this.#sink = sink;
    this.#size = size;
    this.#start = start;
  }

  async read(
    requests: readonly PartRequest[],
    onPart: (report: PartReport) => void,
    readHere: (request: PartRequest) => Promise<void>,
  ): Promise<void> {
    while (this.#threads.length < this.#size) this.#threads.push(this.#start());
    const round = new Round(requests, this.#threads);
    for (let part = 0; part < requests.length; part++) {
      const read = await round.partOf(part);
      if (read === undefined) await readHere(requests[part]!);
      else {
        addBatch(read.batch, this.#sink);
        onPart(read.report);
      }
    }
  }

  async stop(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

/** One table's parts on their way. */
class Round {
  readonly #requests: readonly PartRequest[];
  readonly #answers = new Map<number, ReadPart | undefined>();
  /** Parts that each thread has. */
  readonly #loads: Map<PartThread, number>;
  readonly #aheadMax: number;
  readonly #away = new PartAway();
  /** First part that nobody has taken, and the first one that is not in the sink. */
  #next = 0;
  #wanted = 0;
  #wake: () => void = () => {};
  #failure: { readonly error: unknown } | undefined;

  constructor(requests: readonly PartRequest[], threads: readonly PartThread[]) {
    this.#requests = requests;
    this.#loads = new Map(threads.map((thread) => [thread, 0]));
    this.#aheadMax = 2 * partsAhead * (threads.length + 1);
    for (const thread of threads) {
      thread.onError = (error) => {
        this.#failure ??= { error };
        this.#wake();
      };
      thread.onAnswer = ({ number, read }) => {
        this.#answers.set(number, read);
        this.#loads.set(thread, this.#loads.get(thread)! - 1);
        this.#giveParts();
        this.#wake();
      };
    }
  }

  /** The part as it was read ahead; undefined if it is to be read here and now. */
  async partOf(part: number): Promise<ReadPart | undefined> {
    this.#wanted = part;
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#answers.has(part)) {
        const read = this.#answers.get(part);
        this.#answers.delete(part);
        return read;
      }
      if (this.#next === part) {
        this.#next += 1;
        this.#giveParts();
        return undefined;
      }
      if (this.#mayReadAhead()) await this.#readAhead();
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  /** What is read ahead takes memory until it is its turn. */
  #mayReadAhead(): boolean {
    return this.#next < this.#requests.length && this.#next - this.#wanted < this.#aheadMax;
  }

  /** This thread has nothing better to do than to read a part that it will want later. */
  async #readAhead(): Promise<void> {
    const number = this.#next;
    this.#next += 1;
    this.#giveParts();
    this.#answers.set(number, await this.#away.read(this.#requests[number]!));
  }

  #giveParts(): void {
    for (let load = 0; load < partsAhead; load++) {
      for (const [thread, count] of this.#loads) {
        if (count > load || !this.#mayReadAhead()) continue;
        const number = this.#next;
        this.#next += 1;
        this.#loads.set(thread, count + 1);
        thread.post({ number, request: this.#requests[number]! });
      }
    }
  }
}
