/** The lines of a catalog: plain data. */

import { meaningRows } from "../options/request-rows.ts";
import type { OptionRows } from "../options/required-options.ts";
import type { Facet } from "../stats/facet-fields.ts";

interface Named {
  readonly dcid: string;
  /** Its first name; left out where it has none. */
  readonly name?: string;
}

/** How much was observed, and when. */
export interface Observed {
  readonly seriesCount: number;
  /** Observations, those whose value is no number among them. */
  readonly observationCount: number;
  /** As they were loaded. */
  readonly firstDate: string;
  readonly lastDate: string;
}

/** A variable with at least one observation. It may have no node of its own. */
export interface CatalogVariable extends Named, Observed {
  /** Entities with at least one observation of it. */
  readonly entityCount: number;
  /** Types of these entities, ascending. */
  readonly entityTypes: readonly string[];
  /** Units of its series, ascending; an empty text where a series has none. */
  readonly units: readonly string[];
  /** Ids of its facets, as answers name them. */
  readonly facetIds: readonly string[];
}

/** A node that has a type, or of which something was observed. */
export interface CatalogEntity extends Named {
  /** Ascending. */
  readonly types: readonly string[];
  /** Variables with at least one observation about it. */
  readonly variableCount: number;
}

/** A type that at least one node has. */
export interface CatalogType extends Named {
  readonly nodeCount: number;
  /** How many of the nodes have at least one observation. */
  readonly observedCount: number;
}

/** A property that at least one triple has. */
export interface CatalogProperty extends Named {
  readonly tripleCount: number;
}

/** A facet of at least one series. */
export interface CatalogFacet extends Facet, Observed {
  /** As answers name it. Facets that differ in provenance or URL alone share one. */
  readonly facetId: string;
  readonly variableCount: number;
}

/** How well a variable covers a type. */
export interface Coverage extends Observed {
  /** Nodes of the type with at least one observation of the variable. */
  readonly entityCount: number;
  /** All nodes of the type. */
  readonly nodeCount: number;
}

/** The lists of a catalog. */
export type CatalogList = "variables" | "entities" | "types" | "properties" | "facets";

/** Which lines are wanted. */
export interface CatalogSearch {
  /**
   * Words, in any order: a line is found when its dcid or its name holds each of them, whatever the
   * case. Default: every line is found.
   */
  readonly search?: string | undefined;
  /** Lines to leave out at the beginning. Default: 0. */
  readonly offset?: number | undefined;
  /** Lines at most. Default: all. */
  readonly limit?: number | undefined;
}

/** Which entities or variables are wanted. */
export interface TypedCatalogSearch extends CatalogSearch {
  /**
   * dcid of a type: entities that have it, variables with observations about such entities. None for a name that the
   * world lacks: `explain({ node: { nodes: [type], property: "<-typeOf" } })` says so, and what is nearest.
   */
  readonly type?: string | undefined;
}

/** Which variables are wanted. */
export interface VariableSearch extends TypedCatalogSearch {
  /**
   * Whether a search finds variables by what they mean, too, the best first. With false it finds those that have
   * all words, ascending by dcid. Default: true.
   */
  readonly meaning?: boolean | undefined;
}

export const searchRows = {
  search: { is: ["text"] },
  offset: { is: ["whole"] },
  limit: { is: ["whole"] },
} satisfies OptionRows<CatalogSearch>;

export const typedSearchRows = {
  ...searchRows,
  type: { is: ["text"] },
} satisfies OptionRows<TypedCatalogSearch>;

export const variableSearchRows = {
  ...typedSearchRows,
  ...meaningRows,
} satisfies OptionRows<VariableSearch>;
