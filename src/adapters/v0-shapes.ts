/**
 * Requests and responses of the unversioned endpoints, in the manner of `v2-shapes.ts`. Responses are the
 * decoded ones: over HTTP most of them are a text inside of `{payload}`.
 */
import type { ArcEntry, Decoded } from "./shapes.ts";

/** Request of `/node/triples`. */
export interface V0TriplesRequest {
  readonly dcids: readonly string[];
  /** Most triples per direction, property and type of the other end, at most 500. Default: 500. */
  readonly limit?: number | undefined;
}

/** Response of `/node/triples`: every queried dcid, with the triples that it is an end of. */
export type V0TriplesResponse = Record<string, V0Triple[]>;

/** One triple; what is unknown is absent (behaviour: v0 2.2). */
export interface V0Triple {
  subjectId?: string;
  subjectName?: string;
  subjectTypes?: string[];
  predicate?: string;
  /** Dcid of an object that is a node; a literal is in `objectValue`. */
  objectId?: string;
  objectName?: string;
  objectValue?: string;
  objectTypes?: string[];
  provenanceId?: string;
}

/** Request of `/node/property-values`. */
export interface V0PropertyValuesRequest {
  readonly dcids: readonly string[];
  readonly property: string;
  /** Keeps values that are nodes of this type. Default: all values. */
  readonly valueType?: string | undefined;
  /** Default: both. */
  readonly direction?: "in" | "out" | undefined;
  /** Most values per node and direction, at most 500. Default: 500. */
  readonly limit?: number | undefined;
}

export interface V0PropertyValuesParams
  extends Decoded<Omit<V0PropertyValuesRequest, "direction">> {
  /** Empty: both. */
  readonly direction: "in" | "out" | "";
}

/** Response of `/node/property-values`, by queried dcid; a direction without values is absent. */
export type V0PropertyValuesResponse = Record<string, { in?: ArcEntry[]; out?: ArcEntry[] }>;

/** Request of `/node/property-labels` and `/place/stat-vars`. */
export interface V0DcidsRequest {
  readonly dcids: readonly string[];
}

/** Response of `/node/property-labels`, by queried dcid; labels ascend. */
export type V0PropertyLabelsResponse = Record<string, { inLabels: string[]; outLabels: string[] }>;

/** Request of `/node/places-in`. */
export interface V0PlacesInRequest {
  /** Parents. */
  readonly dcids: readonly string[];
  /** Type of the children. */
  readonly placeType: string;
}

/** Response of `/node/places-in`: parents in request order, the children of each ascending. */
export type V0PlacesInResponse = { dcid: string; place: string }[];

/** Response of `/place/stat-vars`. */
export interface V0StatVarsResponse {
  /** By queried dcid; `statVars` ascend; they are absent for a place without any. */
  places: Record<string, { statVars?: string[] }>;
}

/** Request of `/bulk/pop-obs`. */
export interface V0PopObsRequest {
  /** A place or another node. */
  readonly dcid: string;
}

/** Response of `/bulk/pop-obs`; without members when the node has neither. */
export interface V0PopObsResponse {
  /** Name of the node. */
  name?: string;
  /** By dcid of the population. */
  populations?: Record<string, V0Population>;
  /** Observations of the node itself. */
  observations?: V0Observation[];
}

/** A statistical population (behaviour: v0 10). */
export interface V0Population {
  popType?: string;
  /** Absent, as is `propertyValues`, where there is no constraint. */
  numConstraints?: number;
  propertyValues?: Record<string, string>;
  observations?: V0Observation[];
}

/** Value members of an observation, in the order of the wire. */
export type V0ValueField =
  | "minValue"
  | "maxValue"
  | "meanValue"
  | "medianValue"
  | "measuredValue"
  | "sampleSize"
  | "marginOfError"
  | "stdError"
  | "meanStdError"
  | "sumValue"
  | "percentile10"
  | "percentile25"
  | "percentile75"
  | "percentile90"
  | "growthRate"
  | "stdDeviationValue";

/** An observation of the older model: values are numbers, or texts when they are not numbers. */
export interface V0Observation extends Partial<Record<V0ValueField, number | string>> {
  measuredProp?: string;
  unit?: string;
  measurementMethod?: string;
  observationDate?: string;
  observationPeriod?: string;
  measurementResult?: string;
  measurementDenominator?: string;
  measurementQualifier?: string;
  scalingFactor?: string;
  /** Of observations of the queried node itself. */
  observedNode?: string;
}

/** Request of `/bulk/place-obs`. */
export interface V0PlaceObsRequest {
  readonly placeType: string;
  readonly populationType: string;
  /** ISO 8601, exactly as loaded. */
  readonly observationDate: string;
  /** All constraints of the population, in any order. Default: none. */
  readonly pvs?: readonly V0PropertyValue[] | undefined;
  /** Accepted and ignored: the documentation lists it among the members of the body. */
  readonly key?: string | undefined;
}

/** One constraint of a population: a property of it and the dcid that this property has. */
export interface V0PropertyValue {
  readonly property: string;
  readonly value: string;
}

/** Response of `/bulk/place-obs`; without members when nothing fits. */
export interface V0PlaceObsResponse {
  /** Ascending by dcid. */
  places?: V0PlaceObservations[];
}

/** The observations of one place, in the response of `/bulk/place-obs`. */
export interface V0PlaceObservations {
  name?: string;
  place: string;
  observations: V0Observation[];
}
