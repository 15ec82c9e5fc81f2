/** Requests and responses of the v1 endpoints, in the manner of `v2-shapes.ts`. */
import type { ArcEntry, Facet, PointStat } from "./shapes.ts";

/** `out`: arcs that leave the node. `in`: arcs that lead to it. */
export type V1Direction = "in" | "out";

/** Triples by property. */
export type V1Triples = Record<string, { nodes: ArcEntry[] }>;

/** Request of `/v1/triples/{direction}/{node}`. */
export interface V1TriplesRequest {
  readonly direction: V1Direction;
  readonly node: string;
  /** Continuation token of the previous page. Default: the first page. */
  readonly nextToken?: string | undefined;
}

/** Response of `/v1/triples/{direction}/{node}`; without members when nothing is known. */
export interface V1TriplesResponse {
  triples?: V1Triples;
  /** Present when more data remains. */
  nextToken?: string;
}

/** Request of `/v1/bulk/triples/{direction}`. */
export interface V1BulkTriplesRequest {
  readonly direction: V1Direction;
  readonly nodes?: readonly string[] | undefined;
  /** Another documented name of `nodes`; both together are one list. */
  readonly entities?: readonly string[] | undefined;
  readonly nextToken?: string | undefined;
}

/** Response of `/v1/bulk/triples/{direction}`. */
export interface V1BulkTriplesResponse {
  /** In request order; absent when the request has no node. */
  data?: V1NodeTriples[];
  nextToken?: string;
}

/** The triples of one node, in the response of `/v1/bulk/triples/{direction}`. */
export interface V1NodeTriples {
  node: string;
  triples?: V1Triples;
}

/** Request of `/v1/bulk/property/values/{direction}`. */
export interface V1BulkPropertyValuesRequest {
  readonly direction: V1Direction;
  readonly nodes: readonly string[];
  readonly property: string;
  /** Values on a page, over all nodes; at most 500. Default: 500. */
  readonly limit?: number | undefined;
  readonly nextToken?: string | undefined;
}

/** Response of `/v1/bulk/property/values/{direction}`. */
export interface V1BulkPropertyValuesResponse {
  /** In request order; absent when the request has no node. */
  data?: V1NodeValues[];
  nextToken?: string;
}

/** The values of one node, in the response of `/v1/bulk/property/values/{direction}`. */
export interface V1NodeValues {
  node: string;
  values?: ArcEntry[];
}

/** Request of `/v1/bulk/property/values/in/linked`. */
export interface V1LinkedPropertyValuesRequest {
  readonly property: "containedInPlace";
  readonly nodes: readonly string[];
  /** Type of the places contained, at any depth. */
  readonly valueNodeType: string;
}

/** Response of `/v1/bulk/property/values/in/linked`, in one page. */
export interface V1LinkedPropertyValuesResponse {
  data?: V1NodeValues[];
}

/** The metadata of a facet in v1. */
export interface V1Facet extends Facet {
  /** Dcid of the provenance node. */
  provenanceId?: string;
}

/** Request of `/v1/observations/point/{entity}/{variable}`. */
export interface V1ObservationPointRequest {
  readonly entity: string;
  readonly variable: string;
  /** ISO 8601, exactly as loaded. Default: the latest. */
  readonly date?: string | undefined;
  /** Id of the facet to read. Default: the best that has the date. */
  readonly facet?: string | undefined;
}

/** Response of `/v1/observations/point/{entity}/{variable}`; without members when nothing is known. */
export interface V1ObservationPointResponse extends Partial<PointStat> {
  metadata?: V1Facet;
  /** The same as `metadata`, under the name that the v1 documentation gives it. */
  facet?: V1Facet;
}

/** Request of `/v1/observations/series/{entity}/{variable}`. */
export interface V1ObservationSeriesRequest {
  readonly entity: string;
  readonly variable: string;
}

/** Response of `/v1/observations/series/{entity}/{variable}`: the best facet's series. */
export interface V1ObservationSeriesResponse {
  /** Ascending by date. */
  observations?: PointStat[];
  facet?: V1Facet;
}

/** Request of `/v1/bulk/observations/series`. */
export interface V1BulkSeriesRequest {
  readonly entities?: readonly string[] | undefined;
  readonly variables?: readonly string[] | undefined;
  /** All facets instead of the best. Default: false. */
  readonly allFacets?: boolean | undefined;
}

/** Request of `/v1/bulk/observations/point`. */
export interface V1BulkPointRequest extends V1BulkSeriesRequest {
  /** ISO 8601, exactly as loaded. Default: the latest of each. */
  readonly date?: string | undefined;
}

/** Request of `/v1/bulk/observations/series/linked`. */
export interface V1LinkedSeriesRequest {
  /** The place whose parts are meant. */
  readonly linkedEntity: string;
  readonly linkedProperty: "containedInPlace";
  /** Type of the parts, at any depth. */
  readonly entityType: string;
  readonly variables: readonly string[];
  readonly allFacets?: boolean | undefined;
}

/** Request of `/v1/bulk/observations/point/linked`. */
export interface V1LinkedPointRequest extends V1LinkedSeriesRequest {
  readonly date?: string | undefined;
}

/** Observations by variable and entity; empty parts are absent. */
export interface V1Observations<EntityObservations> {
  /** In request order. */
  observationsByVariable?: V1VariableObservations<EntityObservations>[];
  /** By facet id. */
  facets?: Record<string, V1Facet>;
}

/** What is observed for one variable: points or series, by entity. */
export interface V1VariableObservations<EntityObservations> {
  variable: string;
  /** In request order; parts of a linked entity ascend. */
  observationsByEntity?: EntityObservations[];
}

/** Response of `/v1/bulk/observations/point` and `…/point/linked`. */
export type V1BulkPointResponse = V1Observations<V1EntityPoints>;

/** The points of one entity: one per facet. */
export interface V1EntityPoints {
  entity: string;
  /** Best facet first. */
  pointsByFacet?: (PointStat & { facet: string })[];
}

/** Response of `/v1/bulk/observations/series` and `…/series/linked`. */
export type V1BulkSeriesResponse = V1Observations<V1EntitySeries>;

/** The series of one entity: one per facet. */
export interface V1EntitySeries {
  entity: string;
  /** Best facet first, each ascending by date. */
  seriesByFacet?: { series: PointStat[]; facet: string }[];
}
