/** How far a load has come, and the turns that it gives to everything else. It needs no types of Node. */
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
  readonly rowCount: number;
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
    this.#onProgress?.({
      file: this.#file,
      bytesRead,
      bytesTotal: this.#bytesTotal,
      rowCount: rows,
    });
  }
}

// The real ones: fake timers of a test would have a load wait for ever.
const { setImmediate: soon, MessageChannel } = globalThis as unknown as {
  setImmediate?: (callback: () => void) => unknown;
  MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
};

/** Ends when all else that waits had its turn. */
export async function everythingElse(): Promise<void> {
  if (soon !== undefined) await new Promise<void>((resolve) => soon(resolve));
  else if (MessageChannel !== undefined) await afterMessage(new MessageChannel());
}

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: undefined): void;
  close(): void;
}

/** A page's timers wait for milliseconds; its messages do not. */
async function afterMessage({ port1, port2 }: { readonly port1: Port; readonly port2: Port }) {
  await new Promise<void>((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
  port1.close();
}
