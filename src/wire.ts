/** The wire: requests and responses of the endpoints, and what errors and explanations hold. Types alone. */

export type {
  EndpointMethods,
  EndpointName,
  V0Methods,
  V1Methods,
  V1Pages,
  V2Methods,
  V2Pages,
} from "./adapters/endpoint-methods.ts";
export type {
  ArcEntry,
  Facet,
  PointStat,
  QueryRequest,
  V2SparqlRequest,
} from "./adapters/shapes.ts";
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
} from "./adapters/v0-shapes.ts";
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
} from "./adapters/v1-shapes.ts";
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
} from "./adapters/v2-shapes.ts";
export type { RpcStatus } from "./errors/errors.ts";
export type { RpcErrorBody } from "./errors/rpc.ts";
export type {
  EmptyKind,
  ExplainedStep,
  Suggestion,
  SuggestionKind,
} from "./explain/explanation.ts";
export type { SdmxComponent, SdmxKind } from "./sdmx/components.ts";
export type { JsonStat, JsonStatDimension } from "./sdmx/json-stat.ts";
export type {
  SdmxAvailabilityRequest,
  SdmxFilter,
  SdmxFilters,
  SdmxPlaces,
  SdmxRequest,
} from "./sdmx/request.ts";
export type { SdmxData, SdmxPoint, SdmxSeries } from "./sdmx/series-form.ts";
export type { SparqlCell, SparqlResponse, SparqlRow } from "./sparql/run/evaluate.ts";
export type {
  AnswerRow,
  ConstraintValue,
  Corrections,
  IntentKind,
  Meant,
  Span,
  UnderstoodAnswer,
  UnderstoodDate,
  UnderstoodIntent,
  UnderstoodPlace,
  UnderstoodVariable,
} from "./understand/understanding.ts";
