/** The bytes of a remote snapshot that are here, and the pass that reads them. */

import type { MemoryPlace, SnapshotBytes, WantedBlock } from "../snapshot/snapshot-bytes.ts";
import type { BlockCache } from "./block-cache.ts";
import type { BlockPlace } from "./world-objects.ts";

/** Bytes that stay in memory: those before and after the sections. */
export interface HeldBytes {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Row accesses between two looks at the clock. */
const ticksPerLook = 1 << 10;

/** The question that runs now: all objects of a world have the same one. */
class Run {
  /** The pass that runs now. */
  pass = new Pass("throwing", Number.POSITIVE_INFINITY);
  /** Blocks of the question. The cache may have dropped some of them. */
  own = new Map<number, Uint8Array>();
  /** What the question has made of real bytes alone: see `step`. */
  steps = new Map<string, unknown>();
  /** The same of what later questions need, too. */
  readonly lasting = new Map<string, unknown>();
  /** Positions of blocks whose bytes were wrong: those that came with a header do not stand for them. */
  readonly refused = new Set<number>();
  /** Bytes that were copied into columns. */
  filledBytes = 0;
  ticks = 0;
}

/** An object of a world. Positions in the cache and in passes count from the first byte of the first object. */
export class RemoteBytes implements SnapshotBytes {
  readonly file: string;
  readonly byteLength: number;
  readonly isForeign = true;
  readonly run: Run;
  /** Position of its first byte. */
  readonly start: number;
  readonly #held: readonly HeldBytes[];
  readonly cache: BlockCache;

  /** @param first the first object of the same world */
  constructor(
    file: string,
    byteLength: number,
    held: readonly HeldBytes[],
    cache: BlockCache,
    start = 0,
    first?: RemoteBytes,
  ) {
    this.file = file;
    this.byteLength = byteLength;
    this.#held = held;
    this.cache = cache;
    this.start = start;
    this.run = first?.run ?? new Run();
  }

  /** The pass that runs now. */
  get pass(): Pass {
    return this.run.pass;
  }

  /** Bytes of any object of the world that are a block of their own; undefined, and wanted, while they are not here. */
  block(position: number, byteLength: number): Uint8Array | undefined {
    const block = this.run.own.get(position) ?? this.cache.get(position);
    if (block !== undefined && block.length >= byteLength) return block.subarray(0, byteLength);
    this.pass.want(position, byteLength);
    return undefined;
  }

  /** Drops a block of any object whose bytes are wrong. */
  refuse(position: number): void {
    this.run.own.delete(position);
    this.run.refused.add(position);
    this.cache.refuse(position);
  }

  /** @throws `absent` for bytes that are not here; the pass then wants them */
  read(target: Uint8Array, position: number): void {
    for (let at = 0; at < target.length; ) {
      const found = this.#find(position + at);
      if (found === undefined) {
        this.pass.want(this.start + position + at, target.length - at);
        throw absent;
      }
      const bytes = found.subarray(0, target.length - at);
      target.set(bytes, at);
      at += bytes.length;
    }
    this.run.filledBytes += target.length;
  }

  async ready(): Promise<void> {}

  inPlace(): MemoryPlace | undefined {
    return undefined;
  }

  /** @throws `absent`, and `cut` for a pass that reached its limits */
  isAbsent(block: WantedBlock): boolean {
    const { position, byteLength, wantedEnd, sectionEnd } = block;
    if (this.#find(position) !== undefined) return false;
    const { pass, start } = this;
    pass.want(start + position, byteLength);
    if (pass.mode === "collecting") {
      if (pass.isFull) pass.end();
      return true;
    }
    const end = pass.endOf(position, byteLength, wantedEnd, sectionEnd);
    for (let at = position + byteLength; at < end && !pass.isFull; at += byteLength) {
      if (this.#find(at) === undefined) {
        pass.want(start + at, Math.min(byteLength, sectionEnd - at));
      }
    }
    throw absent;
  }

  /** Counts accesses of rows, so that a question that takes too long ends. */
  tick(ticks: number): void {
    const { run } = this;
    run.ticks += ticks;
    if (run.ticks < ticksPerLook) return;
    run.ticks = 0;
    run.pass.look();
  }

  /** Keeps what was made if all that this pass has read so far was here and sound. */
  remember<Made>(name: string, make: () => Made, isLasting: boolean): Made {
    const { pass } = this;
    const steps = isLasting ? this.run.lasting : this.run.steps;
    const key = `${this.start} ${name}`;
    if (steps.has(key)) return steps.get(key) as Made;
    const made = make();
    if (pass.isClean && pass.readsReal && !pass.wasCut) steps.set(key, made);
    return made;
  }

  close(): void {}

  /** Bytes from a position on, at least one; undefined when the first is not here. */
  #find(position: number): Uint8Array | undefined {
    const inAll = this.start + position;
    const block = this.run.own.get(inAll) ?? this.cache.get(inAll);
    if (block !== undefined) return block;
    const held = this.#held.find(
      ({ start, bytes }) => start <= position && position < start + bytes.length,
    );
    if (held === undefined || this.run.refused.has(inAll)) return undefined;
    let end = held.start + held.bytes.length;
    for (const refused of this.run.refused) {
      if (refused > inAll) end = Math.min(end, refused - this.start);
    }
    return held.bytes.subarray(position - held.start, end - held.start);
  }
}

/** Thrown for a block that is not here, when a pass cannot go on without it. */
export const absent = new Error(
  "this part of the world lies elsewhere: ask for it within the function that 'ask' is given",
);
/** Thrown when a pass reaches its limits. */
export const cut = new Error("a pass has its limits");

/** Limits of one pass. */
const blocksMax = 1 << 11;
const bytesMax = 1 << 23;
/** A pass that wants so many blocks needs no guesses more. */
const guessedMax = 1 << 10;

/**
 * - `throwing`: ends at the first absent block, so that its result is made of real bytes alone;
 * - `collecting`: goes on over zeros and collects absent blocks. Its result is thrown away.
 */
export type PassMode = "throwing" | "collecting";

let passCount = 0;

/** One run of a question over a world of which some blocks are not here yet. */
export class Pass {
  readonly mode: PassMode;
  /** Blocks that were absent: their lengths by their positions. */
  readonly wanted = new Map<number, number>();
  /** Headers of parts among them. */
  heads = 0;
  /** The error that a read of the snapshot threw, other than for absent blocks. */
  failure: unknown;
  /** Position of the first byte of the object that it is about. */
  failedIn = 0;
  /** Pieces of columns that it read and that were here, each counted once. */
  held = 0;
  /** Whether it asked for rows that there are not: zeros misled it, or the snapshot was forged. */
  isStray = false;
  readonly #end: number;
  readonly #readAhead: number;
  /** Other passes have other numbers. */
  readonly #number = ++passCount;
  #bytes = 0;
  #wasCut = false;

  /**
   * @param milliseconds that it may take
   * @param readAhead blocks that are read together when one is absent
   */
  constructor(mode: PassMode, milliseconds: number, readAhead = 1) {
    this.mode = mode;
    this.#end = performance.now() + milliseconds;
    this.#readAhead = readAhead;
  }

  /** Whether everything that it read so far was here. */
  get readsReal(): boolean {
    return this.mode === "throwing" || (this.wanted.size === 0 && !this.isStray);
  }

  /** @param seen the pass that last read each piece of a column */
  see(seen: Uint32Array, first: number, end: number): void {
    for (let piece = first; piece < end; piece++) {
      if (seen[piece] !== this.#number) this.held++;
      seen[piece] = this.#number;
    }
  }

  /** Whether everything that it read was here and sound. */
  get isClean(): boolean {
    return this.wanted.size === 0 && this.failure === undefined;
  }

  /** Whether it reached its limits. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  get blocks(): BlockPlace[] {
    return Array.from(this.wanted, ([position, byteLength]) => ({ position, byteLength }));
  }

  want(position: number, byteLength: number): void {
    if ((this.wanted.get(position) ?? -1) >= byteLength) return;
    this.wanted.set(position, byteLength);
    this.#bytes += byteLength;
  }

  /** Keeps the first error. @param start of the object that it is about */
  fail(error: unknown, start: number): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.failedIn = start;
  }

  get isFull(): boolean {
    return this.wanted.size >= blocksMax || this.#bytes >= bytesMax;
  }

  /** Whether it may want blocks that are perhaps not needed. */
  get mayGuess(): boolean {
    return this.wanted.size < guessedMax;
  }

  /** How far a pass reads ahead after an absent block: the end, as a position. */
  endOf(position: number, byteLength: number, wantedEnd: number, sectionEnd: number): number {
    return Math.min(sectionEnd, Math.max(wantedEnd, position + this.#readAhead * byteLength));
  }

  /** Ends a pass that takes too long. */
  look(): void {
    if (performance.now() > this.#end) this.end();
  }

  /**
   * Ends a collecting pass before it reads a whole large column: zeros may have misled it. The next
   * pass reads the column if it is needed.
   */
  pause(): never {
    throw cut;
  }

  end(): never {
    this.#wasCut = true;
    throw cut;
  }
}
