/** From a question to its table. */

import { answered } from "../adapters/edge/rpc-error.ts";
import { CommonsError } from "../errors/errors.ts";
import type { Governor } from "../governor/governor.ts";
import type { World } from "../world/world.ts";
import { chooseSeries } from "./chosen-series.ts";
import { Table } from "./column-table.ts";
import { type ReadQuestion, readQuestion, type TableQuestion } from "./table-question.ts";
import { dateColumns, recordColumns, variableColumns } from "./table-shapes.ts";
import { ValueReader } from "./value-reader.ts";

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
  const { notNumbers, undivided } = reader;
  return new Table(columns, length, { notNumbers, undivided });
}
