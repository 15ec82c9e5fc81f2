/** What a request needs and a world lacks. */

import type { ServiceOptions } from "../adapters/edge/service.ts";
import type { Commons } from "../commons/commons.ts";
import { CommonsError } from "../errors/errors.ts";
import { mentionsOf, unknownNames } from "./mentioned-names.ts";
import { RecordedRequests } from "./record/recorded-requests.ts";

export interface Missing {
  readonly problem: string;
  /** Names that the world lacks. */
  readonly names: readonly string[];
}

/** A request that was answered. */
export interface Asked {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly url: string;
  readonly body: string;
}

const recordings = new WeakMap<Commons, RecordedRequests | null>();

/** @throws CommonsError `MOCK` for recordings of two kinds of service in one world */
function recordedOf(commons: Commons): RecordedRequests | null {
  const known = recordings.get(commons);
  const recorded = known === undefined ? (RecordedRequests.of(commons) ?? null) : known;
  recordings.set(commons, recorded);
  return recorded;
}

/**
 * The options of a service over a world: a recorded one answers as the service that was recorded.
 *
 * @throws CommonsError `MOCK` for a recording of the other kind
 */
export function serviceOf(commons: Commons, options: ServiceOptions = {}): ServiceOptions {
  const recorded = recordedOf(commons);
  const problem = recorded?.kindProblem(options.today);
  if (problem !== undefined) throw new CommonsError("MOCK", `${problem}: leave out service.today`);
  return recorded?.today === undefined ? options : { ...options, today: recorded.today };
}

/**
 * A recorded world answers what was recorded, also where the service had nothing; of all else it knows nothing. Any
 * other world must have the names of the request.
 */
export function missingFor(commons: Commons, asked: Asked): Missing | undefined {
  const recorded = recordedOf(commons);
  if (recorded !== null) {
    const problem = recorded.problemOf(asked);
    return problem === undefined ? undefined : { problem, names: [] };
  }
  const unknown = new Map(unknownNames(commons, mentionsOf(asked.endpoint, asked.params)));
  const [, list] = cutInQuery.exec(asked.url) ?? cutInBody.exec(asked.body) ?? [];
  if (list !== undefined) {
    unknown.set(list, `'${list.replace(/"\W*"/, ".")}' has a comma: give a value for each part`);
  }
  if (unknown.size === 0) return undefined;
  return { problem: [...unknown.values()].join("\n"), names: [...unknown.keys()] };
}

// The documentation parts `entity.dcids` alone with commas, and today's gateway nothing (behaviour: http 5.4).
const cutInQuery = /[?&](select|variable\.dcids|filter\.\w+|variables|entities)=[^&]*(?:,|%2C)/i;
const cutInBody =
  /"(select|variable"\s*:\s*\{\s*"dcids|facet_?ids|domains|variables|entities)"\s*:\s*(?:"|\[\s*"(?:[^",]*"\s*,\s*")*)[^",]*,/i;

/** What gives the answer of a recorded world the order of facets that the service had; undefined where it has it. */
export function orderFor(
  commons: Commons,
  asked: Asked,
  status: number,
): ((body: string) => string) | undefined {
  return status === 200 ? recordedOf(commons)?.orderFor(asked) : undefined;
}

/** The same for a server, which answers in one way whatever it loads. */
export function missingAt(
  commons: Commons,
  today: boolean | undefined,
  asked: Asked,
): Missing | undefined {
  const problem = recordedOf(commons)?.kindProblem(today);
  if (problem === undefined) return missingFor(commons, asked);
  const cure = today ? "with --exact" : "without --exact";
  return { problem: `${problem}: serve it ${cure}`, names: [] };
}
