/** Properties that are probably slips of the pen: nearly a common one, and described nowhere. */
import { isObservationDcid, shown, slipOf } from "../../load/index.ts";
import type { PredicateId, TermId } from "../../store/index.ts";
import { beginsLower, commonProperties } from "../nodes/index.ts";
import type { WorldLog } from "../report/index.ts";
import type { CheckedWorld } from "./checked-world.ts";

export function checkProperties(worlds: CheckedWorld, log: WorldLog): void {
  const { graph } = worlds.own;
  const { dictionary } = graph;
  for (const [predicate, node] of graph.predicates.entries()) {
    if (worlds.isDescribed(node)) continue;
    const name = dictionary.textOf(node);
    const meant = meantBy(name);
    const subject = meant === undefined ? undefined : firstSubject(worlds, predicate, node);
    if (subject === undefined) continue;
    const dcid = dictionary.textOf(subject);
    log.addToWorld({
      level: "warning",
      counter: "Graph_MisspeltProperty",
      message: () => `property ${shown(name)} is described nowhere; is '${meant}' meant?`,
      target: () => ({ about: "statement", subject: dcid, predicate: name }),
    });
  }
}

/** Short names are near to many others: of these, capitals alone make a slip. */
function meantBy(name: string): string | undefined {
  // A capital at the beginning is told by the checks of nodes.
  if (!beginsLower.test(name)) return undefined;
  const meant = slipOf(name, commonProperties);
  if (meant === undefined || meant.toLowerCase() === name.toLowerCase()) return meant;
  return meant.length >= 8 && Math.abs(meant.length - name.length) < 2 ? meant : undefined;
}

/** Of what somebody wrote; what observations have, the load tells. */
function firstSubject(
  worlds: CheckedWorld,
  predicate: PredicateId,
  node: TermId,
): TermId | undefined {
  const { graph } = worlds.own;
  const { start, end } = graph.rowsByPredicate(predicate);
  for (let at = start; at < end; at++) {
    const row = graph.rowByPredicate(at);
    const subject = graph.subjectOf(row);
    if (isObservationDcid(graph.dictionary.textOf(subject))) continue;
    if (!worlds.isMade(subject, node, graph.out.terms[row]!)) return subject;
  }
  return undefined;
}
