/** Circles in hierarchies: upwards from such a node, one comes back to it. */
import { shown } from "../../load/bytes/diagnostics.ts";
import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { WorldLog } from "../lint-log.ts";

/** Properties that lead upwards. A circle may mix those of one line. */
const upwards: readonly (readonly string[])[] = [
  ["specializationOf", "memberOf"],
  ["subClassOf"],
  ["subPropertyOf"],
  ["containedInPlace"],
];

const shownMax = 5;

/** Reports circles with at least one statement of the checked sources. */
export function checkCycles(worlds: CheckedWorld, log: WorldLog): void {
  const { graph } = worlds.all;
  for (const properties of upwards) {
    const predicates = properties
      .map((property) => graph.predicateOf(property))
      .filter((predicate) => predicate !== undefined);
    const starts = predicates.flatMap((predicate) => subjectsOf(worlds, predicate));
    const next = (node: TermId): TermId[] =>
      predicates.flatMap((predicate) => graph.valuesOf(node, predicate));
    findCircles(starts, next, (circle) => reportCircle(circle, predicates, worlds, log));
  }
}

function subjectsOf({ all: { graph } }: CheckedWorld, predicate: PredicateId): TermId[] {
  const rows = graph.rowsOfPredicate(predicate);
  return [...new Set(Array.from(rows, (row) => graph.subjectOf(row)))];
}

/**
 * Finds circles by a depth-first walk.
 * @param onCircle gets the nodes of a circle; the first follows the last.
 */
export function findCircles(
  starts: Iterable<TermId>,
  next: (node: TermId) => readonly TermId[],
  onCircle: (circle: readonly TermId[]) => void,
): void {
  const done = new Set<TermId>();
  const way: TermId[] = [];
  const open = new Map<TermId, number>();
  // The nodes to visit after each node on the way; first the starts.
  const waiting: TermId[][] = [[...starts].reverse()];
  while (waiting.length > 0) {
    const node = waiting.at(-1)!.pop();
    if (node === undefined) {
      waiting.pop();
      const last = way.pop();
      if (last === undefined) continue;
      open.delete(last);
      done.add(last);
    } else if (open.has(node)) onCircle(way.slice(open.get(node)));
    else if (!done.has(node)) {
      open.set(node, way.push(node) - 1);
      waiting.push([...next(node)]);
    }
  }
}

function reportCircle(
  circle: readonly TermId[],
  predicates: readonly PredicateId[],
  worlds: CheckedWorld,
  log: WorldLog,
): void {
  const { graph } = worlds.all;
  const names = circle.map((node) => graph.dictionary.textOf(node));
  const steps = names.map((name, at) => {
    const [from, to] = [circle[at]!, circle[(at + 1) % circle.length]!];
    const predicate = predicates.find((one) => graph.has(from, one, to))!;
    const property = graph.dictionary.textOf(graph.predicates[predicate]!);
    return { subject: name, predicate: property, object: names[(at + 1) % names.length]! };
  });
  // The last step closes it.
  const own = steps.reverse().find((step) => isOwn(worlds, step));
  if (own === undefined) return;
  const more = names.length > shownMax ? [`… (${names.length} nodes)`] : [];
  const way = [...names.slice(0, shownMax).map(shown), ...more, shown(names[0]!)].join(" → ");
  log.addToWorld({
    level: "error",
    counter: "Graph_Circle",
    suffix: own.predicate,
    message: () => `${own.predicate} leads back to where it began: ${way}`,
    target: () => ({ about: "statement", ...own }),
  });
}

interface Step {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

function isOwn({ own: { graph } }: CheckedWorld, { subject, predicate, object }: Step): boolean {
  const { dictionary } = graph;
  const objects = graph.linked(dictionary.nodeOf(subject), predicate);
  return objects.some((node) => dictionary.textOf(node) === object);
}
