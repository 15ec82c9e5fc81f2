/** What `/v2/resolve` searches with: a part that pages load late, in one import. */

import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";

export { indicatorTypes, searchIndicators } from "../search/subjects.ts";
export { matchIdentifiers } from "./identifiers.ts";
export { parseCoordinate } from "./place-shapes.ts";
export { placesNamed, typedPlacesAt } from "./world-searches.ts";

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
  const linked = (node: TermId, property: string) =>
    graph.linked(node, property).filter((value) => graph.dictionary.isNode(value));
  const nodes = linked(topic, "relevantVariable").flatMap((node) => {
    const members = linked(node, "member");
    return members.length > 0 ? members : [node];
  });
  return [...new Set(nodes)].map((node) => ({ node, type: typeOf(node) }));
}
