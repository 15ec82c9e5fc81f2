/** Nodes by the value of a property: any identifier to any other (behaviour: resolve 2). */

import { type Governor, unlimited } from "../options/governor.ts";
import type { PredicateId } from "../store/graph/arc-table.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";

/** An input that some node has as an identifier. */
interface IdentifierMatch {
  readonly text: string;
  /** Distinct values of the wanted property of those nodes, ascending; never empty. */
  readonly values: readonly string[];
}

/** Bytes of a value and of its way there, about. */
const bytesPerValue = 160;

/** Not a stored property: the node itself. */
const itself = "dcid";

/**
 * Matches texts with the values of one property, exactly: a literal of this text or a reference to
 * the node of this dcid. Texts without a match are left out, the others come once each and
 * descending, as the real service answers. `dcid` as `input` matches what exists: nodes that are
 * the subject of a triple or have observations.
 */
export function matchIdentifiers(
  world: World,
  texts: readonly string[],
  input: string,
  output: string,
  governor: Governor = unlimited,
): IdentifierMatch[] {
  const { graph } = world;
  const read = output === itself ? undefined : { predicate: graph.predicateOf(output) };
  const subjects = subjectFinder(world, input);
  const matches: IdentifierMatch[] = [];
  for (const text of [...new Set(texts)].sort((a, b) => compareUtf8(b, a))) {
    const values = new Set<string>();
    governor.work(4);
    for (const subject of subjects(text)) {
      governor.rows(1);
      governor.bytes(bytesPerValue);
      if (read === undefined) values.add(graph.dictionary.textOf(subject));
      else addValues(graph, subject, read.predicate, values);
    }
    if (values.size > 0) matches.push({ text, values: [...values].sort(compareUtf8) });
  }
  return matches;
}

function subjectFinder(world: World, input: string): (text: string) => Iterable<TermId> {
  const { graph } = world;
  const { dictionary } = graph;
  if (input === itself) {
    return (text) => {
      const node = dictionary.nodeOf(text);
      return node !== undefined && exists(world, node) ? [node] : [];
    };
  }
  const predicate = graph.predicateOf(input);
  if (predicate === undefined) return () => [];
  return (text) => {
    const subjects = new Set<TermId>();
    for (const term of [dictionary.literalOf(text), dictionary.nodeOf(text)]) {
      if (term === undefined) continue;
      for (const subject of graph.valuesOf(term, predicate, "in")) subjects.add(subject);
    }
    return subjects;
  };
}

function exists({ graph, observations }: World, node: TermId): boolean {
  const { start, end } = graph.out.rows(node);
  if (start < end || observations.variablesOf(node).length > 0) return true;
  const series = observations.seriesOfVariable(node);
  return series.start < series.end;
}

function addValues(
  graph: Graph,
  subject: TermId,
  predicate: PredicateId | undefined,
  values: Set<string>,
): void {
  if (predicate === undefined) return;
  for (const value of graph.valuesOf(subject, predicate)) {
    values.add(graph.dictionary.textOf(value));
  }
}
