/**
 * Reads the parts of files and freezes what was read with several threads, this one among them.
 * Each reads into a builder of its own; the freeze puts together what all of them collected.
 */

import {
  type ByteRange,
  type OnPart,
  type PartReader,
  type PartReport,
  type PartSizes,
  PartsOfFile,
  type PartTask,
  usualSizes,
} from "../load/index.ts";
import type { Freezing } from "../store/index.ts";
import {
  doWorldShares,
  type Freeze,
  type FreezeOptions,
  type WorldBuilder,
  type WorldShare,
} from "../world/index.ts";
import { AskedThread, type LoadThread } from "./asked-thread.ts";
import { plainTask, type ReadMessage, takePart } from "./thread-protocol.ts";

export class ThreadPool implements PartReader {
  readonly sizes: PartSizes;
  readonly #builder: WorldBuilder;
  readonly #startThread: () => LoadThread;
  readonly #size: number;
  #threads: AskedThread[] = [];
  /** Number of the stretch at hand. */
  #stretch = 0;

  /** @param size further threads, which are started when there is something to read */
  constructor(
    builder: WorldBuilder,
    size: number,
    startThread: () => LoadThread,
    sizes: PartSizes = usualSizes,
  ) {
    this.sizes = sizes;
    this.#builder = builder;
    this.#size = size;
    this.#startThread = startThread;
  }

  start(): void {
    while (this.#threads.length < this.#size)
      this.#threads.push(new AskedThread(this.#startThread()));
  }

  async read(task: PartTask, ranges: readonly ByteRange[], onPart: OnPart): Promise<void> {
    this.start();
    const firstStretch = this.#stretch + 1;
    const next = new Int32Array(new SharedArrayBuffer(4));
    const message: ReadMessage = {
      kind: "read",
      task: plainTask(task),
      ranges,
      firstStretch,
      next,
    };
    const file = new PartsOfFile(task, this.#builder);
    const reports = new ReportsInOrder((part, report) => onPart(part, report, firstStretch + part));
    const reads = this.#threads.map((thread) => {
      thread.onPart = (part, report) => reports.add(part, report);
      return thread.read(message);
    });
    const all = Promise.all(reads);
    // The failure of a thread is reported below, and not as a rejection that nobody handles.
    all.catch(() => {});
    for (let part = takePart(message); part !== undefined; part = takePart(message)) {
      for (const thread of this.#threads) thread.check();
      reports.add(part, await file.read(ranges[part]!, firstStretch + part));
      await reports.tell();
    }
    await all;
    await reports.tell();
    this.#stretch = firstStretch + ranges.length;
    this.#builder.begin(this.#stretch);
  }

  /** Freezes what the builder and all threads collected. */
  async freeze(options: FreezeOptions): Promise<Freeze> {
    const others = await Promise.all(this.#threads.map((thread) => thread.collect()));
    const threads = this.#threads.length + 1;
    return await this.#finish(this.#builder.freezing({ ...options, others, threads }));
  }

  async stop(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.stop()));
  }

  /** This thread does the last shares of each step, and what is to be done meanwhile. */
  async #finish<T>(freezing: Freezing<T, WorldShare>): Promise<T> {
    let step = freezing.next();
    while (step.done !== true) {
      const { shares, beside } = step.value;
      const here = beside === undefined ? 1 : 0;
      const away = this.#threads.slice(0, Math.max(0, shares.length - here));
      const all = Promise.all(away.map((thread, at) => thread.doShare(shares[at]!)));
      all.catch(() => {});
      beside?.();
      const answers = doWorldShares(shares.slice(away.length));
      step = freezing.next([...(await all), ...answers]);
    }
    return step.value;
  }
}

/** Reports as they come, told in the order of the parts. */
class ReportsInOrder {
  readonly #reports = new Map<number, PartReport | undefined>();
  readonly #onPart: (part: number, report: PartReport | undefined) => Promise<void>;
  #next = 0;

  constructor(onPart: (part: number, report: PartReport | undefined) => Promise<void>) {
    this.#onPart = onPart;
  }

  add(part: number, report: PartReport | undefined): void {
    this.#reports.set(part, report);
  }

  /** Tells what can be told now. */
  async tell(): Promise<void> {
    for (; this.#reports.has(this.#next); this.#next++) {
      await this.#onPart(this.#next, this.#reports.get(this.#next));
      this.#reports.delete(this.#next);
    }
  }
}
