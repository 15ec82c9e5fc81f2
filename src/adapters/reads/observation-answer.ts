/** Finds what `/v2/observation` answers, variable by variable (behaviour: observation 3). */

import { refused } from "../../errors/rpc.ts";
import type { Points } from "../../expr-parser/formula.ts";
import type { Governor } from "../../options/governor.ts";
import type { FacetEntry } from "../../stats/facets.ts";
import { inferiorScore, type RankOrder } from "../../stats/ranking.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import type { EntityCursor } from "../../stats/read/series-lookup.ts";
import type { Range } from "../../store/columns/column-source.ts";
import { lowerBound } from "../../store/columns/kernels.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import { type NumericPoints, numericPoints } from "./numeric-points.ts";

/** The entities of a request, each once. */
export interface Entities {
  /** `noTerm` for an unknown one. */
  readonly nodes: Uint32Array;
  /** As the request spelled them; undefined when an expression names them. */
  readonly dcids: readonly string[] | undefined;
}

/** Which facets a request keeps. */
interface FacetTest {
  keeps(facet: FacetEntry): boolean;
}

export interface Selection {
  /** Empty for all dates, `LATEST`, or a date as loaded. */
  readonly date: string;
  readonly filter: FacetTest;
}

/** How many observations there are, and when: date codes. */
export interface Extent {
  readonly count: number;
  readonly earliest: number;
  readonly latest: number;
}

/** Receives what an answer holds, in its order, from the outside in. */
export interface ObservationListener {
  beginVariable(dcid: string): void;
  /** `dcid` is given where it is known as a text. */
  beginEntity(node: TermId, dcid: string | undefined): void;
  /** The numbers among the points [start, end) of a series; the first and the last are. */
  addSeries(series: number, start: number, end: number): void;
  /** A facet without values. */
  addFacet(facetNumber: number, extent: Extent): void;
  endEntity(): void;
  endVariable(): void;
}

/** Receives series that were calculated, too. */
export interface CalculationListener extends ObservationListener {
  /** Without a facet where a formula was asked. */
  addPoints(facet: FacetEntry | undefined, points: Points): void;
}

const latest = "LATEST";

/** Finds what the answer holds about one variable after the other, and reports it to a listener. */
export class ObservationAnswer {
  readonly #observations: ObservationTable;
  readonly #entities: Entities;
  readonly #selection: Selection;
  /** Entities came from an expression: the real service then answers in other shapes. */
  readonly #byExpression: boolean;
  readonly #form: ObservationListener;
  readonly #governor: Governor;
  readonly #numbers: NumericPoints;
  readonly #date: number | undefined;
  readonly #dropsInferior: boolean;
  /** By place of an entity, ascending: see `addExistence`. */
  #variables: readonly Uint32Array[] | undefined;
  /** Points of the series at hand that the date selects. */
  #start = 0;
  #end = 0;

  constructor(
    observations: ObservationTable,
    entities: Entities,
    selection: Selection,
    form: ObservationListener,
    governor: Governor,
  ) {
    this.#governor = governor;
    this.#numbers = numericPoints(observations);
    const { date } = selection;
    this.#observations = observations;
    this.#entities = entities;
    this.#selection = selection;
    this.#byExpression = entities.dcids === undefined;
    this.#form = form;
    this.#date = observations.dateCodeOf(date);
    this.#dropsInferior = this.#byExpression ? date !== "" : date === latest;
  }

  /**
   * Values by facet. Listed entities are all there, empty when they have none; of an expression
   * only those with data.
   */
  addValues(dcid: string, variable: TermId | undefined): void {
    const order: RankOrder =
      this.#byExpression && this.#selection.date !== "" ? "cohort" : "series";
    this.#eachEntity(dcid, variable, !this.#byExpression, (cursor, begin) =>
      this.#addSeries(cursor, order, begin),
    );
  }

  /** Facets without values: of each listed entity, or of all the expression's entities at once. */
  addFacets(dcid: string, variable: TermId | undefined): void {
    if (this.#byExpression) this.#addMergedFacets(dcid, variable);
    else {
      this.#eachEntity(dcid, variable, false, (cursor, begin) =>
        this.#eachCut(cursor, "facet", (series) => {
          begin();
          this.#form.addFacet(this.#observations.facetNumberOf(series), this.#extent());
        }),
      );
    }
  }

  /**
   * Which entities have data. The facet filter counts for expressions only (behaviour: observation
   * 2.4).
   *
   * @param byEntity whether to look among the variables of each entity, not among the series of the variable: few
   * entities have their variables in few places
   */
  addExistence(dcid: string, variable: TermId | undefined, byEntity = false): void {
    const { filter } = this.#selection;
    if (byEntity && !this.#byExpression && this.#numbers.isAll) {
      this.#addListed(dcid, variable);
      return;
    }
    this.#eachEntity(dcid, variable, false, ({ start, end }, begin) => {
      for (let series = start; series < end; series++) {
        if (!this.#numbers.isInSeries(series)) continue;
        if (this.#byExpression && !filter.keeps(this.#observations.facetOf(series))) continue;
        begin();
        return;
      }
    });
  }

  #addListed(dcid: string, variable: TermId | undefined): void {
    const { nodes, dcids } = this.#entities;
    this.#variables ??= Array.from(nodes, (node) =>
      Uint32Array.from(node === noTerm ? [] : this.#observations.variablesOf(node)),
    );
    this.#form.beginVariable(dcid);
    for (const [at, variables] of this.#variables.entries()) {
      this.#governor.work(2);
      if (variable === undefined) continue;
      if (variables[lowerBound(variables, variable, 0, variables.length)] !== variable) continue;
      this.#form.beginEntity(nodes[at] as TermId, dcids?.[at]);
      this.#form.endEntity();
    }
    this.#form.endVariable();
  }

  /**
   * Visits the entities that have series of a variable. `begin` puts one into the answer. With
   * `withEmpty` all entities are in the answer.
   */
  #eachEntity(
    dcid: string,
    variable: TermId | undefined,
    withEmpty: boolean,
    visit: (cursor: EntityCursor, begin: () => void) => void,
  ): void {
    const form = this.#form;
    const governor = this.#governor;
    const { nodes, dcids } = this.#entities;
    const cursor = variable === undefined ? undefined : this.#observations.cursorOf(variable);
    let at = 0;
    let isBegun = false;
    const begin = () => {
      if (!isBegun) form.beginEntity(nodes[at] as TermId, dcids?.[at]);
      isBegun = true;
    };
    form.beginVariable(dcid);
    for (; at < nodes.length; at++) {
      governor.work(2);
      const node = nodes[at] as TermId;
      isBegun = false;
      if (withEmpty) begin();
      if (cursor !== undefined && node !== noTerm && cursor.seek(node)) visit(cursor, begin);
      if (isBegun) form.endEntity();
    }
    form.endVariable();
  }

  /**
   * Wikipedia and Wikidata give way to any better facet in some cases (behaviour: observation 3.3).
   */
  #addSeries(cursor: EntityCursor, order: RankOrder, begin: () => void): void {
    let isFirst = true;
    this.#eachCut(cursor, order, (series) => {
      const isInferior = this.#observations.facetOf(series).score > inferiorScore;
      if (this.#dropsInferior && isInferior && !isFirst) return;
      isFirst = false;
      begin();
      this.#form.addSeries(series, this.#start, this.#end);
    });
  }

  /** An entity's series that pass the filter and have points at the date, in rank order. */
  #eachCut(cursor: EntityCursor, order: RankOrder, visit: (series: number) => void): void {
    const table = this.#observations;
    const { filter } = this.#selection;
    const { start, end } = cursor;
    this.#governor.work(2 * (end - start));
    const isStored = order === "series" || end - start === 1;
    const ranked = isStored ? undefined : table.rankedSeries(cursor, order);
    for (let at = start; at < end; at++) {
      const series = ranked === undefined ? at : (ranked[at - start] as number);
      if (filter.keeps(table.facetOf(series)) && this.#cut(series)) visit(series);
    }
  }

  /** Finds the points of a series that the date selects; false when it selects none. */
  #cut(series: number): boolean {
    const table = this.#observations;
    const { date } = this.#selection;
    if (date === "" || date === latest) {
      const { start, end } = this.#numbers.within(table.pointsOf(series));
      this.#start = date === "" ? start : end - 1;
      this.#end = end;
      return start < end;
    }
    const point = this.#pointAtDate(series);
    this.#start = point;
    this.#end = point + 1;
    return point >= 0 && this.#numbers.has(point);
  }

  #pointAtDate(series: number): number {
    return this.#date === undefined ? -1 : this.#observations.pointAt(series, this.#date);
  }

  #extent(): Extent {
    const table = this.#observations;
    return {
      count: this.#numbers.countIn(this.#start, this.#end),
      earliest: table.dateCodeAt(this.#start),
      latest: table.dateCodeAt(this.#end - 1),
    };
  }

  /** Facets in the order of first sight, with sums and extremes over the entities. */
  #addMergedFacets(dcid: string, variable: TermId | undefined): void {
    const table = this.#observations;
    const merged = new MergedFacets(table);
    const cursor = variable === undefined ? undefined : table.cursorOf(variable);
    const merge = (series: number) => merged.add(series, this.#extent());
    for (const node of cursor === undefined ? [] : this.#entities.nodes) {
      this.#governor.work(2);
      if (!cursor?.seek(node)) continue;
      // Their rank counts only for facets that are new.
      this.#eachCut(cursor, merged.holdsAllOf(cursor) ? "series" : "facet", merge);
    }
    this.#form.beginVariable(dcid);
    this.#form.beginEntity(noTerm, "");
    for (const facet of merged.facets) this.#form.addFacet(facet.facetNumber, facet);
    this.#form.endEntity();
    this.#form.endVariable();
  }
}

interface MergedFacet extends Extent {
  readonly facetNumber: number;
  count: number;
  earliest: number;
  latest: number;
}

/** Facets of many series; those that share an id are one. */
class MergedFacets {
  readonly #observations: ObservationTable;
  readonly #byId = new Map<string, MergedFacet>();
  readonly #byNumber: (MergedFacet | undefined)[] = [];

  constructor(observations: ObservationTable) {
    this.#observations = observations;
  }

  /** In the order of first sight. */
  get facets(): Iterable<MergedFacet> {
    return this.#byId.values();
  }

  /** Are the facets of a range of series all here? */
  holdsAllOf({ start, end }: Range): boolean {
    for (let series = start; series < end; series++) {
      if (this.#byNumber[this.#observations.facetNumberOf(series)] === undefined) return false;
    }
    return true;
  }

  /** Adds what a date selects of a series. */
  add(series: number, { count, earliest, latest }: Extent): void {
    const table = this.#observations;
    const facet = this.#byNumber[table.facetNumberOf(series)] ?? this.#newFacet(series);
    facet.count += count;
    facet.earliest = Math.min(facet.earliest, earliest);
    facet.latest = Math.max(facet.latest, latest);
  }

  #newFacet(series: number): MergedFacet {
    const facetNumber = this.#observations.facetNumberOf(series);
    const { facetId } = this.#observations.facetOf(series);
    let facet = this.#byId.get(facetId);
    if (facet === undefined) {
      facet = { facetNumber, count: 0, earliest: Number.MAX_VALUE, latest: 0 };
      this.#byId.set(facetId, facet);
    }
    this.#byNumber[facetNumber] = facet;
    return facet;
  }
}

/** Pairs of variable and entity that an answer lists, or that are only looked up. */
const pairsMax = { listed: 10_000_000, sought: 100_000_000 } as const;

/** @throws CommonsError in the words of the real service (behaviour: observation 1.4) */
export function checkPairs(
  variables: number,
  entities: number,
  kind: keyof typeof pairsMax = "listed",
): void {
  const pairs = variables * entities;
  if (pairs <= pairsMax[kind]) return;
  throw refused(
    "internal",
    `Stop processing large number of concurrent observation series: ${pairs}`,
  );
}
