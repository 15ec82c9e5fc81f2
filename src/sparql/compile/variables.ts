/** The variables of a query: their numbers, errors about them, and whether groups may use them. */

import { excerpt, QueryError } from "../../errors/index.ts";
import {
  certainOfPart,
  type Group,
  type GroupPart,
  type VariableId,
  variablesOf,
  variablesOfPart,
} from "../plan.ts";
import type { Clause, StandardText } from "./standard-text.ts";

export class VariableTable {
  /** Names as written. */
  readonly names: string[] = [];
  readonly uses: number[] = [];
  readonly #numbers = new Map<string, VariableId>();
  readonly #standard: StandardText;
  readonly #query: string;

  constructor(standard: StandardText, query: string) {
    this.#standard = standard;
    this.#query = query;
  }

  /** Number of a variable that a pattern mentions. */
  use(name: string): VariableId {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.length;
      this.#numbers.set(name, number);
      this.names.push(this.written(name));
      this.uses.push(0);
    }
    this.uses[number] = (this.uses[number] ?? 0) + 1;
    return number;
  }

  has(name: string): boolean {
    return this.#numbers.has(name);
  }

  /** Number of a variable that some pattern must bind. */
  bound(name: string, clause: Clause): VariableId {
    return this.#numbers.get(name) ?? this.unrecognized(name, clause);
  }

  /** The name that the user wrote. */
  written(name: string): string {
    return this.#standard.writtenNames.get(name) ?? name;
  }

  /** The back end's words for a column that it does not know (behaviour: sparql 5). */
  unrecognized(name: string, clause: Clause): never {
    const place = this.#standard.placeOf(name, clause);
    throw new QueryError(`Unrecognized name: ${excerpt(this.written(name))}`, this.#query, place);
  }

  /** `name`: a variable whose first place in WHERE or SELECT is meant. */
  fail(reason: string, name?: string): never {
    const standard = this.#standard;
    const place = name === undefined ? 0 : standard.placeOf(name, "where");
    throw new QueryError(reason, this.#query, place);
  }
}

/**
 * Groups are evaluated from left to right with the bindings found so far. That gives the answer of standard
 * SPARQL, unless a group looks at a variable from outside of it that it does not bind itself.
 *
 * @throws QueryError for such a query: the answer would be wrong
 */
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
