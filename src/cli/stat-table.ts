/** What `stat` asks, what it makes of its table, and which names have no row. */

import type { Aggregate, AggregateName, Mixable, TimeSpan } from "../analysis.ts";
import type { EntityExpression, Table, TableQuestion, WantedDate } from "../index.ts";
import type { V2ObservationRequest } from "../wire.ts";
import { countOption, type OptionValues, textOption } from "./command.ts";
import { UsageError } from "./io.ts";
import type { AnyCommons } from "./opened-world.ts";
import { oneLine } from "./styled-text.ts";

/** Along series: the question then wants all dates. */
const seriesOptions = ["resample", "index", "change", "rolling"] as const;
const verbs = [...seriesOptions, "rank", "group"] as const;

/** Options of the command, in the order in which they count. */
export const verbOptions = [
  { flags: "--join <name=path>", about: "a column from the graph: type=->typeOf" },
  { flags: "--resample <period>", about: "a row per year, quarter or month (mean or --agg)" },
  { flags: "--index <date>", about: "percentages of the number at this date" },
  { flags: "--change <span>", about: "change since 1y, 1q, 3m or 7d before, as a share" },
  { flags: "--rolling <periods>", about: "mean of so many periods", countMax: 10_000 },
  { flags: "--rank", about: "ranks among all rows; 1 is the greatest" },
  { flags: "--group <columns>", about: "a row for each group of equal cells" },
  { flags: "--agg <names>", about: "of groups: count, mean, median, sum, min, max, std" },
  { flags: "--mix <names>", about: "what may differ in a group: unit, facetId and others" },
];

const namesIn = (options: OptionValues, name: string): readonly string[] =>
  textOption(options, name)?.split(",") ?? [];

const wantsSeries = (options: OptionValues): boolean =>
  seriesOptions.some((name) => options[name] !== undefined);

/** @throws UsageError for what is no name and path */
function joinOf(options: OptionValues): Readonly<Record<string, string>> {
  const join = textOption(options, "join");
  if (join === undefined) return {};
  const at = join.indexOf("=");
  if (at < 1) throw new UsageError(`--join is a name, = and a path, not "${join.slice(0, 40)}"`);
  return { [join.slice(0, at)]: join.slice(at + 1) };
}

/**
 * The table after all verbs, and a note about its facets.
 *
 * @throws UsageError for verbs beside what shows observations in another way
 * @throws TypeError for columns, dates and mixtures that a verb refuses
 */
export function withVerbs(
  table: Table,
  options: OptionValues,
): { readonly table: Table; readonly notes: readonly string[] } {
  const asked = verbs.filter((name) => options[name] !== undefined && options[name] !== false);
  const [verb] = asked;
  if (verb === undefined) {
    if (options["agg"] === undefined) return { table, notes: [] };
    throw new UsageError("--agg needs --group or --resample");
  }
  const other = ["plot", "svg"].find(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  // A group has no entity and no date.
  if (other !== undefined && asked.includes("group")) {
    throw new UsageError(`--group goes with no --${other}`);
  }
  if ((textOption(options, "shape") ?? "records") !== "records") {
    throw new UsageError(`--${verb} goes with the shape records alone`);
  }
  const sources = table.sources.map(({ facet, from, to }) =>
    [
      facet.facetId,
      facet.importName,
      facet.measurementMethod,
      from === to ? from : `${from} to ${to}`,
    ]
      .filter((text) => text !== "")
      .join(" "),
  );
  return { table: calculated(table, options), notes: [`facets: ${sources.join("; ")}`] };
}

/** For charts: what a verb made takes the place of the value, and its name that of the unit. */
export function drawnOf(table: Table): Table {
  const after = table.columns.findIndex(({ name }) => name === "value") + 1;
  const made = table.columns
    .slice(after)
    .findLast(({ kind, name }) => kind === "number" && !name.startsWith("denominator"));
  if (made === undefined) return table;
  const names = table.columns.map(({ name }) => [name, name]);
  const drawn = table.select({ ...Object.fromEntries(names), value: made.name });
  return drawn.derive({ unit: () => made.name });
}

function calculated(table: Table, options: OptionValues): Table {
  const mix = namesIn(options, "mix") as Mixable[];
  const aggregates = namesIn(options, "agg");
  const [how = "mean"] = aggregates;
  let made = table;
  const period = textOption(options, "resample");
  if (period !== undefined) made = made.perSeries().resample(period as "year", how as "mean");
  const base = textOption(options, "index");
  if (base !== undefined) made = made.perSeries().indexTo(base, { column: "value" });
  const span = textOption(options, "change") as TimeSpan | undefined;
  if (span !== undefined) made = made.perSeries().percentChange({ column: "value", over: span });
  const periods = countOption(options, "rolling");
  if (periods !== undefined) made = made.perSeries().rollingMean(periods, { column: "value" });
  if (options["rank"] === true) made = made.rank("value", { mix });
  if (options["group"] === undefined) return made;
  const names = aggregates.length === 0 ? ["mean"] : aggregates;
  const wanted = names.map((name): [string, Aggregate] => [
    name,
    { op: name as AggregateName, column: "value" },
  ]);
  return made.group(...namesIn(options, "group")).agg(Object.fromEntries(wanted), { mix });
}

// What `stat` asks: the question for a table, and the request that explains it.

/** A question for a table about entities by `observationAbout`. */
export interface StatQuestion extends TableQuestion {
  readonly entities: readonly string[] | EntityExpression;
}

/** The endpoint's part of a question. */
export function requestOf(
  { variables, entities, date }: StatQuestion,
  rangeDate = "",
): V2ObservationRequest {
  return {
    date: typeof date === "string" ? wireDateOf(date) : rangeDate,
    variable: { dcids: variables },
    entity: typeof entities === "string" ? { expression: entities } : { dcids: entities },
    select: ["entity", "variable", "date", "value"],
  };
}

/** @throws UsageError for an expression beside other entities, and for dates that do not fit */
export function questionOf(
  variables: readonly string[],
  entities: readonly string[],
  options: OptionValues,
): StatQuestion {
  return {
    variables,
    entities: expressionAmong(entities) ?? entities,
    date: dateOf(options),
    join: joinOf(options),
    facet: facetIn(textOption(options, "facets") ?? "best"),
    facetOrder: (textOption(options, "facetOrder") ?? "series") as "series",
    shape: (textOption(options, "shape") ?? "records") as "records",
    perCapita: options["perCapita"] === true,
    names: true,
    denominator: textOption(options, "denominator"),
  };
}

/** Ids of facets are numbers. */
const facetIn = (text: string): NonNullable<TableQuestion["facet"]> =>
  /^\d[\d,]*$/.test(text) ? text.split(",") : (text as "best");

/** What each value is divided by; undefined if it is not divided. */
export function divisorOf({ perCapita, denominator }: StatQuestion): string | undefined {
  return denominator ?? (perCapita === true ? "Count_Person" : undefined);
}

function expressionAmong(entities: readonly string[]): EntityExpression | undefined {
  const expression = entities.find(isExpression);
  if (expression === undefined || entities.length === 1) return expression;
  throw new UsageError(
    "an expression names all entities: it stands alone; further sources follow --with",
  );
}

function isExpression(entity: string): entity is EntityExpression {
  return entity.includes("<-") || entity.includes("->");
}

/** As the endpoint spells it. */
function wireDateOf(date: string): string {
  if (date === "latest") return "LATEST";
  return date === "all" ? "" : date;
}

const hasRange = (options: OptionValues): boolean =>
  options["from"] !== undefined || options["to"] !== undefined;

/** @throws UsageError for what is no date, and for a date beside a range */
function dateOf(options: OptionValues): WantedDate {
  const given = textOption(options, "date") ?? "latest";
  // Along series, the latest date alone means nothing.
  const date = given === "latest" && wantsSeries(options) && !hasRange(options) ? "all" : given;
  if (!/^(?:latest|all|\d.*)$/.test(date)) {
    throw new UsageError(`--date is latest, all or a date, not "${date.slice(0, 40)}"`);
  }
  const [from, to] = [textOption(options, "from"), textOption(options, "to")];
  if (from === undefined && to === undefined) return date;
  if (date !== "latest") throw new UsageError("--date goes with neither --from nor --to");
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

// Names that have no row.

/** A command runs until it is done, or until the user ends it. */
export const noLimits = {
  timeout: Number.POSITIVE_INFINITY,
  maxRows: Number.POSITIVE_INFINITY,
  maxMemoryBytes: Number.POSITIVE_INFINITY,
};

/**
 * Names of the question that have no row: why, and what there is instead. `isUnknown` says that the world does not know
 * one of them at all.
 */
export async function missingNames(
  commons: AnyCommons,
  question: StatQuestion,
  table: Table,
): Promise<{ readonly notes: string[]; readonly isUnknown: boolean }> {
  const { entities } = question;
  if (typeof entities === "string" || table.length === 0) return { notes: [], isUnknown: false };
  const met = (name: string) => new Set(textsIn(table, name));
  const [metEntities, metVariables] = [met("entity"), met("variable")];
  const missing = {
    entities: entities.filter((dcid) => !metEntities.has(dcid)),
    variables:
      metVariables.size === 0 ? [] : question.variables.filter((dcid) => !metVariables.has(dcid)),
  };
  const asked = [
    ...missing.entities.map((dcid) => ({ ...question, entities: [dcid] })),
    ...missing.variables.map((dcid) => ({ ...question, variables: [dcid] })),
  ].slice(0, explainedMax);
  const notes = await variablesAmong(missing.entities, metEntities, question, commons);
  for (const one of asked) {
    const { kind = "", text } = await commons.explain({ observation: requestOf(one) });
    if (kind.startsWith("unknown"))
      notes.push(...reasonsIn(text).map((line) => line.replace(emptyBegins, "no row: ")));
  }
  return { notes, isUnknown: notes.length > 0 };
}

/** `stat SOURCE Count_Person Count_Household geoId/06`: what stands among entities is a variable that they have. */
async function variablesAmong(
  missing: readonly string[],
  met: ReadonlySet<unknown>,
  { variables }: StatQuestion,
  commons: AnyCommons,
): Promise<string[]> {
  const [first] = met;
  if (missing.length === 0 || typeof first !== "string") return [];
  const asked = { entities: [first], variables: missing, date: "latest" } as const;
  const named = new Set(textsIn(await commons.table(asked, noLimits), "variable"));
  return missing
    .filter((dcid) => named.has(dcid))
    .map(
      (dcid) =>
        `no row: '${dcid}' is a variable, and stands among the entities: commas part variables, as ${[...variables, dcid].join(",")}`,
    );
}

const explainedMax = 5;
const emptyBegins = "The answer is empty: ";

/** How an answer comes about. A range of dates is no request of the service: where it has no value, its end has none. */
export async function explained(commons: AnyCommons, question: StatQuestion) {
  const { variables, entities, date } = question;
  const end = typeof date === "object" ? (date.from ?? date.to) : undefined;
  const all = { variables, entities, date, facet: "all" } as const;
  const isEmpty = end !== undefined && (await commons.table(all, noLimits)).length === 0;
  return await commons.explain({ observation: requestOf(question, isEmpty ? end : undefined) });
}

/** The lines of an explanation after its steps. */
export function reasonsIn(text: string): string[] {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.startsWith(emptyBegins));
  return from < 0 ? [] : lines.slice(from).map(oneLine);
}

export function textsIn(table: Table, name: string): (string | null | undefined)[] {
  const column = table.column(name);
  if (column === undefined || column.kind !== "text") return [];
  return Array.from(column.codes, (code) => column.texts[code]);
}
