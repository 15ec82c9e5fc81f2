/** Why `/v2/node` finds nothing. */

import { lowerArc, reach, readRelation, visibleLabels } from "../adapters/reads/lowered-arc.ts";
import type { V2NodeParams } from "../adapters/v2/v2-node.ts";
import type { Arc } from "../expr-parser/ast.ts";
import type { Governor } from "../options/governor.ts";
import type { Direction, Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { explainFilter } from "./explain-filter.ts";
import { type Context, quoted } from "./story.ts";

export function explainNode(context: Context, { nodes, property }: V2NodeParams): void {
  const { story, governor } = context;
  const { graph } = context.world;
  const [arc] = readRelation(property).arcs;
  // Other requests are refused before.
  if (arc === undefined) return;
  const known = knownNodes(context, nodes);
  if (known === undefined) return;
  const withArcs = arc.labels.kind === "some" ? withLabels : withAny;
  if (!withArcs(context, known, arc) || arc.labels.kind === "none") return;
  const bare = reachedBy(graph, known, withoutFilters(arc), governor);
  story.step(arc.transitive ? "nodes that the expression walks over" : "values", bare.size);
  const filters = [...arc.filter, ...itemsOf(arc).flatMap(({ filter }) => filter)];
  if (filters.length === 0) return;
  const left = reachedBy(graph, known, arc, governor);
  if (story.step("of them pass the filter", left.size)) return;
  explainFilter(context, filters, bare);
}

/**
 * The nodes of a request that the world has. Undefined when there is none: the reason is in the
 * story.
 */
export function knownNodes(
  { world, story, names, governor }: Context,
  asked: readonly string[],
): readonly TermId[] | undefined {
  const { dictionary } = world.graph;
  const texts = [...new Set(asked)];
  governor.work(4 * texts.length);
  if (!story.step("nodes in the request", texts.length)) {
    story.end("nothingAsked", "the request names no node");
    return undefined;
  }
  const known: TermId[] = [];
  const lost: string[] = [];
  for (const text of texts) {
    governor.work(8);
    const node = dictionary.nodeOf(text);
    if (node === undefined) lost.push(text);
    else known.push(node);
  }
  if (story.step("nodes that are known", known.length, lost)) return known;
  story.end("unknownDcid", `no node has the dcid ${quoted(lost)}`, names.nearDcids(lost));
  return undefined;
}

type LabelStep = (context: Context, nodes: readonly TermId[], arc: Arc) => boolean;

const withAny: LabelStep = ({ world: { graph }, story, names, governor }, nodes, { direction }) => {
  const found = labelsOfAll(graph, nodes, direction, governor);
  if (story.step(`properties ${wayOf(direction)}`, found.size)) return true;
  const other = direction === "out" ? "in" : "out";
  const there = labelsOfAll(graph, nodes, other, governor);
  const hint = there.size > 0 ? `, only ${wayOf(other)}` : "";
  story.end(
    "noSuchProperty",
    `the known nodes have no properties ${wayOf(direction)}${hint}`,
    names.nodes(there, "property"),
  );
  return false;
};

const withLabels: LabelStep = ({ world: { graph }, story, names, governor }, nodes, arc) => {
  const { direction } = arc;
  const asked = itemsOf(arc).map(({ name }) => name);
  const predicates = asked.flatMap((name) => graph.predicateOf(name) ?? []);
  const lost = asked.filter((name) => graph.predicateOf(name) === undefined);
  const there = () => names.nodes(labelsOfAll(graph, nodes, direction, governor), "property");
  if (!story.step("properties that some triple has", predicates.length, lost)) {
    const near = [...names.nearProperties(lost), ...there()];
    story.end("unknownProperty", `no triple has the property ${quoted(lost)}`, near);
    return false;
  }
  const isWith = (node: TermId): boolean => {
    return predicates.some((predicate) => {
      governor.work(8);
      const { start, end } = graph.arcs(direction).rowsOf(node, predicate);
      return end > start;
    });
  };
  const withIt = nodes.filter(isWith);
  if (story.step(`nodes with the property ${wayOf(direction)}`, withIt.length)) return true;
  const reason = `the known nodes have no ${quoted(asked)} ${wayOf(direction)}`;
  story.end("noSuchProperty", reason, there());
  return false;
};

function wayOf(direction: Direction): string {
  return direction === "out" ? "out of them" : "into them";
}

/** Nodes of the properties of some nodes, ascending by dcid of each node. */
function labelsOfAll(
  graph: Graph,
  nodes: readonly TermId[],
  direction: Direction,
  governor: Governor,
): Set<TermId> {
  const found = new Set<TermId>();
  for (const node of nodes) {
    governor.work(8);
    for (const { predicate } of visibleLabels(graph, node, direction)) {
      governor.work(1);
      found.add(graph.predicates[predicate] as TermId);
    }
  }
  return found;
}

function reachedBy(
  graph: Graph,
  nodes: readonly TermId[],
  arc: Arc,
  governor: Governor,
): ReadonlySet<TermId> {
  const lowered = lowerArc(graph, arc);
  const reached = new Set<TermId>();
  for (const node of nodes) {
    for (const label of lowered.labels ?? visibleLabels(graph, node, arc.direction)) {
      governor.look();
      const terms = reach(graph, node, lowered, label, governor);
      governor.rows(terms.length);
      governor.bytes(terms.length * bytesPerTerm);
      for (const term of terms) {
        governor.work(2);
        reached.add(term);
      }
    }
  }
  return reached;
}

/** In a set, about. */
const bytesPerTerm = 40;

function itemsOf({ labels }: Arc): Extract<Arc["labels"], { kind: "some" }>["items"] {
  return labels.kind === "some" ? labels.items : [];
}

/** The same arc without its filters. */
export function withoutFilters(arc: Arc): Arc {
  const { labels } = arc;
  if (labels.kind !== "some") return { ...arc, filter: [] };
  const items = labels.items.map(({ name }) => ({ name, filter: [] }));
  return { ...arc, filter: [], labels: { kind: "some", items } };
}
