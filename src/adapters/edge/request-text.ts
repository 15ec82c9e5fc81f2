/** Texts of a request as the gateway reads them: its URL, its query (behaviour: http 3), its body. */

import { CommonsError, LimitError, unreachable } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { refused } from "../../errors/rpc.ts";
import type { FieldFault, QueryPair, ReadingStyle } from "../../router/read-fields.ts";
import { readLenientJson } from "./lenient-json.ts";

/** The part of a URL that answers depend on. */
export interface Target {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
}

/**
 * A path that stays as it is when a `URL` reads it, and a query that says the same: a `URL` writes some
 * of its characters as escapes.
 */
const plainTarget = /^(\/[\w\-.~!$&()*+,;=:@%/]*)(\?[!"$-~]+)?$/;
/** Segments that a `URL` takes out of a path, however they are written. */
const dotSegment = /\/(?:\.|%2e)/i;

/**
 * Path and query of a text that begins with `/`, as a `URL` reads them, but without making one, which
 * takes as long as a small answer. Undefined where a `URL` may change or refuse something.
 */
export function plainTargetOf(text: string): Target | undefined {
  const match = plainTarget.exec(text);
  if (match === null) return undefined;
  const [, pathname = "", search = ""] = match;
  return dotSegment.test(pathname) ? undefined : { pathname, search };
}

/**
 * @param input a URL, of which only path and query count; a path alone will do
 * @throws TypeError when it is no URL
 */
export function targetOf(input: string): Target {
  return plainTargetOf(input) ?? new URL(absolute(input));
}

/** A bare path is a path on this machine. */
export const absolute = (input: string): string =>
  input.startsWith("/") ? `http://localhost${input}` : input;

/** Pieces without a name or without `=` say nothing. `query` may begin with `?`. */
export function splitQuery(query: string): readonly QueryPair[] {
  if (query === "") return [];
  const pairs: QueryPair[] = [];
  for (const piece of query.replace(/^\?/, "").split("&")) {
    const equals = piece.indexOf("=");
    if (equals > 0) pairs.push([piece.slice(0, equals), piece.slice(equals + 1)]);
  }
  return pairs;
}

/** A `+` that people write for chaining: where a filter begins, or the text ends. */
const bareChaining = /\+(?=\{|%7B[^%]*:|$)/gi;

/**
 * Text of an encoded name or value. A bare `+` has two meanings in the wild: form encoders write it
 * for a space, and people write it for the chaining operator, which must be encoded but often is
 * not (behaviour: http 3.4). Whoever encodes one plus or the colon of a filter encodes all
 * of them, as form encoders do: there it is a space. Elsewhere it chains where chaining may stand.
 *
 * @throws CommonsError `REQUEST` on an escape that is not UTF-8.
 */
export function decodeQueryText(encoded: string): string {
  return decodePercent(encoded.includes("+") ? withSpaces(encoded) : encoded);
}

/**
 * Text with its percent escapes read, `%2F` among them.
 *
 * @throws CommonsError `REQUEST` on an escape that is not UTF-8 (behaviour: http 3.6).
 */
function decodePercent(encoded: string): string {
  if (!encoded.includes("%")) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new CommonsError("REQUEST", "Invalid request URI");
  }
}

function withSpaces(encoded: string): string {
  const chained = /%2B/i.test(encoded) ? encoded : encoded.replace(bareChaining, "%2B");
  return chained.replaceAll("+", " ");
}

/** The text of a body after its way through UTF-8. */
export function decoded(body: string): string {
  return (body.startsWith("\uFEFF") ? body.slice(1) : body).toWellFormed();
}

export function tooLarge(bytesMax: number): LimitError {
  const message = `the body is longer than ${bytesMax} bytes: send less, or raise 'maxBodyBytes'`;
  return new LimitError(message, { setting: "maxBodyBytes" });
}

export function tooLate(timeout: number): LimitError {
  const message = `the body did not arrive in ${timeout} ms: send it sooner, or raise 'timeout'`;
  return new LimitError(message, { setting: "timeout" });
}

/** JSON as the gateway reads it, strict or nearly so; no text at all is an empty object. */
export function parseBody(body: string): unknown {
  if (body === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return readLenientJson(body);
  }
}

/** Documented endpoints: names that they do not know are refused (behaviour: http 6). */
export const documented: ReadingStyle = {
  first: "body",
  decodeQuery: decodeQueryText,
  decodePath: decodePercent,
  refuse: refuseField,
};

/** Documented endpoints as today's public service reads them: it passes over unknown names. */
export const documentedToday: ReadingStyle = {
  ...documented,
  refuse: (fault) => {
    if (fault.kind !== "unknown") refuseField(fault);
  },
};

/**
 * @throws CommonsError `REQUEST` for names and values
 * @throws CommonsError what the row says about a missing field or another word than its own
 */
function refuseField(fault: FieldFault): never {
  switch (fault.kind) {
    case "body":
      throw new CommonsError("REQUEST", "Root element must be a message.");
    case "unknown": {
      const { name, within } = fault;
      throw new CommonsError(
        "REQUEST",
        `Could not find field "${excerpt(name)}" in the type "${within.type}".`,
      );
    }
    case "inner":
      throw new CommonsError(
        "REQUEST",
        `Encountered a non-leaf field "${excerpt(fault.name)}" that is not a message while parsing a field path`,
      );
    case "value": {
      const { path, value, type } = fault;
      throw new CommonsError("REQUEST", `${path}: invalid value ${shown(value)} for type ${type}`);
    }
    case "dcid":
      throw new CommonsError(
        "REQUEST",
        `CheckValidDCIDs failed with invalid node: ${shortened(fault.dcid)}`,
      );
    case "path":
      throw new CommonsError("REQUEST", "Invalid request URI");
    case "choice": {
      const { code, message } = fault.field.invalid;
      throw refused(code, message);
    }
    case "missing": {
      const { name, missing } = fault.field;
      // The real service's text may not say what is missing; the cause does.
      const cause = new CommonsError("REQUEST", `${name} is missing`);
      throw refused(missing?.code ?? "invalidArgument", missing?.message ?? "", { cause });
    }
    default:
      return unreachable(fault);
  }
}

/** A short rendering: what was sent may be as large and as deep as the sender likes. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "[...]";
  if (typeof value === "object" && value !== null) return "{...}";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(shortened(value));
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
