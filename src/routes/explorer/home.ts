/** What a newcomer sees first: how much there is, of what and when, and where to begin. */

import { type CatalogType, closure } from "../../engine.ts";
import type { Commons } from "../../index.ts";
import { isVague, withoutDoubles } from "./child-types.ts";
import { isOfSeveral } from "./flows.ts";

export interface Home {
  readonly counts: Omit<Commons["info"], "diagnostics">;
  readonly levels: Commons["info"]["diagnostics"]["levels"];
  /** The first, those with the most observed nodes first. */
  readonly types: readonly CatalogType[];
  readonly typeTotal: number;
  readonly coverage: Coverage;
}

export interface Coverage {
  /** Ascending, without holes. */
  readonly years: readonly number[];
  /** Observations about nodes of a type, per year. */
  readonly rows: readonly {
    readonly type: string;
    readonly name?: string;
    readonly counts: readonly number[];
  }[];
  /** Every how many series were counted: 1 is all of them. */
  readonly step: number;
}

export interface Start {
  /** Where a map is best: a place, the type of the places in it, and a variable of them. */
  readonly place: string;
  readonly type: string;
  readonly variable: string;
  /** Some of the places. */
  readonly places: readonly string[];
}

const typesMax = 40;
const coverageRowsMax = 12;
const yearsMax = 150;
/** Above so many observations, a sample of the series is counted. */
const countedMax = 5_000_000;

const homes = new WeakMap<Commons, Home>();

export function homeOf(commons: Commons): Home {
  const known = homes.get(commons);
  if (known !== undefined) return known;
  const { diagnostics, ...counts } = commons.info;
  const types = commons.catalog
    .types()
    .sort(
      (a, b) =>
        b.observedCount - a.observedCount ||
        b.nodeCount - a.nodeCount ||
        Number(isVague(a.dcid)) - Number(isVague(b.dcid)),
    );
  const home = {
    counts,
    levels: diagnostics.levels,
    types: types.slice(0, typesMax),
    typeTotal: types.length,
    coverage: coverageOf(commons, types),
  };
  homes.set(commons, home);
  return home;
}

function coverageOf(commons: Commons, types: readonly CatalogType[]): Coverage {
  const {
    engine: { graph, observations },
  } = commons;
  const step = Math.ceil(observations.pointCount / countedMax) || 1;
  const bySet = new Map<number, Map<number, number>>();
  for (let series = 0; series < observations.seriesCount; series += step) {
    const set = graph.typeSetOf(observations.entityOf(series));
    const years = bySet.get(set) ?? new Map<number, number>();
    bySet.set(set, years);
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      const year = yearOf(observations.dateOf(point));
      if (year !== undefined) years.set(year, (years.get(year) ?? 0) + 1);
    }
  }
  const all = [...bySet.values()].flatMap((years) => [...years.keys()]);
  const last = all.reduce((one, other) => Math.max(one, other), 0);
  const first = all.reduce((one, other) => Math.min(one, other), last);
  const from = Math.max(first, last - yearsMax + 1);
  const years =
    all.length === 0 ? [] : Array.from({ length: last - from + 1 }, (_, at) => from + at);
  const typesIn = [...bySet.keys()].map((set) =>
    graph.typesOfSet(set).map((type) => graph.dictionary.textOf(type)),
  );
  const observed = new Map(types.map(({ dcid, observedCount }) => [dcid, observedCount]));
  const single = new Set(withoutDoubles(typesIn, observed));
  const rows = types
    .filter(({ dcid, observedCount }) => observedCount > 0 && single.has(dcid))
    .slice(0, coverageRowsMax)
    .map(({ dcid, name }) => {
      const node = graph.dictionary.nodeOf(dcid);
      const sets = [...bySet].filter(
        ([set]) => node !== undefined && graph.typesOfSet(set).includes(node),
      );
      const counts = years.map((year) =>
        sets.reduce((sum, [, ofYear]) => sum + (ofYear.get(year) ?? 0), 0),
      );
      return { type: dcid, ...(name === undefined ? {} : { name }), counts };
    });
  return { years, rows, step };
}

function yearOf(date: string): number | undefined {
  const [, year] = /^(\d{4})(?:-|$)/.exec(date) ?? [];
  return year === undefined ? undefined : Number(year);
}

const startTypesMax = 8;
const startVariablesMax = 2000;
/** As relation expressions walk. */
const hopsMax = 10;

/** Null where nothing was observed. */
export function startOf(commons: Commons): Start | null {
  const types = homeOf(commons).types.filter(({ observedCount }) => observedCount > 0);
  const found = types
    .slice(0, startTypesMax)
    .flatMap(({ dcid }) => bestParentOf(commons, dcid) ?? [])
    .sort((a, b) => b.count - a.count);
  const [{ place, type, places } = { place: "", type: "", places: [] as readonly string[] }] =
    found;
  const variables = commons.catalog.variables({
    ...(type === "" ? {} : { type }),
    limit: startVariablesMax,
  });
  // A place alone has no value of the others.
  const [variable] = variables
    .filter(({ dcid }) => !isOfSeveral(commons.engine, dcid))
    .sort((a, b) => b.observationCount - a.observationCount);
  if (variable === undefined) return null;
  const some = places.length > 0 ? places.slice(0, 4) : observedEntities(commons, "");
  return { place, type, variable: variable.dcid, places: some };
}

const observedEntities = (commons: Commons, type: string): readonly string[] =>
  commons.catalog
    .entities({ ...(type === "" ? {} : { type }), limit: 500 })
    .filter(({ variableCount }) => variableCount > 0)
    .sort((a, b) => b.variableCount - a.variableCount)
    .map(({ dcid }) => dcid);

interface Parent extends Omit<Start, "variable"> {
  readonly count: number;
}

/** The place that holds the most places of a type, of those that hold the first one of them. */
function bestParentOf(commons: Commons, type: string): Parent | undefined {
  const {
    engine: { graph },
  } = commons;
  const { dictionary } = graph;
  const [first, ...others] = observedEntities(commons, type);
  const node = first === undefined ? undefined : dictionary.nodeOf(first);
  const wanted = dictionary.nodeOf(type);
  const contained = graph.predicateOf("containedInPlace");
  if (node === undefined || wanted === undefined || contained === undefined) return undefined;
  const places = [first as string, ...others];
  const filter = [{ predicate: graph.predicateOf("typeOf"), values: new Set([wanted]) }];
  let best: Parent | undefined;
  let [most, fewest] = [1, 0];
  for (const parent of closure(graph, node, "out", contained, hopsMax)) {
    const count = closure(graph, parent, "in", contained, hopsMax, filter).length;
    if (count < most || count === 1) continue;
    // Of those that hold all of them, the smallest.
    const all = closure(graph, parent, "in", contained, hopsMax).length;
    if (count === most && all >= fewest) continue;
    [most, fewest] = [count, all];
    best = { place: dictionary.textOf(parent), type, places, count };
  }
  return best;
}
