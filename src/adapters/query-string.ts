/** Query strings as the gateway reads them (facts V1-V0 §1.4). */
import { RequestError } from "../errors.ts";

/** Name and value as they stand in the URL, still encoded. */
export type QueryPair = readonly [name: string, value: string];

/** Pieces without a name or without `=` say nothing. `query` may begin with `?`. */
export function splitQuery(query: string): readonly QueryPair[] {
  const pairs: QueryPair[] = [];
  for (const piece of query.replace(/^\?/, "").split("&")) {
    const equals = piece.indexOf("=");
    if (equals > 0) pairs.push([piece.slice(0, equals), piece.slice(equals + 1)]);
  }
  return pairs;
}

/**
 * Text of an encoded name or value. A bare `+` has two meanings in the wild: form encoders write it
 * for a space, and people write it for the chaining operator, which must be encoded but often is
 * not. Chaining only stands before a filter or at the end, a space never does: so both are
 * understood (facts V2 §0.4.12, V1-V0 §1.4).
 *
 * @throws RequestError on an escape that is not UTF-8: the specification's malformed URI.
 */
export function decodeQueryText(encoded: string): string {
  const spaced = encoded.includes("+") ? encoded.replace(/\+(?!\{|%7B|$)/gi, " ") : encoded;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new RequestError("Invalid request URI");
  }
}
