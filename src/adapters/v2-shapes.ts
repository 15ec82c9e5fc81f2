/** Requests and responses of the v2 endpoints, with every documented spelling. */
import type { EntityExpression, RelationExpression } from "../expr-parser/parse-relation.ts";
import type { ArcEntry, Facet, PointStat } from "./shapes.ts";

/** Request of `/v2/node`. */
export interface V2NodeRequest {
  /** Dcids of the nodes to look at. */
  readonly nodes: readonly string[];
  /** `->name`, `<-*`, `<-containedInPlace+{typeOf:County}`, … */
  readonly property: RelationExpression;
  /** Continuation token of the previous page. Default: the first page. */
  readonly nextToken?: string | undefined;
  /** Accepted and ignored, as today's service does (behaviour: http 5.7). */
  readonly limit?: number | undefined;
}

/** Response of `/v2/node`. */
export interface V2NodeResponse {
  /** By queried dcid. A dcid may be any text, `__proto__` too. */
  data?: Record<string, V2NodeData>;
  /** Present when more data remains. */
  nextToken?: string;
}

/** What is known of one queried node; without members when nothing is. */
export interface V2NodeData {
  /** By property label, which ends in `+` for a chained expression. */
  arcs?: Record<string, V2NodeArc>;
  /** Labels only: the answer to `->` and `<-`. */
  properties?: string[];
}

/** The nodes at the other end of the arcs of one property. */
export interface V2NodeArc {
  nodes?: ArcEntry[];
}

/** Words of `select`. Observations need `date` and `value`; unknown words are ignored. */
export type V2Select = "date" | "value" | "facet" | "entity" | "variable";

/** Request of `/v2/observation`. */
export interface V2ObservationRequest {
  /** `LATEST`, or an ISO 8601 date exactly as loaded. Default: all dates. */
  readonly date?: string | undefined;
  /** Default: whichever variables have data for the entities. */
  readonly variable?:
    | {
        /** Statistical variables; where existence is asked, also groups and topics. */
        readonly dcids?: readonly string[] | undefined;
        /**
         * Instead of variables: what is calculated from them, `Count_Person_Female / Count_Person`
         * (behaviour: observation 11). It needs `entity.dcids`, and `date` and `value` in `select`.
         */
        readonly formula?: string | undefined;
      }
    | undefined;
  /** One of the two names the entities. */
  readonly entity?:
    | {
        readonly dcids?: readonly string[] | undefined;
        /** `country/USA<-containedInPlace+{typeOf:State}` */
        readonly expression?: EntityExpression | undefined;
      }
    | undefined;
  /** Default: report only which data exist. */
  readonly select?: readonly V2Select[] | undefined;
  readonly filter?: V2FacetFilter | undefined;
}

/**
 * Keeps facets that satisfy every given list. The documentation calls the domain list
 * `facet_domains`, its real name is `domains` (behaviour: http 5.3): all spellings mean the same.
 */
export interface V2FacetFilter {
  readonly facet_ids?: readonly string[] | undefined;
  readonly facetIds?: readonly string[] | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly facet_domains?: readonly string[] | undefined;
  readonly facetDomains?: readonly string[] | undefined;
}

/** Response of `/v2/observation`. */
export interface V2ObservationResponse {
  /** By variable dcid. A dcid may be any text, `__proto__` too. */
  byVariable?: Record<string, V2VariableObservations>;
  /** By facet id: exactly the facets that the answer mentions. */
  facets?: Record<string, Facet>;
}

/** What is observed for one variable, by entity. */
export interface V2VariableObservations {
  /** By entity dcid. */
  byEntity?: Record<string, V2EntityObservations>;
}

/** What is observed for one variable and one entity. */
export interface V2EntityObservations {
  /** Best facet first. */
  orderedFacets?: V2FacetObservations[];
}

/** The series of one facet (behaviour: observation 3.2). */
export interface V2FacetObservations {
  /** Not there in the answer to a formula, which has no facets. */
  facetId: string;
  /** Ascending by date; present when `select` holds `date` and `value`. */
  observations?: PointStat[];
  obsCount?: number;
  earliestDate?: string;
  latestDate?: string;
}

/** Request of `/v2/resolve`. */
export interface V2ResolveRequest {
  /**
   * What to resolve: names, identifiers, `<latitude>#<longitude>`, or questions about variables. At
   * most 5000 where texts are searched for (behaviour: resolve 4.1).
   */
  readonly nodes: readonly string[];
  /**
   * `<-identifier->dcid`, or `<-description{typeOf:City}->dcid` and `<-geoCoordinate->dcid`, whose
   * filter keeps nodes of a type. Default: `<-description->dcid`.
   */
  readonly property?: RelationExpression | undefined;
  /** `indicator` looks for statistical variables and topics, `topic` for topics alone. Default: `place`. */
  readonly resolver?: "indicator" | "place" | "topic" | undefined;
  /** Checked and without effect: there is one world to look in (behaviour: resolve 1.2). */
  readonly target?: "custom_only" | "base_only" | "base_and_custom" | undefined;
  /** Whether topics have what is in them. Not documented. Default: false. */
  readonly expand_topics?: boolean | undefined;
}

/** Response of `/v2/resolve`. */
export interface V2ResolveResponse {
  /**
   * In request order, one for each input; by identifier only inputs that matched, descending
   * (behaviour: resolve 2).
   */
  entities?: V2ResolvedEntity[];
}

/** What an input was resolved to. */
export interface V2ResolvedEntity {
  /** The input as it was sent. */
  node: string;
  /** Best first; absent when nothing matched. */
  candidates?: V2Candidate[];
}

/** A node that an input may mean (behaviour: resolve 3.3, resolve 5.2). */
export interface V2Candidate {
  /** The node, or the value of another property that the request names. */
  dcid: string;
  /** The dominant type of a place; only for coordinates. */
  dominantType?: string;
  /** Only for indicators. */
  metadata?: V2CandidateMetadata;
  /** `StatisticalVariable` or `Topic`; only for indicators. */
  typeOf?: string[];
  /** Of an indicator, where a service answers as today's does; of what is in a topic. */
  name?: string;
  /** The properties by which observations of a variable name entities; as `name`. */
  observationProperties?: string[];
  /** Variables and topics of a topic; only with `expand_topics`. */
  children?: V2Candidate[];
}

/** Why a candidate was found by its text; only the resolver `indicator` adds this. */
export interface V2CandidateMetadata {
  /** Similarity of input and sentence in (0, 1], with four decimals. */
  score: string;
  /** The text of the candidate that the input is similar to. */
  sentence: string;
}
