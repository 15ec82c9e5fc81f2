/** Time as a mock needs it. */

/** Whoever controls time hands one in: a test's own, or one over fake timers. */
export interface Clock {
  /** Resolves after so many milliseconds; rejects with the signal's reason when that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// Taken before a test can replace them: fake timers would never let an answer come.
const { setTimeout: start, clearTimeout: stop } = globalThis;

export const realClock: Clock = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        stop(timer);
        reject(signal?.reason as Error);
      };
      const timer = start(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
    }),
};
