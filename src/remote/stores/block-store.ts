/** A store of snapshots, and the errors of reading from it. */

import { CommonsError, type ErrorDetails, type RpcStatus } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { type RpcCode, rpcStatuses } from "../../errors/rpc.ts";

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
  /** The bytes were wrong or may be old: caches on the way must not give them. Default: false. */
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
  describe(signal: AbortSignal, options?: ReadOptions): Promise<StoredSnapshot>;
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
  /**
   * The store of another object of a published world, by its address from where this one lies. A store
   * without it gives no worlds that were published as versions.
   */
  readonly beside?: ((address: string) => BlockStore) | undefined;
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

/** What the service answers. */
const rpcCodes: Readonly<Record<RemoteFault, RpcCode>> = {
  unavailable: "unavailable",
  timeout: "deadlineExceeded",
  exhausted: "resourceExhausted",
  replaced: "unavailable",
  missing: "unavailable",
  denied: "unavailable",
  unsuitable: "unavailable",
  truncated: "dataLoss",
  damaged: "dataLoss",
  closed: "unavailable",
};

/** A question that has no answer, because its world could not be read. */
export class RemoteError extends CommonsError {
  declare readonly fault: RemoteFault;
  declare readonly rpc: RpcStatus;
  /** Milliseconds that the store asks to wait; absent when it asks for none. A service answers with `Retry-After`. */
  declare readonly retryAfter?: number;

  constructor(
    fault: RemoteFault,
    message: string,
    where: Pick<ErrorDetails, "section" | "offset"> & { readonly retryAfter?: number } = {},
  ) {
    const { retryAfter = 0, ...place } = where;
    super("REMOTE", message, { fault, ...place, rpc: rpcStatuses[rpcCodes[fault]] });
    if (retryAfter > 0) this.retryAfter = retryAfter;
  }
}

/** Whether blocks in a database can be so long. A read of shorter ones would take memory for millions of them. */
export const isBlockLength = (given: unknown): given is number =>
  Number.isSafeInteger(given) && Number(given) >= 1 << 9;

/** Makes errors about the pointer of a store or a target. */
export const failing = (name: string) => (fault: RemoteFault, message: string) =>
  new RemoteError(fault, `${name}: ${message}`);

/** The message of any error, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return excerpt(text.replaceAll(/\s+/g, " "));
}

/** `Retry-After` in seconds, where a store asked for a pause. */
export function retryHeader({ retryAfter = 0 }: RemoteError): Readonly<Record<string, string>> {
  return retryAfter > 0 ? { "retry-after": String(Math.ceil(retryAfter / 1000)) } : {};
}
