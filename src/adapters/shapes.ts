/**
 * Shapes of requests and responses that several versions of the service share, worded as it
 * documents them. An unset field is absent, never null (behaviour: http 7.1).
 */

import type { Facet as FacetFields } from "../stats/facet-fields.ts";

/**
 * One value of an arc. A literal has `value`; a node reference has `dcid`, `types` and, when the
 * node has one, `name` (behaviour: node 2.2).
 */
export interface ArcEntry {
  name?: string;
  /** Dcids of all types of the referenced node, ascending. */
  types?: string[];
  dcid?: string;
  /** Dcid of the provenance node that supplied the value; absent in chained answers. */
  provenanceId?: string;
  value?: string;
}

/**
 * Who published a series and how it was measured (behaviour: observation 8). All metadata are texts
 * and `isDcAggregate` is printed only when true (behaviour: http 7.4).
 */
export type Facet = {
  -readonly [Field in keyof Omit<FacetFields, "provenanceId">]?: FacetFields[Field];
};

/** The value of a series on one date. */
export interface PointStat {
  /** ISO 8601 date as loaded: a year, a month or a day. */
  date: string;
  /** Observations whose values are no numbers are left out (behaviour: http 7.4). */
  value: number;
}

/** What a handler receives: every parameter is there. In a request, `undefined` is as good as none. */
export type Decoded<Request> = {
  readonly [Name in keyof Request]-?: Exclude<Request[Name], undefined>;
};

/** Request of `/v2/sparql`. */
export interface V2SparqlRequest {
  readonly query: string;
}

/** Request of `/v1/query` and `/query`. */
export interface QueryRequest {
  readonly sparql: string;
}
