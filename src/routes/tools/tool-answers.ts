/** What the tools for language models answer: lists, values, nodes, in pages that a model can read. */

import type { Commons, RelationExpression, TableQuestion } from "../../index.ts";
import { isObject } from "../../router/read-fields.ts";
import type { ArcEntry } from "../../wire.ts";
import { agentRoutes } from "../agent/agent-routes.ts";
import { present } from "../node-values.ts";
import { answerOf, Refusal } from "../route.ts";
import { nameOf } from "./agent-folder.ts";
import { inlineRowsMax, LargeAnswer, rowsOfTable, rowsOfTexts } from "./large-answer.ts";
import { facetOf, placesIn, reasonOf, tableDates, tableFor } from "./table-tools.ts";
import type { Choice, ToolContext } from "./tool.ts";

/** How many rows to pass over. */
interface Offset {
  readonly offset: number;
}

/** Rows of one answer. */
const rowsMax = 200;

interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many rows there are in all. */
  readonly total: number;
  /** The `offset` of the next page; left out on the last one. */
  readonly next?: number;
}

function pageOf<Row>(rows: readonly Row[], offset: number, limit = rowsMax): Page<Row> {
  const end = offset + limit;
  const page = { rows: rows.slice(offset, end), total: rows.length };
  return end < rows.length ? { ...page, next: end } : page;
}

/** Variables of one answer: each has more to it than a row. */
const variablesMax = 50;
const typesMax = 50;

export function describeData(
  commons: Commons,
  { search, offset }: Offset & { readonly search: string },
): object {
  const { catalog, info } = commons;
  const variables = catalog.variables({ search });
  const { rows, ...rest } = pageOf(variables, offset, variablesMax);
  const facets = new Map(catalog.facets().map((facet) => [facet.facetId, facet]));
  const sourceOf = (facetId: string) => {
    const { importName, provenanceUrl } = facets.get(facetId) ?? {};
    return { sourceId: facetId, ...present({ importName, provenanceUrl }) };
  };
  const types = catalog
    .types()
    .sort((a, b) => b.observedCount - a.observedCount || b.nodeCount - a.nodeCount);
  return {
    nodeCount: info.nodeCount,
    tripleCount: info.tripleCount,
    observationCount: info.observationCount,
    entityTypes: types.slice(0, typesMax),
    variables: rows.map(({ facetIds, ...variable }) => ({
      ...variable,
      sources: facetIds.map(sourceOf),
    })),
    ...rest,
  };
}

/** @param fields of the agents' route */
export function findVariables(commons: Commons, fields: object): object {
  const found = answerOf(agentRoutes.searchIndicators, commons, fields) as object;
  const isEmpty = !("variables" in found || "topics" in found || hasRows(found));
  return isEmpty
    ? { ...found, hint: "nothing is about that: try other words, or describe_data" }
    : found;
}

function hasRows(found: object): boolean {
  return Object.values(found).some(
    (table: unknown) => typeof table === "object" && table !== null && "rows" in table,
  );
}

interface NodeQuestion extends Offset {
  readonly nodes: readonly string[];
  readonly property: string;
  readonly nextToken: string;
}

export function getNode(commons: Commons, question: NodeQuestion): object {
  const { nodes, nextToken } = question;
  const property = question.property as RelationExpression;
  const { data = {}, nextToken: next } = commons.v2.node({ nodes, property, nextToken });
  const rows = Object.entries(data).flatMap(([dcid, { arcs = {} }]) =>
    Object.entries(arcs).flatMap(([name, { nodes: entries = [] }]) =>
      entries.map((entry) => ({ dcid, name, entry })),
    ),
  );
  // The pages of the endpoint are longer than what a model can read.
  const { rows: shown, ...page } = pageOf(rows, question.offset);
  const values = new Map(Object.keys(data).map((dcid) => [dcid, new Map<string, ArcEntry[]>()]));
  for (const { dcid, name, entry } of shown) {
    const ofNode = values.get(dcid);
    ofNode?.set(name, [...(ofNode.get(name) ?? []), entry]);
  }
  const described = Object.entries(data).map(([dcid, { properties }]) => {
    const ofNode = Object.fromEntries(values.get(dcid) ?? []);
    return [dcid, properties === undefined ? { values: ofNode } : { properties }] as const;
  });
  const unknown = nodes.filter(
    (dcid) => commons.engine.graph.dictionary.nodeOf(dcid) === undefined,
  );
  return {
    nodes: Object.fromEntries(described),
    ...page,
    // What is left of this page comes first.
    ...(page.next === undefined && next !== undefined && { nextToken: next }),
    ...(unknown.length > 0 && {
      unknown,
      hint: "nothing is known of these dcids: find them by resolve_places, search_indicators or sparql",
    }),
  };
}

export function runSparql(
  commons: Commons,
  { query, offset }: Offset & { readonly query: string },
  { hasFolder }: ToolContext,
): object {
  const { header, rows: found = [] } = commons.v2.sparql({ query }, { dialect: "extended" });
  const columns = header ?? [];
  const textsOf = ({ cells }: (typeof found)[number]) => cells.map(({ value }) => value ?? "");
  if (isLarge(found.length, offset) && hasFolder) {
    const rows = rowsOfTexts(columns, found.map(textsOf));
    return new LargeAnswer(rows, "sparql", "csv", { columns, total: found.length });
  }
  const { rows, ...rest } = pageOf(found, offset);
  return {
    columns,
    rows: rows.map(textsOf),
    ...rest,
    ...(isLarge(found.length, offset) && { hint: tooLong("aggregate, filter, or LIMIT,") }),
  };
}

const isLarge = (total: number, offset: number): boolean => total > inlineRowsMax && offset === 0;

const tooLong = (instead: string): string =>
  `this answer is long: better ${instead} than read all pages. The operator can give a folder that long answers are written to`;

/** Entities by property: a list, or what is inside of another one. */
type Entities = Readonly<Record<string, readonly string[] | Inside>>;

interface Inside {
  readonly parent_dcid: string;
  readonly child_type: string;
}

interface ValuesQuestion extends Choice, Offset {
  readonly variable: string;
}

interface EntitiesQuestion extends ValuesQuestion {
  /** Lists of entities by property. */
  readonly lists: unknown;
  /** All of these, or none: entities inside of another one. */
  readonly property: string;
  readonly parent: string;
  readonly type: string;
}

export function multiEntityValues(
  commons: Commons,
  question: EntitiesQuestion,
  context: ToolContext,
): Promise<object> {
  const { lists, property, parent, type } = question;
  if (!isLists(lists)) throw new Refusal(400, "entities must be an object of lists of texts");
  if (property === "" || parent === "" || type === "") {
    if (property || parent || type) {
      const parts = "parent_entity_property, parent_entity_dcid, child_entity_type";
      throw new Refusal(400, `send all of ${parts}, or none`);
    }
    return valuesOf(commons, question, lists, context);
  }
  if (Object.hasOwn(lists, property)) {
    throw new Refusal(400, `${property} is in entities already: send it once`);
  }
  const inside = { parent_dcid: parent, child_type: type };
  return valuesOf(commons, question, { ...lists, [property]: inside }, context);
}

export async function valuesOf(
  commons: Commons,
  { variable, offset, ...choice }: ValuesQuestion,
  entities: Entities,
  { hasFolder }: ToolContext,
): Promise<object> {
  const answer = answerOf(agentRoutes.getObservations, commons, {
    variable_dcid: variable,
    entities,
    source_override: choice.source,
    date: choice.date,
    date_range_start: choice.start,
    date_range_end: choice.end,
  });
  const { data = {}, entityMetadata = {}, ...rest } = answer as TabularAnswer;
  const { rows, ...page } = pageOf(data.rows ?? [], offset);
  const { total } = page;
  if (total === 0) {
    return { ...rest, total, ...(await reasonOf(commons, variable, tableEntities(entities))) };
  }
  if (isLarge(total, offset) && hasFolder) {
    const table = await tableFor(commons, {
      entities: tableEntities(entities),
      variables: [variable],
      date: tableDates(choice),
      ...facetOf(rest.sourceMetadata?.sourceId ?? "", "best"),
      names: true,
    });
    const citations = (await commons.cite(table)).map(({ text }) => text);
    const name = nameOf(variable, ...Object.values(entities).flatMap(namesIn));
    return new LargeAnswer(rowsOfTable(table), name, "csv", { ...rest, total, citations });
  }
  // After the entities come the date and the value.
  const places = new Set(rows.flatMap((row) => row.slice(0, -2)));
  return {
    ...rest,
    entityMetadata: {
      columns: entityMetadata.columns,
      rows: (entityMetadata.rows ?? []).filter(([dcid]) => places.has(dcid)),
    },
    data: { columns: data.columns, rows },
    ...page,
    citations: await citationsOf(commons, rest.sourceMetadata, rows),
    ...(isLarge(total, offset) && {
      hint: tooLong("ask for fewer dates or places, or use rank,"),
    }),
  };
}

/** How to name the source of rows, which end with date and value. */
async function citationsOf(
  commons: Commons,
  { sourceId: facetId, ...source }: TabularAnswer["sourceMetadata"] = { sourceId: "" },
  rows: readonly (readonly unknown[])[],
): Promise<readonly string[]> {
  const observations = rows.map((row) => ({ date: row.at(-2) }));
  const found = await commons.cite({ facetId, ...source, observations });
  return found.map(({ text }) => text);
}

/** What a file is called by. */
const namesIn = (entities: readonly string[] | Inside): readonly string[] =>
  "parent_dcid" in entities ? [entities.parent_dcid, entities.child_type] : entities.slice(0, 1);

/** Entities as a table takes them. */
function tableEntities(entities: Entities): TableQuestion["entities"] {
  const byProperty = Object.entries(entities).map(([property, some]) => {
    const isInside = "parent_dcid" in some;
    return [property, isInside ? placesIn(some.parent_dcid, some.child_type) : some] as const;
  });
  const [first] = byProperty;
  const isPlain = byProperty.length === 1 && first?.[0] === aboutProperty;
  return isPlain ? first[1] : Object.fromEntries(byProperty);
}

const aboutProperty = "observationAbout";

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

const isLists = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isObject(value) && Object.values(value).every(isTexts);

interface TabularAnswer {
  readonly sourceMetadata?: { readonly sourceId: string };
  readonly data?: Columns;
  readonly entityMetadata?: Columns;
}

interface Columns {
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly unknown[])[];
}
