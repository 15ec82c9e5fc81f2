/** Which variables the pieces of a plan look at. */

import type { Expression, Group, GroupPart, PatternEnd, VariableId } from "./plan.ts";

/** Variables that a part mentions in patterns. */
export function variablesOfPart(part: GroupPart): Set<VariableId> {
  switch (part.kind) {
    case "patterns":
      return new Set(
        part.patterns.flatMap(({ subject, predicate, object }) =>
          [subject, predicate, object].flatMap(variableOf),
        ),
      );
    case "group":
    case "optional":
      return variablesOfGroup(part.group);
    case "union":
      return new Set(part.branches.flatMap((branch) => [...variablesOfGroup(branch)]));
  }
}

function variablesOfGroup({ parts }: Group): Set<VariableId> {
  return new Set(parts.flatMap((part) => [...variablesOfPart(part)]));
}

/** Variables that every match of a part binds. */
export function certainOfPart(part: GroupPart): Set<VariableId> {
  switch (part.kind) {
    case "patterns":
      return variablesOfPart(part);
    case "group":
      return certainOfGroup(part.group);
    case "optional":
      return new Set();
    case "union": {
      const [first, ...others] = part.branches.map(certainOfGroup);
      return new Set([...(first ?? [])].filter((one) => others.every((other) => other.has(one))));
    }
  }
}

function certainOfGroup({ parts }: Group): Set<VariableId> {
  return new Set(parts.flatMap((part) => [...certainOfPart(part)]));
}

/** Variables that an expression looks at. */
export function variablesOf(expression: Expression): number[] {
  switch (expression.kind) {
    case "variable":
      return [expression.variable];
    case "call":
      return expression.args.flatMap(variablesOf);
    default:
      return [];
  }
}

function variableOf(end: PatternEnd): number[] {
  return end.kind === "variable" ? [end.variable] : [];
}
