/** A store of snapshots, and the errors of reading from it. */

import { excerpt } from "../../errors/excerpts.ts";

/** Bytes [start, end) of a snapshot. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A snapshot in a store, described before its sections are read. */
export interface StoredSnapshot {
  /** Bytes of the whole snapshot. */
  readonly length: number;
  /** Changes when the bytes change. Every `read` gets it. */
  readonly version: string;
  /** The first bytes, as many as the store read for this. They save a round. Default: none. */
  readonly head?: Uint8Array | undefined;
}

/** Options of a read. */
export interface ReadOptions {
  /** The bytes were wrong before: caches on the way must not give them again. Default: false. */
  readonly pastCaches?: boolean | undefined;
}

/**
 * A snapshot in any store that keeps bytes. Users may write stores of their own. The bytes of one
 * version never change.
 */
export interface BlockStore {
  /** Its name in messages, without secrets. Default: "remote snapshot". */
  readonly name?: string | undefined;
  /**
   * Length and version of the snapshot in the store now.
   * @throws RemoteError (rejects) when the store gives up; anything else is tried three times
   */
  describe(signal: AbortSignal): Promise<StoredSnapshot>;
  /**
   * The bytes of each range, in the order of the ranges. Ranges ascend.
   * @throws RemoteError (rejects) `replaced` when the store has another version now, or another
   * fault when the store gives up; anything else is tried three times
   */
  read(
    ranges: readonly ByteRange[],
    version: string,
    signal: AbortSignal,
    options?: ReadOptions,
  ): Promise<readonly Uint8Array[]>;
}

/**
 * - `unavailable`: three times, the store did not answer or was busy;
 * - `timeout`: the question took too long;
 * - `exhausted`: the question needs more bytes than its limit;
 * - `replaced`: another snapshot took the place of the one that was opened;
 * - `missing`: there is no snapshot;
 * - `denied`: the store refuses this reader, or redirects it;
 * - `unsuitable`: the store cannot serve ranges; the message says how to set it up;
 * - `truncated`: the end of the snapshot is missing;
 * - `damaged`: bytes are wrong, also when read past all caches; or they were forged;
 * - `closed`: the reader was closed.
 */
export type RemoteFault =
  | "unavailable"
  | "timeout"
  | "exhausted"
  | "replaced"
  | "missing"
  | "denied"
  | "unsuitable"
  | "truncated"
  | "damaged"
  | "closed";

/** Codes of gRPC, each with its status of HTTP. */
const codes: Readonly<Record<RemoteFault, readonly [code: number, status: number]>> = {
  unavailable: [14, 503],
  timeout: [4, 504],
  exhausted: [8, 429],
  replaced: [14, 503],
  missing: [14, 503],
  denied: [14, 503],
  unsuitable: [14, 503],
  truncated: [15, 500],
  damaged: [15, 500],
  closed: [14, 503],
};

/** A question that has no answer, because its world could not be read. */
export class RemoteError extends Error {
  readonly fault: RemoteFault;
  /** gRPC code: 14 unavailable, 4 deadline exceeded, 8 resource exhausted, 15 data loss. */
  readonly code: number;
  /** HTTP status that belongs to the code. */
  readonly status: number;
  /** Name of the damaged section of the snapshot, if there is one. */
  readonly section: string | undefined;
  /** Position in the snapshot, in bytes. */
  readonly offset: number | undefined;

  constructor(
    fault: RemoteFault,
    message: string,
    where: { readonly section?: string | undefined; readonly offset?: number | undefined } = {},
  ) {
    super(message);
    this.name = "RemoteError";
    this.fault = fault;
    [this.code, this.status] = codes[fault];
    this.section = where.section;
    this.offset = where.offset;
  }

  /** The body that an endpoint sends. */
  toJSON(): { readonly code: number; readonly message: string; readonly details: readonly [] } {
    return { code: this.code, message: this.message, details: [] };
  }
}

/** The message of any error, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return excerpt(text.replaceAll(/\s+/g, " "));
}
