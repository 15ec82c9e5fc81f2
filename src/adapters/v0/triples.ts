/** `/node/triples`: all triples of nodes, in both directions (behaviour: v0 2). */

import type { Governor } from "../../governor/index.ts";
import { compareUtf8, type Direction, type Graph, noTerm, type TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { type ArcRun, Describer, newRecord, setMember } from "../graph/index.ts";
import { arcRun, visibleLabels } from "../node/index.ts";
import type { ArcEntry, V0Triple, V0TriplesParams, V0TriplesResponse } from "../wire/index.ts";
import { capped } from "./limit.ts";

/** Finding a node or its arcs. */
const stepsPerNode = 4;
/** Bytes of a queried node in an answer, about. */
const bytesPerNode = 96;

/**
 * Triples that leave a node come first, by predicate and object; then those that lead to it, by
 * subject and predicate.
 *
 * @throws LimitError for an answer that takes too much
 */
export function v0Triples(
  { graph }: World,
  { dcids, limit }: V0TriplesParams,
  governor: Governor,
): V0TriplesResponse {
  const response: V0TriplesResponse = newRecord();
  for (const dcid of [...new Set(dcids)].sort(compareUtf8)) {
    governor.work(stepsPerNode);
    governor.bytes(bytesPerNode + dcid.length);
    const node = graph.dictionary.nodeOf(dcid);
    const triples = node === undefined ? [] : triplesOf(graph, node, capped(limit), governor);
    setMember(response, dcid, triples);
  }
  return response;
}

function triplesOf(graph: Graph, node: TermId, limit: number, governor: Governor): V0Triple[] {
  const describer = new Describer(graph, governor);
  const self = describer.entry(node, true);
  const out = keptArcs(graph, node, "out", limit, governor).map(({ label, term, provenance }) =>
    triple(self, label, describer.entry(term, true, provenance)),
  );
  const incoming = keptArcs(graph, node, "in", limit, governor).sort((a, b) => a.term - b.term);
  const into = incoming.map(({ label, term, provenance }) => {
    const { provenanceId, ...subject } = describer.entry(term, true, provenance);
    return triple(subject, label, provenanceId === undefined ? self : { ...self, provenanceId });
  });
  return out.concat(into);
}

/** A row of the answer; the provenance is the object's. */
function triple(subject: ArcEntry, predicate: string, object: ArcEntry): V0Triple {
  const { dcid, name, types, value, provenanceId } = object;
  return {
    ...(subject.dcid !== undefined && { subjectId: subject.dcid }),
    ...(subject.name !== undefined && { subjectName: subject.name }),
    ...(subject.types !== undefined && { subjectTypes: subject.types }),
    predicate,
    ...(dcid !== undefined && { objectId: dcid }),
    ...(name !== undefined && { objectName: name }),
    ...(value !== undefined && { objectValue: value }),
    ...(types !== undefined && { objectTypes: types }),
    ...(provenanceId !== undefined && { provenanceId }),
  };
}

interface KeptArc {
  readonly label: string;
  readonly term: TermId;
  readonly provenance: number | undefined;
}

/**
 * Arcs in ascending order of labels, as many of each label and type of the other end as allowed.
 */
function keptArcs(
  graph: Graph,
  node: TermId,
  direction: Direction,
  limit: number,
  governor: Governor,
): KeptArc[] {
  const kept: KeptArc[] = [];
  for (const label of visibleLabels(graph, node, direction)) {
    const run = arcRun(graph, node, direction, label);
    governor.work(stepsPerNode + run.length);
    for (const row of keptRows(graph, run, limit)) {
      const term = run.terms[row] as TermId;
      kept.push({ label: label.label, term, provenance: run.provenances?.[row] });
    }
  }
  return kept;
}

function keptRows(graph: Graph, run: ArcRun, limit: number): number[] {
  const counts = new Map<TermId, number>();
  const kept: number[] = [];
  for (let position = 0; position < run.length; position++) {
    const row = run.rowAt(position);
    const type = firstTypeOf(graph, run.terms[row] as TermId);
    const count = counts.get(type) ?? 0;
    if (count === limit) continue;
    counts.set(type, count + 1);
    kept.push(row);
  }
  return kept;
}

/** What a limit counts by: literals are a group of their own, and so are nodes without a type. */
function firstTypeOf(graph: Graph, term: TermId): TermId {
  if (!graph.dictionary.isNode(term)) return -1;
  return graph.typesOfSet(graph.typeSetOf(term))[0] ?? noTerm;
}
