/** From a question to its table. */

import { answered } from "../adapters/edge/rpc-error.ts";
import { readLinkedRelation } from "../adapters/reads/lowered-arc.ts";
import { CommonsError } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { Governor } from "../options/governor.ts";
import { OptionError } from "../options/required-options.ts";
import { isAmount, measuredOf } from "../stats/amounts.ts";
import { type Facet, fieldText } from "../stats/facet-fields.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { ChosenSeries } from "./choice/chosen-series.ts";
import { withRelated } from "./choice/related-columns.ts";
import { chooseSeries } from "./choice/series-choice.ts";
import { Table } from "./column-table.ts";
import {
  isByProperty,
  population,
  type ReadQuestion,
  readQuestion,
  type TableQuestion,
} from "./table-question.ts";
import { dateColumns, recordColumns, variableColumns } from "./table-shapes.ts";
import type { TableSource } from "./table-sources.ts";
import { type DateSpans, ValueReader, widen } from "./value-reader.ts";

const shapes = { records: recordColumns, dates: dateColumns, variables: variableColumns } as const;

/**
 * @throws CommonsError for an expression that names no entities, and for a table above a limit
 * @throws TypeError for any other question that cannot be answered
 */
export function tableOf(world: World, question: TableQuestion, governor: Governor): Table {
  const read = readQuestion(question);
  try {
    return made(world, read, governor);
  } catch (error) {
    throw error instanceof CommonsError ? answered(error) : error;
  }
}

function made(world: World, question: ReadQuestion, governor: Governor): Table {
  const chosen = chooseSeries(world, question, governor);
  const relative = relativeOf(world, question, chosen);
  if (question.isPerCapita) requireAmounts(relative);
  // Quotients are no amounts.
  chosen.relative = question.denominator === undefined ? relative : question.variables;
  const reader = new ValueReader(world, question, governor);
  const shaped = shapes[question.shape](world, question, chosen, reader, governor);
  const [first] = shaped;
  const rows = first?.kind === "text" ? first.codes.length : 0;
  const own = { columns: shaped, length: rows };
  const { columns, length } = withRelated(world.graph, own, question, governor);
  if (length === 0) checkOrder(world, question);
  const { notNumbers, undivided, denominators } = reader;
  const divisors: DateSpans = denominators?.used ?? new Map();
  const isDivided = divisors.size > 0;
  // What divided a row is no facet of it.
  const beside = { isDivided, facetColumn: "facetId", dateColumn: "date" };
  const sources = [
    ...sourcesIn(world.observations, spansOf(world.observations, chosen), beside),
    ...sourcesIn(world.observations, divisors, { isDivided }),
  ];
  const counts = { notNumbers, undivided, unknown: unknownOf(world, question) };
  return new Table(columns, length, counts, sources);
}

/** @throws TypeError where all entities are variables, and all variables entities with data */
function checkOrder({ graph, observations }: World, { entities, variables }: ReadQuestion): void {
  if (typeof entities === "string" || isByProperty(entities)) return;
  const nodesOf = (dcids: readonly string[]) =>
    dcids.map((dcid) => graph.dictionary.nodeOf(dcid) ?? noTerm);
  const isVariable = (node: TermId) => node !== noTerm && observations.seriesCountOf(node) > 0;
  const isEntity = (node: TermId) =>
    node !== noTerm && !isVariable(node) && observations.variableCountOf(node) > 0;
  const [[variable], [entity]] = [entities, variables];
  const isExchanged = nodesOf(entities).every(isVariable) && nodesOf(variables).every(isEntity);
  if (variable === undefined || entity === undefined || !isExchanged) return;
  const problem = `'entities' names variables, as '${excerpt(variable)}', and 'variables' entities, as '${excerpt(entity)}': exchange them`;
  throw new OptionError({ function: "table", option: "entities" }, problem);
}

/** Dcids of a question that are no nodes of the world, each once, and ids and texts of no facet. */
function unknownOf(
  { graph, observations }: World,
  { entities, variables, denominator, facet, filter }: ReadQuestion,
): readonly string[] {
  const lists = isByProperty(entities) ? Object.values(entities) : [entities];
  const listed = lists.flatMap((one) => (typeof one === "string" ? namesIn(one) : one));
  const named = [...listed, ...variables, ...(denominator === undefined ? [] : [denominator])];
  const known = new Set(observations.facets.map(({ facetId }) => facetId));
  const { facetIds = [], domains: _, ...fields } = filter;
  const ids = [...facetIds, ...(typeof facet === "string" ? [] : facet)];
  const texts = Object.entries(fields).flatMap(([field, wanted = []]) => {
    const isMet = (text: string) =>
      text === "" ||
      observations.facets.some((one) => fieldText(one, field as keyof Facet) === text);
    return [wanted].flat().filter((text) => !isMet(text));
  });
  return [
    ...[...new Set(named)].filter((dcid) => graph.dictionary.nodeOf(dcid) === undefined),
    ...ids.filter((id) => !known.has(id)),
    ...texts,
  ];
}

/** The place and the type of an expression. */
function namesIn(expression: string): readonly string[] {
  const { subject, arcs } = readLinkedRelation(expression);
  return [subject, ...arcs.flatMap(({ filter }) => filter.flatMap(({ values }) => values))];
}

/** By variable of the question: its dcid if it is no amount. */
function relativeOf(
  { graph, observations }: World,
  { variables }: ReadQuestion,
  chosen: ChosenSeries,
): (string | null)[] {
  const units = variables.map(() => new Set<number>());
  for (let row = 0; row < chosen.count; row++) {
    units[chosen.variables[row]!]!.add(chosen.facets[row]!);
  }
  return variables.map((dcid, at) => {
    const own = Array.from(units[at]!, (facet) => observations.facetAt(facet).unit);
    return isAmount(measuredOf(graph, dcid, own)) ? null : dcid;
  });
}

/** @throws TypeError with the first variable that is none */
function requireAmounts(relative: readonly (string | null)[]): void {
  const found = relative.find((dcid) => dcid !== null);
  if (found == null) return;
  throw new TypeError(
    `perCapita divides amounts, and '${excerpt(found)}' is a rate, a median or an average: leave perCapita out; a table with denominator: "${population}" divides it all the same`,
  );
}

/** The dates of each facet, in the order in which the series first have them. */
function spansOf(observations: ObservationTable, chosen: ChosenSeries): DateSpans {
  const { count, series, facets, starts, ends, dates, numbers } = chosen;
  const spans: DateSpans = new Map();
  for (let row = 0; row < count; row++) {
    const facet = facets[row]!;
    const isRead = numbers !== undefined;
    if (!isRead) observations.pointsOf(series[row]!);
    const first = isRead ? dates[row]! : observations.dateCodeAt(starts[row]!);
    const last = isRead ? first : observations.dateCodeAt(ends[row]! - 1);
    widen(spans, facet, first);
    widen(spans, facet, last);
  }
  return spans;
}

const sourcesIn = (
  observations: ObservationTable,
  spans: DateSpans,
  beside: Omit<TableSource, "facet" | "from" | "to">,
): TableSource[] =>
  Array.from(spans, ([facet, { first, last }]) => ({
    facet: observations.facetAt(facet),
    from: observations.dateOfCode(first),
    to: observations.dateOfCode(last),
    ...beside,
  }));
