/** API keys (specification: Authentication; facts V1-V0 §1.1 and §1.3). */
import { decodeQueryText, type QueryPair } from "./query-string.ts";
import type { Route } from "./route.ts";
import { RpcError } from "./rpc-error.ts";

/** Query names of a key, in the order of precedence; every row accepts them beside its own. */
export const KEY_NAMES: readonly string[] = ["key", "api_key"];

/**
 * Refuses a request that needs a key and has none, or one that is not among `accepted`. A row that
 * needs no key, and a self-hosted instance, do not look at what was sent.
 *
 * @throws RpcError
 */
export function checkKey(
  { row, selfHosted }: Route,
  query: readonly QueryPair[],
  headers: Headers,
  accepted: ReadonlySet<string> | undefined,
): void {
  if (selfHosted || row.key === "optional") return;
  const key = keyOf(query, headers);
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
function keyOf(query: readonly QueryPair[], headers: Headers): string {
  for (const wanted of KEY_NAMES) {
    const found = query.find(([name, value]) => name === wanted && value !== "");
    if (found !== undefined) return decodeQueryText(found[1]);
  }
  return headers.get("x-api-key") ?? "";
}
