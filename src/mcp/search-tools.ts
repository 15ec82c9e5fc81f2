/** Tools that find variables and places, and say what they are. */
import type { Commons } from "../index.ts";
import { Fields, getVariableMetadata, resolvePlaces, searchIndicators } from "../unlisted/index.ts";
import type { Given } from "./arguments.ts";
import { pageOf } from "./pages.ts";

/** Variables of one answer: each has more to it than a row. */
const variablesMax = 50;
const typesMax = 50;

/** Fields of a route for agents. */
export function fieldsOf(members: Readonly<Record<string, unknown>>): Fields {
  return new Fields({ method: "POST", url: "", body: JSON.stringify(members) });
}

export function describeData(commons: Commons, given: Given): object {
  const { catalog, info } = commons;
  const search = given.text("search");
  const variables = catalog.variables({ search });
  const { rows, ...rest } = pageOf(variables, given.count("offset"), variablesMax);
  const facets = new Map(catalog.facets().map((facet) => [facet.facetId, facet]));
  const sourceOf = (facetId: string) => {
    const { importName, provenanceUrl } = facets.get(facetId) ?? {};
    return {
      sourceId: facetId,
      ...(importName && { importName }),
      ...(provenanceUrl && { provenanceUrl }),
    };
  };
  const types = catalog.types().sort((a, b) => b.observed - a.observed || b.nodes - a.nodes);
  return {
    nodes: info.nodes,
    triples: info.triples,
    observations: info.observations,
    entityTypes: types.slice(0, typesMax),
    variables: rows.map(({ facetIds, ...variable }) => ({
      ...variable,
      sources: facetIds.map(sourceOf),
    })),
    ...rest,
  };
}

export function findVariables(commons: Commons, given: Given): object {
  const parent = given.text("parent_place");
  const places = given.texts(parent === undefined ? "places" : "sample_child_places");
  const found = searchIndicators(
    commons,
    fieldsOf({
      query: given.text("query"),
      places,
      parent_place: parent,
      per_search_limit: given.count("per_search_limit"),
      include_topics: given.flag("include_topics"),
    }),
  );
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

export function describeVariables(commons: Commons, given: Given): object {
  const members = {
    variable_dcids: given.texts("variable_dcids"),
    entity_dcids: given.texts("entity_dcids"),
  };
  return getVariableMetadata(commons, fieldsOf(members));
}

export function findPlaces(commons: Commons, given: Given): object {
  return resolvePlaces(commons, fieldsOf({ places: given.texts("places") }));
}
