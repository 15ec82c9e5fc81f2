/** What there is to say of a part, and what it leaves: plain data, in the order of the file. */
import type { ByteRange } from "../bytes/index.ts";
import type { Finding, FindingLog } from "../report/index.ts";
import type { PartTask } from "./part-formats.ts";

/** Lines count from 1 in the part. */
export interface PartReport {
  /** Rows that the part itself brought into the sink, or had something to say of. */
  readonly rows: number;
  readonly lines: number;
  /** Undefined when they are too many to be carried about, or need to know the line they are on. */
  readonly told: readonly Told[] | undefined;
}

export type Told =
  | { readonly finding: PlainFinding }
  /** Something that the thread which knows the whole file has to do here. */
  | { readonly left: unknown };

interface PlainFinding extends Omit<Finding, "message"> {
  readonly message: string;
}

/** In bytes. */
export interface PartSizes {
  /** What is smaller is read as a whole. */
  readonly file: number;
  /** About how large parts are. */
  readonly part: number;
}

/**
 * A smaller file is hardly read sooner by several threads: every further one has to start, and to
 * find out by itself which of its code is worth compiling. That costs what reading a million rows does
 * (bench/README, "Formats").
 * Parts are small enough that threads are done at about the same time.
 */
export const usualSizes: PartSizes = { file: 128 * 1024 * 1024, part: 3 * 1024 * 1024 };

/** For threads that have read such files before and wait for more: they lose no time. */
export const warmSizes: PartSizes = { ...usualSizes, file: 64 * 1024 * 1024 };

/** Reads parts, several at once. */
export interface PartReader {
  readonly sizes: PartSizes;
  /** Gets ready, while the caller finds out where parts begin. */
  start(): void;
  /**
   * Reads ranges with `PartsOfFile`, so that their statements count in the order of the parts.
   * @param onPart is called for one part after the other, in their order, with the stretch of its
   * statements.
   */
  read(task: PartTask, ranges: readonly ByteRange[], onPart: OnPart): Promise<void>;
}

export type OnPart = (
  part: number,
  report: PartReport | undefined,
  stretch: number,
) => Promise<void>;

/** Takes findings, and what is left, up to a number of both. */
export class ToldList implements FindingLog {
  /** Undefined once there are too many. */
  told: Told[] | undefined = [];
  readonly #max: number;
  readonly #once = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  report(_file: string, finding: Finding): void {
    const { counter, once } = finding;
    if (once !== undefined) {
      const key = `${counter}\n${once}`;
      if (this.#once.has(key)) return;
      this.#once.add(key);
    }
    this.#add(() => ({ finding: { ...finding, message: finding.message() } }));
  }

  leave(left: unknown): void {
    this.#add(() => ({ left }));
  }

  #add(make: () => Told): void {
    if (this.told === undefined) return;
    if (this.told.length >= this.#max) this.told = undefined;
    else this.told.push(make());
  }
}

/** Within a stretch, which stretch comes behind the first, second … of what is left in it. */
const stepsPerStretch = 2 ** 24;

/** The stretch of what is left, as the number `count` of a part; what follows it has the next one. */
export function stretchOfLeft(stretch: number, count: number): number {
  return stretch + (2 * count - 1) / stepsPerStretch;
}

export function stretchBehindLeft(stretch: number, count: number): number {
  return stretch + (2 * count) / stepsPerStretch;
}
