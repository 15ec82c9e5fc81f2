/** What a request needs and a world lacks. */

import type { Commons } from "../commons/commons.ts";
import { mentionsOf, unknownNames } from "./mentioned-names.ts";
import { RecordedRequests } from "./record/recorded-requests.ts";

export interface Missing {
  readonly problem: string;
  /** Names that the world lacks. */
  readonly names: readonly string[];
}

const recordings = new WeakMap<Commons, RecordedRequests | null>();

/**
 * A recorded world answers what was recorded, also where the service had nothing; of all else it knows nothing. Any
 * other world must have the names of the request.
 */
export function missingFor(
  commons: Commons,
  asked: { readonly endpoint: string; readonly params: Readonly<Record<string, unknown>> },
): Missing | undefined {
  const known = recordings.get(commons);
  const recorded = known === undefined ? (RecordedRequests.of(commons) ?? null) : known;
  recordings.set(commons, recorded);
  if (recorded !== null) {
    const problem = recorded.problemOf(asked);
    return problem === undefined ? undefined : { problem, names: [] };
  }
  const unknown = unknownNames(commons, mentionsOf(asked.endpoint, asked.params));
  if (unknown.size === 0) return undefined;
  return { problem: [...unknown.values()].join("\n"), names: [...unknown.keys()] };
}
