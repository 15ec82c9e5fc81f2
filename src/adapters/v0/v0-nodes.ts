/**
 * The endpoints about nodes without a version: triples, values of a property, labels, places inside
 * of places, variables of places (behaviour: v0 2, v0 3, v0 4, v0 5, v0 6).
 */

import type { Governor } from "../../options/governor.ts";
import type { Direction, Graph } from "../../store/graph/graph.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { World } from "../../world/world.ts";
import { placesIn } from "../reads/contained-places.ts";
import { type ArcRun, arcRun, labelsOf, visibleLabels } from "../reads/lowered-arc.ts";
import { Describer, newRecord, setMember, typeTest } from "../reads/node-page.ts";
import { numericPoints } from "../reads/numeric-points.ts";
import type { ArcEntry, Decoded } from "../shapes.ts";
import type {
  V0DcidsRequest,
  V0PlacesInRequest,
  V0PlacesInResponse,
  V0PropertyLabelsResponse,
  V0PropertyValuesParams,
  V0PropertyValuesResponse,
  V0StatVarsResponse,
  V0Triple,
  V0TriplesRequest,
  V0TriplesResponse,
} from "../v0-shapes.ts";

/** Finding a node or its arcs. */
const stepsPerNode = 4;
/** Bytes of a queried node in an answer, about. */
const bytesPerNode = 96;

/**
 * All triples of nodes. Triples out of a node come first, by predicate and object; then those that
 * lead to it, by subject and predicate.
 *
 * @throws LimitError for an answer that takes too much
 */
export function v0Triples(
  { graph }: World,
  { dcids, limit }: Decoded<V0TriplesRequest>,
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

/**
 * The values of one property.
 *
 * @throws LimitError for an answer that takes too much
 */
export function v0PropertyValues(
  { graph }: World,
  params: V0PropertyValuesParams,
  governor: Governor,
): V0PropertyValuesResponse {
  const directions = params.direction === "" ? (["in", "out"] as const) : [params.direction];
  const response: V0PropertyValuesResponse = newRecord();
  for (const dcid of [...new Set(params.dcids)].sort(compareUtf8)) {
    governor.work(stepsPerNode);
    governor.bytes(bytesPerNode + dcid.length);
    const node = graph.dictionary.nodeOf(dcid);
    const answer: V0PropertyValuesResponse[string] = {};
    setMember(response, dcid, answer);
    if (node === undefined) continue;
    for (const direction of directions) {
      const values = valuesOf(graph, node, direction, params, governor);
      if (values.length > 0) answer[direction] = values;
    }
  }
  return response;
}

/** First the type, then the limit. */
function valuesOf(
  graph: Graph,
  node: TermId,
  direction: Direction,
  { property, valueType, limit }: V0PropertyValuesParams,
  governor: Governor,
): ArcEntry[] {
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return [];
  const run = arcRun(graph, node, direction, { predicate });
  governor.work(stepsPerNode + (valueType === "" ? 0 : run.length));
  const isWanted = valueType === "" ? () => true : typeTest(graph, valueType);
  const most = capped(limit);
  const rows: number[] = [];
  for (let at = 0; at < run.length && rows.length < most; at++) {
    const row = run.rowAt(at);
    if (isWanted(run.terms[row] as TermId)) rows.push(row);
  }
  return new Describer(graph, governor).entries({ run, rows, hasTypes: true });
}

/** Bytes of a queried node and of a label in an answer, about. */
const bytesPerLabelledNode = 160;
const bytesPerLabel = 16;

/** Which arcs nodes have. Clients rely on both lists, for unknown nodes as well. */
export function v0PropertyLabels(
  { graph }: World,
  { dcids }: V0DcidsRequest,
  governor: Governor,
): V0PropertyLabelsResponse {
  const response: V0PropertyLabelsResponse = newRecord();
  for (const dcid of [...new Set(dcids)].sort(compareUtf8)) {
    governor.rows(1);
    governor.bytes(bytesPerLabelledNode + dcid.length);
    const node = graph.dictionary.nodeOf(dcid);
    const labels = (direction: Direction): string[] => {
      const found = node === undefined ? [] : labelsOf(graph, node, direction);
      governor.rows(found.length);
      governor.bytes(found.length * bytesPerLabel);
      return found;
    };
    setMember(response, dcid, { inLabels: labels("in"), outLabels: labels("out") });
  }
  return response;
}

/** Bytes of a place and of a variable in an answer, about. */
const bytesPerPlace = 96;
const bytesPerVariable = 64;

/**
 * Containment at any depth; a place counts under each of its own types.
 *
 * @throws LimitError for an answer that takes too much
 */
export function v0PlacesIn(
  { graph }: World,
  params: V0PlacesInRequest,
  governor: Governor,
): V0PlacesInResponse {
  return [...new Set(params.dcids)].flatMap((dcid) => {
    const places = placesIn(graph, dcid, params.placeType, governor);
    governor.rows(places.length);
    governor.bytes(places.length * bytesPerPlace);
    return Array.from(places, (place) => ({ dcid, place: graph.dictionary.textOf(place) }));
  });
}

/** Variables with at least one observation about a place. */
export function v0StatVars(
  { graph, observations }: World,
  { dcids }: V0DcidsRequest,
  governor: Governor,
): V0StatVarsResponse {
  const { dictionary } = graph;
  const numbers = numericPoints(observations);
  const places: V0StatVarsResponse["places"] = newRecord();
  for (const dcid of new Set(dcids)) {
    governor.bytes(bytesPerPlace + dcid.length);
    const node = dictionary.nodeOf(dcid);
    const variables =
      node === undefined
        ? []
        : observations.variablesOf(node).filter((one) => numbers.areOf(one, node));
    governor.rows(1 + variables.length);
    governor.bytes(variables.length * bytesPerVariable);
    const statVars = variables.map((variable) => dictionary.textOf(variable));
    setMember(places, dcid, statVars.length === 0 ? {} : { statVars });
  }
  return { places };
}

/** The largest `limit` of the `/node` endpoints (behaviour: v0 2.3, v0 3.2). */
const limitMax = 500;

/**
 * The limit in force. Larger ones are cut without an error; 0 and less mean the most (behaviour: v0
 * 2.3).
 */
function capped(limit: number): number {
  return limit > 0 ? Math.min(limit, limitMax) : limitMax;
}
