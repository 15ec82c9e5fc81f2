/** Variables, series and points that differ: one walk over the series of both worlds. */

import { type Facet, type FacetField, facetFields } from "../stats/facet-fields.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { Range } from "../store/columns/column-source.ts";
import type { Dictionary } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";
import { type DiffLog, type DiffSteps, stepSize, type TermRanks, walkBoth } from "./diff-log.ts";

export function diffObservations(
  before: World,
  after: World,
  ranks: TermRanks,
  tolerance: number,
  log: DiffLog,
): DiffSteps {
  return new ObservationsDiff(
    new SeriesSide(before, ranks.before),
    new SeriesSide(after, ranks.after),
    tolerance,
    log,
  ).run();
}

/** The series of one world, and what differs between worlds in them. */
class SeriesSide {
  readonly table: ObservationTable;
  readonly dictionary: Dictionary;
  readonly #ranks: Uint32Array;
  readonly #facets: string[] = [];
  readonly #dates: string[] = [];

  constructor({ graph, observations }: World, ranks: Uint32Array) {
    this.table = observations;
    this.dictionary = graph.dictionary;
    this.#ranks = ranks;
  }

  /** The series of one variable about one entity, which lie side by side. */
  groupAt(series: number): Range {
    const { variableOf, entityOf } = this;
    const [variable, entity] = [variableOf(series), entityOf(series)];
    let end = series + 1;
    while (
      end < this.table.seriesCount &&
      variableOf(end) === variable &&
      entityOf(end) === entity
    ) {
      end += 1;
    }
    return { start: series, end };
  }

  pointCountOf(range: Range): number {
    if (range.start === range.end) return 0;
    const { start, end } = this.table.pointsOfSeries(range);
    return end - start;
  }

  readonly variableOf = (series: number): number => this.#ranks[this.table.variableOf(series)] ?? 0;

  readonly entityOf = (series: number): number => this.#ranks[this.table.entityOf(series)] ?? 0;

  /** The fields of its facet that are set. */
  facetOf(series: number): string {
    const number = this.table.facetNumberOf(series);
    this.#facets[number] ??= facetText(this.table.facetOf(series));
    return this.#facets[number];
  }

  dateOf(point: number): string {
    const code = this.table.dateCodeAt(point);
    this.#dates[code] ??= this.table.dateOfCode(code);
    return this.#dates[code];
  }

  /** Its texts, for a difference. */
  textsOf(series: number) {
    return {
      variable: this.dictionary.textOf(this.table.variableOf(series)),
      entity: this.dictionary.textOf(this.table.entityOf(series)),
    };
  }
}

function facetText(facet: Facet): string {
  const set = (Object.keys(facetFields) as FacetField[]).filter(
    (field) => facet[field] !== "" && facet[field] !== false,
  );
  return set.map((field) => `${field}=${facet[field]}`).join("; ");
}

class ObservationsDiff {
  readonly #before: SeriesSide;
  readonly #after: SeriesSide;
  readonly #tolerance: number;
  readonly #log: DiffLog;

  constructor(before: SeriesSide, after: SeriesSide, tolerance: number, log: DiffLog) {
    this.#before = before;
    this.#after = after;
    this.#tolerance = tolerance;
    this.#log = log;
  }

  *run(): DiffSteps {
    const [before, after] = [this.#before, this.#after];
    this.#variables();
    let [one, other, visited] = [0, 0, 0];
    while (one < before.table.seriesCount || other < after.table.seriesCount) {
      const order = this.#order(one, other);
      const left = order <= 0 ? before.groupAt(one) : { start: one, end: one };
      const right = order >= 0 ? after.groupAt(other) : { start: other, end: other };
      this.#group(left, right);
      [one, other] = [left.end, right.end];
      visited += before.pointCountOf(left) + after.pointCountOf(right);
      if (visited < stepSize) continue;
      yield visited;
      visited = 0;
    }
    yield visited;
  }

  /** Negative if the world before alone has the entity of its series next. */
  #order(one: number, other: number): number {
    const [before, after] = [this.#before, this.#after];
    if (one >= before.table.seriesCount) return 1;
    if (other >= after.table.seriesCount) return -1;
    return (
      before.variableOf(one) - after.variableOf(other) ||
      before.entityOf(one) - after.entityOf(other)
    );
  }

  #variables(): void {
    const names = ({ table, dictionary }: SeriesSide) =>
      new Set(Array.from(table.variables, (node) => dictionary.textOf(node)));
    const [before, after] = [names(this.#before), names(this.#after)];
    for (const variable of before) {
      if (!after.has(variable)) this.#log.add("variable", "removed", () => ({ variable }));
    }
    for (const variable of after) {
      if (!before.has(variable)) this.#log.add("variable", "added", () => ({ variable }));
    }
  }

  /** Series of one variable about one entity: those with one facet are compared, then the other ones. */
  #group(left: Range, right: Range): void {
    const [before, after] = [this.#before, this.#after];
    const rest = new Map<string, number>();
    for (let series = right.start; series < right.end; series++) {
      rest.set(after.facetOf(series), series);
    }
    const alone: number[] = [];
    for (let series = left.start; series < left.end; series++) {
      const facet = before.facetOf(series);
      const other = rest.get(facet);
      if (other === undefined) alone.push(series);
      else this.#points(series, other);
      rest.delete(facet);
    }
    const others = [...rest.values()];
    const isOne = alone.length === 1 && others.length === 1;
    const [one, other] = [alone[0], others[0]];
    if (isOne && one !== undefined && other !== undefined) {
      this.#log.add("series", "changed", () => ({
        ...before.textsOf(one),
        before: before.facetOf(one),
        after: after.facetOf(other),
      }));
      this.#points(one, other);
      return;
    }
    for (const series of alone) this.#whole("removed", series, before);
    for (const series of others) this.#whole("added", series, after);
  }

  #whole(change: "added" | "removed", series: number, side: SeriesSide): void {
    const facet = () => side.facetOf(series);
    this.#log.add("series", change, () => ({ ...side.textsOf(series), facet: facet() }));
    this.#log.count("point", change, side.table.pointCountOf(series));
  }

  /** Points of two series, by date. */
  #points(one: number, other: number): void {
    const [before, after] = [this.#before, this.#after];
    const [left, right] = [before.table.pointsOf(one), after.table.pointsOf(other)];
    walkBoth(
      left,
      right,
      (at, to) => compareDates(before.dateOf(at), after.dateOf(to)),
      (at, to) => {
        if (to === undefined && at !== undefined) this.#point("removed", one, at, before);
        else if (at === undefined && to !== undefined) this.#point("added", other, to, after);
        else if (at !== undefined && to !== undefined && !this.#isSame(at, to)) {
          this.#changed(one, at, to);
        }
      },
    );
  }

  #isSame(at: number, to: number): boolean {
    const [before, after] = [this.#before.table, this.#after.table];
    const [one, other] = [before.numberAt(at), after.numberAt(to)];
    if (one === other) return true;
    if (Number.isNaN(one) || Number.isNaN(other)) return before.textOf(at) === after.textOf(to);
    const larger = Math.max(Math.abs(one), Math.abs(other));
    return Math.abs(one - other) <= this.#tolerance * larger;
  }

  #point(change: "added" | "removed", series: number, point: number, side: SeriesSide): void {
    this.#log.add("point", change, () => ({
      ...side.textsOf(series),
      facet: side.facetOf(series),
      date: side.dateOf(point),
      [change === "added" ? "after" : "before"]: side.table.textOf(point),
    }));
  }

  #changed(series: number, at: number, to: number): void {
    const [before, after] = [this.#before, this.#after];
    this.#log.add("point", "changed", () => ({
      ...before.textsOf(series),
      facet: before.facetOf(series),
      date: before.dateOf(at),
      before: before.table.textOf(at),
      after: after.table.textOf(to),
    }));
  }
}

/** Equal dates of both worlds are mostly one text. */
function compareDates(one: string, other: string): number {
  return one === other ? 0 : compareUtf8(one, other);
}
