/** Facets of one variable as sources: which fits a question best, and what it says. */

import type { Commons } from "../../index.ts";
import { type ParamsOf, text } from "../../router/fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { Facet, PointStat, V2ObservationResponse } from "../../wire.ts";
import { present } from "../node-values.ts";
import { refused } from "../route.ts";

// The dates that a tool of an agent asks for.

/** The latest point of each series, or all points within days as texts; either end may be open. */
type DateFilter =
  | { readonly isLatest: true }
  | { readonly isLatest: false; readonly from: string; readonly to: string };

export const dateFields = {
  date: text("date", "latest"),
  start: text("date_range_start"),
  end: text("date_range_end"),
};

/**
 * Reads `date` (`latest` by default, `all`, `range`, or a date, which is all of its year or month) and
 * the ends of a range.
 *
 * @throws CommonsError for what is no date, and for ends without a range
 */
export function dateFilterOf({ date, start, end }: ParamsOf<typeof dateFields>): DateFilter {
  const word = date.toLowerCase();
  if (word === "range") return rangeOf(start, end);
  if (word !== "latest" && word !== "all") {
    return { isLatest: false, from: firstDay(date), to: lastDay(date) };
  }
  if (start !== "" || end !== "") {
    refuse(`cannot specify start/end range if date is ${JSON.stringify(date)}`);
  }
  return word === "latest" ? { isLatest: true } : { isLatest: false, from: "", to: "" };
}

function rangeOf(start: string, end: string): DateFilter {
  if (start === "" && end === "") {
    refuse("must specify start_date or end_date when date is 'range'");
  }
  const from = start === "" ? "" : firstDay(start, "invalid start_date: ");
  const to = end === "" ? "" : lastDay(end, "invalid end_date: ");
  if (from !== "" && to !== "" && from > to) refuse("start_date cannot be after end_date");
  return { isLatest: false, from, to };
}

/** Whether the first day of a date is within the filter's days. */
export function isWithin(date: string, filter: DateFilter): boolean {
  if (filter.isLatest) return true;
  const { from, to } = filter;
  if (from === "" && to === "") return true;
  const match = datePattern.exec(date);
  if (match === null) return false;
  const day = dayOf(match, "01");
  return (from === "" || day >= from) && (to === "" || day <= to);
}

const datePattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

const dayOf = ([, year, month, day]: RegExpExecArray, rest: string): string =>
  `${year}-${month ?? (rest === "01" ? "01" : "12")}-${day ?? rest}`;

const firstDay = (date: string, before = ""): string => dayOf(checked(date, before), "01");
/** No month has a day after the 31st. */
const lastDay = (date: string, before = ""): string => dayOf(checked(date, before), "31");

function checked(date: string, before: string): RegExpExecArray {
  const match = datePattern.exec(date);
  const day = match === null ? "" : dayOf(match, "01");
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (match === null || !isDay) refuse(`${before}invalid date format: ${JSON.stringify(date)}`);
  return match;
}

function refuse(message: string): never {
  throw refused("invalidArgument", message);
}

/** A point whose value is a number. */
export interface TimeSeriesPoint {
  readonly date: string;
  readonly value: number;
}

interface SourceMetadata {
  /** Id of the facet. */
  readonly sourceId: string;
  readonly importName?: string;
  readonly measurementMethod?: string;
  readonly observationPeriod?: string;
  readonly provenanceUrl?: string;
  readonly unit?: string;
}

export interface Source {
  readonly metadata: SourceMetadata;
  /** Of its facet; lower is better. */
  readonly score: number;
  /** That it has any point of. */
  readonly places: Set<string>;
  /** How many points the dates leave. */
  points: number;
  latest: string;
}

/** Points of one series. */
interface Found {
  readonly facetId: string;
  readonly facet: Facet;
  /** What it is about: mostly one place. */
  readonly entities: readonly string[];
  readonly points: readonly PointStat[];
}

/** What the dates leave of a series. */
interface Rows {
  readonly entities: readonly string[];
  readonly points: readonly TimeSeriesPoint[];
}

export class Sources {
  /** By facet, then by entities. */
  readonly #rows = new Map<string, Map<string, Rows>>();
  readonly #sources = new Map<string, Source>();

  constructor(commons: Commons, found: Iterable<Found>, filter: DateFilter) {
    const scores = new Map(
      commons.engine.observations.facets.map(({ facetId, score }) => [facetId, score]),
    );
    for (const { facetId, facet, entities, points } of found) {
      const numbers = points.filter(isNumber);
      if (numbers.length === 0) continue;
      const source = this.#sources.get(facetId) ?? {
        metadata: metadataOf(facetId, facet),
        score: scores.get(facetId) ?? 0,
        places: new Set<string>(),
        points: 0,
        latest: "",
      };
      this.#sources.set(facetId, source);
      this.#add(source, { entities, points: wanted(numbers, filter) });
    }
  }

  #add(source: Source, rows: Rows): void {
    const { sourceId } = source.metadata;
    for (const entity of rows.entities) source.places.add(entity);
    source.points += rows.points.length;
    const last = rows.points.at(-1)?.date ?? "";
    if (last > source.latest) source.latest = last;
    const ofSource = this.#rows.get(sourceId) ?? new Map<string, Rows>();
    this.#rows.set(sourceId, ofSource);
    ofSource.set(keyOf(rows.entities), rows);
  }

  /** Entities with any point, ascending. */
  places(): readonly string[] {
    const places = new Set([...this.#sources.values()].flatMap((source) => [...source.places]));
    return [...places].sort(compareUtf8);
  }

  /** The source with the most places, then the most points, then the latest date, then the best facet. */
  best(): Source | undefined {
    const all = [...this.#sources.values()];
    const asked = all.filter(({ points }) => points > 0);
    return (asked.length > 0 ? asked : all).sort(compareSources)[0];
  }

  /** The others, ascending by their ids. */
  others(primary: Source): readonly Source[] {
    const others = [...this.#sources.values()].filter((source) => source !== primary);
    return others.sort((a, b) => compareUtf8(a.metadata.sourceId, b.metadata.sourceId));
  }

  pointsOf({ metadata }: Source, place: string): readonly TimeSeriesPoint[] {
    return this.#rows.get(metadata.sourceId)?.get(keyOf([place]))?.points ?? [];
  }

  /** Entities, date and value, ascending by entities and date. */
  rowsOf({ metadata }: Source): readonly (readonly (string | number)[])[] {
    const rows = [...(this.#rows.get(metadata.sourceId)?.values() ?? [])].sort(compareRows);
    return rows.flatMap(({ entities, points }) =>
      points.map(({ date, value }) => [...entities, date, value]),
    );
  }
}

const keyOf = (entities: readonly string[]) => JSON.stringify(entities);

function compareRows({ entities: one }: Rows, { entities: other }: Rows): number {
  const at = one.findIndex((entity, place) => entity !== other[place]);
  return at < 0 ? 0 : compareUtf8(one[at] ?? "", other[at] ?? "");
}

/** The series of an answer about one variable. */
export function* foundIn(
  { byVariable = {}, facets = {} }: V2ObservationResponse,
  variable: string,
): Generator<Found> {
  const { byEntity = {} } = memberOf(byVariable, variable) ?? {};
  for (const [place, { orderedFacets = [] }] of Object.entries(byEntity)) {
    for (const { facetId, observations: points = [] } of orderedFacets) {
      yield { facetId, facet: facets[facetId] ?? {}, entities: [place], points };
    }
  }
}

function compareSources(a: Source, b: Source): number {
  return (
    b.places.size - a.places.size ||
    b.points - a.points ||
    (a.latest < b.latest ? 1 : a.latest > b.latest ? -1 : 0) ||
    a.score - b.score ||
    compareUtf8(a.metadata.sourceId, b.metadata.sourceId)
  );
}

const isNumber = (point: PointStat): point is TimeSeriesPoint => typeof point.value === "number";

/** What the dates leave of points that ascend by date. */
const wanted = (points: readonly TimeSeriesPoint[], filter: DateFilter) =>
  filter.isLatest ? points.slice(-1) : points.filter(({ date }) => isWithin(date, filter));

export function metadataOf(sourceId: string, facet: Facet = {}): SourceMetadata {
  const { importName, measurementMethod, observationPeriod, provenanceUrl, unit } = facet;
  const known = { importName, measurementMethod, observationPeriod, provenanceUrl, unit };
  return { sourceId, ...present(known) };
}

/** The member that an object has itself. */
const memberOf = <Value>(holder: Readonly<Record<string, Value>>, name: string) =>
  Object.hasOwn(holder, name) ? holder[name] : undefined;
