/** The answer to a question that was understood: rows of one table, in the order that was asked for. */

import { entitiesOfExpression } from "../adapters/reads/contained-places.ts";
import type { Governor } from "../options/governor.ts";
import { liesWithin } from "../resolve/world-searches.ts";
import type { Facet } from "../stats/facet-fields.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { tableOf } from "../tables/table-of.ts";
import { population, type TableQuestion, type WantedDate } from "../tables/table-question.ts";
import type { World } from "../world/world.ts";
import type {
  AnswerRow,
  Understanding,
  UnderstoodAnswer,
  UnderstoodPlace,
} from "./understanding.ts";

const rowsMax = 5000;
const rankedDefault = 10;

type Asked = Omit<Understanding, "answer" | "text" | "unread" | "nearest"> & {
  /** Is a variable divided by people that is no amount? */
  readonly isForced: boolean;
};

export function answerOf(world: World, asked: Asked, governor: Governor): UnderstoodAnswer {
  const { kind, limit } = asked.intent;
  const wanted = questionOf(world, asked, governor);
  const { question, facets, records: all } = severalDates(world, wanted, governor);
  const isLatest = asked.denominator !== undefined && asked.date.date === "latest";
  const records = isLatest && kind !== "change" ? lastOfOneYear(all) : all;
  const placeCount = countOf(world, question.entities, governor);
  if (kind === "change") {
    const changes = changesIn(records, asked);
    const missing = missingFrom(changes, placeCount);
    const meant = meantOf(changes, asked);
    const otherWayCount = placesOf(changes).size - placesOf(meant).size;
    const otherWay = otherWayCount > 0 && { otherWayCount };
    return { ...made(question, facets, meant, limit), ...missing, ...otherWay };
  }
  if (kind === "correlation") {
    const { rows, ...of } = alikePaired(world, { question, records, facets }, asked, governor);
    const coefficient = pearson(rows);
    return {
      ...made(of.question, of.facets, rows),
      ...missingFrom(rows, placeCount),
      ...(coefficient !== undefined && { coefficient }),
    };
  }
  // Of one place, all that is of the date: the last month of a year is not the year.
  const isLine = isSpan(asked.date.date) || !asked.places.some(({ isSet }) => isSet);
  const rows = isLine && ["value", "comparison"].includes(kind) ? records : lastOfEach(records);
  const isSorted = kind === "ranking" || asked.places.some(({ isSet }) => isSet);
  if (isSorted) rows.sort(byNumber(asked.intent.order, ({ value }) => value));
  const missing = missingFrom(rows, placeCount);
  if (kind !== "ranking") return { ...made(question, facets, rows, limit), ...missing };
  const answer = { ...made(question, facets, rows, limit ?? rankedDefault), ...missing };
  const last = answer.rows.at(-1)?.value;
  const tiedCount = rows.slice(answer.rows.length).filter(({ value }) => value === last).length;
  return { ...answer, ...(tiedCount > 0 && { tiedCount }) };
}

/** Pairs of one source for all places, unless that loses more than a tenth of them. */
function alikePaired(
  world: World,
  best: Answered,
  asked: Asked,
  governor: Governor,
): Answered & { readonly rows: readonly AnswerRow[] } {
  const rows = paired(best.records, asked);
  const question = { ...best.question, facet: "best-for-all" as const };
  const alike = { question, ...recordsOf(world, question, governor) };
  const alikeRows = paired(alike.records, asked);
  return alikeRows.length * 10 >= rows.length * 9
    ? { ...alike, rows: alikeRows }
    : { ...best, rows };
}

const placesOf = (rows: readonly AnswerRow[]) => new Set(rows.map(({ entity }) => entity));

function missingFrom(
  rows: readonly AnswerRow[],
  placeCount: number,
): Pick<UnderstoodAnswer, "missingCount"> {
  const missingCount = placeCount - placesOf(rows).size;
  return missingCount > 0 && rows.length > 0 ? { missingCount } : {};
}

function countOf(world: World, entities: TableQuestion["entities"], governor: Governor): number {
  return (Array.isArray(entities) ? entities : dcidsOf(world, String(entities), governor)).length;
}

type DatedQuestion = TableQuestion & { readonly date: WantedDate };

type Answered = ReturnType<typeof recordsOf> & { readonly question: TableQuestion };

/**
 * A change and a line need several dates. Where the first facet of each series has one, the facet with the most
 * numbers is asked.
 */
function severalDates(world: World, question: DatedQuestion, governor: Governor): Answered {
  const first = recordsOf(world, question, governor);
  const isOne = seriesIn(first.records).every(({ length }) => length < 2);
  if (!isSpan(question.date) || !isOne) return { question, ...first };
  const counts = new Map<string, number>();
  for (const { facetId } of recordsOf(world, { ...question, facet: "all" }, governor).records) {
    counts.set(facetId, (counts.get(facetId) ?? 0) + 1);
  }
  const [[facetId = "", count = 0] = []] = [...counts].sort(([, a], [, b]) => b - a);
  if (count <= first.records.length) return { question, ...first };
  const longest = { ...question, facet: [facetId] };
  return { question: longest, ...recordsOf(world, longest, governor) };
}

function made(
  question: TableQuestion,
  facets: Readonly<Record<string, Facet>>,
  rows: readonly AnswerRow[],
  limit = rowsMax,
): UnderstoodAnswer {
  const shown = rows.slice(0, Math.min(limit, rowsMax));
  const ids = new Set(
    shown.flatMap(({ facetId, against }) => [
      facetId,
      ...(against === undefined ? [] : [against.facetId]),
    ]),
  );
  const used = Object.entries(facets).filter(([id]) => ids.has(id));
  return { question, rows: shown, rowCount: rows.length, facets: Object.fromEntries(used) };
}

function questionOf(world: World, asked: Asked, governor: Governor): DatedQuestion {
  const {
    places,
    variables,
    date: { date },
    intent,
  } = asked;
  const isPlain =
    date !== "latest" || (intent.kind !== "change" && asked.denominator === undefined);
  return {
    entities: entitiesOf(world, places, governor),
    variables: variables.map(({ dcid }) => dcid),
    date: isPlain ? asRange(date) : "all",
    ...(asked.perCapita !== undefined && divisorOf(asked.isForced)),
    ...(asked.denominator !== undefined && { denominator: asked.denominator.dcid }),
    names: true,
  };
}

/** What is no amount is divided only by the name of what divides it. */
const divisorOf = (isForced: boolean): Pick<TableQuestion, "perCapita" | "denominator"> =>
  isForced ? { denominator: population } : { perCapita: true };

/** Dates of months are in their year. */
function asRange(date: WantedDate): WantedDate {
  return typeof date === "string" && /^\d/.test(date) ? { from: date, to: date } : date;
}

const isSpan = (date: WantedDate): boolean => typeof date !== "string" || date === "all";

/** One expression as it is; several, and those that leave places out, as the dcids of all. */
function entitiesOf(
  world: World,
  places: readonly UnderstoodPlace[],
  governor: Governor,
): TableQuestion["entities"] {
  const [first] = places;
  const isOne = places.length === 1 && first?.without === undefined;
  if (isOne && first?.entities.includes("<-containedInPlace"))
    return first.entities as TableQuestion["entities"];
  const dcids = places.flatMap(({ entities, without = [] }) => {
    const outer = without.map(({ dcid }) => world.graph.dictionary.nodeOf(dcid) as TermId);
    return dcidsOf(world, entities, governor).filter((dcid) => {
      governor.work(outer.length);
      return (
        !without.some((one) => one.dcid === dcid) &&
        !outer.some((one) => liesWithin(world, dcid, one))
      );
    });
  });
  return [...new Set(dcids)];
}

function dcidsOf(world: World, place: string, governor: Governor): readonly string[] {
  const { graph } = world;
  if (place.includes("<-containedInPlace")) {
    return Array.from(entitiesOfExpression(graph, place, governor), (node) =>
      graph.dictionary.textOf(node),
    );
  }
  const [type = "", isSet] = place.split("<-typeOf");
  const node = graph.dictionary.nodeOf(type);
  if (isSet === undefined || node === undefined) return [place];
  const found = graph.linked(node, "typeOf", "in");
  governor.rows(found.length);
  return found.map((one) => graph.dictionary.textOf(one));
}

function recordsOf(world: World, question: TableQuestion, governor: Governor) {
  const table = tableOf(world, question, governor);
  const records: AnswerRow[] = [];
  const facets = Object.fromEntries(
    world.observations.facets.map(({ facetId, score: _, ...facet }) => [facetId, facet]),
  );
  for (const row of table.objects() as Iterable<Record<string, string | number | null>>) {
    governor.rows(1);
    if (!Number.isFinite(row["value"])) continue;
    records.push({
      entity: String(row["entity"]),
      ...(row["entity_name"] ? { entityName: String(row["entity_name"]) } : {}),
      variable: String(row["variable"]),
      date: String(row["date"]),
      value: Number(row["value"]),
      facetId: String(row["facetId"]),
      ...(typeof row["denominatorDate"] === "string" && {
        denominator: { date: row["denominatorDate"], value: Number(row["denominator"]) },
      }),
    });
  }
  return { records, facets };
}

/** Rows of one series follow each other, by date. */
function seriesIn(records: readonly AnswerRow[]): AnswerRow[][] {
  const series: AnswerRow[][] = [];
  for (const record of records) {
    const last = series.at(-1);
    const [first] = last ?? [];
    const isSame = first?.entity === record.entity && first.variable === record.variable;
    if (isSame) last?.push(record);
    else series.push([record]);
  }
  return series;
}

const lastOfEach = (records: readonly AnswerRow[]): AnswerRow[] =>
  seriesIn(records).map((series) => series.at(-1) as AnswerRow);

/** Of each series the last value that is divided by one of its own year, or else the last one. */
const lastOfOneYear = (records: readonly AnswerRow[]): AnswerRow[] =>
  seriesIn(records).flatMap((series) => {
    const isOfOneYear = ({ date, denominator }: AnswerRow) =>
      date.slice(0, 4) === denominator?.date.slice(0, 4);
    return series.findLast(isOfOneYear) ?? series.at(-1) ?? [];
  });

/**
 * Series of several places about one variable, from and to the dates that four in five of them have: what grew since
 * 1900 has not grown faster than what is known since 2010. Those without both dates are left out.
 */
function alike(series: readonly AnswerRow[][]): readonly AnswerRow[][] {
  const counts = new Map<string, number>();
  for (const { date } of series.flat()) counts.set(date, (counts.get(date) ?? 0) + 1);
  const enough = 0.8 * Math.max(...counts.values());
  const common = [...counts].flatMap(([date, count]) => (count >= enough ? [date] : [])).sort();
  const [from = "", to = ""] = [common[0], common.at(-1)];
  const cut = series.map((rows) => rows.filter(({ date }) => date >= from && date <= to));
  const whole = cut.filter((rows) => rows[0]?.date === from && rows.at(-1)?.date === to);
  return whole.length < 2 || from === to ? series : whole;
}

function changesIn(records: readonly AnswerRow[], { variables }: Asked): AnswerRow[] {
  const all = seriesIn(records);
  const compared = variables.flatMap(({ dcid }) =>
    alike(all.filter(([row]) => row?.variable === dcid)),
  );
  return compared.flatMap((series): AnswerRow[] => {
    const [first, last] = [series[0] as AnswerRow, series.at(-1) as AnswerRow];
    if (first === last) return [];
    const change = last.value - first.value;
    const before = { date: first.date, value: first.value };
    const share = first.value === 0 ? {} : { changeShare: change / Math.abs(first.value) };
    return [{ ...last, before, change, ...share }];
  });
}

/** In the order that was asked for, without those the other way. */
function meantOf(changes: AnswerRow[], { places, intent }: Asked): AnswerRow[] {
  const isOfMany = places.some(({ isSet }) => isSet);
  const sorted = ({ change = 0, changeShare = 0 }: AnswerRow) =>
    intent.ofAmount === true ? change : changeShare;
  const isMeant = ({ change = 0 }: AnswerRow) =>
    !isOfMany || intent.isOneWay !== true || (intent.order === "lowest" ? change < 0 : change > 0);
  const meant = changes.filter(isMeant);
  return intent.order !== undefined || isOfMany
    ? meant.sort(byNumber(intent.order, sorted))
    : meant;
}

/** Both variables about the same entity. */
function paired(records: readonly AnswerRow[], { variables }: Asked): AnswerRow[] {
  const [x, y] = variables.map(({ dcid }) => dcid);
  const last = lastOfEach(records);
  const others = new Map(
    last.filter(({ variable }) => variable === y).map((row) => [row.entity, row]),
  );
  return last.flatMap((row): AnswerRow[] => {
    const other = others.get(row.entity);
    if (row.variable !== x || other === undefined) return [];
    const { date, value, facetId } = other;
    return [{ ...row, against: { date, value, facetId } }];
  });
}

function pearson(rows: readonly AnswerRow[]): number | undefined {
  const pairs = rows.map(({ value, against }) => [value, against?.value ?? Number.NaN] as const);
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xy += (x - meanX) * (y - meanY);
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
  }
  return pairs.length < 3 || xx === 0 || yy === 0 ? undefined : xy / Math.sqrt(xx * yy);
}

const byNumber =
  (order: "highest" | "lowest" | undefined, of: (row: AnswerRow) => number) =>
  (a: AnswerRow, b: AnswerRow): number =>
    order === "lowest" ? of(a) - of(b) : of(b) - of(a);
