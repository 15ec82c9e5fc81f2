/** The requests of a recording: its world has what these asked for, and nothing of all else that the service has. */

import type { Commons } from "../../commons/commons.ts";
import type { WorldMaker } from "../../commons/world-maker.ts";
import { CommonsError } from "../../errors/errors.ts";

interface AskedRequest {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Why the world cannot answer it as the service did. */
  readonly lost?: string | undefined;
  readonly orders?: FacetOrders | undefined;
}

/**
 * Ids of facets in the order of the service. It ranks them by whole series, of which an answer may show one date: the world
 * has another order then.
 */
export type FacetOrders = readonly {
  readonly variable: string;
  readonly entity: string;
  readonly facetIds: readonly string[];
}[];

/** Facets of observations, as `/v2/observation` lists them. */
interface Listed {
  readonly byVariable?: Readonly<
    Record<string, { readonly byEntity?: Readonly<Record<string, ListedSeries>> }>
  >;
}

interface ListedSeries {
  readonly orderedFacets?: { readonly facetId: string }[];
}

/** The facets of each entity, by variable and entity. */
function listsIn(answer: unknown) {
  const { byVariable = {} } = (answer ?? {}) as Listed;
  return new Map(
    Object.entries(byVariable).flatMap(([variable, { byEntity = {} }]) =>
      Object.entries(byEntity).map(([entity, { orderedFacets = [] }]) => {
        return [keyOf({ variable, entity }), { variable, entity, orderedFacets }] as const;
      }),
    ),
  );
}

const keyOf = ({ variable, entity }: { readonly variable: string; readonly entity: string }) =>
  JSON.stringify([variable, entity]);

/** Where an answer of the world has the facets of the recorded one in another order. */
export function ordersBeside(recorded: unknown, replayed: unknown): FacetOrders {
  const made = listsIn(replayed);
  return Array.from(listsIn(recorded), ([key, { variable, entity, orderedFacets }]) => {
    const facetIds = orderedFacets.map(({ facetId }) => facetId);
    const own = made.get(key)?.orderedFacets ?? [];
    return own.some(({ facetId }, at) => facetId !== facetIds[at])
      ? [{ variable, entity, facetIds }]
      : [];
  }).flat();
}

/** The node of a recorded world whose property `request` lists them, each as JSON. */
const recording = "recording/requests";
const property = "request";
const kindProperty = "today";

/** @param today whether the service answered as today's does, if answers show it */
export function writeRequests(
  maker: WorldMaker,
  requests: Iterable<AskedRequest>,
  today: boolean | undefined,
): void {
  if (today !== undefined) maker.node(recording, { [kindProperty]: { text: String(today) } });
  for (const { endpoint, params, lost, orders } of requests) {
    const text = JSON.stringify({ endpoint, params, lost, orders });
    maker.node(recording, { typeOf: { dcid: "Recording" }, [property]: { text } });
  }
}

/** Lists of these may be asked for in other batches: each of their members has an answer of its own. */
const batches: ReadonlySet<string> = new Set(["nodes", "entities", "variables", "dcids"]);

/** How a service answered that has the option `today`, and one that has not. */
export const serviceKind = (today: boolean): string =>
  today ? "as today's service does" : "as the service is described";

export class RecordedRequests {
  /** Whether the service answered as today's does; undefined: its answers do not show it. */
  readonly today: boolean | undefined;
  readonly #requests: readonly AskedRequest[];
  readonly #parts: ReadonlySet<string>;
  /** Parts of recorded requests that the world answers differently, and why. */
  readonly #lost: ReadonlyMap<string, string>;
  /** Of parts of requests. */
  readonly #orders: ReadonlyMap<string, FacetOrders>;

  private constructor(requests: readonly AskedRequest[], today: boolean | undefined) {
    this.today = today;
    this.#requests = requests;
    const kept = requests.filter(({ lost }) => lost === undefined);
    this.#parts = new Set(kept.flatMap((one) => [...partsOf(one)]));
    this.#lost = new Map(
      requests.flatMap(({ lost, ...one }) =>
        lost === undefined ? [] : Array.from(partsOf(one), (part) => [part, lost] as const),
      ),
    );
    this.#orders = new Map(
      requests.flatMap(({ orders, ...one }) =>
        orders === undefined ? [] : Array.from(partsOf(one), (part) => [part, orders] as const),
      ),
    );
  }

  /**
   * Those of a recorded world; undefined for any other world.
   *
   * @throws CommonsError `MOCK` for recordings of two services that answer differently
   */
  static of(commons: Commons): RecordedRequests | undefined {
    const texts = commons.values(recording, property);
    if (texts.length === 0) return undefined;
    const [kind, other] = commons.values(recording, kindProperty);
    if (other !== undefined) {
      const both = [true, false].map(serviceKind).join(", and of one that answered ");
      throw new CommonsError(
        "MOCK",
        `the data have recordings of a service that answered ${both}: open each alone`,
      );
    }
    const requests = texts.map((text) => JSON.parse(text) as AskedRequest);
    return new RecordedRequests(requests, kind === undefined ? undefined : kind === "true");
  }

  /** Why a service that answers in this way cannot repeat the recorded answers. */
  kindProblem(today: boolean | undefined): string | undefined {
    if (this.today === undefined || today === undefined || today === this.today) return undefined;
    return `the recorded service answered ${serviceKind(this.today)}`;
  }

  /** Why the world cannot answer a request: a part of it was never asked for, or its answer is no statement. */
  problemOf(asked: AskedRequest): string | undefined {
    for (const part of partsOf(asked)) {
      if (this.#parts.has(part)) continue;
      const lost = this.#lost.get(part);
      if (lost !== undefined)
        return `recorded, but a world cannot answer it: ${lost}: ${textOf(asked)}`;
      return `not recorded: ${textOf(asked)}${this.#nearestTo(asked)}`;
    }
    return undefined;
  }

  /** What gives an answer of the world, as a text of JSON, the service's order of facets; undefined where it has it. */
  orderFor(asked: AskedRequest): ((text: string) => string) | undefined {
    const parts = this.#orders.size === 0 ? [] : [...partsOf(asked)];
    // All parts of one request share its orders.
    const shared = new Set(parts.map((part) => this.#orders.get(part) ?? []));
    const orders = [...shared].flat();
    if (orders.length === 0) return undefined;
    return (text) => {
      const answer: unknown = JSON.parse(text);
      const lists = listsIn(answer);
      for (const order of orders) {
        const { facetIds } = order;
        const list = lists.get(keyOf(order))?.orderedFacets;
        list?.sort((a, b) => facetIds.indexOf(a.facetId) - facetIds.indexOf(b.facetId));
      }
      return JSON.stringify(answer);
    };
  }

  #nearestTo(asked: AskedRequest): string {
    const own = this.#requests.filter(({ endpoint }) => endpoint === asked.endpoint);
    const scores = own.map(({ params }) => likeness(params, asked.params));
    const nearest = own[scores.indexOf(Math.max(...scores))];
    return nearest === undefined
      ? `; no request of ${asked.endpoint} was recorded`
      : `; the nearest recorded request is ${textOf(nearest)}`;
  }
}

/** A request, divided into the smallest ones that have answers of their own. */
function* partsOf({ endpoint, params }: AskedRequest): Generator<string> {
  let parts: [string, unknown][][] = [[["endpoint", endpoint]]];
  for (const [name, value] of saidIn(params)) {
    const members: readonly unknown[] = batches.has(name) ? [value].flat() : [value];
    parts = parts.flatMap((part) =>
      members.map((one): [string, unknown][] => [...part, [name, one]]),
    );
  }
  for (const part of parts) yield JSON.stringify(part);
}

/** Parameters that say something, in one order. Pages of a world end elsewhere, so a token says nothing, as an empty list. */
function saidIn(params: AskedRequest["params"]): [string, unknown][] {
  return Object.entries(params)
    .filter(([name, value]) => name !== "key" && name !== "nextToken" && [value].flat().length > 0)
    .map(([name, value]): [string, unknown] => [
      name,
      Array.isArray(value) ? value.toSorted() : value,
    ])
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

/** How many parameters are equal; lists count by what they share. */
function likeness(left: AskedRequest["params"], right: AskedRequest["params"]): number {
  const others = new Map(saidIn(right));
  return saidIn(left).reduce((sum, [name, value]) => {
    const [own, other] = [[value].flat(), new Set([others.get(name)].flat())];
    return sum + own.filter((one) => other.has(one)).length / Math.max(own.length, other.size);
  }, 0);
}

const textMax = 400;

function textOf({ endpoint, params }: AskedRequest): string {
  const text = `${endpoint} ${JSON.stringify(Object.fromEntries(saidIn(params)))}`;
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}
