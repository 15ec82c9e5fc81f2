/** A request for every row of the endpoint table, with other names each time. */

import type { endpoints } from "../../src/adapters/endpoints.ts";
import type { Draw } from "./draw.ts";
import { documentedQuery } from "./queries.ts";

export type RowName = keyof typeof endpoints;

export interface SoakRow {
  /** How often the row is asked, in comparison with the others. */
  readonly weight: number;
  /** As the table writes it; what stands in braces comes from the request. */
  readonly path: string;
  /** The one method that the row takes. Default: both. */
  readonly only?: "GET" | "POST";
  readonly request: (draw: Draw) => object;
}

const direction = (draw: Draw) => draw.random.pick(["in", "out", "out", "both"]);
const flag = (draw: Draw) => draw.random.oneIn(2);

/** The parts of a state: a country has too many to ask for two million times. */
const linked = (draw: Draw) => ({
  linkedEntity: draw.state(),
  linkedProperty: "containedInPlace",
  entityType: draw.type(),
  variables: draw.variables(3),
  allFacets: flag(draw),
});

const series = (draw: Draw) => ({
  entities: draw.places(8),
  variables: draw.variables(4),
  allFacets: flag(draw),
});

function resolveRequest(draw: Draw): object {
  const { random } = draw;
  const kind = random.below(5);
  if (kind === 0) {
    const property = `<-description{typeOf:${draw.type()}}->dcid`;
    return { nodes: [draw.fresh(), `${draw.fresh()} County`], property };
  }
  if (kind === 1) {
    const coordinate = `${random.below(90)}.${random.below(1000)}#${-random.below(180)}.5`;
    return { nodes: [coordinate], property: "<-geoCoordinate->dcid" };
  }
  if (kind === 2) {
    const nodes = [`Q${random.below(9_000_000)}`, draw.fresh()];
    return { nodes, property: "<-wikidataId->dcid" };
  }
  if (kind === 3) return { nodes: draw.places(5), property: "<-dcid->wikidataId" };
  const nodes = [`number of ${draw.fresh()} with income`];
  return { nodes, resolver: "indicator" };
}

function observationRequest(draw: Draw): object {
  const { random } = draw;
  const entity = random.oneIn(3)
    ? { expression: `${draw.state()}<-containedInPlace+{typeOf:${draw.type()}}` }
    : { dcids: draw.places(8) };
  const shown = random.pick([[], ["date", "value"], ["facet"], ["date", "value", "facet"]]);
  return {
    date: draw.date(),
    ...(random.oneIn(20) ? {} : { variable: { dcids: draw.variables(4) } }),
    entity,
    select: ["variable", "entity", ...shown],
    ...(random.oneIn(5) ? { filter: { facet_ids: [draw.fresh()] } } : {}),
  };
}

export const soakRows = {
  "v2.node": {
    weight: 12,
    path: "/v2/node",
    request: (draw) => ({
      nodes: draw.places(6),
      property: draw.relation(),
      ...(draw.random.oneIn(20) ? { nextToken: draw.fresh() } : {}),
      ...(draw.random.oneIn(4) ? { limit: 1 + draw.random.below(30) } : {}),
    }),
  },
  "v2.observation": { weight: 12, path: "/v2/observation", request: observationRequest },
  "v2.resolve": { weight: 4, path: "/v2/resolve", request: resolveRequest },
  "v2.sparql": {
    weight: 3,
    path: "/v2/sparql",
    only: "POST",
    request: (draw) => ({ query: documentedQuery(draw) }),
  },
  "v1.triples": {
    weight: 3,
    path: "/v1/triples/{direction}/{node}",
    only: "GET",
    request: (draw) => ({ direction: direction(draw), node: draw.place() }),
  },
  "v1.bulkTriples": {
    weight: 2,
    path: "/v1/bulk/triples/{direction}",
    request: (draw) => ({ direction: direction(draw), nodes: draw.places(4) }),
  },
  "v1.bulkPropertyValues": {
    weight: 3,
    path: "/v1/bulk/property/values/{direction}",
    request: (draw) => ({
      direction: direction(draw),
      nodes: draw.places(6),
      property: draw.property(),
    }),
  },
  "v1.linkedPropertyValues": {
    weight: 1,
    path: "/v1/bulk/property/values/in/linked",
    request: (draw) => ({
      property: "containedInPlace",
      nodes: [draw.state()],
      valueNodeType: draw.type(),
    }),
  },
  "v1.observationPoint": {
    weight: 3,
    path: "/v1/observations/point/{entity}/{variable}",
    only: "GET",
    request: (draw) => ({ entity: draw.place(), variable: draw.variable(), date: draw.date() }),
  },
  "v1.observationSeries": {
    weight: 3,
    path: "/v1/observations/series/{entity}/{variable}",
    only: "GET",
    request: (draw) => ({ entity: draw.place(), variable: draw.variable() }),
  },
  "v1.bulkObservationPoint": {
    weight: 3,
    path: "/v1/bulk/observations/point",
    request: (draw) => ({ ...series(draw), date: draw.date() }),
  },
  "v1.bulkObservationSeries": {
    weight: 3,
    path: "/v1/bulk/observations/series",
    request: series,
  },
  "v1.linkedObservationPoint": {
    weight: 1,
    path: "/v1/bulk/observations/point/linked",
    request: (draw) => ({ ...linked(draw), date: draw.date() }),
  },
  "v1.linkedObservationSeries": {
    weight: 1,
    path: "/v1/bulk/observations/series/linked",
    request: linked,
  },
  "v1.query": {
    weight: 1,
    path: "/v1/query",
    only: "POST",
    request: (draw) => ({ sparql: documentedQuery(draw) }),
  },
  "v0.triples": {
    weight: 1,
    path: "/node/triples",
    request: (draw) => ({ dcids: draw.places(2), limit: 1 + draw.random.below(50) }),
  },
  "v0.propertyValues": {
    weight: 2,
    path: "/node/property-values",
    request: (draw) => ({
      dcids: draw.places(4),
      property: draw.property(),
      direction: direction(draw),
      valueType: draw.random.oneIn(2) ? draw.type() : "",
    }),
  },
  "v0.propertyLabels": {
    weight: 2,
    path: "/node/property-labels",
    request: (draw) => ({ dcids: draw.places(4) }),
  },
  "v0.placesIn": {
    weight: 1,
    path: "/node/places-in",
    request: (draw) => ({ dcids: [draw.state(), draw.place()], placeType: draw.type() }),
  },
  "v0.statVars": {
    weight: 1,
    path: "/place/stat-vars",
    request: (draw) => ({ dcids: draw.places(3) }),
  },
  "v0.popObs": {
    weight: 1,
    path: "/bulk/pop-obs",
    only: "GET",
    request: (draw) => ({ dcid: draw.place() }),
  },
  "v0.placeObs": {
    weight: 1,
    path: "/bulk/place-obs",
    only: "POST",
    request: (draw) => ({
      placeType: draw.random.pick(["State", draw.fresh()]),
      populationType: draw.random.pick(["Person", draw.fresh()]),
      observationDate: draw.date(),
      pvs: [{ property: draw.property(), value: draw.fresh() }],
    }),
  },
  "v0.query": {
    weight: 1,
    path: "/query",
    only: "POST",
    request: (draw) => ({ sparql: documentedQuery(draw) }),
  },
} as const satisfies Readonly<Record<RowName, SoakRow>>;

/** Each row as often as it weighs. */
export const rowsByWeight: readonly RowName[] = (Object.keys(soakRows) as RowName[]).flatMap(
  (name) => new Array<RowName>(soakRows[name].weight).fill(name),
);
