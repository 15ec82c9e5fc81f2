/** Answers as tests read them: cells joined by a bar, `-` for an empty one. */

import { Governor } from "../../../src/options/governor.ts";
import type { Dialect } from "../../../src/sparql/compile/tokens.ts";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import type { World } from "../../../src/world/world.ts";

export function answerOf(world: World, query: string, dialect: Dialect = "documented"): string[] {
  const { rows = [] } = querySparql(world, query, { dialect }, new Governor({ timeout: 60_000 }));
  return rows.map(({ cells }) => cells.map(({ value = "-" }) => value).join("|"));
}
