/** Citations of answers and tables: their series, by where they come from. */

import { sourceFactsOf } from "../adapters/reads/source-facts.ts";
import { CommonsError } from "../errors/errors.ts";
import type { Governor } from "../options/governor.ts";
import type { Facet } from "../stats/facet-fields.ts";
import type { FacetEntry } from "../stats/facets.ts";
import type { World } from "../world/world.ts";
import { type Citation, citationText } from "./citation-text.ts";
import { Table } from "./column-table.ts";
import { tableOf } from "./table-of.ts";
import type { TableQuestion } from "./table-question.ts";
import type { TableSource } from "./table-sources.ts";

/** Series of one facet in an answer or in a table. */
interface CitedSeries {
  readonly facetId: string;
  readonly facet: Partial<Facet>;
  /** The first and the last date, where they are known. */
  readonly from?: string;
  readonly to?: string;
  readonly isDivided: boolean;
}

/**
 * A citation for each provenance, in the order in which an answer or a table names them.
 *
 * @param answer a table, an answer about observations with ids of facets, or what `latest` and `series` answer
 * @throws CommonsError `REQUEST` for numbers that no facet is named with
 */
export function citationsOf(world: World, answer: object, governor: Governor): Citation[] {
  const table = answer instanceof Table ? answer : dividedTable(world, answer, governor);
  const cited = table === undefined ? citedIn(world, answer, governor) : citedInTable(table);
  const whole: Origins = new Map();
  const divided: Origins = new Map();
  const found = new Map<string, Untold>();
  for (const { facetId, facet, from, to, isDivided } of cited) {
    governor.work(4);
    const origins = isDivided ? divided : whole;
    const origin = origins.get(facet) ?? originOf(world, facet, isDivided);
    origins.set(facet, origin);
    const { facetIds, ...before }: Untold = found.get(origin.key) ?? { facetIds: [] };
    found.set(origin.key, {
      ...origin.citation,
      ...spanOf([before.from, before.to, from, to]),
      facetIds: facetIds.includes(facetId) ? facetIds : [...facetIds, facetId],
    });
  }
  if (found.size === 0 && table === undefined && hasNumber(answer, governor)) {
    throw new CommonsError(
      "REQUEST",
      "cite finds no facet beside these numbers: parts and copies of a series or a table name none, so give it the series or the table itself",
    );
  }
  return Array.from(found.values(), (one) => ({ ...one, text: citationText(one) }));
}

/** A citation that has no dates so far. */
interface Origin {
  /** Equal where all that is said is equal. */
  readonly key: string;
  readonly citation: Partial<Citation>;
}

type Origins = Map<Partial<Facet>, Origin>;

function originOf(world: World, facet: Partial<Facet>, isDivided: boolean): Origin {
  const facts = sourceFactsOf(world.graph, facet);
  const processing = isDivided ? "by division" : undefined;
  const citation = {
    source: facts.sourceName,
    provenance: facts.provenanceName,
    provenanceId: facts.provenanceId,
    url: facts.provenanceUrl ?? facet.provenanceUrl,
    license: facts.license ?? facts.licenseText,
    processing: facet.isDcAggregate === true ? "by Data Commons" : processing,
  };
  // Members without a text are absent.
  const known = Object.entries(citation).filter(([, text]) => Boolean(text));
  return { key: JSON.stringify(known), citation: Object.fromEntries(known) };
}

type Untold = Omit<Citation, "text">;

interface Span {
  readonly from?: string;
  readonly to?: string;
}

/** The first and the last of dates; neither where there is none. */
function spanOf(dates: readonly (string | undefined)[]): Span {
  // Dates are texts, and compare as such.
  const known = dates.filter(Boolean).sort() as string[];
  const [from, to] = [known[0], known.at(-1)];
  return from === undefined || to === undefined ? {} : { from, to };
}

/** Rows that answer a question in words do not say what divided them: the table of the answer's question does. */
function dividedTable(world: World, answer: object, governor: Governor): Table | undefined {
  const { question } = membersOf((answer as Members)["answer"]) ?? (answer as Members);
  const { perCapita, denominator } = membersOf(question) ?? {};
  if (perCapita !== true && typeof denominator !== "string") return undefined;
  return tableOf(world, question as TableQuestion, governor);
}

/** The series that a table has read; of those, where its rows name facets, only theirs. */
function* citedInTable(table: Table): Generator<CitedSeries> {
  const known = new Map<string, ReturnType<typeof spansInRows>>();
  for (const source of table.length === 0 ? [] : table.sources) {
    const { facet, from, to, isDivided, facetColumn, dateColumn } = source;
    const key = JSON.stringify([facetColumn, dateColumn]);
    if (!known.has(key)) known.set(key, spansInRows(table, source));
    const spans = known.get(key);
    const { facetId } = facet;
    const span = spans === undefined ? {} : spans.get(facetId);
    if (span !== undefined) yield { facetId, facet, from, to, ...span, isDivided };
  }
}

/** By id of a facet, the dates of its rows, where these have some; undefined where rows name no facets. */
function spansInRows(
  table: Table,
  { facetColumn, dateColumn }: TableSource,
): Map<string | null, Span> | undefined {
  const [facets, dates] = [facetColumn, dateColumn].map((name) =>
    name === undefined ? undefined : table.column(name),
  );
  if (facets?.kind !== "text") return undefined;
  const spans = new Map<string | null, Span>();
  for (const [row, code] of facets.codes.entries()) {
    const id = facets.texts[code]!;
    const date = dates?.kind === "text" ? dates.texts[dates.codes[row]!]! : undefined;
    const { from, to } = spans.get(id) ?? {};
    spans.set(id, spanOf([from, to, date]));
  }
  return spans;
}

type Members = Readonly<Record<string, unknown>>;

/** What has members: also a list, because a series has its facet as one. */
const membersOf = (value: unknown): Members | undefined =>
  typeof value === "object" && value !== null ? (value as Members) : undefined;

const textIn = (members: Members | undefined, name: string): string | undefined => {
  const value = members?.[name];
  return typeof value === "string" ? value : undefined;
};

/** The series of an answer. */
function* citedIn(
  { observations }: World,
  answer: object,
  governor: Governor,
): Generator<CitedSeries> {
  const described = membersOf((answer as Members)["facets"]) ?? {};
  for (const [id, members] of withFacets(answer, governor)) {
    const ofAnswer = Object.hasOwn(described, id) ? membersOf(described[id]) : members;
    const given = membersOf(members["facet"]) ?? ofAnswer;
    for (const facet of facetsOf(observations.facets, id, given)) {
      yield { facetId: id, facet, ...spanOf(datesIn(members)), isDivided: false };
    }
  }
}

/** Whatever in an answer has the id of a facet, or a facet with its id. */
function* withFacets(answer: unknown, governor: Governor): Generator<[string, Members]> {
  const members = membersOf(answer);
  if (members === undefined) return;
  governor.work(1);
  const id =
    textIn(members, "facetId") ??
    textIn(members, "facet") ??
    // Of `latest` and `series`, and of data by SDMX.
    textIn(membersOf(members["facet"]), "facetId") ??
    textIn(membersOf(members["attributes"]), "facetId");
  if (id !== undefined) yield [id, members];
  for (const [name, one] of Object.entries(members)) {
    // Points of a series have no facets; a row may have another one beside it.
    // What was asked has no numbers.
    const isRead =
      name === "question" ||
      (id !== undefined && (["facet", "attributes"].includes(name) || Array.isArray(one)));
    if (!isRead) yield* withFacets(one, governor);
  }
}

/** Whether it has numbers, which have a source. */
function hasNumber(value: unknown, governor: Governor): boolean {
  governor.work(1);
  if (typeof value === "number") return true;
  if (ArrayBuffer.isView(value)) return value.byteLength > 0;
  const members = membersOf(value) ?? {};
  // An answer that lists its facets, or was understood, may have none: its numbers are counts and scores.
  if ("facets" in members || "intent" in members) return false;
  return Object.values(members).some((one) => hasNumber(one, governor));
}

/** Dates of a point, of a series, or of the points in it. */
function datesIn(members: Members): (string | undefined)[] {
  const lists = [members, ...Object.values(members)].filter((one) => Array.isArray(one));
  const points = lists
    .flat()
    .map((one) => textIn(membersOf(one), "date") ?? textIn(membersOf(one), "timePeriod"));
  return [
    ...["date", "earliestDate", "latestDate"].map((name) => textIn(members, name)),
    // The other end of a change.
    textIn(membersOf(members["before"]), "date"),
    ...points,
  ];
}

/** The facets of the world that a facet of an answer may be; without one, what the answer has about it. */
function facetsOf(
  facets: readonly FacetEntry[],
  id: string,
  given: Members | undefined,
): readonly Partial<Facet>[] {
  const said = originFields.flatMap((field) => {
    const text = textIn(given, field);
    return text === undefined ? [] : [[field, text] as const];
  });
  const agrees = (one: Facet) => said.every(([field, text]) => one[field] === text);
  const known = facets.filter((one) => one.facetId === id && agrees(one));
  if (known.length > 0) return known;
  // A calculated series has an id of its own.
  const like = said.length === 0 ? undefined : facets.find(agrees);
  const isDcAggregate = given?.["isDcAggregate"] === true;
  return [{ provenanceId: like?.provenanceId ?? "", ...Object.fromEntries(said), isDcAggregate }];
}

const originFields = ["importName", "provenanceUrl", "provenanceId"] as const;
