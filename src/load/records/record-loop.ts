/**
 * The loop over the records of a file: nodes, lines or rows, one after the other. It does what all
 * formats need: it skips a byte order mark, checks that the bytes are UTF-8, ends the last line with
 * a line feed, counts lines, limits their length, and stops a load that was cancelled.
 *
 *     block      record | record | odd record | reco
 *                                  as text      unfinished: handed over again, with more bytes
 *
 * A format has a `RecordReader` with a scanner. For a usual record the scanner finds offsets in the
 * bytes, and the reader writes statements straight from them. An odd record is any other, and any
 * of which there may be something to report. It goes on as text: the reader passes its lines to
 * `texts`, and a parser of texts finds the same statements, and what is wrong.
 */
import type { BlockReader, FileChunk } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import {
  eachLine,
  isText,
  type LineHandler,
  markDamage,
  type OnDamage,
  requireLengths,
  textStart,
  wholeLines,
} from "../bytes/lines.ts";
import type { Progress } from "../bytes/load-progress.ts";
import { searchable } from "../bytes/native.ts";

/** The record needs more bytes. */
export const unfinished = -1;

const recordsAtOnce = 64;

/** Reads the records of one format. */
export interface RecordReader {
  /**
   * Called for each block: records lie in `bytes` from now on. After `end` 8 bytes can be read.
   * @param lacksFeed the file ends without a line feed; the one before `end` was added.
   */
  open(bytes: Uint8Array, end: number, lacksFeed: boolean): void;
  /**
   * Reads the record at `start`, and adds its lines to `line` of the loop.
   * @param end after a line feed
   * @param isLast nothing follows `end`
   * @returns the offset after the record, or `unfinished` if it may go on after `end`.
   */
  record(bytes: Uint8Array, start: number, end: number, isLast: boolean): number;
}

/** What a loop works with. */
interface RecordRun {
  readonly blocks: BlockReader;
  readonly progress: Progress;
}

export class RecordLoop {
  /** Of the next record. */
  line = 1;
  /** Some lines of the block at hand have a mark: all are read as texts. */
  isDamaged = false;
  readonly #run: RecordRun;
  readonly #input: InputFile;
  readonly #onDamage: OnDamage | undefined;
  #isStart = true;
  /** Bytes of the file before the block at hand, and those of it that were checked before. */
  #offset = 0;
  #checked = 0;

  /** @param onDamage takes lines that are not UTF-8. Default: the first one stops the load. */
  constructor(input: InputFile, run: RecordRun, onDamage?: OnDamage) {
    this.#input = input;
    this.#run = run;
    this.#onDamage = onDamage;
  }

  /**
   * Reads the whole file, or one chunk of it after the other.
   * @throws LoadError if the file cannot be read, has a line above the limit, or lines
   * that are not UTF-8 and that nothing takes.
   */
  async read(reader: RecordReader, chunk?: FileChunk): Promise<void> {
    this.line = chunk?.firstLine ?? 1;
    this.#offset = chunk?.range.start ?? 0;
    this.#isStart = this.#offset === 0;
    this.#checked = 0;
    this.isDamaged = false;
    await this.#run.blocks.read(
      this.#input,
      (bytes, end, isLast) => this.#take(reader, bytes, end, isLast),
      chunk?.range,
    );
  }

  /**
   * Hands the lines in bytes [start, end) to a parser of texts, and counts them.
   * @param end after a line feed
   * @returns `end`.
   */
  texts(bytes: Uint8Array, start: number, end: number, onLine: LineHandler): number {
    const block = searchable(bytes, end).subarray(start);
    this.line = eachLine(block, this.line, onLine, this.isDamaged);
    return end;
  }

  /** @returns where the first unfinished record starts. */
  #take(reader: RecordReader, bytes: Uint8Array, end: number, isLast: boolean): number {
    const { path } = this.#input;
    requireLengths(searchable(bytes, end), path, this.line);
    const linesEnd = wholeLines(bytes, end, isLast);
    const place = { file: path, line: this.line, offset: this.#offset, checked: this.#checked };
    const lines = searchable(bytes, linesEnd);
    this.isDamaged &&= this.#checked > 0;
    if (!isText(lines, place)) {
      markDamage(lines, place, this.#onDamage);
      this.isDamaged = true;
    }
    let at = 0;
    if (linesEnd > 0 && this.#isStart) {
      this.#isStart = false;
      at = textStart(bytes);
    }
    reader.open(bytes, linesEnd, linesEnd > end);
    for (let before = -1; at !== before; ) {
      before = at;
      at = this.#some(reader, bytes, at, linesEnd, isLast);
    }
    const left = Math.min(at, end);
    this.#offset += left;
    this.#checked = Math.max(linesEnd - left, 0);
    return left;
  }

  /** Some records, after which it returns: so its code is compiled soon. */
  #some(
    reader: RecordReader,
    bytes: Uint8Array,
    start: number,
    end: number,
    isLast: boolean,
  ): number {
    this.#run.progress.checkCancelled();
    let at = start;
    for (let count = 0; count < recordsAtOnce && at < end; count++) {
      const next = reader.record(bytes, at, end, isLast);
      if (next === unfinished) break;
      at = next;
    }
    return at;
  }
}
