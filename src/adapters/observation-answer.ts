/** Builds the answer of `/v2/observation` variable by variable (facts V2 §3.3–3.5). */

import { type FacetEntry, inferiorScore, type RankOrder } from "../stats/index.ts";
import { compareUtf8, type Range, type TermId } from "../store/index.ts";
import type { World } from "../world.ts";
import { describeFacet, emptyRecord } from "./describe.ts";
import type { FacetFilter } from "./facet-filter.ts";
import type { Facet, PointStat } from "./wire/shared.ts";
import type {
  V2EntityObservations,
  V2FacetObservations,
  V2ObservationResponse,
} from "./wire/v2.ts";

/** An entity of the request; `dcid` is given where the request spelled it. */
export interface Entity {
  readonly dcid?: string;
  /** Undefined when nothing is known of it. */
  readonly node: TermId | undefined;
}

export interface Selection {
  /** Empty for all dates, `LATEST`, or a date as loaded. */
  readonly date: string;
  readonly filter: FacetFilter;
}

const latest = "LATEST";

/** One series, cut to the points that the date selects. */
interface CutSeries {
  readonly series: number;
  readonly facet: FacetEntry;
  readonly points: Range;
}

export class ObservationAnswer {
  readonly #world: World;
  readonly #entities: readonly Entity[];
  readonly #selection: Selection;
  /** Entities came from an expression: the real service then answers in other shapes. */
  readonly #byExpression: boolean;
  readonly #date: number | undefined;
  readonly #byVariable: NonNullable<V2ObservationResponse["byVariable"]> = emptyRecord();
  readonly #facets = new Map<string, FacetEntry>();

  constructor(
    world: World,
    entities: readonly Entity[],
    selection: Selection,
    byExpression: boolean,
  ) {
    this.#world = world;
    this.#entities = entities;
    this.#selection = selection;
    this.#byExpression = byExpression;
    this.#date = world.observations.dateCodeOf(selection.date);
  }

  response(): V2ObservationResponse {
    const byVariable = this.#byVariable;
    if (this.#facets.size === 0) return { byVariable };
    const facets = emptyRecord<Facet>();
    for (const id of [...this.#facets.keys()].sort()) {
      facets[id] = describeFacet(this.#facets.get(id) as FacetEntry);
    }
    return { byVariable, facets };
  }

  /**
   * Values by facet. Listed entities are all there, empty when they have none; of an expression
   * only those with data.
   */
  addValues(dcid: string, variable: TermId | undefined): void {
    const order: RankOrder =
      this.#byExpression && this.#selection.date !== "" ? "cohort" : "series";
    const byEntity = emptyRecord<V2EntityObservations>();
    let isEmpty = true;
    for (const entity of this.#entities) {
      const kept = this.#withoutInferior(this.#cutSeries(variable, entity, order));
      if (kept.length === 0 && this.#byExpression) continue;
      isEmpty = false;
      byEntity[this.#nameOf(entity)] =
        kept.length === 0 ? {} : { orderedFacets: kept.map((cut) => this.#values(cut)) };
    }
    this.#byVariable[dcid] = isEmpty ? {} : { byEntity };
  }

  /** Facets without values: of each listed entity, or of all the expression's entities at once. */
  addFacets(dcid: string, variable: TermId | undefined): void {
    if (this.#byExpression) {
      const orderedFacets = this.#mergedFacets(variable);
      const byEntity = emptyRecord<V2EntityObservations>();
      byEntity[""] = orderedFacets.length === 0 ? {} : { orderedFacets };
      this.#byVariable[dcid] = { byEntity };
      return;
    }
    const byEntity = emptyRecord<V2EntityObservations>();
    let isEmpty = true;
    for (const entity of this.#entities) {
      const series = this.#cutSeries(variable, entity, "facet");
      if (series.length === 0) continue;
      isEmpty = false;
      const orderedFacets = series.map(({ facet, points }) => ({
        facetId: this.#use(facet),
        ...this.#extent(points),
      }));
      byEntity[this.#nameOf(entity)] = { orderedFacets };
    }
    this.#byVariable[dcid] = isEmpty ? {} : { byEntity };
  }

  /** Which entities have data. The facet filter counts for expressions only (facts V2 §3.2). */
  addExistence(dcid: string, variable: TermId | undefined): void {
    const byEntity = emptyRecord<V2EntityObservations>();
    let isEmpty = true;
    for (const entity of this.#entities) {
      if (!this.#exists(variable, entity)) continue;
      isEmpty = false;
      byEntity[this.#nameOf(entity)] = {};
    }
    this.#byVariable[dcid] = isEmpty ? {} : { byEntity };
  }

  #exists(variable: TermId | undefined, { node }: Entity): boolean {
    if (variable === undefined || node === undefined) return false;
    const { observations } = this.#world;
    const { start, end } = observations.seriesOf(variable, node);
    if (!this.#byExpression) return start < end;
    for (let series = start; series < end; series++) {
      if (this.#selection.filter.keeps(observations.facetOf(series))) return true;
    }
    return false;
  }

  /** An entity's series that pass the filter and have points at the date, in rank order. */
  #cutSeries(variable: TermId | undefined, { node }: Entity, order: RankOrder): CutSeries[] {
    if (variable === undefined || node === undefined) return [];
    const { observations } = this.#world;
    const cut: CutSeries[] = [];
    for (const series of observations.rankedSeriesOf(variable, node, order)) {
      const facet = observations.facetOf(series);
      if (!this.#selection.filter.keeps(facet)) continue;
      const points = this.#cut(series);
      if (points !== undefined) cut.push({ series, facet, points });
    }
    return cut;
  }

  #cut(series: number): Range | undefined {
    const { observations } = this.#world;
    const points = observations.pointsOf(series);
    if (this.#selection.date === "") return points;
    if (this.#selection.date === latest) return { start: points.end - 1, end: points.end };
    if (this.#date === undefined) return undefined;
    const point = observations.pointAt(series, this.#date);
    return point < 0 ? undefined : { start: point, end: point + 1 };
  }

  /** Wikipedia and Wikidata give way to any better facet in these cases (facts V2 §3.3.6). */
  #withoutInferior(series: CutSeries[]): CutSeries[] {
    const { date } = this.#selection;
    const applies = this.#byExpression ? date !== "" : date === latest;
    if (!applies) return series;
    return series.filter(({ facet }, rank) => rank === 0 || facet.score <= inferiorScore);
  }

  #values({ facet, points }: CutSeries): V2FacetObservations {
    const { observations } = this.#world;
    const values: PointStat[] = [];
    for (let point = points.start; point < points.end; point++) {
      values.push({ date: observations.dateOf(point), value: observations.valueOf(point) });
    }
    return { facetId: this.#use(facet), observations: values, ...this.#extent(points) };
  }

  #extent({ start, end }: Range) {
    const { observations } = this.#world;
    return {
      obsCount: end - start,
      earliestDate: observations.dateOf(start),
      latestDate: observations.dateOf(end - 1),
    };
  }

  /** Facets in the order of first sight, with sums and extremes over the entities. */
  #mergedFacets(variable: TermId | undefined): V2FacetObservations[] {
    const merged = new Map<string, V2FacetObservations>();
    for (const entity of this.#entities) {
      for (const { facet, points } of this.#cutSeries(variable, entity, "facet")) {
        const id = this.#use(facet);
        const extent = this.#extent(points);
        const known = merged.get(id);
        if (known === undefined) merged.set(id, { facetId: id, ...extent });
        else widen(known, extent);
      }
    }
    return [...merged.values()];
  }

  #use(facet: FacetEntry): string {
    if (!this.#facets.has(facet.id)) this.#facets.set(facet.id, facet);
    return facet.id;
  }

  #nameOf({ dcid, node }: Entity): string {
    return dcid ?? this.#world.graph.dictionary.textOf(node as TermId);
  }
}

function widen(
  known: V2FacetObservations,
  extent: { obsCount: number; earliestDate: string; latestDate: string },
): void {
  known.obsCount = (known.obsCount ?? 0) + extent.obsCount;
  const { earliestDate = extent.earliestDate, latestDate = extent.latestDate } = known;
  if (compareUtf8(extent.earliestDate, earliestDate) < 0) known.earliestDate = extent.earliestDate;
  if (compareUtf8(extent.latestDate, latestDate) > 0) known.latestDate = extent.latestDate;
}
