/** The tools that a language model gets, in one table: what each takes and what it answers. */
import type { Commons } from "../index.ts";
import type { ArgumentTable, DescribedArgument, Given } from "./arguments.ts";
import { getNode, runSparql } from "./graph-tools.ts";
import { describeData, describeVariables, findPlaces, findVariables } from "./search-tools.ts";
import { multiEntityValues, observedOf, valuesWithin } from "./value-tools.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it answers, and when to use it. */
  readonly about: string;
  readonly takes: ArgumentTable;
  /** @throws ToolError and RpcError, whose messages the model gets */
  readonly run: (commons: Commons, given: Given) => object | Promise<object>;
}

const required = (described: DescribedArgument): DescribedArgument => ({
  ...described,
  isRequired: true,
});
const text = (about: string): DescribedArgument => ({ argument: { kind: "text" }, about });
const texts = (about: string, max?: number): DescribedArgument => ({
  argument: max === undefined ? { kind: "texts" } : { kind: "texts", max },
  about,
});

const offset: DescribedArgument = {
  argument: { kind: "count", byDefault: 0, min: 0, max: 2 ** 31 },
  about: "how many rows to pass over: the 'next' of the answer before",
};
const variable = required(text("dcid of the variable, as a search gives it"));

/** Which dates and which source. */
const choice: ArgumentTable = {
  date: {
    argument: { kind: "text", byDefault: "latest" },
    about: "'latest', 'all', 'range', or one date: 2020, 2020-05, 2020-05-17",
  },
  date_range_start: text("first date of a range"),
  date_range_end: text("last date of a range"),
  source_override: text("id of the source to take: 'sourceId' of an answer"),
  offset,
};

const search: ArgumentTable = {
  per_search_limit: {
    argument: { kind: "count", byDefault: 10, min: 1, max: 100 },
    about: "how many variables and topics at most",
  },
  include_topics: { argument: { kind: "flag", byDefault: true }, about: "whether to list topics" },
};

export const tools: readonly Tool[] = [
  {
    name: "describe_data",
    title: "What is loaded",
    about:
      "Says what this Data Commons holds: counts, types of entities, and variables that have data with their dates, units and sources. Begin here. 'search' narrows the variables by words of their dcids and names.",
    takes: { search: text("words that a variable's dcid or name holds"), offset },
    run: describeData,
  },
  {
    name: "search_indicators",
    title: "Find variables",
    about:
      "Finds statistical variables and topics by what they are about, and which of the given places they have data of. Take 'dcid' of an answer for the other tools.",
    takes: {
      query: required(text("what to measure, such as 'population' or 'unemployment rate'")),
      places: texts("names or dcids of places that must have data"),
      ...search,
    },
    run: findVariables,
  },
  {
    name: "search_child_indicators",
    title: "Find variables of the places inside of a place",
    about:
      "Finds variables that have data of places inside of a place: name the place, and some of those inside of it as a sample.",
    takes: {
      query: required(text("what to measure")),
      parent_place: required(text("name or dcid of the place around")),
      sample_child_places: required(texts("names or dcids of some places inside of it")),
      ...search,
    },
    run: findVariables,
  },
  {
    name: "get_variable_metadata",
    title: "Describe variables",
    about:
      "Says what variables mean, who measured them, when, in what unit, and of which entities.",
    takes: {
      variable_dcids: required(texts("dcids of variables", 10)),
      entity_dcids: required(texts("dcids of entities", 10)),
    },
    run: describeVariables,
  },
  {
    name: "get_observations",
    title: "Values of a place",
    about: "Values of one variable of one place, with their unit and source.",
    takes: { variable_dcid: variable, place_dcid: required(text("dcid of the place")), ...choice },
    run: observedOf,
  },
  {
    name: "get_child_observations",
    title: "Values of the places inside of a place",
    about:
      "Values of one variable of all places of a type inside of a place, such as all counties of a state.",
    takes: {
      variable_dcid: variable,
      parent_place_dcid: required(text("dcid of the place around")),
      child_place_type: required(text("their type, such as 'County'")),
      ...choice,
    },
    run: valuesWithin,
  },
  {
    name: "get_multi_entity_observations",
    title: "Values of several entities",
    about: "Values of one variable of a list of entities, in one table.",
    takes: {
      variable_dcid: variable,
      entities: required({
        argument: { kind: "lists" },
        about: "dcids by property: { observationAbout: ['geoId/06', 'geoId/48'] }",
      }),
      parent_entity_property: text("property whose entities are those inside of another one"),
      parent_entity_dcid: text("dcid of that one"),
      child_entity_type: text("type of the entities inside of it"),
      ...choice,
    },
    run: multiEntityValues,
  },
  {
    name: "resolve_places",
    title: "Find places",
    about: "Finds places by their names: dcid, name and types of each candidate, the best first.",
    takes: { places: required(texts("names of places", 100)) },
    run: findPlaces,
  },
  {
    name: "get_node",
    title: "What the graph says of nodes",
    about:
      "Values of properties of nodes, with the provenance of each. '->*' is all of them, '->name' one, '<-containedInPlace' the nodes that point here, '<-containedInPlace+{typeOf:County}' all counties inside, '->' the names of properties.",
    takes: {
      nodes: required(texts("dcids", 50)),
      property: { argument: { kind: "text", byDefault: "->*" }, about: "a relation expression" },
      offset,
      next_token: text("'nextToken' of the answer before, which has the end of its page"),
    },
    run: getNode,
  },
  {
    name: "sparql",
    title: "Ask the graph in SPARQL",
    about:
      "A query in SPARQL: SELECT with triple patterns, FILTER, OPTIONAL, UNION, aggregates, ORDER BY and LIMIT. Subjects are dcids, as in ?state typeOf State . ?state name ?name",
    takes: { query: required(text("the query")), offset },
    run: runSparql,
  },
];
