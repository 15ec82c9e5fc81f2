/** Observations as rows, as CSV and as Parquet; explanations. */
import type { Commons, ExplainedRequest, TableQuestion } from "../index.ts";
import { type Asked, type ExplorerAnswer, ExplorerError } from "./request.ts";

export interface TableAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Rows of the whole table. */
  readonly total: number;
  readonly notNumbers: number;
  readonly undivided: number;
}

const shownMax = 20_000;
const savedMax = 1_000_000;

/**
 * The table that `question` describes, as `commons.table` takes it. `format` is `json`, `csv` or
 * `parquet`. JSON has the first 20,000 rows; files have all, up to a million.
 */
export async function tableOf(
  commons: Commons,
  asked: Asked,
): Promise<TableAnswer | ExplorerAnswer> {
  const { question, format = "json" } = asked.body();
  if (typeof question !== "object" || question === null) {
    throw new ExplorerError(400, "'question' is missing");
  }
  const table = await commons.table(question as TableQuestion);
  if (format === "json") {
    return {
      columns: table.columns.map(({ name }) => name),
      rows: [...table.head(shownMax).rows()],
      total: table.length,
      ...table.counts,
    };
  }
  if (table.length > savedMax) {
    throw new ExplorerError(413, `the table has ${table.length} rows: a page saves ${savedMax}`);
  }
  if (format === "csv") {
    return { status: 200, contentType: "text/csv; charset=utf-8", body: table.csv() };
  }
  if (format === "parquet") {
    const body = new Uint8Array(await table.parquet());
    return { status: 200, contentType: "application/vnd.apache.parquet", body };
  }
  throw new ExplorerError(400, "'format' is json, csv or parquet");
}

/** Why the answer to a request is empty: the body is what `commons.explain` takes. */
export async function explained(commons: Commons, asked: Asked) {
  return await commons.explain(asked.body() as unknown as ExplainedRequest);
}
