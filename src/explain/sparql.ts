/** Why a query finds nothing. */

import type { AnswerSettings, V2SparqlRequest } from "../adapters/index.ts";
import { type Expression, type Group, type GroupPart, type Plan, planOf } from "../sparql/index.ts";
import { explainPattern } from "./pattern.ts";
import { itemsOf, textOfItem } from "./query-items.ts";
import { QueryRows } from "./query-rows.ts";
import type { Telling } from "./telling.ts";

export function explainSparql(
  telling: Telling,
  { query }: V2SparqlRequest,
  { dialect = "documented" }: AnswerSettings,
): void {
  const { story } = telling;
  const plan = planOf(query, dialect);
  const told = new QueryTelling(telling, plan);
  if (!told.group(plan.where) || !told.groups()) return;
  const { offset } = plan;
  if (offset > 0 && !story.step(`rows after OFFSET ${offset}`, told.rows.countAll())) {
    story.end("offset", `OFFSET ${offset} leaves out all rows`);
  }
}

class QueryTelling {
  readonly rows: QueryRows;
  readonly #telling: Telling;
  readonly #plan: Plan;

  constructor(telling: Telling, plan: Plan) {
    this.#telling = telling;
    this.#plan = plan;
    this.rows = new QueryRows(telling.world, plan, telling.governor);
  }

  /** @returns whether a group of parts has matches */
  group({ parts, conditions }: Group): boolean {
    const { governor, story } = this.#telling;
    const items = itemsOf(parts, this.#plan);
    for (const [at, item] of items.entries()) {
      governor.look();
      const text = textOfItem(item, this.#plan);
      const what = at === 0 ? text : `${text}, together with what stands before`;
      if (story.step(what, this.rows.count(items.slice(0, at + 1)))) continue;
      this.#endAt(items, at);
      return false;
    }
    return this.#conditions(items, conditions);
  }

  /** @returns whether HAVING leaves a group */
  groups(): boolean {
    const { grouping } = this.#plan;
    const { story } = this.#telling;
    if (grouping === undefined) return true;
    if (story.step("groups", this.rows.countGroups())) return true;
    story.end("filteredOut", "HAVING lets no group pass");
    return false;
  }

  /** Which items have matches of their own, and why the one at hand leaves nothing. */
  #endAt(items: readonly GroupPart[], at: number): void {
    const { governor, story } = this.#telling;
    let isAlone = false;
    for (const [place, item] of items.entries()) {
      governor.look();
      if (place === 0) continue;
      const has = story.step(`alone: ${textOfItem(item, this.#plan)}`, this.rows.count([item]));
      if (place === at) isAlone = has;
    }
    const item = items[at];
    if (item === undefined) return;
    if (!isAlone) this.#endOf(item);
    const text = textOfItem(item, this.#plan);
    story.end("noMatch", `${text} has matches, but none together with what stands before it`);
  }

  /** Why one item alone has no match. */
  #endOf(item: GroupPart): void {
    if (item.kind === "patterns") {
      for (const pattern of item.patterns) explainPattern(this.#telling, this.#plan, pattern);
      return;
    }
    const inner = item.kind === "union" ? item.branches : [item.group];
    for (const group of inner) this.group(group);
  }

  #conditions(items: readonly GroupPart[], conditions: readonly Expression[]): boolean {
    const { governor, story } = this.#telling;
    for (const at of conditions.keys()) {
      governor.look();
      const left = this.rows.count(items, conditions.slice(0, at + 1));
      if (story.step(`rows that pass FILTER ${at + 1}`, left)) continue;
      const isAlone = this.rows.count(items, conditions.slice(at, at + 1)) > 0;
      const others = isAlone ? " together with those before it" : "";
      story.end("filteredOut", `FILTER ${at + 1} lets no row pass${others}`);
      return false;
    }
    return true;
  }
}
