/** A stream of quads as RDF/JS has them, on what makes them when they are read. */

import type { RdfQuad } from "./terms.ts";

/** Takes what an event gives. */
export type QuadListener = (...given: never[]) => void;

/** Gives the next quads; an empty list is the end. */
type NextQuads = () => readonly RdfQuad[] | Promise<readonly RdfQuad[]>;

/**
 * Made of batches. It emits `data`, or `readable` for those who call `read`; then `end`, or `error`.
 * `for await` reads it, too.
 */
export class QuadStream implements AsyncIterable<RdfQuad> {
  readonly #next: NextQuads;
  readonly #listeners = new Map<string, Set<QuadListener>>();
  #batch: readonly RdfQuad[] = [];
  #at = 0;
  #isWaiting = false;
  #isFlowing = false;
  #isDone = false;
  #error: unknown;

  /** @internal */
  constructor(next: NextQuads) {
    this.#next = next;
  }

  /** Whether `read` may have something. */
  get readable(): boolean {
    return !this.#isDone && !this.#isWaiting;
  }

  /** Whether all was read, or an error ended it. */
  get done(): boolean {
    return this.#isDone;
  }

  /** The next quad, or null where none is there yet or none is left. */
  read(): RdfQuad | null {
    if (this.#at === this.#batch.length && !this.#isDone && !this.#isWaiting) this.#fetch();
    return this.#batch[this.#at] === undefined ? null : (this.#batch[this.#at++] as RdfQuad);
  }

  /** Listens to `data`, `readable`, `end` or `error`. */
  on(event: string, listener: QuadListener): this {
    let known = this.#listeners.get(event);
    if (known === undefined) {
      known = new Set();
      this.#listeners.set(event, known);
    }
    known.add(listener);
    if (event === "data" && !this.#isFlowing) {
      this.#isFlowing = true;
      queueMicrotask(() => void this.#flow());
    } else if (event === "readable") queueMicrotask(() => this.emit("readable"));
    else if (event === "end" && this.#isDone) queueMicrotask(() => this.emit("end"));
    return this;
  }

  /** Listens to the next event alone. */
  once(event: string, listener: QuadListener): this {
    const first: QuadListener = (...given) => {
      this.off(event, first);
      listener.apply(this, given);
    };
    return this.on(event, first);
  }

  /** Listens no more. */
  off(event: string, listener: QuadListener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  /** `on` */
  addListener(event: string, listener: QuadListener): this {
    return this.on(event, listener);
  }

  /** `off` */
  removeListener(event: string, listener: QuadListener): this {
    return this.off(event, listener);
  }

  /** Calls the listeners. Whether there are any. */
  emit(event: string, ...given: unknown[]): boolean {
    const listeners = this.#listeners.get(event);
    if (listeners === undefined || listeners.size === 0) return false;
    for (const listener of [...listeners]) listener.apply(this, given as never[]);
    return true;
  }

  /** Ends it. */
  destroy(): this {
    this.#end();
    return this;
  }

  /** All quads. */
  async *[Symbol.asyncIterator](): AsyncIterator<RdfQuad> {
    while (!this.#isDone) {
      const batch =
        this.#at < this.#batch.length ? this.#batch.slice(this.#at) : await this.#next();
      this.#at = this.#batch.length;
      if (batch.length === 0) this.#isDone = true;
      yield* batch;
    }
  }

  #fetch(): void {
    let made: ReturnType<NextQuads>;
    try {
      made = this.#next();
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (!(made instanceof Promise)) {
      this.#take(made);
      return;
    }
    this.#isWaiting = true;
    made.then(
      (batch) => {
        this.#isWaiting = false;
        this.#take(batch);
        this.emit("readable");
      },
      (error) => this.#fail(error),
    );
  }

  #take(batch: readonly RdfQuad[]): void {
    this.#batch = batch;
    this.#at = 0;
    if (batch.length === 0) this.#end();
  }

  #end(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    queueMicrotask(() => this.emit("end"));
  }

  #fail(error: unknown): void {
    this.#isWaiting = false;
    this.#isDone = true;
    this.#error = error;
    queueMicrotask(() => this.emit("error", this.#error));
  }

  /** Hands out everything, with pauses in which others may run. */
  async #flow(): Promise<void> {
    try {
      for await (const one of this) this.emit("data", one);
      this.emit("end");
    } catch (error) {
      this.#fail(error);
    }
  }
}
