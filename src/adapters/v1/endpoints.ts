/** The v1 rows of the endpoint table. */
import {
  choice,
  date,
  dcid,
  dcids,
  type Fault,
  filled,
  flag,
  ids,
  integer,
  pageToken,
  required,
  text,
} from "../../router/fields.ts";
import { EnginePart } from "../../world/engine-part.ts";
import { type AnyEndpoint, endpoint } from "../edge/endpoint.ts";
import type {
  V1BulkPointRequest,
  V1BulkPropertyValuesRequest,
  V1BulkSeriesRequest,
  V1BulkTriplesRequest,
  V1LinkedPointRequest,
  V1LinkedPropertyValuesRequest,
  V1LinkedSeriesRequest,
  V1ObservationPointRequest,
  V1ObservationSeriesRequest,
  V1TriplesRequest,
} from "../v1-shapes.ts";
import { queryEndpoint } from "../v2/v2-sparql.ts";
import type {
  v1BulkPropertyValues,
  v1BulkTriples,
  v1LinkedPropertyValues,
  v1Triples,
} from "./v1-nodes.ts";
import type {
  v1BulkPoint,
  v1BulkSeries,
  v1LinkedPoint,
  v1LinkedSeries,
  v1ObservationPoint,
  v1ObservationSeries,
} from "./v1-observations.ts";

export const v1Part = new EnginePart<typeof import("./v1-part.ts")>(
  "the code of the v1 endpoints",
  async () => await import("./v1-part.ts"),
);

const invalid = (message: string): Fault => ({ code: "invalidArgument", message });
const missing = (name: string): Fault => invalid(`missing required argument: ${name}`);

/** Texts of both checks (behaviour: v1 1.4, v1 2). */
const direction = (correct: string) =>
  required(choice("direction", ["in", "out"], invalid(correct)), invalid(correct));
const triplesDirection = direction("uri should be /v1/triples/out/ or /v1/triples/in/");
const valuesDirection = direction(
  "uri should be /v1/bulk/property/out/** or /v1/bulk/property/in/**",
);

/** The entity and the variable of a path. */
const entity = required(text("entity"), invalid("Missing required argument: entity"));
const variable = required(text("variable"), invalid("Missing required argument: variable"));

const notContained = invalid("linked_property can only be 'containedInPlace'");

/** The parts of a place, with the errors in the order of the real service (behaviour: v1 3.6). */
const linked = {
  linkedEntity: required(text("linked_entity"), missing("linked_entity")),
  linkedProperty: required(
    choice("linked_property", ["containedInPlace"], notContained),
    notContained,
  ),
  variables: filled(ids("variables"), missing("variables")),
  entityType: required(text("entity_type"), missing("entity_type")),
  allFacets: flag("all_facets"),
};

const series = {
  entities: ids("entities"),
  variables: ids("variables"),
  allFacets: flag("all_facets"),
};

export const v1Endpoints = {
  "v1.triples": endpoint<V1TriplesRequest, typeof v1Triples>({
    methods: ["GET"],
    path: "/v1/triples/{direction}/{node...}",
    about: "all arcs of a node, `in` or `out`; pages",
    type: "datacommons.v1.TriplesRequest",
    params: {
      direction: triplesDirection,
      node: required(dcid("node"), missing("node")),
      nextToken: pageToken("nextToken"),
    },
    example: { direction: "in", node: "geoId/06" },
    part: v1Part,
    handle: (world, params, governor) => v1Part.require().v1Triples(world, params, governor),
  }),
  "v1.bulkTriples": endpoint<V1BulkTriplesRequest, typeof v1BulkTriples>({
    path: "/v1/bulk/triples/{direction}",
    about: "all arcs of several nodes; pages",
    type: "datacommons.v1.BulkTriplesRequest",
    params: {
      direction: triplesDirection,
      nodes: required(dcids("nodes", "entities"), invalid("Missing required arguments: nodes")),
      nextToken: pageToken("nextToken"),
    },
    example: { direction: "out", nodes: ["geoId/06", "country/USA"] },
    part: v1Part,
    handle: (world, params, governor) => v1Part.require().v1BulkTriples(world, params, governor),
  }),
  "v1.bulkPropertyValues": endpoint<V1BulkPropertyValuesRequest, typeof v1BulkPropertyValues>({
    path: "/v1/bulk/property/values/{direction}",
    about: "values of one property; pages",
    type: "datacommons.v1.BulkPropertyValuesRequest",
    params: {
      property: required(text("property"), missing("property")),
      direction: valuesDirection,
      nodes: dcids("nodes"),
      limit: integer("limit"),
      nextToken: pageToken("nextToken"),
    },
    example: { direction: "out", nodes: ["geoId/06"], property: "name" },
    part: v1Part,
    handle: (world, params, governor) =>
      v1Part.require().v1BulkPropertyValues(world, params, governor),
  }),
  "v1.linkedPropertyValues": endpoint<V1LinkedPropertyValuesRequest, typeof v1LinkedPropertyValues>(
    {
      path: "/v1/bulk/property/values/in/linked",
      about: "places inside places",
      type: "datacommons.v1.BulkLinkedPropertyValuesRequest",
      params: {
        property: required(
          choice(
            "property",
            ["containedInPlace"],
            invalid("only support property containedInPlace"),
          ),
          missing("property"),
        ),
        nodes: dcids("nodes"),
        valueNodeType: required(text("value_node_type"), missing("value_node_type")),
      },
      example: { property: "containedInPlace", nodes: ["geoId/06"], valueNodeType: "City" },
      part: v1Part,
      handle: (world, params, governor) =>
        v1Part.require().v1LinkedPropertyValues(world, params, governor),
    },
  ),
  "v1.observationPoint": endpoint<V1ObservationPointRequest, typeof v1ObservationPoint>({
    methods: ["GET"],
    path: "/v1/observations/point/{entity...}/{variable}",
    about: "one observation",
    type: "datacommons.v1.ObservationsPointRequest",
    params: { entity, variable, date: date("date"), facet: text("facet") },
    example: { entity: "country/USA", variable: "Count_Person", date: "2020" },
    part: v1Part,
    handle: (world, params, governor) =>
      v1Part.require().v1ObservationPoint(world, params, governor),
  }),
  "v1.observationSeries": endpoint<V1ObservationSeriesRequest, typeof v1ObservationSeries>({
    methods: ["GET"],
    path: "/v1/observations/series/{entity...}/{variable}",
    about: "all dates of the best facet",
    type: "datacommons.v1.ObservationsSeriesRequest",
    params: { entity, variable },
    example: { entity: "country/USA", variable: "Count_Person" },
    part: v1Part,
    handle: (world, params, governor) =>
      v1Part.require().v1ObservationSeries(world, params, governor),
  }),
  "v1.bulkObservationPoint": endpoint<V1BulkPointRequest, typeof v1BulkPoint>({
    path: "/v1/bulk/observations/point",
    about: "one date of many variables and entities",
    type: "datacommons.v1.BulkObservationsPointRequest",
    params: { ...series, date: date("date") },
    example: { entities: ["country/USA"], variables: ["Count_Person"], date: "2020" },
    part: v1Part,
    handle: (world, params, governor) => v1Part.require().v1BulkPoint(world, params, governor),
  }),
  "v1.bulkObservationSeries": endpoint<V1BulkSeriesRequest, typeof v1BulkSeries>({
    path: "/v1/bulk/observations/series",
    about: "all dates of many variables and entities",
    type: "datacommons.v1.BulkObservationsSeriesRequest",
    params: series,
    example: { entities: ["country/USA"], variables: ["Count_Person"], allFacets: true },
    part: v1Part,
    handle: (world, params, governor) => v1Part.require().v1BulkSeries(world, params, governor),
  }),
  "v1.linkedObservationPoint": endpoint<V1LinkedPointRequest, typeof v1LinkedPoint>({
    path: "/v1/bulk/observations/point/linked",
    about: "one date of the places inside a place",
    type: "datacommons.v1.BulkObservationsPointLinkedRequest",
    params: { ...linked, date: date("date") },
    example: {
      linkedEntity: "country/USA",
      linkedProperty: "containedInPlace",
      entityType: "State",
      variables: ["Count_Person"],
    },
    part: v1Part,
    handle: (world, params, governor) => v1Part.require().v1LinkedPoint(world, params, governor),
  }),
  "v1.linkedObservationSeries": endpoint<V1LinkedSeriesRequest, typeof v1LinkedSeries>({
    path: "/v1/bulk/observations/series/linked",
    about: "all dates of the places inside a place",
    type: "datacommons.v1.BulkObservationsSeriesLinkedRequest",
    params: linked,
    example: {
      linkedEntity: "country/USA",
      linkedProperty: "containedInPlace",
      entityType: "State",
      variables: ["Count_Person"],
    },
    part: v1Part,
    handle: (world, params, governor) => v1Part.require().v1LinkedSeries(world, params, governor),
  }),
  "v1.query": queryEndpoint("/v1/query"),
} as const satisfies Readonly<Record<string, AnyEndpoint>>;
