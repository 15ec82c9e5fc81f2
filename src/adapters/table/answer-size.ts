/** How many pairs of variable and entity a request may name: the real service's own limit. */
import { RpcError } from "./rpc-error.ts";

/** Pairs of variable and entity that an answer lists, or that are only looked up. */
const pairsMax = { listed: 10_000_000, sought: 100_000_000 } as const;

/** @throws RpcError in the words of the real service (behaviour: observation 1.4) */
export function checkPairs(
  variables: number,
  entities: number,
  kind: keyof typeof pairsMax = "listed",
): void {
  const pairs = variables * entities;
  if (pairs <= pairsMax[kind]) return;
  throw new RpcError(
    "internal",
    `Stop processing large number of concurrent observation series: ${pairs}`,
  );
}
