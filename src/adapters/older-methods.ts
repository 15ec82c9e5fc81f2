/** The older endpoints as methods, under the names of their rows. */
import type { RequestLimits } from "../governor/governor.ts";
import type { SparqlResponse } from "../sparql/run/evaluate.ts";
import type { World } from "../world/world.ts";
import type { AnswerSettings, Endpoint } from "./edge/endpoint.ts";
import { invoke } from "./edge/invoke.ts";
import type { QueryRequest } from "./shapes.ts";
import { v0Endpoints } from "./v0/endpoints.ts";
import type * as v0 from "./v0-shapes.ts";
import { v1Endpoints } from "./v1/endpoints.ts";
import type * as v1 from "./v1-shapes.ts";

/** The v1 endpoints. Options override the options of `open`. */
export interface V1Methods {
  /** `/v1/triples/{direction}/{node}`: all arcs of one node in one direction. */
  triples(request: v1.V1TriplesRequest, options?: RequestLimits): v1.V1TriplesResponse;
  /** `/v1/bulk/triples/{direction}`: the same of several nodes. */
  bulkTriples(request: v1.V1BulkTriplesRequest, options?: RequestLimits): v1.V1BulkTriplesResponse;
  /** `/v1/bulk/property/values/{direction}`: values of one property. */
  bulkPropertyValues(
    request: v1.V1BulkPropertyValuesRequest,
    options?: RequestLimits,
  ): v1.V1BulkPropertyValuesResponse;
  /** `/v1/bulk/property/values/in/linked`: places of a type inside of places. */
  linkedPropertyValues(
    request: v1.V1LinkedPropertyValuesRequest,
    options?: RequestLimits,
  ): v1.V1LinkedPropertyValuesResponse;
  /** `/v1/observations/point/{entity}/{variable}`: one observation. */
  observationPoint(
    request: v1.V1ObservationPointRequest,
    options?: RequestLimits,
  ): v1.V1ObservationPointResponse;
  /** `/v1/observations/series/{entity}/{variable}`: all dates of the best facet. */
  observationSeries(
    request: v1.V1ObservationSeriesRequest,
    options?: RequestLimits,
  ): v1.V1ObservationSeriesResponse;
  /** `/v1/bulk/observations/point`: one observation per variable and entity. */
  bulkObservationPoint(
    request: v1.V1BulkPointRequest,
    options?: RequestLimits,
  ): v1.V1BulkPointResponse;
  /** `/v1/bulk/observations/series`: all dates per variable and entity. */
  bulkObservationSeries(
    request: v1.V1BulkSeriesRequest,
    options?: RequestLimits,
  ): v1.V1BulkSeriesResponse;
  /** `/v1/bulk/observations/point/linked`: the same for the parts of a place. */
  linkedObservationPoint(
    request: v1.V1LinkedPointRequest,
    options?: RequestLimits,
  ): v1.V1BulkPointResponse;
  /** `/v1/bulk/observations/series/linked`: the same for the parts of a place. */
  linkedObservationSeries(
    request: v1.V1LinkedSeriesRequest,
    options?: RequestLimits,
  ): v1.V1BulkSeriesResponse;
  /** `/v1/query`: a query in SPARQL. Options override the options of `open`. */
  query(request: QueryRequest, options?: AnswerSettings): SparqlResponse;
}

/** The unversioned endpoints. Where these answer `{payload}`, methods return what is in it. */
export interface V0Methods {
  /** `/node/triples`: all triples of nodes, in both directions. */
  triples(request: v0.V0TriplesRequest, options?: RequestLimits): v0.V0TriplesResponse;
  /** `/node/property-values`: values of one property. */
  propertyValues(
    request: v0.V0PropertyValuesRequest,
    options?: RequestLimits,
  ): v0.V0PropertyValuesResponse;
  /** `/node/property-labels`: which arcs nodes have. */
  propertyLabels(request: v0.V0DcidsRequest, options?: RequestLimits): v0.V0PropertyLabelsResponse;
  /** `/node/places-in`: places of a type inside of places. */
  placesIn(request: v0.V0PlacesInRequest, options?: RequestLimits): v0.V0PlacesInResponse;
  /** `/place/stat-vars`: variables that have data about places. */
  statVars(request: v0.V0DcidsRequest, options?: RequestLimits): v0.V0StatVarsResponse;
  /** `/bulk/pop-obs`: populations and observations of one node. */
  popObs(request: v0.V0PopObsRequest, options?: RequestLimits): v0.V0PopObsResponse;
  /** `/bulk/place-obs`: observations of one kind of population in all places of a type. */
  placeObs(request: v0.V0PlaceObsRequest, options?: RequestLimits): v0.V0PlaceObsResponse;
  /** `/query`: a query in SPARQL. Options override the options of `open`. */
  query(request: QueryRequest, options?: AnswerSettings): SparqlResponse;
}

export function v1Methods(world: World, settings: AnswerSettings = {}): V1Methods {
  const ask = asker(world, settings);
  return Object.freeze({
    triples: ask(v1Endpoints["v1.triples"]),
    bulkTriples: ask(v1Endpoints["v1.bulkTriples"]),
    bulkPropertyValues: ask(v1Endpoints["v1.bulkPropertyValues"]),
    linkedPropertyValues: ask(v1Endpoints["v1.linkedPropertyValues"]),
    observationPoint: ask(v1Endpoints["v1.observationPoint"]),
    observationSeries: ask(v1Endpoints["v1.observationSeries"]),
    bulkObservationPoint: ask(v1Endpoints["v1.bulkObservationPoint"]),
    bulkObservationSeries: ask(v1Endpoints["v1.bulkObservationSeries"]),
    linkedObservationPoint: ask(v1Endpoints["v1.linkedObservationPoint"]),
    linkedObservationSeries: ask(v1Endpoints["v1.linkedObservationSeries"]),
    query: ask(v1Endpoints["v1.query"]),
  });
}

export function v0Methods(world: World, settings: AnswerSettings = {}): V0Methods {
  const ask = asker(world, settings);
  return Object.freeze({
    triples: ask(v0Endpoints["v0.triples"]),
    propertyValues: ask(v0Endpoints["v0.propertyValues"]),
    propertyLabels: ask(v0Endpoints["v0.propertyLabels"]),
    placesIn: ask(v0Endpoints["v0.placesIn"]),
    statVars: ask(v0Endpoints["v0.statVars"]),
    popObs: ask(v0Endpoints["v0.popObs"]),
    placeObs: ask(v0Endpoints["v0.placeObs"]),
    query: ask(v0Endpoints["v0.query"]),
  });
}

function asker(world: World, settings: AnswerSettings) {
  return <Request, Params, Response>(row: Endpoint<Request, Params, Response>) =>
    (request: Request, options?: AnswerSettings): Response =>
      invoke(row, world, request, { ...settings, ...options });
}
