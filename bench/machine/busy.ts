/** Whether the machine has other things to do, which spoils every time that is measured. */

import { readFileSync } from "node:fs";
import { loadavg } from "node:os";

/** Times of one moment; processes that this one began count as its own once they have ended. */
interface Moment {
  readonly at: number;
  /** Jiffies that all processors were busy, or kept busy elsewhere by the hypervisor. */
  readonly busy: number;
  readonly own: number;
}

const jiffiesPerSecond = 100;

/** More than this many processors' worth of other work is not a quiet machine. */
export const quietMax = 0.15;

/** Measures how many processors other programs kept busy since it was made. */
export class BusyMeter {
  readonly #start = momentNow();

  /** Undefined where the system has no figure. */
  get others(): number | undefined {
    const end = momentNow();
    if (this.#start === undefined || end === undefined) return undefined;
    const seconds = (end.at - this.#start.at) / 1000;
    const jiffies = end.busy - this.#start.busy - (end.own - this.#start.own);
    return Math.max(0, jiffies / jiffiesPerSecond / Math.max(seconds, 0.01));
  }
}

/** Processes that wanted a core, on average over a minute. */
export function loadAverage(): number {
  return Number(loadavg()[0]!.toFixed(2));
}

function momentNow(): Moment | undefined {
  try {
    return {
      at: performance.now(),
      busy: busyJiffies(readFileSync("/proc/stat", "utf8")),
      own: ownJiffies(readFileSync("/proc/self/stat", "utf8")),
    };
  } catch {
    return undefined;
  }
}

/** @param text of /proc/stat: user, nice, system, idle, waiting, interrupts, soft ones, stolen */
export function busyJiffies(text: string): number {
  const numbers = /^cpu +(.*)$/m.exec(text)![1]!.split(" ").map(Number);
  const [user, nice, system, , , interrupts, soft, stolen] = numbers as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return user + nice + system + interrupts + soft + (stolen ?? 0);
}

/** @param text of /proc/self/stat: the process itself and the children that it waited for */
export function ownJiffies(text: string): number {
  // The name before it may hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}
