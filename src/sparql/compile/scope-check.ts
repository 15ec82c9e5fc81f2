/** Whether evaluation from left to right gives the answer of standard SPARQL. */

import { excerpt } from "../../errors/excerpts.ts";
import {
  certainOfGroup,
  certainOfPart,
  type Expression,
  existsIn,
  type Group,
  type GroupPart,
  type VariableId,
  variablesOf,
  variablesOfGroup,
  variablesOfPart,
  visibleOfPart,
} from "../plan.ts";
import type { VariableTable } from "./standard-text.ts";

/**
 * Groups are evaluated from left to right with the bindings found so far. That gives the answer of
 * standard SPARQL, unless a group looks at a variable from outside of it that it does not bind
 * itself.
 *
 * @throws QueryError for such a query: the answer would be wrong
 */
export function checkScope(where: Group, variables: VariableTable): void {
  const all: Scope = { outside: none, visible: none, given: none };
  new ScopeCheck(variables).group(where, all);
}

type Variables = ReadonlySet<VariableId>;

const none: Variables = new Set();

interface Scope {
  /** Variables bound before the group is entered. */
  readonly outside: Variables;
  /** Those of them that its conditions may look at: the left side's where it is an OPTIONAL. */
  readonly visible: Variables;
  /** Variables of rows for which an EXISTS is asked. They are constants within it. */
  readonly given: Variables;
}

/** What the parts of a group that came so far mention, and what they surely bind. */
interface Seen {
  readonly mentioned: Set<VariableId>;
  readonly certain: Set<VariableId>;
}

class ScopeCheck {
  readonly #table: VariableTable;

  constructor(table: VariableTable) {
    this.#table = table;
  }

  group(group: Group, scope: Scope): void {
    const seen: Seen = { mentioned: new Set(), certain: new Set() };
    for (const part of group.parts) {
      this.#part(part, seen, scope);
      for (const variable of visibleOfPart(part)) seen.mentioned.add(variable);
      for (const variable of certainOfPart(part)) seen.certain.add(variable);
    }
    for (const condition of group.conditions) this.#condition("FILTER", condition, seen, scope);
  }

  #part(part: GroupPart, seen: Seen, scope: Scope): void {
    const before = new Set([...scope.outside, ...seen.mentioned]);
    const { given } = scope;
    switch (part.kind) {
      case "group":
        this.group(part.group, { outside: before, visible: none, given });
        return;
      case "union":
        for (const branch of part.branches) {
          this.group(branch, { outside: before, visible: none, given });
        }
        return;
      case "optional":
        this.#refuseLoose("OPTIONAL", variablesOfPart(part), seen, scope);
        this.group(part.group, { outside: before, visible: seen.mentioned, given });
        return;
      case "minus":
        this.#refuseLoose("MINUS", variablesOfPart(part), seen, scope);
        this.#minus(part.group, seen, scope.given);
        this.group(part.group, { outside: before, visible: none, given });
        return;
      case "bind":
        this.#refuseGiven(part.variable, given);
        this.#condition("BIND", part.expression, seen, { ...scope, visible: none });
        return;
      case "values":
        if (part.isBind === true) for (const one of part.variables) this.#refuseGiven(one, given);
        return;
      case "query":
        this.#query(part, given);
        return;
      default:
        return;
    }
  }

  /** What a subquery selects and may leave unbound is unbound to some engines, and the value of the row to others. */
  #query(part: Extract<GroupPart, { kind: "query" }>, given: Variables): void {
    const certain = certainOfPart(part);
    for (const one of part.columns) {
      if (given.has(one) && !certain.has(one)) this.#refuse("a subquery in EXISTS", one);
    }
  }

  /**
   * BIND to a variable of the row that an EXISTS is asked for: some engines compare the two values, some forget
   * the first.
   */
  #refuseGiven(variable: VariableId, given: Variables): void {
    if (!given.has(variable)) return;
    const name = excerpt(this.#table.names[variable] ?? "");
    this.#table.fail(`?${name} is bound already`, this.#table.standardNameOf(variable));
  }

  /**
   * Sides without a common variable leave each other alone, so there must be one or none. A variable of the row
   * that an EXISTS is asked for is one to some engines, and a constant to others.
   */
  #minus(group: Group, seen: Seen, given: Variables): void {
    const variables = [...variablesOfGroup(group)];
    const shared = variables.filter((one) => seen.mentioned.has(one));
    const certain = certainOfGroup(group);
    const [first] = [...shared, ...variables.filter((one) => given.has(one))];
    if (shared.some((one) => certain.has(one) && seen.certain.has(one))) return;
    if (first === undefined) {
      if (given.size === 0) return;
      this.#table.fail("Unsupported: MINUS by no variable in EXISTS; write FILTER NOT EXISTS");
    }
    const name = excerpt(this.#table.names[first] ?? "");
    this.#table.fail(
      `Unsupported: MINUS by ?${name}, which may be unbound; write FILTER NOT EXISTS`,
      this.#table.standardNameOf(first),
    );
  }

  #condition(what: string, condition: Expression, seen: Seen, scope: Scope): void {
    for (const variable of plainVariables(condition)) {
      if (scope.visible.has(variable) || scope.given.has(variable)) continue;
      if (this.#isOwn(variable, seen, scope) && seen.mentioned.has(variable)) continue;
      this.#refuse(what, variable);
    }
    for (const group of existsIn(condition)) this.#exists(group, seen, scope);
  }

  #exists(group: Group, seen: Seen, scope: Scope): void {
    const given = new Set([...scope.given, ...scope.visible, ...seen.mentioned]);
    for (const variable of variablesOfGroup(group)) {
      if (scope.visible.has(variable) || scope.given.has(variable)) continue;
      if (!this.#isOwn(variable, seen, scope)) this.#refuse("EXISTS", variable);
    }
    this.group(group, { outside: none, visible: none, given });
  }

  /** What is bound outside cannot reach a group that surely binds it, or does not look at it. */
  #isOwn(variable: VariableId, seen: Seen, { outside }: Scope): boolean {
    return seen.certain.has(variable) || !outside.has(variable);
  }

  #refuseLoose(what: string, variables: Variables, seen: Seen, scope: Scope): void {
    for (const variable of variables) {
      if (!this.#isOwn(variable, seen, scope)) this.#refuse(what, variable);
    }
  }

  #refuse(what: string, variable: VariableId): never {
    return this.#table.fail(
      `Unsupported: ${what} uses ?${excerpt(this.#table.names[variable] ?? "")}, which its group does not bind`,
      this.#table.standardNameOf(variable),
    );
  }
}

/** Variables that an expression looks at itself, not within an EXISTS. */
function plainVariables(expression: Expression): VariableId[] {
  if (expression.kind === "exists") return [];
  return expression.kind === "call"
    ? expression.args.flatMap(plainVariables)
    : variablesOf(expression);
}
