/** Processor time and priority of the thread that asks. Linux knows them; other systems do not say. */
import { openSync, readlinkSync, readSync } from "node:fs";
import { setPriority } from "node:os";

/** Undefined where the system has no such file. */
const file = (() => {
  try {
    // Of the thread that opens it.
    return openSync("/proc/thread-self/schedstat", "r");
  } catch {
    return undefined;
  }
})();
const text = Buffer.alloc(64);
const nanoseconds = 1e6;

/** Milliseconds that this thread has run; elsewhere than on Linux those that have passed. */
export function threadTime(): number {
  if (file === undefined) return performance.now();
  const length = readSync(file, text, 0, text.length, 0);
  return Number.parseInt(text.toString("latin1", 0, length), 10) / nanoseconds;
}

/** Other threads of the machine go first from now on. */
export function giveWay(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, 15);
  } catch {
    // It shares the processors as it is.
  }
}
