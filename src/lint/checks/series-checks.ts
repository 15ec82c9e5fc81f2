/**
 * Checks of observations: values and dates of each series, and series that differ in their unit.
 */
import { type DiagnosticLevel, shown } from "../../load/bytes/diagnostics.ts";
import { isPlainNumber } from "../../load/values/observation-parts.ts";
import { fieldsOf, measuredFields } from "../../stats/facet-fields.ts";
import type { FacetEntry } from "../../stats/facets.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { LintLog, ObservationPart } from "../lint-log.ts";
import type { OddSeries, OddSeriesCheck } from "../lint-report.ts";
import { PlaceSizes } from "../place-sizes.ts";
import {
  changeOf,
  datePrecisionOf,
  describe,
  findingsOf,
  oddSizes,
  type Point,
  seriesStatistics,
} from "./series-statistics.ts";

const firstYear = 1000;
const lastYear = 2100;

const isPlausible = (year: number): boolean =>
  Number.isInteger(year) && year >= firstYear && year <= lastYear;
/** A name or a method that says so: years to come are no mistake. */
const projection = /project|forecast|predict|future|scenario|(?:^|_)(?:SSP|RCP)\d/i;
/** More series than this without a date to come show that one with such a date is probably wrong. */
const agreeing = 5;
/** So many places that agree show that one with another unit or scaling factor is probably wrong. */
const agreeingPlaces = 3;

/** `P1Y`, `P3M`, `P1Y6M`, `PT1H`: at least one part. */
const duration = /^P(?=[\dT])(?:\d[\d.,]*[YMWD])*(?:T(?:\d[\d.,]*[HMS])+)?$/;

interface Series {
  readonly node: TermId;
  readonly variable: string;
  readonly entity: string;
  readonly facet: FacetEntry;
  readonly points: readonly Point[];
}

export class SeriesChecks {
  /** The first few of each check. */
  readonly odd: OddSeries[] = [];
  readonly #worlds: CheckedWorld;
  readonly #world: World;
  readonly #log: LintLog;
  readonly #keptMax: number;
  readonly #thisYear = new Date().getFullYear();
  readonly #kept = new Map<string, number>();
  /** Reported periods: each invalid one is reported once. */
  readonly #badPeriods = new Set<string>();
  readonly #badScales = new Set<string>();

  constructor(worlds: CheckedWorld, log: LintLog, keptMax: number) {
    this.#worlds = worlds;
    this.#world = worlds.own;
    this.#log = log;
    this.#keptMax = keptMax;
  }

  check(checkCancelled: () => void): void {
    const { observations } = this.#world;
    let group: Series[] = [];
    let variable = new VariableSeries(this.#thisYear);
    for (let number = 0; number < observations.seriesCount; number++) {
      if (number % 4096 === 0) checkCancelled();
      const series = this.#read(number);
      this.#checkOne(series);
      const [first] = group;
      if (first !== undefined && first.variable !== series.variable) {
        this.#checkVariable(variable);
        variable = new VariableSeries(this.#thisYear);
      }
      variable.add(series);
      // Series of one variable about one entity lie side by side.
      if (first?.entity !== series.entity || first.variable !== series.variable) {
        this.#checkUnits(group);
        group = [];
      }
      group.push(series);
    }
    this.#checkUnits(group);
    this.#checkVariable(variable);
  }

  #read(number: number): Series {
    const { graph, observations } = this.#world;
    const { dictionary } = graph;
    return {
      node: observations.variableOf(number),
      variable: dictionary.textOf(observations.variableOf(number)),
      entity: dictionary.textOf(observations.entityOf(number)),
      facet: observations.facetOf(number),
      points: observations.historyOf(number).map(([date, value]) => ({ date, value })),
    };
  }

  #checkOne(series: Series): void {
    const checks = seriesStatistics(series.points);
    for (const check of checks) {
      const { counter } = check;
      const isAboutDate = /Invalid_Date|Date_Granularity|Data_Holes/.test(counter);
      const part = isAboutDate ? "observationDate" : "value";
      for (const { points, place } of findingsOf(check, series.points)) {
        const said = describe({ ...check, points });
        this.#report("warning", counter, series, said, place, part, changeOf(check));
      }
    }
    this.#checkSizes(series);
    const kept = checks.filter(({ counter }) => this.#isKept(counter));
    if (kept.length > 0) this.odd.push(oddSeries(series, kept));
    this.#checkPeriod(series);
    this.#checkYears(series);
    this.#checkScale(series);
    this.#checkCount(series);
    this.#checkThousands(series);
  }

  /** Projections end by 2100: a later year is mostly a typing mistake. */
  #checkYears(series: Series): void {
    for (const point of series.points) {
      const [year] = /^\d{4}/.exec(point.date) ?? [];
      if (year === undefined || isPlausible(Number(year))) continue;
      const message = `the year of ${shown(point.date)} is before ${firstYear} or after ${lastYear}`;
      const hint = isPlausible(Number(point.value))
        ? `; its value ${point.value} is like a year: are date and value exchanged?`
        : "";
      this.#report(
        "warning",
        "Graph_ImplausibleYear",
        series,
        `${message}${hint}`,
        point,
        "observationDate",
      );
    }
  }

  #checkVariable({ future, futureCount, count, oddFacets, sizes }: VariableSeries): void {
    if (future !== undefined) {
      const [series, point] = future;
      const isAlone = futureCount === 1 && count > agreeing;
      const which = isAlone
        ? `, and no date of the ${count - 1} other series is; is the year right?`
        : `, as in ${futureCount} of ${count} series; is it a projection?`;
      const message = `the year of ${shown(point.date)} is after this one, ${this.#thisYear}${which}`;
      const level = isAlone ? "warning" : "info";
      this.#report(level, "Graph_DateInFuture", series, message, point, "observationDate");
    }
    for (const { field, series, usual, places } of oddFacets()) {
      const [own, others] = [series, usual].map(({ facet }) => saidOf(field, facet));
      const message = `it alone has ${own}; ${places} other places of this import have ${others}`;
      const counter = field === "unit" ? "Graph_UnitOfOnePlace" : "Graph_ScalingFactorOfOnePlace";
      this.#report("warning", counter, series, message, series.points[0]!, field);
    }
    for (const { series, said } of sizes.odd()) {
      if (this.#isCount(series)) continue;
      const [point] = series.points;
      this.#report("warning", "Graph_SharesOfOnePlace", series, said, point!, "value");
    }
  }

  /** An observation of a month or a day needs more than a year as its date. */
  #checkPeriod(series: Series): void {
    const { observationPeriod } = series.facet;
    if (observationPeriod !== "" && !duration.test(observationPeriod)) {
      this.#reportPeriod(series, observationPeriod);
    }
    const length = datePrecisionOf(observationPeriod);
    if (length === undefined) return;
    const short = series.points.filter(
      ({ date }) => /^\d{4}(?:-\d\d)?$/.test(date) && date.length < length,
    );
    const [first] = short;
    if (first === undefined) return;
    const message =
      `${short.length} of ${series.points.length} dates say less than the period ` +
      `${shown(observationPeriod)} needs, the first one is ${shown(first.date)}`;
    // Where no date fits, the period is the odd one.
    const odd = short.length === series.points.length ? "observationPeriod" : "observationDate";
    this.#report("warning", "Graph_DateDoesNotFitPeriod", series, message, first, odd);
  }

  #reportPeriod(series: Series, period: string): void {
    if (this.#badPeriods.has(period)) return;
    this.#badPeriods.add(period);
    const message = `the period ${shown(period)} is no duration of ISO 8601, such as P1Y, P3M or P1D`;
    const point = series.points[0]!;
    this.#report("warning", "Graph_InvalidPeriod", series, message, point, "observationPeriod");
  }

  #checkScale(series: Series): void {
    const { scalingFactor } = series.facet;
    const [point] = series.points;
    if (scalingFactor === "" || isPlainNumber(scalingFactor) || point === undefined) return;
    if (this.#badScales.has(scalingFactor)) return;
    this.#badScales.add(scalingFactor);
    const message = `the scaling factor ${shown(scalingFactor)} is no number, such as 1000`;
    this.#report("warning", "Graph_InvalidScalingFactor", series, message, point, "scalingFactor");
  }

  #checkSizes(series: Series): void {
    for (const { point, said } of oddSizes(series.points))
      this.#report("warning", "Graph_OddSize", series, said, point, "value");
  }

  /** Whether values are counts: the variable says so, or its name if nothing describes it. */
  #isCount({ node, variable }: Series): boolean {
    const said = (property: string) => this.#worlds.textsOf(node, property);
    const measured = said("measuredProperty");
    if (measured.length === 0) return /^Count_/.test(variable);
    const isWhole = said("statType").every((type) => type === "measuredValue");
    return measured.includes("count") && isWhole && said("measurementDenominator").length === 0;
  }

  /** Nobody can count fewer than none. */
  #checkCount(series: Series): void {
    const point = series.points.find(({ value }) => typeof value === "number" && value < 0);
    if (point === undefined || !this.#isCount(series)) return;
    const message = `a count is negative: ${point.value} at ${point.date}`;
    this.#report("warning", "Graph_NegativeCount", series, message, point, "value");
  }

  /** Counts are whole. A point between thousands makes them a thousand times smaller: `1.448` of 1448, `1.01` of 1010. */
  #checkThousands(series: Series): void {
    if (series.facet.unit !== "" || series.facet.scalingFactor !== "") return;
    const parts = series.points.filter(({ value }) => !Number.isInteger(value));
    if (!parts.every(({ value }) => /^\d{1,3}\.\d{1,3}$/.test(String(value)))) return;
    const point = parts.find(({ value }) => /\.\d{2,3}$/.test(String(value)));
    if (point === undefined || !this.#isCount(series)) return;
    const whole = Number(point.value).toFixed(3).replace(".", "");
    const end = whole.startsWith("0")
      ? "is it in thousands?"
      : `if its point stands between thousands, write ${whole}`;
    const message = `a count is not whole: ${point.value} at ${point.date}; ${end}`;
    this.#report("warning", "Graph_FractionalCount", series, message, point, "value");
  }

  /** Series that differ only in their unit or scaling factor: with common dates probably right, without a mistake. */
  #checkUnits(group: readonly Series[]): void {
    if (group.length < 2) return;
    const byRest = new Map<string, Series>();
    for (const series of group) {
      for (const [at, key] of keysOf(series.facet).entries()) {
        const field = readingFields[at]!;
        const other = byRest.get(key);
        if (other === undefined) byRest.set(key, series);
        // Series with one facet are about other further entities.
        else if (other.facet[field] !== series.facet[field])
          this.#reportUnits(other, series, field);
      }
    }
  }

  #reportUnits(one: Series, other: Series, field: ReadingField): void {
    const dates = new Set(one.points.map(({ date }) => date));
    const isBeside = other.points.some(({ date }) => dates.has(date));
    const odd = one.points.length < other.points.length ? one : other;
    const [first, second] = [odd === one ? other : one, odd].map(({ facet }) =>
      saidOf(field, facet),
    );
    const message = `one import measures with ${first} and with ${second}${isBeside ? ", partly at the same dates" : ", each at other dates"}`;
    const level = isBeside ? "info" : "warning";
    this.#report(level, "Graph_MixedUnits", odd, message, odd.points[0]!, "observationDate");
  }

  #report(
    level: DiagnosticLevel,
    counter: string,
    series: Series,
    message: string,
    { date }: Point,
    part: ObservationPart,
    change?: number,
  ): void {
    const { variable, entity, facet } = series;
    this.#log.addToWorld({
      level,
      counter,
      change,
      message: () => `${shown(variable)} of ${shown(entity)}: ${message}`,
      target: () => ({ about: "observation", variable, entity, facet, date, part }),
    });
  }

  #isKept(counter: string): boolean {
    const count = this.#kept.get(counter) ?? 0;
    this.#kept.set(counter, count + 1);
    return count < this.#keptMax;
  }
}

/** How values are read: if one place alone has another one, its values are probably wrong. */
const readingFields = ["unit", "scalingFactor"] as const;
type ReadingField = (typeof readingFields)[number];

function saidOf(field: ReadingField, { [field]: text }: FacetEntry): string {
  return text === "" ? `no ${field}` : `the ${field} ${shown(text)}`;
}

interface OddFacet {
  readonly field: ReadingField;
  readonly series: Series;
  /** One of those of all other places. */
  readonly usual: Series;
  readonly places: number;
}

/** The places with one text of a field. */
interface PlacesOfText {
  readonly first: Series;
  places: number;
  /** The last one of them. */
  last: string;
  /** False if a place has another text as well. */
  isOnly: boolean;
}

/** What the series of one variable have in common. */
class VariableSeries {
  readonly #thisYear: number;
  readonly sizes = new PlaceSizes<Series>();
  count = 0;
  /** The first one with a date after this year, and how many have one. */
  future: readonly [Series, Point] | undefined;
  futureCount = 0;
  /** By field, and the other fields of the facet: by text, the first series and the number of places. */
  readonly #facets = new Map<string, Map<string, PlacesOfText>>();
  /** By id of the facet: the keys of that map. */
  readonly #keys = new Map<string, readonly string[]>();

  constructor(thisYear: number) {
    this.#thisYear = thisYear;
  }

  add(series: Series): void {
    const { facet, entity } = series;
    this.count += 1;
    this.sizes.add(series);
    const point = futureOf(series, this.#thisYear);
    if (point !== undefined) {
      this.future ??= [series, point];
      this.futureCount += 1;
    }
    const keys = this.#keys.get(facet.facetId) ?? keysOf(facet);
    this.#keys.set(facet.facetId, keys);
    for (const [at, field] of readingFields.entries()) {
      const texts = this.#facets.get(keys[at]!) ?? new Map<string, PlacesOfText>();
      this.#facets.set(keys[at]!, texts);
      const known = texts.get(facet[field]) ?? { first: series, places: 0, last: "", isOnly: true };
      if (known.last !== entity) known.places += 1;
      known.last = entity;
      texts.set(facet[field], known);
      const [one, other] = texts.values();
      if (other?.last === one?.last) for (const text of texts.values()) text.isOnly = false;
    }
  }

  readonly oddFacets = (): OddFacet[] =>
    [...this.#facets].flatMap(([key, texts]) => {
      const [usual, odd, third] = [...texts.values()].sort((a, b) => b.places - a.places);
      if (usual === undefined || odd?.places !== 1 || third !== undefined) return [];
      if (usual.places < agreeingPlaces || !odd.isOnly) return [];
      const field = readingFields.find((one) => key.startsWith(one))!;
      return [{ field, series: odd.first, usual: usual.first, places: usual.places }];
    });
}

function keysOf(facet: FacetEntry): string[] {
  return readingFields.map((field) => {
    const { [field]: _field, facetId: _id, score: _score, ...rest } = facet;
    return `${field} ${JSON.stringify(rest)}`;
  });
}

function futureOf({ variable, facet, points }: Series, thisYear: number): Point | undefined {
  const last = Number(points.at(-1)?.date.slice(0, 4));
  if (!(last > thisYear) || projection.test(`${variable} ${facet.measurementMethod}`))
    return undefined;
  return points.find(({ date }) => {
    const year = Number(date.slice(0, 4));
    return year > thisYear && year <= lastYear;
  });
}

function oddSeries({ entity, variable, facet }: Series, checks: OddSeriesCheck[]): OddSeries {
  return { entity, variable, ...fieldsOf(measuredFields, (field) => facet[field]), checks };
}
