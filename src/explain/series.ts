/** Series that a request about observations meets, counted step by step. */

import { type FacetFilter, type NumericPoints, numericPoints } from "../adapters/index.ts";
import type { Governor } from "../governor/index.ts";
import type { ObservationTable } from "../stats/index.ts";
import { compareUtf8, type TermId } from "../store/index.ts";
import type { Suggestion } from "./explanation.ts";

/** Series whose dates are looked at, to say which there are. */
const datedMax = 64;

export class FoundSeries {
  /** Pairs of variable and entity that have any. */
  pairs = 0;
  /** Series with numbers. */
  numeric = 0;
  /** Those that pass the facet filter. */
  kept = 0;
  /** Those with a number at the date. */
  dated = 0;
  readonly #observations: ObservationTable;
  readonly #numbers: NumericPoints;
  readonly #filter: FacetFilter | undefined;
  readonly #date: string;
  readonly #hasAnyDate: boolean;
  readonly #code: number | undefined;
  readonly #governor: Governor;
  readonly #facets = new Set<number>();
  readonly #withDates: number[] = [];

  /** @param date undefined where any counts */
  constructor(
    observations: ObservationTable,
    filter: FacetFilter | undefined,
    date: string | undefined,
    governor: Governor,
  ) {
    this.#observations = observations;
    this.#numbers = numericPoints(observations);
    this.#filter = filter;
    this.#date = date ?? "";
    this.#hasAnyDate = date === undefined;
    this.#code = date === undefined ? undefined : observations.dateCodeOf(date);
    this.#governor = governor;
  }

  add(variable: TermId, entity: TermId): void {
    const { start, end } = this.#observations.seriesOf(variable, entity);
    this.#governor.work(4 + 4 * (end - start));
    if (end > start) this.pairs++;
    for (let series = start; series < end; series++) this.#count(series);
  }

  #count(series: number): void {
    const observations = this.#observations;
    if (!this.#numbers.isInSeries(series)) return;
    this.numeric++;
    this.#facets.add(observations.facetNumberOf(series));
    if (this.#filter?.keeps(observations.facetOf(series)) === false) return;
    this.kept++;
    if (this.#withDates.length < datedMax) this.#withDates.push(series);
    if (this.#hasAnyDate || this.#isDated(series)) this.dated++;
  }

  #isDated(series: number): boolean {
    if (this.#code === undefined) return false;
    const point = this.#observations.pointAt(series, this.#code);
    return point >= 0 && this.#numbers.has(point);
  }

  /** Facets of the series with numbers, or the hosts of their URLs. */
  facets(withDomains: boolean): Suggestion[] {
    const found: Suggestion[] = [];
    for (const number of this.#facets) {
      const facet = this.#observations.facets[number];
      if (facet === undefined) continue;
      const { id, importName, provenanceUrl } = facet;
      found.push({
        kind: "facet",
        value: id,
        ...(importName === "" ? {} : { name: importName }),
      });
      if (!(withDomains && URL.canParse(provenanceUrl))) continue;
      const { hostname } = new URL(provenanceUrl);
      if (hostname !== "") found.push({ kind: "domain", value: hostname });
    }
    return found;
  }

  /** The dates around the one that was asked for, and the first and the last one. */
  dates(): Suggestion[] {
    const all = new Set<string>();
    for (const series of this.#withDates) {
      for (const [date] of this.#observations.historyOf(series)) all.add(date);
    }
    const sorted = [...all].sort(compareUtf8);
    const at = sorted.findIndex((date) => compareUtf8(date, this.#date) > 0);
    const after = at < 0 ? sorted.length : at;
    const near = [sorted[after - 1], sorted[after], sorted[0], sorted.at(-1)];
    return [...new Set(near)].flatMap((value) =>
      value === undefined ? [] : { kind: "date", value },
    );
  }
}
