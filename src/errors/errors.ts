import { describeArgument, pathExcerpt } from "./excerpts.ts";

/**
 * What went wrong, in one word:
 *
 * - `LOAD`: a file cannot be read in its format; `file` and `line` are the place;
 * - `SNAPSHOT`: a snapshot cannot be read or written; `fault` says why;
 * - `EXPRESSION`: a relation expression cannot be read; `offset` is the place;
 * - `QUERY`: a SPARQL query cannot be read or needs something unsupported; `offset` is the place;
 * - `REQUEST`: a request that cannot be answered;
 * - `TOKEN`: a page token that was damaged or belongs to another request;
 * - `LIMIT`: data, a query or the work of a request above a limit; `setting` names the option;
 * - `REMOTE`: a world that lies elsewhere could not be read; `fault` says why;
 * - `CLOSED`: a question after `close`;
 * - `MOCK`: a mistake of a test; `missing` lists the names that its world lacks;
 * - `INTERNAL`: a mistake of this library; `cause` is what it threw.
 */
export type ErrorCode =
  | "LOAD"
  | "SNAPSHOT"
  | "EXPRESSION"
  | "QUERY"
  | "REQUEST"
  | "TOKEN"
  | "LIMIT"
  | "REMOTE"
  | "CLOSED"
  | "MOCK"
  | "INTERNAL";

/** What the service answers to a failed request. */
export interface RpcStatus {
  /** gRPC code, as in the error body: 3 is an invalid argument. */
  readonly code: number;
  /** HTTP status that belongs to the code. */
  readonly status: number;
  /** Which part refused: the gate that checks routes and keys, or the service itself. */
  readonly detail?: "service_control" | "internal";
}

/** Members of an error that only some codes have. */
export interface ErrorDetails {
  /** As it was given. */
  readonly file?: string | undefined;
  /** From 1; undefined for the file as a whole. */
  readonly line?: number | undefined;
  /** UTF-16 units from the start of an expression or a query; of a snapshot, bytes. */
  readonly offset?: number | undefined;
  /** Name of the damaged section of a snapshot. */
  readonly section?: string | undefined;
  readonly fault?: string | undefined;
  /** The option that moves a limit; undefined for a fixed limit. */
  readonly setting?: LimitSetting | undefined;
  /** Names that the world of a mock lacks. */
  readonly missing?: readonly string[] | undefined;
  /** What the service answers to the request that failed. */
  readonly rpc?: RpcStatus | undefined;
}

/** Every error about data, requests and worlds. Wrong arguments are a `TypeError`. */
export class CommonsError extends Error {
  // A bundler may give the class another name.
  override readonly name = "CommonsError";
  /** What kind of error it is, as `"LOAD"` or `"LIMIT"`. */
  readonly code: ErrorCode;
  declare readonly file?: string;
  declare readonly line?: number;
  declare readonly offset?: number;
  declare readonly section?: string;
  declare readonly fault?: string;
  declare readonly setting?: LimitSetting;
  declare readonly missing?: readonly string[];
  declare readonly rpc?: RpcStatus;

  constructor(code: ErrorCode, message: string, details: ErrorDetails & ErrorOptions = {}) {
    const { cause, ...members } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    for (const [name, value] of Object.entries(members)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }

  /** Plain data, for logs: `code`, `message`, and what else is known. */
  toJSON(): ErrorDetails & { readonly code: ErrorCode; readonly message: string } {
    const { code, message, name: _, ...members } = { ...this, message: this.message };
    return { code, message, ...members };
  }
}

/** A file that cannot be read in its format. */
export class LoadError extends CommonsError {
  readonly #problem: string;

  constructor(
    message: string,
    where: { readonly file?: string; readonly line?: number } = {},
    options?: ErrorOptions,
  ) {
    const { line } = where;
    const file = pathExcerpt(where.file ?? "");
    const place = file !== "" && line !== undefined ? `${file}:${line}` : file;
    super("LOAD", place === "" ? message : `${place}: ${message}`, { ...options, ...where });
    this.#problem = message;
  }

  /** The message without the place. */
  get problem(): string {
    return this.#problem;
  }
}

/** A relation expression that cannot be read. */
export class ExpressionError extends CommonsError {
  declare readonly offset: number;

  constructor(message: string, offset: number) {
    super("EXPRESSION", message, { offset });
  }
}

/**
 * A SPARQL query that cannot be read or needs something unsupported. The message has the form of the
 * real back end's: reason and `[line:column]`, both counted from 1 (behaviour: sparql 5).
 */
export class QueryError extends CommonsError {
  declare readonly offset: number;
  readonly #reason: string;

  constructor(reason: string, query: string, offset: number) {
    const before = query.slice(0, offset).split(/\r\n|\r|\n/);
    const column = (before.at(-1)?.length ?? 0) + 1;
    const message = `googleapi: Error 400: ${reason} at [${before.length}:${column}], invalidQuery`;
    super("QUERY", message, { offset });
    this.#reason = reason;
  }

  get reason(): string {
    return this.#reason;
  }
}

/** An option of `open` and of each call that limits one request. */
export type LimitSetting = "timeout" | "maxRows" | "maxMemoryBytes" | "maxBodyBytes";

/** Data, a query or the work of a request above a documented limit. */
export class LimitError extends CommonsError {
  constructor(message: string, options: ErrorOptions & Pick<ErrorDetails, "setting"> = {}) {
    super("LIMIT", message, options);
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
export class SnapshotError extends CommonsError {
  declare readonly fault: SnapshotFault;

  constructor(
    fault: SnapshotFault,
    message: string,
    where: Pick<ErrorDetails, "file" | "section" | "offset"> = {},
    options?: ErrorOptions,
  ) {
    const place = pathExcerpt(where.file ?? "snapshot in memory");
    super("SNAPSHOT", `${place}: ${message}`, { fault, ...where, ...options });
  }
}

/** Marks a branch that no value reaches by its type. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${describeArgument(value)}`);
}

declare global {
  // Older versions of TypeScript and the types of a page alone do not have these.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

/** For a question to a Commons after `close()`. */
export const closed = (
  message = "the Commons was closed: open its source again to ask it",
): CommonsError => new CommonsError("CLOSED", message);

// Node 20.3 and older browsers lack the two symbols. Compilers that translate `using` for them (esbuild,
// Babel) look for these then, so that members have the same names whichever way they are asked for.

/** The name of the method that `using` calls. */
export const disposing: typeof Symbol.dispose = (Symbol.dispose ??
  Symbol.for("Symbol.dispose")) as typeof Symbol.dispose;

/** The name of the method that `await using` calls. */
export const disposingLater: typeof Symbol.asyncDispose = (Symbol.asyncDispose ??
  Symbol.for("Symbol.asyncDispose")) as typeof Symbol.asyncDispose;
