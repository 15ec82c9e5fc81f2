/** What an explanation says. */

import type { V2SparqlRequest } from "../adapters/shapes.ts";
import type {
  V2NodeRequest,
  V2ObservationRequest,
  V2ResolveRequest,
} from "../adapters/v2-shapes.ts";

/**
 * A request under the name of the method that takes it: `{ node: { nodes, property } }`. One
 * member.
 */
export type ExplainedRequest =
  | { readonly node: V2NodeRequest }
  | { readonly observation: V2ObservationRequest }
  | { readonly resolve: V2ResolveRequest }
  | { readonly sparql: V2SparqlRequest };

/** Why an answer is empty. */
export type EmptyKind =
  /** The request names nothing to look for. */
  | "nothingAsked"
  /** The world has no node of this dcid. */
  | "unknownDcid"
  /** No triple has this property. */
  | "unknownProperty"
  /** No node has this type. */
  | "unknownType"
  /** The world has no observations of this variable. */
  | "unknownVariable"
  /** No node has this name, or this identifier. */
  | "unknownText"
  /** The property exists; these nodes do not have it. */
  | "noSuchProperty"
  /** The variable has observations, about other entities. */
  | "noData"
  /** Values exist, and are no numbers: the service leaves them out. */
  | "noNumbers"
  /** A facet filter lets nothing pass. */
  | "filteredByFacet"
  /** Nothing was observed at this date. */
  | "otherDates"
  /** A filter lets nothing pass. */
  | "filteredOut"
  /** All names are known; no statement holds them together. */
  | "noMatch"
  /** `OFFSET` leaves out all rows. */
  | "offset";

/** What a suggestion names. */
export type SuggestionKind =
  | "dcid"
  | "property"
  | "type"
  | "variable"
  | "date"
  | "facet"
  | "domain"
  | "value";

/** Something that the world has, and that the request may mean instead. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  /** As a request names it: a dcid, a date, the id of a facet, the host of its URL, a text. */
  readonly value: string;
  /** The name of a node, the import of a facet. */
  readonly name?: string;
}

/** One step on the way to an answer. */
export interface ExplainedStep {
  /** What it looks for, such as `nodes that are known`. */
  readonly what: string;
  /** How many it found; where rows of a query are counted, 100 means 100 or more. */
  readonly left: number;
  /** Names in the request for which it found nothing: the first ten. */
  readonly lost: readonly string[];
}

/** How an answer comes about. Plain data. */
export interface Explanation {
  /** Whether the answer holds nothing. */
  readonly isEmpty: boolean;
  /** The steps, in their order. Of an empty answer the first with `left: 0` is the reason. */
  readonly steps: readonly ExplainedStep[];
  /** Of an empty answer. */
  readonly kind?: EmptyKind;
  /** Of an empty answer: why, in a sentence. */
  readonly reason?: string;
  /** At most 20. */
  readonly suggestions: readonly Suggestion[];
  /** All of this in lines for people. */
  readonly text: string;
}
