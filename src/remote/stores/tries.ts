/** Three tries, with growing pauses between them. */

const triesMax = 3;
const firstPause = 100;

/** Counts the tries of one read. */
export class Tries {
  #count = 0;

  /** Whether this is the last try. */
  get isOver(): boolean {
    return this.#count >= triesMax - 1;
  }

  /**
   * Waits before the next try. The pause is 100 ms, twice as long each time, and up to half longer
   * by chance, so that many readers do not come back at once.
   * @param atLeast milliseconds that the store asks for; default: none
   * @throws the signal's reason (rejects) when it aborts meanwhile
   */
  async pause(signal: AbortSignal, atLeast?: number): Promise<void> {
    const pause = firstPause * 2 ** this.#count * (1 + Math.random() / 2);
    this.#count++;
    await wait(Math.max(pause, atLeast ?? 0), signal);
  }
}

/** @throws the signal's reason (rejects) when it aborts first */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const aborted = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", aborted);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", aborted, { once: true });
  });
}
