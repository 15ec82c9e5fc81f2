/** API keys (behaviour: http 1, http 8.3). */

import { RpcError } from "../table/index.ts";
import { decodeQueryText, type QueryPair } from "./query-string.ts";
import type { Route } from "./route.ts";

/**
 * Query names of a key, in the order of precedence; every row accepts them in addition to its own.
 */
export const keyNames: readonly string[] = ["key", "api_key"];

/** Whose requests are answered. */
export interface KeyRule {
  /** Whether rows may ask for a key at all. */
  readonly required: boolean;
  /** Undefined: any key that is not empty. */
  readonly accepted: ReadonlySet<string> | undefined;
}

/**
 * Refuses a request that needs a key and has none, or one that is not accepted. Where no key is
 * needed, by row, rule or self-hosted instance, nobody looks at what was sent.
 *
 * @param header the value of the header `x-api-key`
 * @throws RpcError
 */
export function checkKey(
  { row, selfHosted }: Route,
  query: readonly QueryPair[],
  header: string,
  { required, accepted }: KeyRule,
): void {
  if (!required || selfHosted || row.key === "optional") return;
  const key = keyOf(query, header);
  if (key === "") {
    throw new RpcError(
      "unauthenticated",
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      { detail: "service_control" },
    );
  }
  if (accepted !== undefined && !accepted.has(key)) {
    throw new RpcError("invalidArgument", "API key not valid. Please pass a valid API key.", {
      detail: "service_control",
    });
  }
}

/** The first place that holds a key decides; an empty one holds none. */
function keyOf(query: readonly QueryPair[], header: string): string {
  for (const wanted of keyNames) {
    const found = query.find(([name, value]) => name === wanted && value !== "");
    if (found !== undefined) return decodeQueryText(found[1]);
  }
  return header;
}
