/** The statements of a world: triples by subject, observations by variable and entity. */

import type { Facet } from "../stats/facet-fields.ts";
import { namedProperties } from "../stats/read/entity-properties.ts";
import type { Graph } from "../store/graph/graph.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";

interface Triple {
  readonly subject: string;
  readonly predicate: string;
  /** A dcid or the text of a literal. */
  readonly object: string;
  readonly isNode: boolean;
  /** dcid of the provenance node; "" for none. */
  readonly provenance: string;
}

/** Rows of `graph.out` of a subject; the one with the name that answers show comes first. */
function rowsOfSubject(graph: Graph, subject: TermId): number[] {
  const { start, end } = graph.out.rows(subject);
  const rows: number[] = [];
  const first = firstNameRow(graph, subject);
  if (first >= 0) rows.push(first);
  for (let row = start; row < end; row++) if (row !== first) rows.push(row);
  return rows;
}

/**
 * The row of the name that was loaded first. -1 when it is the first in byte order as well, and for
 * a node without a name.
 */
export function firstNameRow(graph: Graph, subject: TermId): number {
  const name = graph.nameOf(subject);
  if (name === noTerm) return -1;
  const predicate = graph.predicateOf("name");
  if (predicate === undefined) return -1;
  const { start, end } = graph.out.rowsOf(subject, predicate);
  let literals = start;
  while (literals < end && graph.dictionary.isNode(graph.out.terms[literals]!)) literals++;
  if (graph.out.terms[literals] === name) return -1;
  for (let row = literals; row < end; row++) if (graph.out.terms[row] === name) return row;
  return -1;
}

/** Every triple, subjects ascending. */
export function* triplesOf({ graph }: World): Generator<Triple> {
  const { dictionary, out } = graph;
  const predicates = Array.from(graph.predicates, (node) => dictionary.textOf(node));
  const provenances = provenanceDcids(graph);
  for (let subject = 0; subject < dictionary.nodeCount; subject++) {
    if (out.offsets[subject] === out.offsets[subject + 1]) continue;
    const dcid = dictionary.textOf(subject);
    for (const row of rowsOfSubject(graph, subject)) {
      const object = out.terms[row]!;
      yield {
        subject: dcid,
        predicate: predicates[out.predicates[row]!]!,
        object: dictionary.textOf(object),
        isNode: dictionary.isNode(object),
        provenance: provenances[out.provenances[row]!]!,
      };
    }
  }
}

/** By provenance number; "" for none. */
export function provenanceDcids(graph: Graph): readonly string[] {
  return Array.from(graph.provenances, (_node, number) => graph.provenanceDcid(number) ?? "");
}

/** All observations of one variable, its entities and a facet. */
export interface Series {
  readonly variable: TermId;
  /** The first entity. */
  readonly entity: TermId;
  /** Entities by property, where it is not about one by `observationAbout`; else empty. */
  readonly about: ReadonlyMap<string, TermId>;
  readonly facet: Facet;
  /** Points [start, end) of the observation table. */
  readonly start: number;
  readonly end: number;
}

/** Every series, by variable, entity and rank. */
export function* seriesOf({ graph, observations }: World): Generator<Series> {
  for (const variable of observations.variables) {
    const named = namedProperties(graph, variable).map((node) => graph.dictionary.textOf(node));
    const { start: first, end: last } = observations.seriesOfVariable(variable);
    for (let series = first; series < last; series++) {
      const entities = named.length === 0 ? [] : observations.allEntitiesOf(series);
      yield {
        variable,
        entity: observations.entityOf(series),
        about: new Map(named.map((property, place) => [property, entities[place]!])),
        facet: observations.facetOf(series),
        ...observations.pointsOf(series),
      };
    }
  }
}

/** Properties by which series are about other entities than by `observationAbout` alone, ascending. */
export function namedInWorld({ graph, observations }: World): readonly string[] {
  const named = new Set<TermId>();
  for (const variable of observations.variables) {
    for (const property of namedProperties(graph, variable)) named.add(property);
  }
  return Array.from(
    [...named].sort((a, b) => a - b),
    (node) => graph.dictionary.textOf(node),
  );
}
