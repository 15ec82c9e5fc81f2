/** Where somebody who knows nothing of a world may begin. */

import { namedProperties } from "../stats/read/entity-properties.ts";
import { roomForFacts } from "../stats/read/series-facts.ts";
import type { IdColumn } from "../store/columns/column-source.ts";
import { lowerBound } from "../store/columns/kernels.ts";
import type { PredicateId } from "../store/graph/arc-table.ts";
import type { Graph } from "../store/graph/graph.ts";
import { closure } from "../store/graph/walk.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { nodesOfType, setsOf, textsOf } from "./catalog-lines.ts";
import type { CatalogType, CatalogVariable } from "./entries.ts";
import { addByYear } from "./tallies.ts";
import { isVague } from "./vague-types.ts";

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
  const bySet: (Float64Array | undefined)[] = [];
  let facts: Uint32Array = new Uint32Array(0);
  let sets: Uint32Array = new Uint32Array(0);
  for (const variable of observations.variables) {
    const range = observations.seriesOfVariable(variable);
    const entities = observations.entitiesOf(range);
    facts = roomForFacts(facts, entities.length);
    observations.reader.readFacts(range, facts);
    if (sets.length < entities.length) sets = new Uint32Array(2 * entities.length);
    graph.writeTypeSets(entities, sets);
    for (let row = 0; row < entities.length; row++)
      bySet[sets[row]!] ??= new Float64Array(years.length);
    const { runs, codes } = observations.reader.dateRunsOf(range.start);
    const placeOf = codes === undefined ? places : Int32Array.from(codes, (code) => places[code]!);
    const skipped = (step - (range.start % step)) % step;
    addByYear(bySet, facts, sets, entities.length, runs, placeOf, skipped, step);
  }
  return bySet.flatMap((counts, set) => {
    const some = [...years.keys()].filter((place) => counts![place]! > 0);
    return {
      types: textsOf(graph, graph.typesOfSet(set)),
      years: some.map((place) => years[place]!),
      counts: some.map((place) => counts![place]!),
    };
  });
}

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
  let variable: CatalogVariable | undefined;
  let looked = 0;
  for (const one of variables) {
    if (type !== "" && !one.entityTypes.includes(type)) continue;
    if (looked++ === variablesMax) break;
    if (one.observationCount > (variable?.observationCount ?? 0) && isOfOne(one)) variable = one;
  }
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

/** What lies inside of places, per set of types; of each place found once. */
class Insides {
  readonly #graph: Graph;
  readonly #contained: PredicateId | undefined;
  readonly #known = new Map<TermId, Uint32Array>();

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#contained = graph.predicateOf("containedInPlace");
  }

  /** Places around a node, and around those. */
  around(node: TermId): Iterable<TermId> {
    if (this.#contained === undefined) return [];
    return closure(this.#graph, node, "out", this.#contained, hopsMax) as Iterable<TermId>;
  }

  /** @param isWanted per set of types: 1 where its nodes are counted */
  count(place: TermId, isWanted: Uint8Array): number {
    let counts = this.#known.get(place);
    if (counts === undefined) {
      const { in: arcs, typeSets, typeSetCount } = this.#graph;
      const { offsets, predicates, terms } = arcs;
      counts = new Uint32Array(typeSetCount);
      countInside(place, this.#contained!, offsets, predicates, terms, typeSets, counts);
      this.#known.set(place, counts);
    }
    return counts.reduce((sum, count, set) => sum + count * isWanted[set]!, 0);
  }
}

/** Counts per set of types. A plain function over columns: it is called a few times, for very many arcs. */
function countInside(
  place: TermId,
  contained: PredicateId,
  offsets: Uint32Array,
  predicates: IdColumn,
  terms: Uint32Array,
  typeSets: IdColumn,
  counts: Uint32Array,
): void {
  const seen = new Uint8Array(typeSets.length);
  let nodes = new Uint32Array(1024);
  nodes[0] = place;
  for (let hop = 0, from = 0, found = 1; hop < hopsMax && from < found; hop++) {
    for (const end = found; from < end; from++) {
      const last = offsets[nodes[from]! + 1]!;
      let row = lowerBound(predicates, contained, offsets[nodes[from]!]!, last);
      if (found + last - row > nodes.length) nodes = widened(nodes, found + last - row);
      for (; row < last && predicates[row] === contained; row++) {
        nodes[found] = terms[row]!;
        found += 1 - seen[nodes[found]!]!;
        seen[terms[row]!] = 1;
      }
    }
    for (let at = from; at < found; at++) counts[typeSets[nodes[at]!]!]!++;
  }
}

function widened(nodes: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const wide = new Uint32Array(2 * length);
  wide.set(nodes);
  return wide;
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
