/** What only the whole of the loaded statements can tell. */
import { shown } from "../load/index.ts";
import type { TermId } from "../store/index.ts";
import type { World } from "../world.ts";
import type { FindingLog } from "./finding-log.ts";
import { isDescribed, ReferenceChecks } from "./reference-checks.ts";

export function checkGraph(world: World, log: FindingLog): void {
  checkTypes(world, log);
  checkVariables(world, log);
  new ReferenceChecks(world, log).check();
}

/** A node without a type is found by no question that names one. */
function checkTypes({ graph, observations }: World, log: FindingLog): void {
  const { dictionary } = graph;
  const provenances = new Set<TermId>(graph.provenances);
  for (const { provenanceId } of observations.facets) {
    provenances.add(dictionary.nodeOf(provenanceId) ?? -1);
  }
  for (let node = 0; node < dictionary.nodeCount; node++) {
    // The loader itself says where a provenance is to be found.
    if (!isDescribed(graph, node) || graph.typeSetOf(node) !== 0 || provenances.has(node)) continue;
    const dcid = dictionary.textOf(node);
    log.addToWorld({
      level: "error",
      counter: "Sanity_MissingOrEmpty",
      suffix: "typeOf",
      message: () => `node ${shown(dcid)} has no typeOf`,
      target: () => ({ about: "node", texts: [dcid] }),
    });
  }
}

/** Where there are observations at all, a variable without one is worth a look. */
function checkVariables({ graph, observations }: World, log: FindingLog): void {
  const type = graph.dictionary.nodeOf("StatisticalVariable");
  const typeOf = graph.predicateOf("typeOf");
  if (observations.pointCount === 0 || type === undefined || typeOf === undefined) return;
  const { start, end } = graph.in.rowsOf(type, typeOf);
  let before: TermId | undefined;
  for (let row = start; row < end; row++) {
    const variable = graph.in.terms[row]!;
    if (variable === before) continue;
    before = variable;
    const series = observations.seriesOfVariable(variable);
    if (series.start < series.end) continue;
    const dcid = graph.dictionary.textOf(variable);
    log.addToWorld({
      level: "info",
      counter: "Graph_VariableWithoutObservations",
      message: () => `variable ${shown(dcid)} has no observations`,
      target: () => ({ about: "node", texts: [dcid] }),
    });
  }
}
