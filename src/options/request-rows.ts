/** Options that many functions have: limits of a request, and what services go by. */

import { type OptionRow, type OptionRows, requireOptions } from "./required-options.ts";

type Rows = Readonly<Record<string, OptionRow>>;

const requestRows = {
  timeout: { is: ["number"] },
  maxRows: { is: ["number"] },
  maxMemoryBytes: { is: ["number"] },
} satisfies Rows;

/** What is checked of a snapshot. */
export const checkRow: OptionRow = { is: ["text"], choices: ["checksums", "structure"] };

export const limitRows = {
  signal: { is: ["signal"] },
  ...requestRows,
} satisfies Rows;

const queryRows = {
  dialect: { is: ["text"], choices: ["documented", "extended"] },
} satisfies Rows;

const calculationRows = {
  calculations: { is: ["flag"] },
} satisfies Rows;

/** Options of searches for variables. */
export const meaningRows = {
  meaning: { is: ["flag"] },
} satisfies Rows;

/** Options of a call that may be a query. */
export const queryCallRows = { ...limitRows, ...queryRows } satisfies Rows;

/** Options of a call about observations. */
export const observationRows = { ...limitRows, ...calculationRows } satisfies Rows;

/** Options of a call that may search for variables. */
const resolveRows = { ...limitRows, ...meaningRows } satisfies Rows;

/** Options of a question in somebody's own words: what replaces what was read of it. */
export const understandRows = {
  ...limitRows,
  ...meaningRows,
  places: { is: ["texts"] },
  variables: { is: ["texts"] },
  date: { is: ["text", "object"] },
  intent: {
    is: ["text"],
    choices: ["value", "ranking", "comparison", "correlation", "change", "map"],
  },
  order: { is: ["text"], choices: ["highest", "lowest"] },
  limit: { is: ["whole"], min: 1 },
  perCapita: { is: ["flag"] },
} satisfies Rows;

export const serviceRows = {
  ...requestRows,
  ...queryRows,
  ...calculationRows,
  ...meaningRows,
  maxBodyBytes: { is: ["number"] },
  keys: { is: ["text", "keys"] },
  requireKey: { is: ["flag"] },
  ignoreUnknownFields: { is: ["flag"] },
  reasons: { is: ["flag"] },
  today: { is: ["flag"] },
  selfHostedRules: { is: ["flag"] },
  envelopes: { is: ["object"] },
} satisfies Rows;

/** Of one request by `answer`; `fetch` has the signal where the global one has it. */
export const answerRows = {
  ...limitRows,
  maxBodyBytes: serviceRows.maxBodyBytes,
  reasons: serviceRows.reasons,
} satisfies Rows;

/** Methods whose calls take more than limits. */
const rowsOf: ReadonlyMap<string, OptionRows<object>> = new Map<string, Rows>([
  ["sparql", queryCallRows],
  ["query", queryCallRows],
  ["explain", queryCallRows],
  ["observation", observationRows],
  ["resolve", resolveRows],
  ["understand", understandRows],
]);

export const progressRow: OptionRow = {
  is: ["function"],
};

export const saveRows = {
  signal: { is: ["signal"] },
  onProgress: progressRow,
} satisfies Rows;

/**
 * Holds the options of a call to their rows.
 *
 * @param what the method, as its callers write it: `v2.node`
 * @throws TypeError, as `requireOptions`
 */
export function requireCallOptions(what: string, given: object | undefined): void {
  if (given === undefined) return;
  const rows = rowsOf.get(what.slice(what.lastIndexOf(".") + 1)) ?? limitRows;
  requireOptions(what, given, rows);
}
