/** What reading from afar took, counted. */

/** Since a world was opened, or for one question. */
export interface Traffic {
  /** Questions that were asked. */
  readonly questions: number;
  /** Times that a question waited for the store. */
  readonly rounds: number;
  /** Ranges that were read. */
  readonly reads: number;
  /** Bytes that were read. */
  readonly bytes: number;
  /** Blocks that were wanted again and still here. */
  readonly hits: number;
  /** Reads that were tried again. */
  readonly retries: number;
}

/** One call of the store, for `onRead`. */
export interface ReadEvent {
  /** Ranges of the call. */
  readonly ranges: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Counters that go up. */
export class TrafficCount {
  questions = 0;
  rounds = 0;
  reads = 0;
  bytes = 0;
  hits = 0;
  retries = 0;

  /** As plain data. */
  get traffic(): Traffic {
    const { questions, rounds, reads, bytes, hits, retries } = this;
    return Object.freeze({ questions, rounds, reads, bytes, hits, retries });
  }
}
