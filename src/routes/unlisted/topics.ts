/** Topics: nodes that name the variables, and other topics, that matter for something. */
import type { Commons } from "../../index.ts";
import { entriesOf, textsOf } from "../node-values.ts";

const topicType = "Topic";
/** The topic above all others. */
const rootTopic = "dc/topic/Root";

export class Topics {
  readonly #commons: Commons;

  constructor(commons: Commons) {
    this.#commons = commons;
  }

  /** Which of the nodes are topics. */
  among(nodes: readonly string[]): ReadonlySet<string> {
    const types = entriesOf(this.#commons, nodes, "->", "typeOf");
    return new Set(nodes.filter((node) => textsOf(types.get(node)).includes(topicType)));
  }

  /** Topics that a search without words begins with: those of the root, or all. */
  roots(): readonly string[] {
    const below = this.membersOf(rootTopic);
    if (below.length > 0) return [...this.among(below)];
    return textsOf(entriesOf(this.#commons, [topicType], "<-", "typeOf").get(topicType));
  }

  /** Topics and variables of a topic. Groups of variables stand for their members. */
  membersOf(topic: string): readonly string[] {
    const relevant = this.#linked([topic], "relevantVariable");
    const members = entriesOf(this.#commons, relevant, "->", "member");
    return [
      ...new Set(
        relevant.flatMap((node) => {
          const inside = textsOf(members.get(node));
          return inside.length > 0 ? inside : [node];
        }),
      ),
    ];
  }

  /** Variables of a topic and of the topics within; a topic within itself is met once. */
  variablesOf(topic: string): readonly string[] {
    const seen = new Set([topic]);
    const variables = new Set<string>();
    for (const one of seen) {
      const members = this.membersOf(one);
      const topics = this.among(members);
      for (const member of members) (topics.has(member) ? seen : variables).add(member);
    }
    return [...variables];
  }

  #linked(nodes: readonly string[], property: string): readonly string[] {
    return [...entriesOf(this.#commons, nodes, "->", property).values()].flatMap((entries) =>
      textsOf(entries),
    );
  }
}
