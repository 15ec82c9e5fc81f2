/** Three tries, with a pause that grows. */

const triesMax = 3;
const firstPause = 100;

/** How often one read was tried. */
export class Tries {
  #count = 0;

  /** Is this the last one? */
  get isOver(): boolean {
    return this.#count >= triesMax - 1;
  }

  /**
   * Waits before the next try.
   * @param atLeast milliseconds that the store asks for. Default: 100 and twice as many each time, and
   * up to half more by chance, so that readers do not come back all at once
   * @throws the signal's reason (rejects) when it aborts meanwhile
   */
  async pause(signal: AbortSignal, atLeast?: number): Promise<void> {
    const pause = firstPause * 2 ** this.#count * (1 + Math.random() / 2);
    this.#count++;
    await wait(Math.max(pause, atLeast ?? 0), signal);
  }
}

/** @throws the signal's reason (rejects) when it aborts first */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
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
