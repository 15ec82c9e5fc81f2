/** What is loaded, in numbers. */

import type { DiagnosticSummary } from "../load/index.ts";
import type { World } from "./world.ts";

/** What is loaded, in numbers. */
export interface CommonsInfo {
  /** Nodes that are the subject of at least one triple. */
  readonly nodes: number;
  /** Distinct rows of subject, predicate, object and provenance; `dcid` lines do not count. */
  readonly triples: number;
  readonly observations: number;
  /** Distinct combinations of variable, entity and facet. */
  readonly series: number;
  readonly facets: number;
  /** Variables, and entities, with at least one observation. */
  readonly variables: number;
  readonly entities: number;
  /** Provenance nodes of triples and observations. */
  readonly provenances: number;
  /** Bytes held by the world's columns and dictionary; of a snapshot, when all of it was read. */
  readonly bytes: number;
  /** What loading skipped or found odd. */
  readonly diagnostics: DiagnosticSummary;
}

/** Counted once, when a world was loaded: a snapshot keeps the numbers. */
export function infoOf(
  { graph, observations }: World,
  diagnostics: DiagnosticSummary,
): CommonsInfo {
  const provenances = new Set(observations.facets.map(({ provenanceId }) => provenanceId));
  for (let provenance = 0; provenance < graph.provenances.length; provenance++) {
    provenances.add(graph.provenanceDcid(provenance) ?? "");
  }
  provenances.delete("");
  return {
    nodes: graph.subjectCount,
    triples: graph.tripleCount,
    observations: observations.pointCount,
    series: observations.seriesCount,
    facets: observations.facets.length,
    variables: observations.variableCount,
    entities: observations.entityCount,
    provenances: provenances.size,
    bytes: graph.byteLength + observations.byteLength,
    diagnostics,
  };
}
