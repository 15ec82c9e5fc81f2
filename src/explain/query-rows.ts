/** How many rows parts of a query have. */

import type { Governor } from "../governor/index.ts";
import { type Expression, evaluate, type GroupPart, type Plan } from "../sparql/index.ts";
import type { World } from "../world/index.ts";

/** Rows that are counted: where there are more, these are enough to know. */
const countedMax = 100;

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
