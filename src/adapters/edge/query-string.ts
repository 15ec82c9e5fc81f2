/** Query strings as the gateway reads them (behaviour: http 3). */
import { RequestError } from "../../errors/index.ts";

/** Name and value as they stand in the URL, still encoded. */
export type QueryPair = readonly [name: string, value: string];

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
 * @throws RequestError on an escape that is not UTF-8.
 */
export function decodeQueryText(encoded: string): string {
  return decodePercent(encoded.includes("+") ? withSpaces(encoded) : encoded);
}

/**
 * Text with its percent escapes read, `%2F` among them.
 *
 * @throws RequestError on an escape that is not UTF-8 (behaviour: http 3.6).
 */
export function decodePercent(encoded: string): string {
  if (!encoded.includes("%")) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new RequestError("Invalid request URI");
  }
}

function withSpaces(encoded: string): string {
  const chained = /%2B/i.test(encoded) ? encoded : encoded.replace(bareChaining, "%2B");
  return chained.replaceAll("+", " ");
}
