/** What only the whole of the loaded statements can tell. */
import { isObservationDcid, shown } from "../../load/index.ts";
import type { TermId } from "../../store/index.ts";
import type { LintLog, WorldLog } from "../report/index.ts";
import { type CheckedWorld, saysSomething } from "./checked-world.ts";
import { checkCycles } from "./cycle-checks.ts";
import { ExpectedNodes } from "./expected-nodes.ts";
import { checkProperties } from "./misspelt-properties.ts";
import { ReferenceChecks } from "./reference-checks.ts";
import { ResultChecks } from "./result-checks.ts";
import { checkRoles } from "./role-checks.ts";
import { checkTexts } from "./text-checks.ts";
import { checkTwins } from "./twin-checks.ts";

/**
 * @param customVariables dcids of variables in MCF files of custom folders.
 * @param given provenances that files have from elsewhere.
 */
export function checkGraph(
  worlds: CheckedWorld,
  customVariables: ReadonlySet<string>,
  given: ReadonlySet<string>,
  log: LintLog,
): void {
  checkTypes(worlds, log);
  checkTexts(worlds, log);
  checkCycles(worlds, log);
  checkTwins(new Set([...customVariables, ...worlds.madeVariables()]), worlds, log);
  checkVariables(worlds, log);
  checkRoles(worlds, log);
  checkProperties(worlds, log);
  const expected = new ExpectedNodes(worlds);
  const checkReferences = (to: WorldLog): void => {
    new ReferenceChecks(worlds, expected, to, given).check();
    new ResultChecks(worlds, expected, to).check();
  };
  // What is missing of each kind is counted before anything is reported.
  checkReferences({ addToWorld: () => undefined });
  expected.settle();
  checkReferences(log);
  expected.tellMissing(log);
}

/** A node without a type is found by no question that names one. */
function checkTypes(worlds: CheckedWorld, log: LintLog): void {
  const { graph, observations } = worlds.own;
  const { dictionary } = graph;
  const provenances = new Set<TermId>(graph.provenances);
  for (const { provenanceId } of observations.facets) {
    provenances.add(dictionary.nodeOf(provenanceId) ?? -1);
  }
  for (let node = 0; node < dictionary.nodeCount; node++) {
    // The loader itself says where a provenance is to be found.
    if (!saysSomething(graph, node) || provenances.has(node) || hasType(worlds, node)) continue;
    const dcid = dictionary.textOf(node);
    // Its series says all that makes it one; only further properties are statements.
    if (isObservationDcid(dcid)) continue;
    log.addToWorld({
      level: "error",
      counter: "Sanity_MissingOrEmpty",
      suffix: "typeOf",
      message: () => `node ${shown(dcid)} has no typeOf`,
      target: () => ({ about: "node", node: dcid }),
    });
  }
}

function hasType(worlds: CheckedWorld, node: TermId): boolean {
  const inAll = worlds.inAll(node);
  return inAll !== undefined && worlds.all.graph.typeSetOf(inAll) !== 0;
}

/** Where there are observations at all, a variable without one is worth a look. */
function checkVariables(worlds: CheckedWorld, log: LintLog): void {
  const { graph } = worlds.own;
  const type = graph.dictionary.nodeOf("StatisticalVariable");
  const typeOf = graph.predicateOf("typeOf");
  if (worlds.all.observations.pointCount === 0 || type === undefined || typeOf === undefined)
    return;
  const { start, end } = graph.in.rowsOf(type, typeOf);
  let before: TermId | undefined;
  for (let row = start; row < end; row++) {
    const variable = graph.in.terms[row]!;
    if (variable === before) continue;
    before = variable;
    if (isObserved(worlds, variable)) continue;
    const dcid = graph.dictionary.textOf(variable);
    log.addToWorld({
      level: "info",
      counter: "Graph_VariableWithoutObservations",
      message: () => `variable ${shown(dcid)} has no observations`,
      target: () => ({ about: "node", node: dcid }),
    });
  }
}

function isObserved(worlds: CheckedWorld, variable: TermId): boolean {
  const inAll = worlds.inAll(variable);
  if (inAll === undefined) return false;
  const { start, end } = worlds.all.observations.seriesOfVariable(inAll);
  return start < end;
}
