/** `/v2/bulk/info/variable`: who supplied a variable, for which types of places, and when. */

import type { Commons } from "../../index.ts";
import type { Governor } from "../../options/governor.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { firstTexts, present } from "../node-values.ts";

type Facet = Commons["engine"]["observations"]["facets"][number];

interface PlaceTypeSummary {
  placeCount: number;
  /** At most three, of those with the most observations first. */
  topPlaces: { dcid: string; name: string }[];
  minValue?: number;
  maxValue?: number;
}

interface SeriesSummary {
  readonly seriesKey: Partial<
    Pick<Facet, "measurementMethod" | "observationPeriod" | "scalingFactor" | "unit">
  > & { readonly isDcAggregate?: boolean };
  readonly earliestDate: string;
  readonly latestDate: string;
  readonly placeTypeSummary: Readonly<Record<string, PlaceTypeSummary>>;
  readonly observationCount: number;
  readonly timeSeriesCount: number;
  readonly minValue?: number;
  readonly maxValue?: number;
}

interface ProvenanceSummary {
  readonly importName?: string;
  readonly seriesSummary: SeriesSummary[];
  observationCount: number;
  timeSeriesCount: number;
}

export interface VariableSummary {
  readonly placeTypeSummary?: Readonly<Record<string, PlaceTypeSummary>>;
  /** By provenance; by import where a facet has no provenance. */
  readonly provenanceSummary?: Readonly<Record<string, ProvenanceSummary>>;
}

/** Versions after the first say less of places and values; the third leaves out what has no observation. */
export const variableInfo =
  (version: 1 | 2 | 3) =>
  (commons: Commons, { nodes }: { readonly nodes: readonly string[] }) => {
    const all = [...summariesOf(commons, nodes)];
    const kept = version < 3 ? all : all.filter(([, info]) => info.provenanceSummary !== undefined);
    const data = kept.map(([node, info]) => ({
      node,
      info: version === 1 ? info : shorter(info),
    }));
    return present({ data });
  };

/** Types of places without what is in them, and no extreme values. */
function shorter({ provenanceSummary }: VariableSummary): object {
  if (provenanceSummary === undefined) return {};
  const provenances = Object.entries(provenanceSummary).map(([provenance, summary]) => {
    const seriesSummary = summary.seriesSummary.map(({ minValue: _, maxValue: __, ...series }) => {
      const types = Object.keys(series.placeTypeSummary).map((type) => [type, {}]);
      return { ...series, placeTypeSummary: Object.fromEntries(types) };
    });
    return [provenance, { ...summary, seriesSummary }];
  });
  return { provenanceSummary: Object.fromEntries(provenances) };
}

/**
 * By variable; everything of one that has no observation is left out.
 * @throws CommonsError for more than a request may go through
 */
export function summariesOf(
  commons: Commons,
  variables: readonly string[],
): ReadonlyMap<string, VariableSummary> {
  return commons.governed(
    (governor) =>
      new Map(variables.map((variable) => [variable, summaryOf(commons, variable, governor)])),
  );
}

const topPlaces = 3;

function summaryOf(commons: Commons, variable: string, governor: Governor): VariableSummary {
  const node = commons.engine.graph.dictionary.nodeOf(variable);
  if (node === undefined) return {};
  const {
    engine: { observations },
  } = commons;
  const { start, end } = observations.seriesOfVariable(node);
  if (start === end) return {};
  const all = new Tally();
  const byFacet = new Map<number, Tally>();
  for (let series = start; series < end; series++) {
    const facet = observations.facetNumberOf(series);
    const ofFacet = byFacet.get(facet) ?? new Tally();
    byFacet.set(facet, ofFacet);
    const one = countedSeries(commons, series);
    governor.rows(1 + one.points);
    ofFacet.add(one);
    all.add(one);
  }
  const provenances = new Map<string, ProvenanceSummary>();
  for (const [number, tally] of [...byFacet].sort(([a], [b]) => a - b)) {
    const facet = observations.facets[number] as Facet;
    const key = facet.provenanceId || facet.importName;
    const summary = provenances.get(key) ?? {
      ...present({ importName: facet.importName }),
      seriesSummary: [],
      observationCount: 0,
      timeSeriesCount: 0,
    };
    provenances.set(key, summary);
    summary.seriesSummary.push(tally.seriesSummary(commons, facet));
    summary.observationCount += tally.observations;
    summary.timeSeriesCount += tally.series;
  }
  return {
    placeTypeSummary: all.placeTypes(commons),
    provenanceSummary: Object.fromEntries(provenances),
  };
}

interface Extent {
  min: number;
  max: number;
}

interface CountedSeries {
  readonly entity: number;
  readonly points: number;
  /** Dates. */
  readonly first: string;
  readonly last: string;
  /** Undefined where no value is a number. */
  readonly extent: Extent | undefined;
}

/** Looked at once, for all that counts it. */
function countedSeries({ engine: { observations } }: Commons, series: number): CountedSeries {
  const { start, end } = observations.pointsOf(series);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let point = start; point < end; point++) {
    const value = observations.numberAt(point);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return {
    entity: observations.entityOf(series),
    points: end - start,
    first: observations.dateOfCode(observations.firstDateOf(series)),
    last: observations.dateOfCode(observations.lastDateOf(series)),
    extent: min > max ? undefined : { min, max },
  };
}

/** Counts series. */
class Tally {
  observations = 0;
  series = 0;
  #earliest = "";
  #latest = "";
  /** Observations of each entity, by its id. */
  readonly #entities = new Map<number, number>();
  readonly #extents = new Map<number, Extent>();

  add({ entity, points, first, last, extent }: CountedSeries): void {
    this.series += 1;
    this.observations += points;
    this.#entities.set(entity, (this.#entities.get(entity) ?? 0) + points);
    if (this.#earliest === "" || first < this.#earliest) this.#earliest = first;
    if (last > this.#latest) this.#latest = last;
    if (extent !== undefined) widen(this.#extents, entity, extent);
  }

  placeTypes(commons: Commons): Record<string, PlaceTypeSummary> {
    const {
      engine: { graph },
    } = commons;
    const byCount = [...this.#entities].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const { dictionary } = graph;
    const names = new Map<string, number[]>();
    for (const [entity] of byCount) {
      for (const type of graph.typesOfSet(graph.typeSetOf(entity))) {
        const text = dictionary.textOf(type);
        const entities = names.get(text) ?? [];
        names.set(text, entities);
        entities.push(entity);
      }
    }
    return Object.fromEntries(
      [...names].sort(byText).map(([type, entities]) => {
        const top = entities.slice(0, topPlaces).map((entity) => dictionary.textOf(entity));
        const nameOf = firstTexts(commons, top);
        const summary: PlaceTypeSummary = {
          placeCount: entities.length,
          topPlaces: top.map((dcid) => ({ dcid, name: nameOf.get(dcid) ?? "" })),
          ...this.#extentOf(entities),
        };
        return [type, summary];
      }),
    );
  }

  seriesSummary(commons: Commons, facet: Facet): SeriesSummary {
    const { measurementMethod, observationPeriod, scalingFactor, unit, isDcAggregate } = facet;
    const key = { measurementMethod, observationPeriod, scalingFactor, unit, isDcAggregate };
    return {
      seriesKey: present(key),
      earliestDate: this.#earliest,
      latestDate: this.#latest,
      placeTypeSummary: this.placeTypes(commons),
      ...this.#extentOf([...this.#extents.keys()]),
      observationCount: this.observations,
      timeSeriesCount: this.series,
    };
  }

  #extentOf(entities: readonly number[]): { minValue?: number; maxValue?: number } {
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const entity of entities) {
      const extent = this.#extents.get(entity);
      if (extent === undefined) continue;
      min = Math.min(min, extent.min);
      max = Math.max(max, extent.max);
    }
    return min > max ? {} : { minValue: min, maxValue: max };
  }
}

function widen(extents: Map<number, Extent>, entity: number, { min, max }: Extent): void {
  const known = extents.get(entity);
  if (known === undefined) {
    extents.set(entity, { min, max });
    return;
  }
  known.min = Math.min(known.min, min);
  known.max = Math.max(known.max, max);
}

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  compareUtf8(a, b);
