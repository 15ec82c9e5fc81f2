/** What is in a topic (behaviour: resolve 5.5). */
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";

interface TopicMember {
  readonly node: TermId;
  readonly type: "StatisticalVariable" | "Topic";
}

/** Variables and topics that are relevant to a topic, each once; instead of a group of variables its members. */
export function topicMembers(graph: Graph, topic: TermId): readonly TopicMember[] {
  const topicType = graph.dictionary.nodeOf("Topic");
  const typeOf = (node: TermId) =>
    graph.typesOfSet(graph.typeSetOf(node)).some((type) => type === topicType)
      ? "Topic"
      : "StatisticalVariable";
  const nodes = valuesOf(graph, topic, "relevantVariable").flatMap((node) => {
    const members = valuesOf(graph, node, "member");
    return members.length > 0 ? members : [node];
  });
  return [...new Set(nodes)].map((node) => ({ node, type: typeOf(node) }));
}

/** The nodes to which a property leads. */
function valuesOf(graph: Graph, node: TermId, property: string): TermId[] {
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return [];
  return graph.valuesOf(node, predicate).filter((value) => graph.dictionary.isNode(value));
}
