/** The parts of a query one by one: their texts for people, and how many rows they have. */

import { excerpt } from "../errors/excerpts.ts";
import type { Governor } from "../governor/governor.ts";
import {
  type Expression,
  type GroupPart,
  isAnchor,
  type Pattern,
  type PatternEnd,
  type Plan,
  type VariableId,
} from "../sparql/plan.ts";
import { evaluate } from "../sparql/run/evaluate.ts";
import type { World } from "../world/world.ts";

/**
 * Each pattern as a part of its own, in their order. A pattern that makes a variable an observation
 * comes before the other patterns of the variable: without it they have another meaning.
 */
export function itemsOf(parts: readonly GroupPart[], plan: Plan): GroupPart[] {
  return parts.flatMap((part): GroupPart[] => {
    if (part.kind !== "patterns") return [part];
    const { patterns } = part;
    const anchored = new Set<VariableId>();
    const ordered = patterns.flatMap((pattern) => {
      const variable = observationOf(pattern, plan);
      if (variable === undefined) return [pattern];
      if (anchored.has(variable)) return isAnchor(pattern) ? [] : [pattern];
      anchored.add(variable);
      const anchors = patterns.filter(
        (other) => observationOf(other, plan) === variable && isAnchor(other),
      );
      return isAnchor(pattern) ? anchors : [...anchors, pattern];
    });
    return ordered.map((pattern) => ({ kind: "patterns", patterns: [pattern] }));
  });
}

function observationOf({ subject }: Pattern, plan: Plan): VariableId | undefined {
  if (subject.kind !== "variable") return undefined;
  return plan.observations.has(subject.variable) ? subject.variable : undefined;
}

export function textOfItem(item: GroupPart, plan: Plan): string {
  switch (item.kind) {
    case "patterns":
      return item.patterns.map((pattern) => textOfPattern(pattern, plan)).join(" . ");
    case "group":
      return "the group in braces";
    case "optional":
      return "OPTIONAL";
    case "union":
      return `UNION of ${item.branches.length}`;
    case "minus":
      return "MINUS";
    case "path":
      return `the path from ${textOfEnd(item.subject, plan)} to ${textOfEnd(item.object, plan)}`;
    case "values":
      return `VALUES of ${item.rows.length}`;
    case "bind":
      return `BIND of ?${excerpt(plan.variables[item.variable] ?? "")}`;
    case "query":
      return "the query in braces";
  }
}

export function textOfPattern({ subject, predicate, object }: Pattern, plan: Plan): string {
  return [subject, predicate, object].map((end) => textOfEnd(end, plan)).join(" ");
}

function textOfEnd(end: PatternEnd, { variables }: Plan): string {
  if (end.kind === "variable") return `?${excerpt(variables[end.variable] ?? "")}`;
  const texts = end.texts.slice(0, 5).map(excerpt);
  if (end.texts.length === 1) return texts[0] ?? "";
  return `(${texts.join(" ")}${end.texts.length > 5 ? " …" : ""})`;
}

/** Rows that are counted: where there are more, these are enough to know. */
const countedMax = 100;

/** Counts the rows of parts of one query. */
export class QueryRows {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #governor: Governor;

  constructor(world: World, plan: Plan, governor: Governor) {
    this.#world = world;
    this.#plan = plan;
    this.#governor = governor;
  }

  /** Matches of some parts together, 100 at most. */
  count(parts: readonly GroupPart[], conditions: readonly Expression[] = []): number {
    return this.#rowsOf({
      ...this.#plan,
      where: { parts, conditions },
      header: [""],
      columns: [{ kind: "computed", expression: { kind: "boolean", value: true } }],
      distinct: false,
      order: [],
      limit: countedMax,
      offset: 0,
      isAsk: false,
      grouping: undefined,
    });
  }

  /** Groups that the query leaves, 100 at most. */
  countGroups(): number {
    return this.#rowsOf({ ...this.#plan, offset: 0 });
  }

  /** Rows of the query itself, 100 at most. */
  countAll(): number {
    return this.#rowsOf(this.#plan);
  }

  #rowsOf(plan: Plan): number {
    const limit = Math.min(plan.limit, countedMax);
    return evaluate(this.#world, { ...plan, limit }, this.#governor).rows?.length ?? 0;
  }
}
