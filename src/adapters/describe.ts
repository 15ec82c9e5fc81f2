/** Ids into the entries and facets of answers. Field order is the real service's (V2 §0.3.3). */

import type { FacetEntry } from "../stats/index.ts";
import { type Graph, noTerm, type TermId } from "../store/index.ts";
import type { ArcEntry, Facet } from "./wire/shared.ts";

/** Optional members of a node entry. */
export interface EntryParts {
  readonly types: boolean;
}

/** One value of an arc: a literal or a node reference. `provenance` is a number of the graph's. */
export function describeTerm(
  graph: Graph,
  term: TermId,
  parts: EntryParts,
  provenance?: number,
): ArcEntry {
  const { dictionary } = graph;
  const isNode = dictionary.isNode(term);
  const entry: ArcEntry = {};
  if (isNode) {
    const name = graph.nameOf(term);
    if (name !== noTerm) entry.name = dictionary.textOf(name);
    const types = parts.types ? typesOf(graph, term) : [];
    if (types.length > 0) entry.types = types;
    entry.dcid = dictionary.textOf(term);
  }
  const provenanceId = provenance === undefined ? undefined : graph.provenanceDcid(provenance);
  if (provenanceId !== undefined) entry.provenanceId = provenanceId;
  if (!isNode) entry.value = dictionary.textOf(term);
  return entry;
}

/**
 * Dcids of a node's types, ascending. A node that is only ever referred to, and defined nowhere, is
 * a `Thing` (facts V2 §2.2.4).
 */
export function typesOf(graph: Graph, node: TermId): string[] {
  const { terms } = graph.out;
  const { start, end } = graph.typeRows(node);
  const types: string[] = [];
  for (let row = start; row < end; row++) {
    const type = terms[row] as TermId;
    const isRepeated = row > start && type === terms[row - 1];
    if (!isRepeated && graph.dictionary.isNode(type)) types.push(graph.dictionary.textOf(type));
  }
  if (types.length > 0) return types;
  const defined = graph.out.rows(node);
  return defined.start === defined.end ? ["Thing"] : [];
}

/** The metadata of a facet; unset members are left out. */
export function describeFacet(facet: FacetEntry): Facet {
  const described: Facet = {};
  if (facet.importName !== "") described.importName = facet.importName;
  if (facet.provenanceUrl !== "") described.provenanceUrl = facet.provenanceUrl;
  if (facet.measurementMethod !== "") described.measurementMethod = facet.measurementMethod;
  if (facet.observationPeriod !== "") described.observationPeriod = facet.observationPeriod;
  if (facet.scalingFactor !== "") described.scalingFactor = facet.scalingFactor;
  if (facet.unit !== "") described.unit = facet.unit;
  if (facet.isDcAggregate) described.isDcAggregate = true;
  return described;
}

/** An object for keys that come from data: `__proto__` is a key like any other. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
