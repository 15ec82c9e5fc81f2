/** The `entityType` of a config, where the entities of its table are described with other types. */

import { shown } from "../../load/bytes/diagnostics.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { WorldLog } from "../lint-log.ts";

const general = /^(?:Thing|Place)$/;
const area = /^AdministrativeArea(\d?)$/;

/**
 * Whether types may be those of one place, for all that is known: a level of administration has other names in
 * each country, but is no other level, and no country.
 */
function mayFit(one: string, other: string): boolean {
  if (general.test(one) || general.test(other)) return true;
  const [level, otherLevel] = [area.exec(one)?.[1], area.exec(other)?.[1]];
  if (level === undefined && otherLevel === undefined) return false;
  if (one === "Country" || other === "Country") return false;
  return level === undefined || otherLevel === undefined || level === "" || otherLevel === "";
}

/** Reports a type that none of the described entities has. */
export function checkImpliedTypes(worlds: CheckedWorld, log: WorldLog): void {
  for (const [type, entities] of worlds.impliedTypes()) {
    const others = entities.map((entity) => ({ entity, types: otherTypes(entity, type, worlds) }));
    const told = others.filter(({ types }) => types.length > 0);
    const [first] = told;
    if (first === undefined) continue;
    if (told.some(({ types }) => types.some((other) => isKindOf(other, type, worlds)))) continue;
    const [meant = ""] = first.types;
    const isShared = told.every(({ types }) => types.includes(meant));
    const message = () =>
      `the entityType ${shown(type)} is the type of none of its entities: ${shown(first.entity)} is described as ${shown(meant)}` +
      `${told.length > 1 ? `, ${told.length - 1} more have other types, too` : ""}${isShared ? `; is ${shown(meant)} meant?` : ""}`;
    log.addToWorld({
      ...{ level: "warning", counter: "Config_OtherEntityType", message },
      target: () => ({
        about: "statement",
        subject: first.entity,
        predicate: "typeOf",
        object: type,
      }),
    });
  }
}

/** The types of an entity in the loaded sources; with the type itself only if a file says it, too. */
function otherTypes(entity: string, type: string, { all }: CheckedWorld): string[] {
  const { graph } = all;
  const [node, typeOf] = [graph.dictionary.nodeOf(entity), graph.predicateOf("typeOf")];
  if (node === undefined || typeOf === undefined) return [];
  const { start, end } = graph.out.rowsOf(node, typeOf);
  const types = Array.from(graph.out.terms.subarray(start, end), (one) =>
    graph.dictionary.textOf(one),
  );
  // The table's own statement is one; another source has a statement of its own.
  const isStated = types.filter((one) => one === type).length > 1;
  return types.filter((one) => (one === type ? isStated : !mayFit(one, type)));
}

const stepsMax = 50;

function isKindOf(type: string, wanted: string, { all }: CheckedWorld): boolean {
  const { graph } = all;
  const seen = new Set([type]);
  for (const one of seen) {
    if (one === wanted) return true;
    if (seen.size > stepsMax) return false;
    const above = graph.linked(graph.dictionary.nodeOf(one), "subClassOf");
    for (const node of above) seen.add(graph.dictionary.textOf(node));
  }
  return false;
}
