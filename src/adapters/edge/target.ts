/** The part of a URL that answers depend on. */
import { LimitError } from "../../errors/index.ts";

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

/** A bare path is asked of this machine. */
export const absolute = (input: string): string =>
  input.startsWith("/") ? `http://localhost${input}` : input;

export function tooLarge(bytesMax: number): LimitError {
  const message = `the body is longer than ${bytesMax} bytes: send less, or raise 'maxBodyBytes'`;
  return new LimitError(message, { setting: "maxBodyBytes" });
}

/** The text of a body after its way through UTF-8. */
export function decoded(body: string): string {
  return (body.startsWith("\uFEFF") ? body.slice(1) : body).toWellFormed();
}
