/** Reads that are tried three times, and limits of time. */

import { RemoteError } from "./block-store.ts";

const triesMax = 3;
/** A store that asks for a longer pause is not asked again: whoever waits for the answer learns how long it is. */
const pauseMax = 3000;
const firstPause = 100;
/** Longer than this, a timer would fire at once. */
const timerMax = 2 ** 31 - 1;

/** The store asks to try again later. */
export class TryAgain extends Error {
  /** Milliseconds to wait; undefined when the store gives none. */
  readonly after: number | undefined;

  constructor(message: string, after?: number) {
    super(message);
    this.after = after;
  }
}

/**
 * Tries a read up to three times, unless it throws a RemoteError. The pause between tries is 100 ms,
 * twice as long each time, and up to half longer by chance, so that many readers do not come back at
 * once. A store may ask for a longer pause.
 * @param unavailable makes the message when the last try fails
 * @throws RemoteError (rejects)
 * @throws the signal's reason (rejects) when it aborts
 */
export async function tried<Result>(
  read: () => Promise<Result>,
  signal: AbortSignal,
  unavailable: (error: unknown) => string,
  onRetry: () => void = () => {},
): Promise<Result> {
  for (let count = 1; ; count++) {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RemoteError) throw error;
      const atLeast = (error instanceof TryAgain ? error.after : undefined) ?? 0;
      if (count === triesMax || atLeast > pauseMax) {
        throw new RemoteError("unavailable", unavailable(error), { retryAfter: atLeast });
      }
      onRetry();
      const pause = firstPause * 2 ** (count - 1) * (1 + Math.random() / 2);
      await wait(Math.max(pause, atLeast), signal);
    }
  }
}

/** @throws the signal's reason (rejects) when it aborts first */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", aborted);
      resolve();
    }, milliseconds);
    if (signal.aborted) aborted();
    signal.addEventListener("abort", aborted, { once: true });
  });
}

/**
 * The result of a call, if it comes in time. Rejects in time also when the call ignores its signal.
 * @param call gets a signal that aborts when the time is over or `outer` aborts
 * @throws the error of `late` (rejects) when the time is over
 * @throws the reason of `outer` (rejects) when it aborts first
 */
export async function inTime<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  milliseconds: number,
  late: () => RemoteError,
  outer: AbortSignal | undefined,
): Promise<Result> {
  const ended = new AbortController();
  const end = new Promise<never>((_, reject) => {
    ended.signal.addEventListener("abort", () => reject(ended.signal.reason), { once: true });
  });
  const aborted = () => ended.abort(outer?.reason);
  outer?.addEventListener("abort", aborted, { once: true });
  const timer =
    milliseconds <= timerMax ? setTimeout(() => ended.abort(late()), milliseconds) : undefined;
  try {
    return await Promise.race([call(ended.signal), end]);
  } catch (error) {
    // The error of a call that was aborted says nothing; the reason of the signal does.
    ended.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", aborted);
  }
}
