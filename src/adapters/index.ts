/** The door of the edge: the endpoint table and the ways to ask it. */
export type { AnyEndpoint, Endpoint, Method } from "./endpoint.ts";
export { endpoints } from "./endpoints.ts";
export { createFetch, type Fetch, type FetchSettings } from "./fetch.ts";
export { invoke } from "./invoke.ts";
export { type RpcDetail, RpcError } from "./rpc-error.ts";
export type { ArcEntry, Facet, PointStat } from "./wire/shared.ts";
export type {
  V2EntityObservations,
  V2FacetFilter,
  V2FacetObservations,
  V2NodeArc,
  V2NodeData,
  V2NodeRequest,
  V2NodeResponse,
  V2ObservationRequest,
  V2ObservationResponse,
  V2Select,
  V2VariableObservations,
} from "./wire/v2.ts";
