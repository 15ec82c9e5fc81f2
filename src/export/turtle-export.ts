/** The world as Turtle: what N-Triples says, with each subject once and short names of nodes. */

import type { World } from "../world/world.ts";
import { base, iri, literal, observedSeries, ownProperties } from "./rdf-export.ts";
import { triplesOf } from "./world-statements.ts";

/** Dcids that no rule for relative addresses changes. */
const plainDcid = /^\w+(?:[-/]\w+)*$/;

function node(dcid: string): string {
  return plainDcid.test(dcid) ? `<${dcid}>` : iri(dcid);
}

/** A piece for the base, one for each statement, and one for the end of the last statement. */
export function* turtle(world: World): Generator<string> {
  yield `@base <${base}> .\n`;
  let [last, lastPredicate] = ["", ""];
  for (const [subject, predicate, object] of statements(world)) {
    if (subject !== last) {
      yield `${last === "" ? "" : " .\n"}${subject} ${node(predicate)} ${object}`;
    } else if (predicate !== lastPredicate) yield ` ;\n  ${node(predicate)} ${object}`;
    else yield `, ${object}`;
    [last, lastPredicate] = [subject, predicate];
  }
  yield last === "" ? "" : " .\n";
}

/** All about one subject together. Predicates are dcids, the others are terms. */
function* statements(world: World): Generator<readonly [string, string, string]> {
  for (const { subject, predicate, object, isNode } of triplesOf(world)) {
    yield [node(subject), predicate, isNode ? node(object) : literal(object)];
  }
  for (const { shared, start, end } of observedSeries(world, node)) {
    for (let point = start; point < end; point++) {
      const all = [...shared, ...ownProperties(world, point)];
      for (const [name, value] of all) yield [`_:o${point}`, name, value];
    }
  }
}
