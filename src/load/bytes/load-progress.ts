/** How far a load has come. The file needs no types of Node, which users may not have. */
import type { InputFile } from "./file-tree.ts";

/** How far a load has come. */
export interface LoadProgress {
  /** The file being read. */
  readonly file: string;
  /** Bytes read so far of all files of the load, as they lie on disk: compressed ones of a `.gz`. */
  readonly bytesRead: number;
  /** Bytes of all files of the load, the same in each call. */
  readonly bytesTotal: number;
  /**
   * MCF nodes and CSV rows so far, of all files of the load: with the first call for a file, those
   * of the files before it.
   */
  readonly rows: number;
}

/** Counts what was read, and stops a load that was cancelled. */
export class Progress {
  rows = 0;
  readonly #bytesTotal: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ((progress: LoadProgress) => void) | undefined;
  #bytesBefore = 0;
  #file = "";

  constructor(
    bytesTotal: number,
    signal?: AbortSignal,
    onProgress?: (progress: LoadProgress) => void,
  ) {
    this.#bytesTotal = bytesTotal;
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  get signal(): AbortSignal | undefined {
    return this.#signal;
  }

  /** To be called now and then in long loops. */
  checkCancelled(): void {
    this.#signal?.throwIfAborted();
  }

  /** `bytes` of this file are read; a file that grew meanwhile does not count beyond its size. */
  reached(input: InputFile, bytes: number): void {
    this.#file = input.path;
    this.#tell(this.#bytesBefore + Math.min(bytes, input.size));
  }

  finished(input: InputFile): void {
    this.#file = input.path;
    this.#bytesBefore += input.size;
    this.#tell(this.#bytesBefore);
  }

  #tell(bytesRead: number): void {
    const { rows } = this;
    this.#onProgress?.({ file: this.#file, bytesRead, bytesTotal: this.#bytesTotal, rows });
  }
}
