/** Where somebody who knows nothing of a world may begin. */

import { namedProperties } from "../stats/read/entity-properties.ts";
import { Bitmap } from "../store/columns/id-sets.ts";
import type { PredicateId } from "../store/graph/arc-table.ts";
import type { Graph } from "../store/graph/graph.ts";
import { closure } from "../store/graph/walk.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { nodesOfType, setsOf, textsOf } from "./catalog-lines.ts";
import type { CatalogType, CatalogVariable } from "./entries.ts";

/** Where a map is best: a place, the type of the places in it, and a variable of them. */
export interface Start {
  readonly place: string;
  readonly type: string;
  readonly variable: string;
  /** Some of the places. */
  readonly places: readonly string[];
}

/** Of each set of types: the years with observations about such nodes, and how many these are. */
export type YearCounts = readonly {
  readonly types: readonly string[];
  /** Ascending. */
  readonly years: readonly number[];
  readonly counts: readonly number[];
}[];

/** Of more observations, a sample is counted. */
const countedMax = 100_000_000;

/** Every how many series are counted. */
export const yearsStep = ({ observations }: World): number =>
  Math.ceil(observations.pointCount / countedMax) || 1;

export function countYears(world: World): YearCounts {
  const { graph, observations } = world;
  const step = yearsStep(world);
  const yearOf = Array.from(observations.dates(), (date) =>
    Number(/^\d{4}(?=-|$)/.exec(date)?.[0]),
  );
  const years = [...new Set(yearOf.filter((year) => !Number.isNaN(year)))].sort((a, b) => a - b);
  const places = Int32Array.from(yearOf, (year) => years.indexOf(year));
  const bySet = new Map<number, Float64Array>();
  for (let series = 0; series < observations.seriesCount; series += step) {
    const set = graph.typeSetOf(observations.entityOf(series));
    let counts = bySet.get(set);
    if (counts === undefined) {
      counts = new Float64Array(years.length);
      bySet.set(set, counts);
    }
    const codes = observations.reader.datesOf(series);
    for (let at = 0; at < codes.length; at++) {
      const place = places[codes[at]!]!;
      if (place >= 0) counts[place]!++;
    }
  }
  return [...bySet]
    .sort(([a], [b]) => a - b)
    .map(([set, counts]) => {
      const some = [...years.keys()].filter((place) => counts[place]! > 0);
      return {
        types: textsOf(graph, graph.typesOfSet(set)),
        years: some.map((place) => years[place]!),
        counts: some.map((place) => counts[place]!),
      };
    });
}

// Types beside which others say more: a state before an area.

export const isVague = (type: string): boolean =>
  /^(?:AdministrativeArea\d|Place|Thing)$/.test(type);

/** Those with the most observed nodes first. */
export function mostObservedFirst(types: readonly CatalogType[]): CatalogType[] {
  return types.toSorted(
    (a, b) =>
      b.observedCount - a.observedCount ||
      b.nodeCount - a.nodeCount ||
      Number(isVague(a.dcid)) - Number(isVague(b.dcid)),
  );
}

const typesMax = 8;
const variablesMax = 2000;
const nodesMax = 500;
const placesMax = 4;
/** As relation expressions walk. */
const hopsMax = 10;

/** Undefined where nothing was observed. */
export function startOf(
  world: World,
  types: readonly CatalogType[],
  variables: readonly CatalogVariable[],
  nodes: Iterable<TermId>,
): Start | undefined {
  const { graph } = world;
  const insides = new Insides(graph);
  const found = mostObservedFirst(types)
    .filter(({ observedCount }) => observedCount > 0)
    .slice(0, typesMax)
    .flatMap(({ dcid }) => bestParentOf(world, insides, dcid) ?? [])
    .sort((a, b) => b.count - a.count);
  const [best] = found;
  const type = best?.type ?? "";
  const isOfOne = ({ dcid }: CatalogVariable) =>
    namedProperties(graph, graph.dictionary.nodeOf(dcid)!).length === 0;
  // A place alone has no value of the others.
  const variable = variables
    .filter(({ entityTypes }) => type === "" || entityTypes.includes(type))
    .slice(0, variablesMax)
    .sort((a, b) => b.observationCount - a.observationCount)
    .find(isOfOne);
  if (variable === undefined) return undefined;
  const [place] = best === undefined ? [""] : textsOf(graph, [best.place]);
  const places = best?.places ?? observedNodes(world, nodes);
  return {
    place: place!,
    type,
    variable: variable.dcid,
    places: textsOf(graph, best === undefined ? places : places.slice(0, placesMax)),
  };
}

/** Of the first nodes those with variables, the most first. */
function observedNodes({ observations }: World, nodes: Iterable<TermId>): TermId[] {
  const counted: [TermId, number][] = [];
  let at = 0;
  for (const node of nodes) {
    if (at++ === nodesMax) break;
    const count = observations.variableCountOf(node);
    if (count > 0) counted.push([node, count]);
  }
  return counted.sort(([, a], [, b]) => b - a).map(([node]) => node);
}

interface Parent {
  readonly place: TermId;
  readonly type: string;
  readonly places: readonly TermId[];
  readonly count: number;
}

/** What lies inside of places: how many nodes, and how many of each set of types. */
class Insides {
  readonly #graph: Graph;
  readonly #contained: PredicateId | undefined;
  readonly #known = new Map<TermId, Uint32Array>();
  /** Most places have none inside, and need not be looked into. */
  readonly #isOuter: Bitmap;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#contained = graph.predicateOf("containedInPlace");
    this.#isOuter = new Bitmap(graph.dictionary.termCount);
    if (this.#contained === undefined) return;
    const { predicates, terms } = graph.out;
    for (let row = 0; row < terms.length; row++) {
      if (predicates[row] === this.#contained) this.#isOuter.add(terms[row]!);
    }
  }

  /** Places around a node, and around those. */
  around(node: TermId): Iterable<TermId> {
    if (this.#contained === undefined) return [];
    return closure(this.#graph, node, "out", this.#contained, hopsMax) as Iterable<TermId>;
  }

  /** @param isWanted per set of types: 1 where its nodes are counted */
  count(place: TermId, isWanted: Uint8Array): number {
    return this.#of(place).reduce((sum, count, set) => sum + count * isWanted[set]!, 0);
  }

  #of(place: TermId): Uint32Array {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const { typeSets, typeSetCount, dictionary } = this.#graph;
    const counts = new Uint32Array(typeSetCount);
    const seen = new Bitmap(dictionary.nodeCount);
    let outer = [place];
    for (let hop = 0; hop < hopsMax && outer.length > 0; hop++) {
      const inner: TermId[] = [];
      for (const one of outer) this.#enter(one, seen, inner);
      outer = [];
      for (let at = 0; at < inner.length; at++) {
        const one = inner[at]!;
        counts[typeSets[one]!]!++;
        if (this.#isOuter.has(one)) outer.push(one);
      }
    }
    this.#known.set(place, counts);
    return counts;
  }

  /** Adds the nodes in a place that were not seen yet. */
  #enter(place: TermId, seen: Bitmap, inner: TermId[]): void {
    const arcs = this.#graph.in;
    const { start, end } = arcs.rowsOf(place, this.#contained!);
    const terms = arcs.termsIn({ start, end });
    for (let row = start; row < end; row++) if (seen.add(terms[row]!)) inner.push(terms[row]!);
  }
}

/** The place that holds the most places of a type, of those that hold the first one of them. */
function bestParentOf(world: World, insides: Insides, type: string): Parent | undefined {
  const { graph } = world;
  const places = observedNodes(world, nodesOfType(graph, type));
  const [node] = places;
  if (node === undefined) return undefined;
  const isOfType = setsOf(graph, type);
  const isAny = new Uint8Array(isOfType.length).fill(1);
  let best: Parent | undefined;
  let [most, fewest] = [1, 0];
  for (const parent of insides.around(node)) {
    const count = insides.count(parent, isOfType);
    if (count < most || count === 1) continue;
    // Of those that hold all of them, the smallest.
    const all = insides.count(parent, isAny);
    if (count === most && all >= fewest) continue;
    [most, fewest] = [count, all];
    best = { place: parent, type, places, count };
  }
  return best;
}
