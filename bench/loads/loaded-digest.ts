/** The digest of what was loaded, read back column by column. */

import type { Commons } from "../../src/index.ts";
import { StatementDigest } from "../answers/digest.ts";
import { sourceOf } from "../answers/lines.ts";

/** Passes every statement of a world to a digest; values are taken as they were written. */
export function loadedDigest(commons: Commons): StatementDigest {
  const digest = new StatementDigest();
  addTriples(commons, digest);
  addObservations(commons, digest);
  return digest;
}

function addTriples({ engine: { graph } }: Commons, digest: StatementDigest): void {
  const { dictionary, out } = graph;
  const predicates = Array.from(graph.predicates, (node) => dictionary.textOf(node));
  for (let node = 0; node < dictionary.nodeCount; node++) {
    const subject = dictionary.textOf(node);
    const { start, end } = out.rows(node);
    for (let row = start; row < end; row++) {
      const predicate = predicates[out.predicates[row]!]!;
      const term = out.terms[row]!;
      const provenance = graph.provenanceDcid(out.provenances[row]!) ?? "";
      if (dictionary.isNode(term)) {
        digest.link(subject, predicate, dictionary.textOf(term), provenance);
      } else {
        digest.attribute(subject, predicate, dictionary.textOf(term), provenance);
      }
    }
  }
}

function addObservations(
  { engine: { graph, observations } }: Commons,
  digest: StatementDigest,
): void {
  const { dictionary } = graph;
  for (let node = 0; node < dictionary.nodeCount; node++) {
    const range = observations.seriesOfVariable(node);
    for (let series = range.start; series < range.end; series++) {
      const variable = dictionary.textOf(node);
      const entity = dictionary.textOf(observations.entityOf(series));
      const source = sourceOf(observations.facetOf(series));
      const { start, end } = observations.pointsOf(series);
      for (let point = start; point < end; point++) {
        const date = observations.dateOf(point);
        digest.observation(variable, entity, source, date, observations.textOf(point));
      }
    }
  }
}
