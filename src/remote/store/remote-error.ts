/** What goes wrong between a reader and the store of its world. */

import { excerpt } from "../../errors/index.ts";

/**
 * - `unavailable`: the store did not answer, or said that it cannot now, three times;
 * - `deadline`: it was slower than the question may take;
 * - `exhausted`: the question needs more bytes than it may read;
 * - `replaced`: another snapshot took the place of the one that was opened;
 * - `missing`: there is no snapshot;
 * - `denied`: the store lets this reader not read, or sends it elsewhere;
 * - `unsuitable`: the store does not give ranges as it must; the message says how to set it up;
 * - `truncated`: the end of the snapshot is missing;
 * - `damaged`: bytes are wrong, and were wrong again past all caches; or somebody forged them;
 * - `closed`: the reader was closed.
 */
export type RemoteFault =
  | "unavailable"
  | "deadline"
  | "exhausted"
  | "replaced"
  | "missing"
  | "denied"
  | "unsuitable"
  | "truncated"
  | "damaged"
  | "closed";

/** Codes of gRPC with the statuses of HTTP that belong to them. */
const codes: Readonly<Record<RemoteFault, readonly [code: number, status: number]>> = {
  unavailable: [14, 503],
  deadline: [4, 504],
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
  /** Name of the damaged section of the snapshot, where it is one. */
  readonly section: string | undefined;
  /** Where in the snapshot, in bytes. */
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

  /** As an endpoint sends it. */
  toJSON(): { readonly code: number; readonly message: string; readonly details: readonly [] } {
    return { code: this.code, message: this.message, details: [] };
  }
}

/** What somebody else's error says, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return excerpt(text.replaceAll(/\s+/g, " "));
}
