/**
 * Variables that are something else, and entities that are variables: columns were exchanged, or
 * an id is of another node. Each is told once.
 */
import { shown } from "../../load/index.ts";
import { Bitmap, type TermId } from "../../store/index.ts";
import type { WorldLog } from "../report/index.ts";
import type { CheckedWorld } from "./checked-world.ts";

const variableType = "StatisticalVariable";
const question = "are the columns of variables and entities exchanged?";

export function checkRoles(worlds: CheckedWorld, log: WorldLog): void {
  const { graph, observations } = worlds.own;
  const entities = new Bitmap(graph.dictionary.nodeCount);
  let variable: TermId | undefined;
  for (let series = 0; series < observations.seriesCount; series++) {
    const next = observations.variableOf(series);
    if (next !== variable) checkVariable(next, worlds, log);
    variable = next;
    const entity = observations.entityOf(series);
    if (entities.has(entity)) continue;
    entities.add(entity);
    checkEntity(entity, worlds, log);
  }
}

function checkVariable(node: TermId, worlds: CheckedWorld, log: WorldLog): void {
  const [type, ...others] = typesOf(node, worlds);
  if (type === undefined || [type, ...others].includes(variableType)) return;
  const name = worlds.own.graph.dictionary.textOf(node);
  log.addToWorld({
    level: "warning",
    counter: "Graph_VariableOfOtherType",
    message: () =>
      `variableMeasured of observations is ${shown(name)}, which is of type ${shown(type)} and not ` +
      `a ${variableType}; ${question}`,
    target: () => ({ about: "variableMeasured", name }),
  });
}

function checkEntity(node: TermId, worlds: CheckedWorld, log: WorldLog): void {
  if (!typesOf(node, worlds).includes(variableType)) return;
  const name = worlds.own.graph.dictionary.textOf(node);
  log.addToWorld({
    level: "warning",
    counter: "Graph_VariableAsEntity",
    message: () =>
      `observationAbout of observations is ${shown(name)}, which is a ${variableType}; ${question}`,
    target: () => ({ about: "observationAbout", name }),
  });
}

function typesOf(node: TermId, worlds: CheckedWorld): string[] {
  const { graph } = worlds.all;
  const inAll = worlds.inAll(node);
  const predicate = graph.predicateOf("typeOf");
  if (inAll === undefined || predicate === undefined) return [];
  return graph.valuesOf(inAll, predicate).map((term) => graph.dictionary.textOf(term));
}
