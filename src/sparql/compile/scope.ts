/**
 * Groups are evaluated from left to right with the bindings found so far. That gives what standard
 * SPARQL asks for unless a group looks at a variable that comes from outside of it and that it does
 * not bind itself; such queries are refused.
 */

import { excerpt } from "../../errors/index.ts";
import {
  certainOfPart,
  type Group,
  type GroupPart,
  type VariableId,
  variablesOf,
  variablesOfPart,
} from "../plan/index.ts";
import type { VariableTable } from "./variables.ts";

/** Throws QueryError for a query that would be answered wrongly. */
export function checkScope(where: Group, variables: VariableTable): void {
  checkGroup(where, new Set(), new Set(), variables);
}

/** What the parts of a group that came so far mention, and what they surely bind. */
interface Seen {
  readonly mentioned: Set<VariableId>;
  readonly certain: Set<VariableId>;
}

type Variables = ReadonlySet<VariableId>;

/**
 * `outside`: variables bound before the group is entered. `visible`: the ones of them that its
 * conditions may look at, which are the left side's where the group is an OPTIONAL.
 */
function checkGroup(group: Group, outside: Variables, visible: Variables, table: VariableTable) {
  const seen: Seen = { mentioned: new Set(), certain: new Set() };
  for (const part of group.parts) {
    checkPart(part, seen, outside, table);
    for (const variable of variablesOfPart(part)) seen.mentioned.add(variable);
    for (const variable of certainOfPart(part)) seen.certain.add(variable);
  }
  for (const variable of group.conditions.flatMap(variablesOf)) {
    const isOwn = seen.certain.has(variable) || !outside.has(variable);
    if (visible.has(variable) || (isOwn && seen.mentioned.has(variable))) continue;
    refuse("FILTER", variable, table);
  }
}

function checkPart(part: GroupPart, seen: Seen, outside: Variables, table: VariableTable): void {
  const before = new Set([...outside, ...seen.mentioned]);
  switch (part.kind) {
    case "patterns":
      return;
    case "group":
      checkGroup(part.group, before, new Set(), table);
      return;
    case "union":
      for (const branch of part.branches) checkGroup(branch, before, new Set(), table);
      return;
    case "optional":
      for (const variable of variablesOfPart(part)) {
        const isLoose = outside.has(variable) && !seen.certain.has(variable);
        if (isLoose) refuse("OPTIONAL", variable, table);
      }
      checkGroup(part.group, before, seen.mentioned, table);
  }
}

function refuse(what: string, variable: VariableId, table: VariableTable): never {
  const name = table.names[variable] ?? "";
  return table.fail(
    `Unsupported: ${what} uses ?${excerpt(name)}, which its group does not bind`,
    name,
  );
}
