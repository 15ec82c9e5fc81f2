/** Tools that are made of tables: rows in a file, rankings, comparisons. */
import type { Commons, EntityExpression, Table, TableQuestion } from "../../index.ts";
import {
  choice as choiceOf,
  described,
  flag,
  numberWithin,
  type ParamsOf,
  text,
  texts,
} from "../../router/fields.ts";
import { entityPropertiesOf } from "../../stats/read/entity-properties.ts";
import { dateFilterOf } from "../agent/agent-sources.ts";
import { firstTexts, present } from "../node-values.ts";
import { Refusal } from "../route.ts";
import { checkName, nameOf } from "./agent-folder.ts";
import { outputs } from "./answer-schemas.ts";
import { fileFormats, LargeAnswer, rowsOfTable } from "./large-answer.ts";
import { type Choice, choice, needed, tool, variable } from "./tool.ts";

/** Which entities: a list, or those inside of another one. */
const places = {
  places: described(texts("place_dcids", 1000), "dcids of places"),
  parent: described(text("parent_place_dcid"), "or the place around them"),
  type: described(text("child_place_type"), "and their type, such as 'County'"),
};

const perCapita = described(
  flag("per_capita"),
  "whether to divide by the population (Count_Person) of the same place at the nearest date",
);

const known = (words: readonly string[]) => ({
  code: "invalidArgument" as const,
  message: words.map((word) => `'${word}'`).join(" or "),
});

/** The dates that the tools take, as a table takes them. */
export function tableDates(choice: Omit<Choice, "source">): NonNullable<TableQuestion["date"]> {
  const filter = dateFilterOf(choice);
  if (filter.isLatest) return "latest";
  const { from, to } = filter;
  // A year begins on its first day.
  const first = from.replace(/(?:-01)+$/, "");
  return first === "" && to === "" ? "all" : { ...(first && { from: first }), ...(to && { to }) };
}

/** Of the wanted source, the best series of each entity. */
export function facetOf(
  source: string,
  unasked: "best" | "best-for-all",
): Pick<TableQuestion, "facet" | "filter"> {
  if (source === "") return { facet: unasked };
  return source === "all" ? { facet: "all" } : { facet: "best", filter: { facetIds: [source] } };
}

export const placesIn = (parent: string, type: string) =>
  `${parent}<-containedInPlace+{typeOf:${type}}` as EntityExpression;

type Places = ParamsOf<typeof places>;

function entitiesOf({ places, parent, type }: Places): readonly string[] | EntityExpression {
  if ((parent === "") !== (type === "")) {
    throw new Refusal(400, "send both of parent_place_dcid and child_place_type, or place_dcids");
  }
  if ((places.length === 0) === (parent === "")) {
    throw new Refusal(400, "send place_dcids, or parent_place_dcid and child_place_type");
  }
  return parent === "" ? places : placesIn(parent, type);
}

/** @throws Refusal (rejects) for a question that no table can answer */
export async function tableFor(commons: Commons, question: TableQuestion): Promise<Table> {
  try {
    return await commons.table(question as never);
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal(400, inFields(error.message));
    throw error;
  }
}

/** What a table says, in the names of the tools' fields: no tool takes a denominator. */
function inFields(message: string): string {
  if (!message.startsWith("perCapita")) return message;
  const [reason = ""] = message.replaceAll("perCapita", "per_capita").split("; a table");
  return `${reason}, or send a variable that counts something`;
}

const sourceFields = [
  "importName",
  "measurementMethod",
  "observationPeriod",
  "provenanceUrl",
  "unit",
];

/** Where the values of a table come from, and how to name that. */
async function originOf(commons: Commons, table: Table) {
  const citations = (await commons.cite(table)).map(({ text }) => text);
  return { sources: sourcesIn(table), ...present({ citations }) };
}

const rowsOf = (table: Table, values: readonly LastValue[]): Table =>
  table.take(Uint32Array.from(values, ({ row }) => row));

/** The facets in a table, each once. */
function sourcesIn(table: Table): readonly object[] {
  const ids = table.column("facetId");
  if (ids?.kind !== "text") return [];
  const rows = new Map<string, number>();
  const { codes, texts } = ids;
  for (let row = 0; row < codes.length; row++) {
    const id = texts[codes[row] ?? 0] ?? "";
    if (!rows.has(id)) rows.set(id, row);
  }
  const columns = sourceFields.map((name) => [name, table.column(name)] as const);
  return Array.from(rows, ([sourceId, row]) => {
    const known = columns.map(([name, column]) => {
      const isText = column?.kind === "text";
      return [name, isText ? column.texts[column.codes[row] ?? 0] : ""] as const;
    });
    return { sourceId, ...present(Object.fromEntries(known)) };
  });
}

/** @throws Refusal for a variable whose values are not about one place each */
function checkOfOne({ engine: { graph } }: Commons, variable: string): void {
  const properties = entityPropertiesOf(graph, graph.dictionary.nodeOf(variable));
  if (properties.length === 1) return;
  const message = `values of ${variable} are about several entities (${properties.join(", ")}): send it to get_multi_entity_observations`;
  throw new Refusal(400, message);
}

/** The last number of an entity in a table. */
interface LastValue {
  readonly dcid: string;
  readonly name: string;
  readonly date: string;
  readonly value: number;
  /** In its table. */
  readonly row: number;
}

function lastValues(table: Table): Map<string, LastValue> {
  const last = new Map<string, LastValue>();
  let row = 0;
  for (const { entity, entity_name: name, date, value } of table.objects()) {
    const dcid = String(entity);
    const isNumber = typeof value === "number";
    if (isNumber)
      last.set(dcid, { dcid, name: String(name ?? ""), date: String(date), value, row });
    row++;
  }
  return last;
}

const isOneDate = (values: Iterable<{ readonly date: string }>): boolean =>
  new Set(Array.from(values, ({ date }) => date)).size < 2;

const datesDiffer = "the dates of these values differ: name them, or send a date that all have";

const orders = ["highest", "lowest"] as const;

const rankFields = {
  variable,
  ...places,
  order: described(choiceOf("order", orders, known(orders)), "'highest' (default) or 'lowest'"),
  limit: described(numberWithin("limit", 10, 1, 100), "how many places"),
  perCapita,
  ...choice,
};

async function rank(commons: Commons, question: ParamsOf<typeof rankFields>): Promise<object> {
  const { variable, source, perCapita, limit } = question;
  const order = question.order || "highest";
  checkOfOne(commons, variable);
  const entities = entitiesOf(question);
  const table = await tableFor(commons, {
    entities,
    variables: [variable],
    date: tableDates(question),
    ...facetOf(source, "best-for-all"),
    perCapita,
    names: true,
  });
  const sign = order === "highest" ? -1 : 1;
  const sorted = [...lastValues(table).values()].sort((a, b) => sign * (a.value - b.value));
  const shown = sorted.slice(0, limit);
  const rows = shown.map(({ dcid, name, date, value }) => {
    const better = sorted.findIndex((one) => one.value === value);
    return [better + 1, dcid, name, date, value];
  });
  return {
    variable: {
      dcid: variable,
      ...present({ name: firstTexts(commons, [variable]).get(variable) }),
    },
    order,
    columns: ["rank", "dcid", "name", "date", perCapita ? "valuePerCapita" : "value"],
    rows,
    total: sorted.length,
    ...(await originOf(commons, rowsOf(table, shown))),
    ...(!isOneDate(shown) && { note: datesDiffer }),
    ...(sorted.length === 0 && (await reasonOf(commons, variable, entities))),
  };
}

const compareFields = {
  variables: needed(texts("variable_dcids", 10), "dcids of variables"),
  places: needed(
    texts("place_dcids", 50),
    "dcids of places; the first is what others are compared with",
  ),
  sameDate: described(
    flag("same_date", true),
    "whether to take the last date that all places have, if there is one",
  ),
  perCapita,
  ...choice,
};

type CompareQuestion = ParamsOf<typeof compareFields>;

async function compare(commons: Commons, question: CompareQuestion): Promise<object> {
  const { variables, places, perCapita } = question;
  for (const variable of variables) checkOfOne(commons, variable);
  const parts = await Promise.all(
    variables.map((variable) => comparedBy(commons, question, variable)),
  );
  const rows = parts.flatMap((part) => part.rows);
  const [variable = ""] = variables;
  return {
    columns: [
      ...["variable", "dcid", "name", "date", perCapita ? "valuePerCapita" : "value"],
      ...["differenceFromFirst", "ratioToFirst"],
    ],
    rows,
    ...present({
      missing: parts.flatMap((part) => part.missing),
      note: parts.every((part) => part.isOneDate) ? "" : datesDiffer,
    }),
    sources: parts.flatMap((part) => part.sources),
    ...present({ citations: [...new Set(parts.flatMap((part) => part.citations ?? []))] }),
    ...(rows.length === 0 && (await reasonOf(commons, variable, places))),
  };
}

/** What a comparison has of one variable. */
async function comparedBy(commons: Commons, question: CompareQuestion, variable: string) {
  const { places, sameDate, perCapita, source } = question;
  const date = tableDates(question);
  const table = await tableFor(commons, {
    entities: places,
    variables: [variable],
    date: sameDate && date === "latest" ? "all" : date,
    ...facetOf(source, "best-for-all"),
    perCapita,
    names: true,
  });
  const chosen = sameDate ? (atOneDate(table) ?? table) : table;
  const last = lastValues(chosen);
  const found = places.flatMap((place) => last.get(place) ?? []);
  const base = last.get(places[0] ?? "")?.value;
  return {
    rows: found.map(({ dcid, name, date: of, value }) => {
      const difference = base === undefined ? null : value - base;
      return [variable, dcid, name, of, value, difference, base ? value / base : null];
    }),
    missing: places.filter((place) => !last.has(place)).map((place) => [variable, place]),
    isOneDate: isOneDate(found),
    ...(await originOf(commons, rowsOf(chosen, found))),
  };
}

/** The rows of the last date at which all entities of the table have a number; undefined if there is none. */
function atOneDate(table: Table): Table | undefined {
  const entities = new Set<unknown>();
  const byDate = new Map<string, Map<unknown, number>>();
  let at = 0;
  for (const { entity, date, value } of table.objects()) {
    const row = at++;
    if (typeof value !== "number") continue;
    entities.add(entity);
    const ofDate = byDate.get(String(date)) ?? new Map<unknown, number>();
    byDate.set(String(date), ofDate.set(entity, row));
  }
  const whole = [...byDate].filter(([, rows]) => rows.size === entities.size);
  const [, rows] = whole.sort(([a], [b]) => (a < b ? 1 : -1))[0] ?? [];
  return rows === undefined ? undefined : table.take(Uint32Array.from(rows.values()));
}

const saveFields = {
  variables: needed(texts("variable_dcids", 100), "dcids of variables"),
  ...places,
  ...choice,
  source: described(
    text("source_override"),
    "id of the source to take, or 'all'; default: the best source of each place",
  ),
  perCapita,
  format: described(
    choiceOf("format", fileFormats, known(fileFormats)),
    "'csv' (default), 'parquet' or 'arrow'",
  ),
  name: described(
    text("file_name"),
    "name of the file, without ending; default: made of the dcids",
  ),
};

async function save(commons: Commons, question: ParamsOf<typeof saveFields>): Promise<unknown> {
  const { variables, source, perCapita, name, places, parent, type, format } = question;
  const entities = entitiesOf(question);
  const own = name === "" ? nameOf(...variables.slice(0, 3), parent || places[0] || "", type) : "";
  const table = await tableFor(commons, {
    entities,
    variables,
    date: tableDates(question),
    ...facetOf(source, "best"),
    perCapita,
    names: true,
  });
  const origin = await originOf(commons, table);
  if (table.length === 0) {
    return { ...origin, ...(await reasonOf(commons, variables[0] ?? "", entities)) };
  }
  return new LargeAnswer(rowsOfTable(table), own || checkName(name), format || "csv", origin);
}

export const tableTools = [
  tool({
    path: "rank",
    title: "Highest and lowest",
    about:
      "Ranks places by their latest value of a variable: the highest or the lowest of a list, or of all places of a type inside of a place. All values come from one source.",
    fields: rankFields,
    output: outputs.ranking,
    answer: rank,
  }),
  tool({
    path: "compare",
    title: "Compare places",
    about:
      "Compares places by some variables: values of the same date where there is one, with the difference from the first place and the ratio to it. All values of a variable come from one source.",
    fields: compareFields,
    output: outputs.comparison,
    answer: compare,
  }),
  tool({
    path: "save_observations",
    title: "Write many values to a file",
    about:
      "Writes values to a file and returns its path, columns and first lines: for answers that are too long to read, such as all counties and years. The operator chose the folder.",
    fields: saveFields,
    output: outputs.saved,
    writes: "always",
    answer: save,
  }),
];

/**
 * Why there are no values, and what there is instead.
 *
 * @param entities a list, what is inside of another one, or those by property
 */
export async function reasonOf(
  commons: Commons,
  variable: string,
  entities: TableQuestion["entities"],
): Promise<object> {
  const { graph } = commons.engine;
  const properties = entityPropertiesOf(graph, graph.dictionary.nodeOf(variable));
  const isByProperty = typeof entities === "object" && !Array.isArray(entities);
  const names = isByProperty ? Object.keys(entities) : ["observationAbout"];
  if (properties.length > 1 || names.some((name) => !properties.includes(name))) {
    const reason = names.every((name) => properties.includes(name))
      ? "there are no values of these entities together, of these dates or of this source"
      : `observations of this variable are about entities by ${properties.join(", ")}`;
    return { reason };
  }
  const [about = []] = (isByProperty ? Object.values(entities) : [entities]) as (
    | readonly string[]
    | EntityExpression
  )[];
  const { reason, suggestions } = await commons.explain({
    observation: {
      select: ["variable", "entity", "date", "value"],
      variable: { dcids: [variable] },
      entity: typeof about === "string" ? { expression: about } : { dcids: about },
    },
  });
  return {
    reason: reason ?? "there are values, but not of these dates or this source",
    ...present({ suggestions }),
    hint: "search_indicators finds variables that have data of a place",
  };
}
