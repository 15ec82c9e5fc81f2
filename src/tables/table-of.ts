/** From a question to its table. */

import { answered } from "../adapters/edge/rpc-error.ts";
import { CommonsError } from "../errors/errors.ts";
import type { Governor } from "../governor/governor.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { World } from "../world/world.ts";
import { type ChosenSeries, chooseSeries } from "./chosen-series.ts";
import { Table } from "./column-table.ts";
import { type ReadQuestion, readQuestion, type TableQuestion } from "./table-question.ts";
import { dateColumns, recordColumns, variableColumns } from "./table-shapes.ts";
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
  const reader = new ValueReader(world, question, governor);
  const columns = shapes[question.shape](world, question, chosen, reader, governor);
  const [first] = columns;
  const length = first?.kind === "text" ? first.codes.length : 0;
  const { notNumbers, undivided, denominators } = reader;
  const sources = [
    ...sourcesIn(world.observations, spansOf(world.observations, chosen), false),
    ...sourcesIn(world.observations, denominators?.used ?? new Map(), true),
  ];
  return new Table(columns, length, { notNumbers, undivided }, sources);
}

/** The dates of each facet, in the order in which the series first have them. */
function spansOf(observations: ObservationTable, chosen: readonly ChosenSeries[]): DateSpans {
  const spans: DateSpans = new Map();
  for (const { series, start, end } of chosen) {
    const facet = observations.facetNumberOf(series);
    widen(spans, facet, observations.dateCodeAt(start));
    widen(spans, facet, observations.dateCodeAt(end - 1));
  }
  return spans;
}

const sourcesIn = (observations: ObservationTable, spans: DateSpans, isDivisor: boolean) =>
  Array.from(spans, ([facet, { first, last }]) => ({
    facet: observations.facetAt(facet),
    from: observations.dateOfCode(first),
    to: observations.dateOfCode(last),
    isDivisor,
  }));
