/** Where the bytes of a snapshot lie. */

/** A file, or a buffer. */
export interface SnapshotBytes {
  /** A path, a name or an address, for messages; undefined for bytes that have none. */
  readonly file: string | undefined;
  readonly byteLength: number;
  /** They may come from somebody else: they are checked as a whole before they are used. */
  readonly isForeign: boolean;
  /**
   * Fills `target` with the bytes from `position`.
   * @throws SnapshotError `unreadable`, or `truncated` when they are no longer there
   */
  read(target: Uint8Array, position: number): void;
  /**
   * Resolves when the bytes before `end` can be read, or used in place, without waiting.
   * @throws SnapshotError (rejects) as `read`
   */
  ready(end: number): Promise<void>;
  /** Where a range lies in memory already, if it does and elements of that size can be read there. */
  inPlace(position: number, elementBytes: number): MemoryPlace | undefined;
  /**
   * True for a block that is not here yet, which is then remembered as wanted. It is left as zeros and
   * read again later. May throw instead, which ends the question. Undefined where every block can be
   * read at once.
   */
  readonly isAbsent?: ((block: WantedBlock) => boolean) | undefined;
  /** Nothing will be read any more. */
  close(): void;
}

/** A block of a section, and what is wanted together with it. Positions count from the first byte. */
export interface WantedBlock {
  readonly position: number;
  readonly byteLength: number;
  /** Where what is wanted ends: blocks follow each other until there. */
  readonly wantedEnd: number;
  /** Where the section ends. */
  readonly sectionEnd: number;
}

export interface MemoryPlace {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
}

/** A snapshot that somebody fetched. It must not be changed as long as it is in use. */
export class BufferBytes implements SnapshotBytes {
  readonly file: string | undefined;
  readonly isForeign = true;
  readonly byteLength: number;
  readonly #buffer: ArrayBufferLike;
  readonly #byteOffset: number;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array, file?: string) {
    this.file = file;
    this.#buffer = buffer;
    this.#byteOffset = byteOffset;
    this.byteLength = byteLength;
  }

  read(target: Uint8Array, position: number): void {
    target.set(new Uint8Array(this.#buffer, this.#byteOffset + position, target.length));
  }

  async ready(): Promise<void> {}

  inPlace(position: number, elementBytes: number): MemoryPlace | undefined {
    const byteOffset = this.#byteOffset + position;
    return byteOffset % elementBytes === 0 ? { buffer: this.#buffer, byteOffset } : undefined;
  }

  close(): void {}
}
