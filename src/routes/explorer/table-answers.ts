/** Observations as rows, as CSV and as Parquet; explanations. */
import type { Citation, Commons, ExplainedRequest, TableQuestion } from "../../index.ts";
import { Refusal, type RouteAnswer, type RouteContext } from "../route.ts";

export interface TableAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Rows of the whole table. */
  readonly total: number;
  readonly notNumbers: number;
  readonly undivided: number;
  /** Of the rows. */
  readonly citations: readonly Citation[];
}

const shownMax = 20_000;
const savedMax = 1_000_000;

/**
 * The table that `question` describes, as `commons.table` takes it. `format` is `json`, `csv` or
 * `parquet`. JSON has the first 20,000 rows; files have all, up to a million.
 */
export async function tableOf(
  commons: Commons,
  { question, format }: { readonly question: unknown; readonly format: string },
): Promise<TableAnswer | RouteAnswer> {
  if (typeof question !== "object" || question === null) {
    throw new Refusal(400, "'question' is missing");
  }
  const table = await commons.table(question as TableQuestion);
  if (format === "json") {
    const shown = table.head(shownMax);
    return {
      columns: table.columns.map(({ name }) => name),
      rows: [...shown.rows()],
      total: table.length,
      ...table.counts,
      citations: await commons.cite(shown),
    };
  }
  if (table.length > savedMax) {
    throw new Refusal(413, `the table has ${table.length} rows: a page saves ${savedMax}`);
  }
  if (format === "csv") {
    return { status: 200, contentType: "text/csv; charset=utf-8", body: table.csv() };
  }
  if (format === "parquet") {
    const body = new Uint8Array(await table.parquet());
    return { status: 200, contentType: "application/vnd.apache.parquet", body };
  }
  throw new Refusal(400, "'format' is json, csv or parquet");
}

/** Why the answer to a request is empty: the body is what `commons.explain` takes. */
export async function explained(commons: Commons, _params: object, { body }: RouteContext) {
  return await commons.explain(body as ExplainedRequest);
}

/** A page opens no larger world beside its own files. */
const worldMax = 64 << 20;

/** The whole world as a snapshot, over which a page lays files of its user. */
export async function worldOf(commons: Commons): Promise<RouteAnswer> {
  const chunks: Uint8Array[] = [];
  const tooLarge = new AbortController();
  let length = 0;
  const write = (chunk: Uint8Array): void => {
    length += chunk.length;
    if (length > worldMax) {
      const most = `${worldMax >> 20} MiB`;
      const message = `the world is larger than the ${most} that a page lays files over`;
      tooLarge.abort(new Refusal(413, message));
    }
    chunks.push(chunk.slice());
  };
  await commons.save(new WritableStream({ write }), { signal: tooLarge.signal });
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return { status: 200, contentType: "application/octet-stream", body };
}
