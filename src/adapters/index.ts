/** The door of the edge: the endpoint table and the ways to ask it. */
export type { AnyEndpoint, Endpoint, Method } from "./endpoint.ts";
export { endpoints } from "./endpoints.ts";
export { createFetch, type Fetch, type FetchSettings } from "./fetch.ts";
export { invoke } from "./invoke.ts";
export { type V0Methods, type V1Methods, v0Methods, v1Methods } from "./older-methods.ts";
export { type RpcDetail, RpcError } from "./rpc-error.ts";
export type { ArcEntry, Facet, PointStat } from "./wire/shared.ts";
export type { QueryRequest, V2SparqlRequest } from "./wire/sparql.ts";
export type {
  V0DcidsRequest,
  V0Observation,
  V0PlaceObservations,
  V0PlaceObsRequest,
  V0PlaceObsResponse,
  V0PlacesInRequest,
  V0PlacesInResponse,
  V0PopObsRequest,
  V0PopObsResponse,
  V0Population,
  V0PropertyLabelsResponse,
  V0PropertyValue,
  V0PropertyValuesRequest,
  V0PropertyValuesResponse,
  V0StatVarsResponse,
  V0Triple,
  V0TriplesRequest,
  V0TriplesResponse,
  V0ValueField,
} from "./wire/v0.ts";
export type {
  V1BulkPointRequest,
  V1BulkPointResponse,
  V1BulkPropertyValuesRequest,
  V1BulkPropertyValuesResponse,
  V1BulkSeriesRequest,
  V1BulkSeriesResponse,
  V1BulkTriplesRequest,
  V1BulkTriplesResponse,
  V1Direction,
  V1EntityPoints,
  V1EntitySeries,
  V1Facet,
  V1LinkedPointRequest,
  V1LinkedPropertyValuesRequest,
  V1LinkedPropertyValuesResponse,
  V1LinkedSeriesRequest,
  V1NodeTriples,
  V1NodeValues,
  V1ObservationPointRequest,
  V1ObservationPointResponse,
  V1ObservationSeriesRequest,
  V1ObservationSeriesResponse,
  V1Observations,
  V1Triples,
  V1TriplesRequest,
  V1TriplesResponse,
  V1VariableObservations,
} from "./wire/v1.ts";
export type {
  V2Candidate,
  V2CandidateMetadata,
  V2EntityObservations,
  V2FacetFilter,
  V2FacetObservations,
  V2NodeArc,
  V2NodeData,
  V2NodeRequest,
  V2NodeResponse,
  V2ObservationRequest,
  V2ObservationResponse,
  V2ResolvedEntity,
  V2ResolveRequest,
  V2ResolveResponse,
  V2Select,
  V2VariableObservations,
} from "./wire/v2.ts";
