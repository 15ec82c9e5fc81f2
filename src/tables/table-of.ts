/** From a question to its table. */

import { toRpcError } from "../adapters/index.ts";
import { DataError } from "../errors/index.ts";
import type { Governor } from "../governor/index.ts";
import type { World } from "../world/index.ts";
import {
  bestForAll,
  chooseSeries,
  type ReadQuestion,
  readQuestion,
  type TableQuestion,
  ValueReader,
} from "./choice/index.ts";
import { dateColumns, recordColumns, variableColumns } from "./shapes/index.ts";
import { Table } from "./table.ts";

const shapes = { records: recordColumns, dates: dateColumns, variables: variableColumns } as const;

/**
 * @throws RpcError for an expression that names no entities, and for a table that takes too much
 * @throws TypeError for any other question that cannot be meant
 */
export function tableOf(world: World, question: TableQuestion, governor: Governor): Table {
  const read = readQuestion(question);
  try {
    return made(world, read, governor);
  } catch (error) {
    throw error instanceof DataError ? toRpcError(error) : error;
  }
}

function made(world: World, question: ReadQuestion, governor: Governor): Table {
  const all = chooseSeries(world, question, governor);
  const chosen = question.facet === "best-for-all" ? bestForAll(all, world.observations) : all;
  const reader = new ValueReader(world, question, governor);
  const columns = shapes[question.shape](world, question, chosen, reader, governor);
  const [first] = columns;
  const length = first?.kind === "text" ? first.codes.length : 0;
  const { notNumbers, undivided } = reader;
  return new Table(columns, length, { notNumbers, undivided });
}
