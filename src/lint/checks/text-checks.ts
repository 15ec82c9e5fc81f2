/** Checks of texts of nodes: several names of one node, one name of several variables, and coordinates that are no angles. */

import { shown } from "../../load/bytes/diagnostics.ts";
import { isLatitude, isLongitude } from "../../load/values/complex-value.ts";
import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { WorldLog } from "../lint-log.ts";

export function checkTexts(worlds: CheckedWorld, log: WorldLog): void {
  checkNames(worlds, log);
  checkVariableNames(worlds, log);
  checkAngles(worlds, log, { property: "latitude", is: isLatitude, limit: 90 });
  checkAngles(worlds, log, { property: "longitude", is: isLongitude, limit: 180 });
}

/** Reports dcids with several names: often they belong to several nodes. */
function checkNames(worlds: CheckedWorld, log: WorldLog): void {
  const { dictionary } = worlds.own.graph;
  for (const [subject] of statementsOf("name", worlds)) {
    const node = worlds.inAll(subject);
    const names = node === undefined ? [] : textsOf(worlds, node);
    if (new Set(names.map(lettersOf)).size < 2) continue;
    const dcid = dictionary.textOf(subject);
    log.addToWorld({
      level: "warning",
      counter: "Graph_ConflictingNames",
      message: () =>
        `node ${shown(dcid)} has ${names.length} names: ${names.slice(0, 3).map(shown).join(", ")}`,
      target: () => ({ about: "otherValue", subject: dcid, predicate: "name" }),
    });
  }
}

/** Notes variables with observations that have one name: in lists and charts they look like one. */
function checkVariableNames(worlds: CheckedWorld, log: WorldLog): void {
  const { graph, observations } = worlds.own;
  const first = new Map<string, string>();
  for (const variable of observations.variables) {
    const dcid = graph.dictionary.textOf(variable);
    for (const name of new Set(worlds.textsOf(variable, "name"))) {
      const other = first.get(name);
      if (other === undefined) first.set(name, dcid);
      else {
        log.addToWorld({
          level: "info",
          counter: "Graph_ConflictingNames",
          message: () =>
            `variables ${shown(other)} and ${shown(dcid)} have one name: ${shown(name)}`,
          target: () => ({ about: "statement", subject: dcid, predicate: "name" }),
        });
      }
    }
  }
}

/** Equal for spellings of one name, such as `Air transport, other` and `Air Transport Other`. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "") || name;
}

/** The names of a node of `all`. */
function textsOf({ all: { graph } }: CheckedWorld, node: TermId): string[] {
  const { dictionary } = graph;
  const texts = graph.linked(node, "name").filter((term) => !dictionary.isNode(term));
  return texts.map((term) => dictionary.textOf(term));
}

interface Angle {
  readonly property: "latitude" | "longitude";
  readonly is: (text: string) => boolean;
  /** In degrees, on both sides of 0. */
  readonly limit: number;
}

/** The check of the official tool for coordinates in complex values. */
function checkAngles(worlds: CheckedWorld, log: WorldLog, { property, is, limit }: Angle): void {
  const { dictionary } = worlds.own.graph;
  for (const [node, terms] of statementsOf(property, worlds)) {
    for (const term of terms) {
      const text = dictionary.textOf(term);
      if (dictionary.isNode(term) || is(text)) continue;
      const subject = dictionary.textOf(node);
      log.addToWorld({
        level: "error",
        counter: property === "latitude" ? "MCF_InvalidLatitude" : "MCF_InvalidLongitude",
        message: () =>
          `${property} ${shown(text)} of node ${shown(subject)} is not an angle from -${limit} to ${limit} degrees`,
        target: () => ({ about: "statement", subject, predicate: property, text }),
      });
    }
  }
}

/** The subjects of a property in the checked sources, each once, with its values. */
function* statementsOf(
  property: string,
  { own: { graph } }: CheckedWorld,
): Generator<readonly [subject: TermId, terms: readonly TermId[]], void, undefined> {
  const predicate: PredicateId | undefined = graph.predicateOf(property);
  if (predicate === undefined) return;
  const { start, end } = graph.rowsByPredicate(predicate);
  let before: TermId | undefined;
  for (let at = start; at < end; at++) {
    const subject = graph.subjectOf(graph.rowByPredicate(at));
    if (subject === before) continue;
    before = subject;
    yield [subject, graph.valuesOf(subject, predicate)];
  }
}
