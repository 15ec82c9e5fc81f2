/** What `stat` asks: the question for a table, and the request that explains it. */

import type { EntityExpression, TableQuestion, WantedDate } from "../../index.ts";
import type { V2ObservationRequest } from "../../wire.ts";
import { type OptionValues, textOption } from "../command.ts";
import { UsageError } from "../io.ts";
import { joinOf, wantsSeries } from "./stat-verbs.ts";

/** A question for a table about entities by `observationAbout`. */
export interface StatQuestion extends TableQuestion {
  readonly entities: readonly string[] | EntityExpression;
}

/** The endpoint's part of a question. */
export function requestOf({ variables, entities, date }: StatQuestion): V2ObservationRequest {
  return {
    date: typeof date === "string" ? wireDateOf(date) : "",
    variable: { dcids: variables },
    entity: typeof entities === "string" ? { expression: entities } : { dcids: entities },
    select: ["entity", "variable", "date", "value"],
  };
}

/** @throws UsageError for an expression beside other entities, and for dates that do not fit */
export function questionOf(
  variables: readonly string[],
  entities: readonly string[],
  options: OptionValues,
): StatQuestion {
  return {
    variables,
    entities: expressionAmong(entities) ?? entities,
    date: dateOf(options),
    join: joinOf(options),
    facet: (textOption(options, "facets") ?? "best") as "best",
    facetOrder: (textOption(options, "facetOrder") ?? "series") as "series",
    shape: (textOption(options, "shape") ?? "records") as "records",
    perCapita: options["perCapita"] === true,
    names: true,
    denominator: textOption(options, "denominator"),
  };
}

function expressionAmong(entities: readonly string[]): EntityExpression | undefined {
  const expression = entities.find(isExpression);
  if (expression === undefined || entities.length === 1) return expression;
  throw new UsageError("an expression names all entities: it stands alone");
}

function isExpression(entity: string): entity is EntityExpression {
  return entity.includes("<-") || entity.includes("->");
}

/** As the endpoint spells it. */
function wireDateOf(date: string): string {
  if (date === "latest") return "LATEST";
  return date === "all" ? "" : date;
}

const hasRange = (options: OptionValues): boolean =>
  options["from"] !== undefined || options["to"] !== undefined;

/** @throws UsageError for what is no date, and for a date beside a range */
function dateOf(options: OptionValues): WantedDate {
  const given = textOption(options, "date") ?? "latest";
  // Along series, the latest date alone means nothing.
  const date = given === "latest" && wantsSeries(options) && !hasRange(options) ? "all" : given;
  if (!/^(?:latest|all|\d.*)$/.test(date)) {
    throw new UsageError(`--date is latest, all or a date, not "${date.slice(0, 40)}"`);
  }
  const [from, to] = [textOption(options, "from"), textOption(options, "to")];
  if (from === undefined && to === undefined) return date;
  if (date !== "latest") throw new UsageError("--date goes with neither --from nor --to");
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
