/** What the answers of tools hold, as JSON Schema: the `outputSchema` of each tool. */

export type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

const text: Schema = { type: "string" };
const count: Schema = { type: "integer", minimum: 0 };
const list = (items: Schema): Schema => ({ type: "array", items });
const texts = list(text);
const mapOf = (additionalProperties: Schema): Schema => ({ type: "object", additionalProperties });

function object(properties: Properties, ...required: readonly string[]) {
  return { type: "object" as const, properties, ...(required.length > 0 && { required }) };
}

const about = (description: string, schema: Schema): Schema => ({ ...schema, description });

/** Columns that are named once, and rows of values. */
const table = object({ columns: texts, rows: list({ type: "array" }) });
const node = object({ dcid: text, name: text, typeOf: texts }, "dcid");

const source = object(
  {
    sourceId: text,
    importName: text,
    measurementMethod: text,
    observationPeriod: text,
    provenanceUrl: text,
    unit: text,
  },
  "sourceId",
);

const page = {
  total: about("rows in all", count),
  next: about("'offset' of the next rows; left out on the last page", count),
};

const nothing = {
  reason: about("why there is nothing", text),
  suggestions: about("what there is instead", { type: "array" }),
  hint: about("what to send next", text),
};

const file = about(
  "where a large answer was written",
  object(
    {
      path: text,
      format: { type: "string", enum: ["csv", "parquet", "arrow"] },
      bytes: count,
      columns: texts,
      rows: count,
      firstLines: about("as CSV, with the names of the columns", texts),
    },
    "path",
    "format",
    "bytes",
    "columns",
    "rows",
    "firstLines",
  ),
);

const citations = about("a line for each dataset: name it with the values", texts);
const sources = list(source);

export const outputs = {
  data: object(
    {
      nodeCount: count,
      tripleCount: count,
      observationCount: count,
      entityTypes: list({ type: "object" }),
      variables: list(object({ dcid: text, sources }, "dcid")),
      ...page,
    },
    "variables",
    "total",
  ),
  indicators: object(
    {
      status: text,
      topicCandidates: table,
      variableCandidates: table,
      topics: list(object({ dcid: text }, "dcid")),
      variables: list(object({ dcid: text }, "dcid")),
      dcidNameMappings: mapOf(text),
      dcidPlaceTypeMappings: mapOf(texts),
      resolvedParentPlace: node,
      hint: nothing.hint,
    },
    "status",
  ),
  metadata: object(
    {
      status: text,
      variables: mapOf(object({ id: text, facets: list({ type: "object" }) }, "id", "facets")),
      provenances: mapOf(object({ id: text }, "id")),
    },
    "status",
    "variables",
    "provenances",
  ),
  observations: object(
    {
      variable: node,
      sourceMetadata: source,
      alternativeSources: list(
        object({ sourceMetadata: source, placesFoundCount: count }, "sourceMetadata"),
      ),
      entityMetadata: table,
      data: table,
      ...page,
      file,
      citations,
      ...nothing,
    },
    "total",
  ),
  places: object({ status: text, resolvedPlaces: table }, "status", "resolvedPlaces"),
  nodes: object(
    {
      nodes: mapOf({ type: "object" }),
      ...page,
      nextToken: about("'next_token' of the next answer", text),
      unknown: texts,
      hint: nothing.hint,
    },
    "nodes",
    "total",
  ),
  rows: object(
    { columns: texts, rows: list({ type: "array" }), ...page, file, hint: nothing.hint },
    "columns",
    "total",
  ),
  saved: object({ file, sources, citations, ...nothing }, "sources"),
  ranking: object(
    {
      variable: node,
      order: text,
      ...table.properties,
      total: about("entities with a value", count),
      sources,
      citations,
      note: text,
      ...nothing,
    },
    "variable",
    "columns",
    "rows",
    "total",
    "sources",
  ),
  comparison: object(
    {
      ...table.properties,
      missing: about("what has no value: variable and entity", list(texts)),
      sources,
      citations,
      note: text,
      ...nothing,
    },
    "columns",
    "rows",
    "sources",
  ),
  understanding: object(
    {
      places: list(object({ entities: text, name: text, isAssumed: { type: "boolean" } })),
      variables: list(object({ dcid: text, score: { type: "number" } }, "dcid", "score")),
      date: about("as tables take it: 'latest', 'all', a date, or an object of from and to", {}),
      intent: text,
      order: text,
      perCapita: { type: "boolean" },
      denominator: about("what values are divided by", text),
      unread: about("words that nothing explains", texts),
      ...table.properties,
      total: page.total,
      tied: about("rows left out that have the value of the last one", count),
      missing: about("places without a value, or without values at both dates", count),
      otherWay: about("places that changed the other way or not at all, left out", count),
      coefficient: about("Pearson's, of a correlation", { type: "number" }),
      file,
      sources,
      citations,
      ...nothing,
    },
    "places",
    "variables",
    "intent",
  ),
} as const;
