import { describeArgument, pathExcerpt } from "./excerpts.ts";

/**
 * The phase in which something went wrong. No error here has a status of HTTP:
 * `adapters/edge/rpc-error.ts` alone maps a kind to a status and a code.
 */
export type ErrorKind =
  | "load"
  | "expression"
  | "query"
  | "request"
  | "token"
  | "limit"
  | "snapshot"
  | "closed";

/** Base of all errors about the caller's input. A mistake of this library is none of them. */
export abstract class DataError extends Error {
  abstract readonly kind: ErrorKind;
}

/** A file that cannot be read in its format; `file` and `line` are the place. */
export class LoadError extends DataError {
  // A bundler may give the class another name.
  override readonly name = "LoadError";
  readonly kind = "load";
  readonly file: string | undefined;
  /** From 1; undefined for the file as a whole. */
  readonly line: number | undefined;
  /** The message without the place. */
  readonly problem: string;

  constructor(
    message: string,
    where: { readonly file?: string; readonly line?: number } = {},
    options?: ErrorOptions,
  ) {
    const { line } = where;
    const file = pathExcerpt(where.file ?? "");
    const place = file !== "" && line !== undefined ? `${file}:${line}` : file;
    super(place === "" ? message : `${place}: ${message}`, options);
    this.file = where.file;
    this.line = where.line;
    this.problem = message;
  }
}

/** A relation expression that cannot be read; `offset` counts UTF-16 units from its start. */
export class ExpressionError extends DataError {
  override readonly name = "ExpressionError";
  readonly kind = "expression";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * A SPARQL query that cannot be read or needs something unsupported; `offset` counts UTF-16 units
 * from its start. The message has the form of the real back end's: reason and `[line:column]`, both
 * counted from 1 (behaviour: sparql 5).
 */
export class QueryError extends DataError {
  override readonly name = "QueryError";
  readonly kind = "query";
  readonly reason: string;
  readonly offset: number;

  constructor(reason: string, query: string, offset: number) {
    const before = query.slice(0, offset).split(/\r\n|\r|\n/);
    const column = (before.at(-1)?.length ?? 0) + 1;
    super(`googleapi: Error 400: ${reason} at [${before.length}:${column}], invalidQuery`);
    this.reason = reason;
    this.offset = offset;
  }
}

/** A well-formed request that cannot be answered. */
export class RequestError extends DataError {
  override readonly name = "RequestError";
  readonly kind = "request";
}

/** A page token that was damaged or belongs to another request. */
export class TokenError extends DataError {
  override readonly name = "TokenError";
  readonly kind = "token";
}

/** A setting of `open` and of each call that limits one request. */
export type LimitSetting = "timeout" | "maxRows" | "maxMemoryBytes" | "maxBodyBytes";

/** Data, a query or the work of a request above a documented limit. */
export class LimitError extends DataError {
  override readonly name = "LimitError";
  readonly kind = "limit";
  /** The setting of the limit; undefined for a fixed limit. */
  readonly setting: LimitSetting | undefined;

  constructor(message: string, options: ErrorOptions & { readonly setting?: LimitSetting } = {}) {
    super(message, options);
    this.setting = options.setting;
  }
}

/**
 * - `foreign`: this is not a snapshot;
 * - `truncated`: its end is missing;
 * - `damaged`: a checksum or the form of a section is wrong, or the file has changed since it was
 *   opened;
 * - `newer`, `older`: of a version of the format that this version of the library does not read;
 * - `unreadable`, `unwritable`: the file system or the machine refused it.
 */
export type SnapshotFault =
  | "foreign"
  | "truncated"
  | "damaged"
  | "newer"
  | "older"
  | "unreadable"
  | "unwritable";

/** A snapshot that cannot be read or written. A question may find this, too. */
export class SnapshotError extends DataError {
  override readonly name = "SnapshotError";
  readonly kind = "snapshot";
  readonly fault: SnapshotFault;
  /** Undefined for a snapshot in memory. */
  readonly file: string | undefined;
  /** Name of the damaged section, if there is one. */
  readonly section: string | undefined;
  /** Position in the snapshot, in bytes. */
  readonly offset: number | undefined;

  constructor(
    fault: SnapshotFault,
    message: string,
    where: {
      readonly file?: string | undefined;
      readonly section?: string;
      readonly offset?: number;
    } = {},
    options?: ErrorOptions,
  ) {
    super(`${pathExcerpt(where.file ?? "snapshot in memory")}: ${message}`, options);
    this.fault = fault;
    this.file = where.file;
    this.section = where.section;
    this.offset = where.offset;
  }
}

/** Marks a branch that no value reaches by its type. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${describeArgument(value)}`);
}
