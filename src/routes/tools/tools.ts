/** The tools that a language model gets, in one table: what each takes and what it answers. */
import { described, flag, json, numberWithin, text, texts } from "../../router/fields.ts";
import { agentRoutes } from "../agent/agent-routes.ts";
import { answerOf } from "../route.ts";
import { outputs } from "./answer-schemas.ts";
import { tableTools } from "./table-tools.ts";
import { choice, needed, offset, type Tool, tool, variable } from "./tool.ts";
import {
  describeData,
  findVariables,
  getNode,
  multiEntityValues,
  runSparql,
  valuesOf,
} from "./tool-answers.ts";
import { understandTool } from "./understand-tool.ts";

const search = {
  limit: described(
    numberWithin("per_search_limit", 10, 1, 100),
    "how many variables and topics at most",
  ),
  hasTopics: described(flag("include_topics", true), "whether to list topics"),
};

export const tools: readonly Tool[] = [
  tool({
    path: "describe_data",
    title: "What is loaded",
    about:
      "Says what this Data Commons holds: counts, types of entities, and variables that have data with their dates, units and sources. Begin here. 'search' narrows the variables by words of their dcids and names.",
    fields: {
      search: described(text("search"), "words that a variable's dcid or name holds"),
      offset,
    },
    output: outputs.data,
    answer: describeData,
  }),
  tool({
    path: "search_indicators",
    title: "Find variables",
    about:
      "Finds statistical variables and topics by what they are about, and which of the given places they have data of. Take 'dcid' of an answer for the other tools.",
    fields: {
      query: needed(text("query"), "what to measure, such as 'population' or 'unemployment rate'"),
      places: described(texts("places"), "names or dcids of places that must have data"),
      ...search,
    },
    output: outputs.indicators,
    answer: (commons, { query, places, limit, hasTopics }) =>
      findVariables(commons, {
        query,
        places,
        per_search_limit: limit,
        include_topics: hasTopics,
      }),
  }),
  tool({
    path: "search_child_indicators",
    title: "Find variables of the places inside a place",
    about:
      "Finds variables that have data of places inside of a place: name the place, and some of those inside of it as a sample.",
    fields: {
      query: needed(text("query"), "what to measure"),
      parent: needed(text("parent_place"), "name or dcid of the place around"),
      places: needed(texts("sample_child_places"), "names or dcids of some places inside of it"),
      ...search,
    },
    output: outputs.indicators,
    answer: (commons, { query, parent, places, limit, hasTopics }) =>
      findVariables(commons, {
        query,
        places,
        parent_place: parent,
        per_search_limit: limit,
        include_topics: hasTopics,
      }),
  }),
  tool({
    path: "get_variable_metadata",
    title: "Describe variables",
    about:
      "Says what variables mean, who measured them, when, in what unit, and of which entities.",
    fields: {
      variable_dcids: needed(texts("variable_dcids", 10), "dcids of variables"),
      entity_dcids: needed(texts("entity_dcids", 10), "dcids of entities"),
    },
    output: outputs.metadata,
    answer: (commons, params) => answerOf(agentRoutes.getVariableMetadata, commons, params),
  }),
  tool({
    path: "get_observations",
    title: "Values of a place",
    about: "Values of one variable of one place, with their unit and source.",
    fields: { variable, place: needed(text("place_dcid"), "dcid of the place"), ...choice, offset },
    output: outputs.observations,
    writes: "perhaps",
    answer: (commons, { place, ...question }, context) =>
      valuesOf(commons, question, { observationAbout: [place] }, context),
  }),
  tool({
    path: "get_child_observations",
    title: "Values of the places inside a place",
    about:
      "Values of one variable of all places of a type inside of a place, such as all counties of a state.",
    fields: {
      variable,
      parent: needed(text("parent_place_dcid"), "dcid of the place around"),
      type: needed(text("child_place_type"), "their type, such as 'County'"),
      ...choice,
      offset,
    },
    output: outputs.observations,
    writes: "perhaps",
    answer: (commons, { parent, type, ...question }, context) => {
      const inside = { parent_dcid: parent, child_type: type };
      return valuesOf(commons, question, { observationAbout: inside }, context);
    },
  }),
  tool({
    path: "get_multi_entity_observations",
    title: "Values of several entities",
    about:
      "Values of one variable of lists of entities, in one table. A variable's 'observationProperties' name what its values are about, such as a donor and a recipient; a property that is left out may be anything.",
    fields: {
      variable,
      lists: needed(
        json("entities"),
        "dcids by property: { observationAbout: ['geoId/06', 'geoId/48'] }, or { sourceCountry: ['country/USA'], destinationCountry: ['country/CAN'] }",
      ),
      property: described(
        text("parent_entity_property"),
        "property whose entities are those inside of another one",
      ),
      parent: described(text("parent_entity_dcid"), "dcid of that one"),
      type: described(text("child_entity_type"), "type of the entities inside of it"),
      ...choice,
      offset,
    },
    output: outputs.observations,
    writes: "perhaps",
    answer: multiEntityValues,
  }),
  tool({
    path: "resolve_places",
    title: "Find places",
    about: "Finds places by their names: dcid, name and types of each candidate, the best first.",
    fields: { places: needed(texts("places", 100), "names of places") },
    output: outputs.places,
    answer: (commons, params) => answerOf(agentRoutes.resolvePlaces, commons, params),
  }),
  tool({
    path: "get_node",
    title: "Read properties of nodes",
    about:
      "Values of properties of nodes, with the provenance of each. '->*' is all of them, '->name' one, '<-containedInPlace' the nodes that point here, '<-containedInPlace+{typeOf:County}' all counties inside, '->' the names of properties.",
    fields: {
      nodes: needed(texts("nodes", 50), "dcids"),
      property: described(text("property", "->*"), "a relation expression"),
      offset,
      nextToken: described(
        text("next_token"),
        "'nextToken' of the answer before, which has the end of its page",
      ),
    },
    output: outputs.nodes,
    answer: getNode,
  }),
  tool({
    path: "sparql",
    title: "Run a SPARQL query",
    about:
      "A query in SPARQL: SELECT with triple patterns, FILTER, OPTIONAL, UNION, aggregates, ORDER BY and LIMIT. Subjects are dcids, as in ?state typeOf State . ?state name ?name",
    fields: { query: needed(text("query"), "the query"), offset },
    output: outputs.rows,
    writes: "perhaps",
    answer: runSparql,
  }),
  understandTool,
  ...tableTools,
];
