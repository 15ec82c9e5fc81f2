/**
 * Reads of arcs that several endpoints share: which labels a node has, and pages of values. A page
 * is first found in ids and rows, and what is on it is described afterwards.
 */

import type { Governor } from "../../governor/index.ts";
import {
  type Direction,
  derived,
  type Graph,
  type PredicateId,
  type TermId,
} from "../../store/index.ts";
import {
  ArcRun,
  type Describer,
  type LoweredArc,
  type LoweredLabel,
  reach,
  setMember,
} from "../graph/index.ts";
import type { ArcEntry } from "../wire/index.ts";
import type { NodePage } from "./node-page.ts";

/** Closure edges of the real service: asked for by name they answer, listed they never are. */
const internalLabels = ["linkedContainedInPlace", "linkedMember", "linkedMemberOf"];
const internalPredicates = derived(
  (graph: Graph) => new Set(internalLabels.map((label) => graph.predicateOf(label))),
);

/** Predicates of a node's arcs in the order of their labels, without the internal ones. */
export function visiblePredicates(graph: Graph, node: TermId, direction: Direction): PredicateId[] {
  const internal = internalPredicates(graph);
  return graph.predicatesOf(node, direction).filter((predicate) => !internal.has(predicate));
}

/** Their labels. */
export function labelsOf(graph: Graph, node: TermId, direction: Direction): string[] {
  return visiblePredicates(graph, node, direction).map((one) => graph.predicateDcid(one));
}

/** Labels of a node's arcs, ascending, without the internal ones. */
export function visibleLabels(graph: Graph, node: TermId, direction: Direction): LoweredLabel[] {
  return visiblePredicates(graph, node, direction).map((predicate) => ({
    label: graph.predicateDcid(predicate),
    predicate,
  }));
}

/** Far away, a longer run is read as far as it is shown. */
const runRowsMax = 4096;

/** The values of one label of a node, in answer order. */
export function arcRun(
  graph: Graph,
  node: TermId,
  direction: Direction,
  { predicate }: Pick<LoweredLabel, "predicate">,
): ArcRun {
  const arcs = graph.arcs(direction);
  arcs.wishProvenances(node);
  const range = arcs.rowsOf(node, predicate);
  if (!arcs.isFar || range.end - range.start <= runRowsMax) {
    return new ArcRun(graph, range, arcs.termsIn(range), arcs.provenancesIn(range));
  }
  const none = { start: range.start, end: range.start };
  const need = (start: number, end: number) => {
    arcs.termsIn({ start, end });
    arcs.provenancesIn({ start, end });
  };
  return new ArcRun(graph, range, arcs.termsIn(none), arcs.provenancesIn(none), {
    need,
    areNodes: direction === "in",
  });
}

/** Values of one label of one node that are on a page. */
export interface FoundArc {
  readonly label: string;
  readonly run: ArcRun;
  /** Rows of the run, in answer order; never empty. */
  readonly rows: readonly number[];
  readonly hasTypes: boolean;
}

export interface FoundPage {
  /** By queried node; a node without values on this page is absent. */
  readonly arcs: ReadonlyMap<string, readonly FoundArc[]>;
  /** Empty on the last page. */
  readonly nextToken: string;
}

/** Finding a node, or the arcs of one label. */
const stepsPerNode = 4;

/** One page of the values that an arc leads to. */
export function findArcPage(
  graph: Graph,
  arc: LoweredArc,
  page: NodePage,
  governor: Governor,
): FoundPage {
  const arcs = new Map<string, readonly FoundArc[]>();
  for (const dcid of page.nodes) {
    governor.work(stepsPerNode);
    const node = graph.dictionary.nodeOf(dcid);
    if (node === undefined) continue;
    const found = arcsOnPage(graph, arc, dcid, node, page, governor);
    if (found.length > 0) arcs.set(dcid, found);
    if (page.isOver) break;
  }
  return { arcs, nextToken: page.nextToken() };
}

function arcsOnPage(
  graph: Graph,
  arc: LoweredArc,
  dcid: string,
  node: TermId,
  page: NodePage,
  governor: Governor,
): FoundArc[] {
  const found: FoundArc[] = [];
  for (const item of arc.labels ?? visibleLabels(graph, node, arc.direction)) {
    const { label } = item;
    if (page.isPast(dcid, label)) continue;
    const { fits } = item.filter ?? arc.filter;
    const run = arc.transitive
      ? closureRun(graph, node, arc, item, governor)
      : arcRun(graph, node, arc.direction, item);
    governor.work(run.length * (fits === undefined ? 0 : 1) + stepsPerNode);
    const rows = page.take(dcid, label, run, arc.transitive ? undefined : fits);
    if (rows.length > 0) found.push({ label, run, rows, hasTypes: hasTypes(arc, label) });
    if (page.isOver) break;
  }
  return found;
}

function closureRun(
  graph: Graph,
  node: TermId,
  arc: LoweredArc,
  label: LoweredLabel,
  governor: Governor,
): ArcRun {
  // A walk may take long: there must be time left before each.
  governor.look();
  const terms = reach(graph, node, arc, label, governor);
  return new ArcRun(graph, { start: 0, end: terms.length }, terms, undefined);
}

/** Places reached over several hops come without types (behaviour: node 4.2). */
function hasTypes({ transitive }: LoweredArc, label: string): boolean {
  return !(transitive && label === "containedInPlace+");
}

/** By label; a label without values is absent. */
export type ArcRecord = Record<string, { nodes: ArcEntry[] }>;

/** What was found of one node. */
export function describeArcs(describer: Describer, arcs: readonly FoundArc[]): ArcRecord {
  const record: ArcRecord = {};
  for (const arc of arcs) setMember(record, arc.label, { nodes: describer.entries(arc) });
  return record;
}
