/** The differences of two worlds, as sets of texts would show them. */
import type { Commons } from "../../../src/index.ts";

export interface NaiveDiff {
  /** `kind change` → number. */
  readonly counts: Readonly<Record<string, number>>;
}

interface Contents {
  /** By node: its arcs. */
  readonly nodes: Map<string, Set<string>>;
  readonly variables: Set<string>;
  /** By variable and entity: series by facet, each a map from date to value. */
  readonly series: Map<string, Map<string, Map<string, string>>>;
}

function contentsOf({ engine: { graph, observations } }: Commons): Contents {
  const { dictionary, out } = graph;
  const nodes = new Map<string, Set<string>>();
  for (let node = 0; node < dictionary.nodeCount; node++) {
    const { start, end } = out.rows(node);
    const arcs = new Set<string>();
    for (let row = start; row < end; row++) {
      const object = out.terms[row]!;
      const kind = object < dictionary.nodeCount ? "node" : "text";
      const property = dictionary.textOf(graph.predicates[out.predicates[row]!]!);
      arcs.add(JSON.stringify([property, kind, dictionary.textOf(object)]));
    }
    if (arcs.size > 0) nodes.set(dictionary.textOf(node), arcs);
  }
  const variables = new Set<string>();
  const series = new Map<string, Map<string, Map<string, string>>>();
  for (let one = 0; one < observations.seriesCount; one++) {
    const variable = dictionary.textOf(observations.variableOf(one));
    const entity = dictionary.textOf(observations.entityOf(one));
    variables.add(variable);
    const key = JSON.stringify([variable, entity]);
    const { facetId: _id, score: _score, ...facet } = observations.facetOf(one);
    const points = new Map<string, string>();
    const { start, end } = observations.pointsOf(one);
    for (let point = start; point < end; point++) {
      points.set(observations.dateOf(point), observations.textOf(point));
    }
    const group = series.get(key) ?? new Map<string, Map<string, string>>();
    series.set(key, group.set(JSON.stringify(facet), points));
  }
  return { nodes, variables, series };
}

export function naiveDiff(before: Commons, after: Commons, tolerance: number): NaiveDiff {
  const [left, right] = [contentsOf(before), contentsOf(after)];
  const counts: Record<string, number> = {};
  const add = (what: string, times = 1) => {
    counts[what] = (counts[what] ?? 0) + times;
  };
  for (const node of new Set([...left.nodes.keys(), ...right.nodes.keys()])) {
    const [one, other] = [left.nodes.get(node), right.nodes.get(node)];
    const removed = [...(one ?? [])].filter((arc) => !other?.has(arc)).length;
    const added = [...(other ?? [])].filter((arc) => !one?.has(arc)).length;
    add("arc removed", removed);
    add("arc added", added);
    if (one === undefined) add("node added");
    else if (other === undefined) add("node removed");
    else if (removed + added > 0) add("node changed");
  }
  for (const variable of left.variables)
    if (!right.variables.has(variable)) add("variable removed");
  for (const variable of right.variables) if (!left.variables.has(variable)) add("variable added");
  for (const key of new Set([...left.series.keys(), ...right.series.keys()])) {
    diffGroups(left.series.get(key) ?? new Map(), right.series.get(key) ?? new Map());
  }
  return { counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) };

  function diffGroups(
    one: Map<string, Map<string, string>>,
    other: Map<string, Map<string, string>>,
  ): void {
    const alone = [...one.keys()].filter((facet) => !other.has(facet));
    const others = [...other.keys()].filter((facet) => !one.has(facet));
    for (const [facet, points] of one) if (other.has(facet)) diffPoints(points, other.get(facet)!);
    if (alone.length === 1 && others.length === 1) {
      add("series changed");
      diffPoints(one.get(alone[0]!)!, other.get(others[0]!)!);
      return;
    }
    for (const facet of alone) {
      add("series removed");
      add("point removed", one.get(facet)!.size);
    }
    for (const facet of others) {
      add("series added");
      add("point added", other.get(facet)!.size);
    }
  }

  function diffPoints(one: Map<string, string>, other: Map<string, string>): void {
    for (const [date, value] of one) {
      const now = other.get(date);
      if (now === undefined) add("point removed");
      else if (!isSame(value, now)) add("point changed");
    }
    for (const date of other.keys()) if (!one.has(date)) add("point added");
  }

  function isSame(one: string, other: string): boolean {
    const [left, right] = [Number(one), Number(other)];
    if (Number.isNaN(left) || Number.isNaN(right)) return one === other;
    return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right));
  }
}
