/** Reads of arcs that several endpoints share: which labels a node has, and pages of values. */

import { type Direction, type Graph, lowerBound, type TermId } from "../store/index.ts";
import { ArcRun } from "./arc-run.ts";
import { describeTerm, type EntryParts, emptyRecord } from "./describe.ts";
import { type LoweredArc, type LoweredLabel, reach } from "./lower.ts";
import type { NodePage } from "./node-page.ts";
import type { ArcEntry } from "./wire/shared.ts";

/** Closure edges of the real service: asked for by name they answer, listed they never are. */
const internalLabels = new Set(["linkedContainedInPlace", "linkedMember", "linkedMemberOf"]);

export type NamedLabel = Pick<LoweredLabel, "label" | "predicate">;

/** Labels of a node's arcs, ascending, without the internal ones. */
export function visibleLabels(graph: Graph, node: TermId, direction: Direction): NamedLabel[] {
  const { predicates } = graph.arcs(direction);
  const { start, end } = graph.arcs(direction).rows(node);
  const labels: NamedLabel[] = [];
  let row = start;
  while (row < end) {
    const predicate = predicates[row] as number;
    const label = graph.dictionary.textOf(graph.predicates[predicate] as TermId);
    if (!internalLabels.has(label)) labels.push({ label, predicate });
    row = lowerBound(predicates, predicate + 1, row, end);
  }
  return labels;
}

/** The values of one label of a node, in answer order. */
export function arcRun(
  graph: Graph,
  node: TermId,
  direction: Direction,
  { predicate }: Pick<LoweredLabel, "predicate">,
): ArcRun {
  const { terms, provenances } = graph.arcs(direction);
  return new ArcRun(graph, graph.arcs(direction).rowsOf(node, predicate), terms, provenances);
}

/** By label; a label without values is absent. */
export type ArcRecord = Record<string, { nodes: ArcEntry[] }>;

export interface ArcPage {
  /** By queried node; a node without values on this page is absent. */
  readonly arcs: ReadonlyMap<string, ArcRecord>;
  /** Empty on the last page. */
  readonly nextToken: string;
}

/** One page of the values that an arc leads to. */
export function readArcPage(graph: Graph, arc: LoweredArc, page: NodePage): ArcPage {
  const arcs = new Map<string, ArcRecord>();
  for (const dcid of page.nodes) {
    const node = graph.dictionary.nodeOf(dcid);
    if (node === undefined) continue;
    const record = emptyRecord<{ nodes: ArcEntry[] }>();
    const more = addValues(graph, arc, dcid, node, page, record);
    if (Object.keys(record).length > 0) arcs.set(dcid, record);
    if (!more) return { arcs, nextToken: page.nextToken() };
  }
  return { arcs, nextToken: "" };
}

/** Adds what the page has room for; false when a value was left over. */
function addValues(
  graph: Graph,
  arc: LoweredArc,
  dcid: string,
  node: TermId,
  page: NodePage,
  record: ArcRecord,
): boolean {
  const labels =
    arc.labels ??
    visibleLabels(graph, node, arc.direction).map((label) => ({ ...label, filter: arc.filter }));
  for (const label of labels) {
    const parts = partsOf(arc, label);
    const nodes: ArcEntry[] = [];
    const more = page.addRun(dcid, label, runOf(graph, node, arc, label), (term, provenance) => {
      nodes.push(describeTerm(graph, term, parts, provenance));
    });
    if (nodes.length > 0) record[label.label] = { nodes };
    if (!more) return false;
  }
  return true;
}

function runOf(graph: Graph, node: TermId, arc: LoweredArc, label: LoweredLabel): ArcRun {
  if (!arc.transitive) return arcRun(graph, node, arc.direction, label);
  const terms = reach(graph, node, arc, label);
  return new ArcRun(graph, { start: 0, end: terms.length }, terms, undefined);
}

/** Places reached over several hops come without types (facts V2 §2.4). */
function partsOf({ transitive }: LoweredArc, { label }: LoweredLabel): EntryParts {
  return { types: !(transitive && label === "containedInPlace+") };
}
