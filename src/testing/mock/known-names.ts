/** Which names a world knows, and which of them an unknown one may mean. */

import type { Commons } from "../../commons/index.ts";
import { nearest } from "../../nearest/index.ts";
import type { Mention, NameKind } from "./mentioned.ts";

/** Properties that the service reads in questions though no triple has them. */
const ownProperties: ReadonlySet<string> = new Set([
  "dcid",
  "description",
  "geoCoordinate",
  "geoCoordinates",
  "observationAbout",
  "observationDate",
  "variableMeasured",
  "value",
]);

const words: Readonly<Record<NameKind, string>> = {
  dcid: "dcid",
  property: "property",
  variable: "variable",
  type: "type",
  constant: "value",
};

/** @returns a sentence for each name that the world lacks, in the order in which they are mentioned */
export function unknownNames(
  commons: Commons,
  mentions: Iterable<Mention>,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const mention of mentions) {
    if (problems.has(mention.name) || isKnown(commons, mention)) continue;
    problems.set(mention.name, problemOf(commons, mention));
  }
  return problems;
}

function isKnown({ graph }: Commons, { kind, name }: Mention): boolean {
  const { dictionary } = graph;
  if (kind === "property") return ownProperties.has(name) || graph.predicateOf(name) !== undefined;
  if (dictionary.nodeOf(name) !== undefined) return true;
  return kind === "constant" && dictionary.literalOf(name) !== undefined;
}

function problemOf(commons: Commons, { kind, name }: Mention): string {
  const near = nearest(name, namesOf(commons, kind)).map((known) => `'${known}'`);
  const hint = near.length === 0 ? "it knows none" : `did you mean ${near.join(", ")}?`;
  return `the world has no ${words[kind]} '${name}'; ${hint}`;
}

/** What an unknown name of a kind may mean: of nodes, those that are of that kind. */
function* namesOf({ graph, observations }: Commons, kind: NameKind): Generator<string> {
  const { dictionary, predicates } = graph;
  if (kind === "property") {
    for (const node of predicates) yield dictionary.textOf(node);
    return;
  }
  for (let node = 0; node < dictionary.nodeCount; node++) {
    if (kind === "variable" && !isVariable(node)) continue;
    if (kind === "dcid" && !isThing(node)) continue;
    yield dictionary.textOf(node);
  }

  function isVariable(node: number): boolean {
    const { start, end } = observations.seriesOfVariable(node);
    return end > start;
  }
  /** Names of properties are nodes too, but seldom what was meant. */
  function isThing(node: number): boolean {
    const { start, end } = graph.typeRows(node);
    return end > start || observations.variablesOf(node).length > 0 || isVariable(node);
  }
}
