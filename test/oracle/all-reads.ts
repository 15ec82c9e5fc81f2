/** Everything that can be read of a Commons, spelled out, so that two of them can be compared. */

import type { Commons } from "../../src/index.ts";
import { closure } from "../../src/store/graph/walk.ts";

/** Ids, texts, arcs, names, types, series, points: the engine's own reads, all of them. */
export function allReads({ engine: { graph, observations }, info }: Commons): unknown {
  const { dictionary } = graph;
  const terms = numbers(dictionary.termCount);
  const nodes = numbers(dictionary.nodeCount);
  const predicates = numbers(graph.predicates.length);
  const texts = terms.map((term) => dictionary.textOf(term));
  const series = numbers(observations.seriesCount);
  return {
    info,
    texts,
    ids: texts.map((text) => [dictionary.nodeOf(text), dictionary.literalOf(text)]),
    arcs: (["out", "in"] as const).map((direction) => {
      const { predicates: labels, terms: ends, provenances } = graph.arcs(direction);
      return {
        rows: (direction === "out" ? nodes : terms).map((term) => graph.arcs(direction).rows(term)),
        labels: [...labels],
        ends: [...ends],
        provenances: [...provenances].map((provenance) => graph.provenanceDcid(provenance)),
      };
    }),
    predicates: [...graph.predicates],
    positions: predicates.map((predicate) => {
      const { start, end } = graph.rowsByPredicate(predicate);
      return numbers(end - start).map((at) => graph.rowByPredicate(start + at));
    }),
    names: nodes.map((node) => graph.nameOf(node)),
    types: nodes.map((node) => graph.typesOfSet(graph.typeSetOf(node))),
    closures: nodes.map((node) => predicates.map((one) => [...closure(graph, node, "in", one, 3)])),
    facets: observations.facets,
    seriesOfVariables: nodes.map((node) => observations.seriesOfVariable(node)),
    variablesOfEntities: nodes.map((node) => [...observations.variablesOf(node)]),
    series: series.map((one) => [
      observations.variableOf(one),
      observations.entityOf(one),
      observations.facetNumberOf(one),
      observations.pointsOf(one),
      observations.ranked(one),
    ]),
    points: numbers(observations.pointCount).map((point) => [
      observations.dateOf(point),
      observations.dateCodeAt(point),
      observations.numberAt(point),
      observations.valueOf(point),
      observations.textOf(point),
    ]),
  };
}

/** A request to one endpoint; `body` for POST. */
export interface Asked {
  readonly path: string;
  readonly body?: unknown;
}

/** Requests to every kind of endpoint about some nodes. */
export function requestsAbout(nodes: readonly string[], dates: readonly string[]): Asked[] {
  const [first = "", second = first] = nodes;
  const place = encodeURIComponent(first);
  const expression = `${first}<-containedInPlace+{typeOf:${second}}`;
  const select = ["variable", "entity", "date", "value", "facet"];
  const observation = (body: object) => ({ path: "/v2/observation", body: { select, ...body } });
  return [
    ...["->*", "<-*", "->", "<-", "->typeOf", "<-containedInPlace+", "->name"].map((property) => ({
      path: "/v2/node",
      body: { nodes, property },
    })),
    observation({ entity: { dcids: nodes } }),
    observation({ variable: { dcids: nodes }, entity: { dcids: nodes }, date: "LATEST" }),
    ...dates.map((date) =>
      observation({ variable: { dcids: nodes }, entity: { dcids: nodes }, date }),
    ),
    observation({ variable: { dcids: nodes }, entity: { expression } }),
    observation({ variable: { dcids: nodes }, entity: { expression }, date: "LATEST" }),
    ...["<-description->dcid", "<-name->dcid", "<-geoId->dcid"].map((property) => ({
      path: "/v2/resolve",
      body: { nodes, property },
    })),
    { path: "/v2/resolve", body: { nodes, resolver: "indicator" } },
    { path: "/v2/sparql", body: { query: "SELECT ?a ?b WHERE { ?a typeOf ?b }" } },
    {
      path: "/v2/sparql",
      body: {
        query: `SELECT ?e ?d ?v WHERE { ?o typeOf StatVarObservation . ?o observationAbout ?e .
          ?o observationDate ?d . ?o value ?v } ORDER BY DESC(?d)`,
      },
    },
    { path: `/v1/triples/out/${place}` },
    { path: "/v1/bulk/triples/in", body: { nodes } },
    {
      path: "/v1/bulk/observations/series",
      body: { entities: nodes, variables: nodes, all_facets: true },
    },
    { path: "/node/triples", body: { dcids: nodes } },
    { path: "/node/property-labels", body: { dcids: nodes } },
    { path: "/place/stat-vars", body: { dcids: nodes } },
  ];
}

/** With those of `requestsAbout`, requests to every endpoint that there is. */
export function furtherRequestsAbout(
  nodes: readonly string[],
  { place, variable, type, date }: Readonly<Record<"place" | "variable" | "type" | "date", string>>,
): Asked[] {
  const [entity, measured] = [place, variable].map(encodeURIComponent);
  const linked = { linked_property: "containedInPlace", variables: nodes, all_facets: true };
  const query = "SELECT ?a ?n WHERE { ?a typeOf ?t . ?a name ?n }";
  return [
    { path: "/v1/bulk/property/values/out", body: { nodes, property: "name" } },
    {
      path: "/v1/bulk/property/values/in/linked",
      body: { nodes, property: "containedInPlace", value_node_type: type },
    },
    { path: `/v1/observations/point/${entity}/${measured}?date=${date}` },
    { path: `/v1/observations/series/${entity}/${measured}` },
    {
      path: "/v1/bulk/observations/point",
      body: { entities: nodes, variables: nodes, date, all_facets: true },
    },
    ...["point", "series"].map((form) => ({
      path: `/v1/bulk/observations/${form}/linked`,
      body: { ...linked, linked_entity: place, entity_type: type, date },
    })),
    { path: "/v1/query", body: { sparql: query } },
    { path: "/query", body: { sparql: query } },
    { path: "/node/property-values", body: { dcids: nodes, property: "name" } },
    { path: "/node/places-in", body: { dcids: nodes, place_type: type } },
    { path: `/bulk/pop-obs?dcid=${entity}` },
    {
      path: "/bulk/place-obs",
      body: { place_type: type, population_type: "Person", observation_date: date },
    },
  ];
}

/** What the service answers, to the byte. */
export async function answerOf(
  commons: Pick<Commons, "fetch">,
  { path, body }: Asked,
): Promise<string> {
  const headers = { "x-api-key": "any" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await commons.fetch(path, { headers, ...init });
  return `${response.status} ${await response.text()}`;
}

function numbers(count: number): number[] {
  return [...Array(count).keys()];
}
