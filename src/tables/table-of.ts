/** From a question to its table. */

import type { Governor } from "../governor/index.ts";
import type { World } from "../world/index.ts";
import {
  bestForAll,
  chooseSeries,
  readQuestion,
  type TableQuestion,
  ValueReader,
} from "./choice/index.ts";
import { dateColumns, recordColumns, variableColumns } from "./shapes/index.ts";
import { Table } from "./table.ts";

const shapes = { records: recordColumns, dates: dateColumns, variables: variableColumns } as const;

/**
 * @throws TypeError for a question that cannot be meant
 * @throws ExpressionError for an expression that names no entities
 * @throws LimitError for a table that takes too much
 */
export function tableOf(world: World, question: TableQuestion, governor: Governor): Table {
  const read = readQuestion(question);
  const all = chooseSeries(world, read, governor);
  const chosen = read.facet === "best-for-all" ? bestForAll(all, world.observations) : all;
  const reader = new ValueReader(world, read, governor);
  const columns = shapes[read.shape](world, read, chosen, reader, governor);
  const [first] = columns;
  const length = first?.kind === "text" ? first.codes.length : 0;
  const { notNumbers, undivided } = reader;
  return new Table(columns, length, { notNumbers, undivided });
}
