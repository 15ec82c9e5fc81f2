/** Options that many functions have: limits of a request, and what services go by. */

import { type OptionRow, type OptionRows, requireOptions } from "./required-options.ts";

type Rows = Readonly<Record<string, OptionRow>>;

const requestRows = {
  timeout: { is: ["number"], about: "milliseconds that making an answer may take" },
  maxRows: { is: ["number"], about: "rows that a request may go through" },
  maxMemoryBytes: { is: ["number"], about: "estimated memory of a request" },
} satisfies Rows;

export const limitRows = {
  signal: { is: ["signal"], about: "ends a request" },
  ...requestRows,
} satisfies Rows;

const queryRows = {
  dialect: { is: ["text"], choices: ["documented", "extended"], about: "what queries may hold" },
} satisfies Rows;

const calculationRows = {
  calculations: {
    is: ["flag"],
    byDefault: "false",
    about: "values that no source has are calculated",
  },
} satisfies Rows;

/** Options of a call that may be a query. */
export const answerRows = { ...limitRows, ...queryRows } satisfies Rows;

/** Options of a call about observations. */
export const observationRows = { ...limitRows, ...calculationRows } satisfies Rows;

export const serviceRows = {
  ...requestRows,
  ...queryRows,
  ...calculationRows,
  maxBodyBytes: { is: ["number"], about: "bytes of a body that are read" },
  keys: { is: ["text", "keys"], about: "the API keys that are valid" },
  requireKey: { is: ["flag"], byDefault: "true", about: "whether any endpoint needs a key" },
  ignoreUnknownFields: { is: ["flag"], byDefault: "false", about: "passes over unknown fields" },
  reasons: { is: ["flag"], byDefault: "false", about: "adds reasons to the bodies of errors" },
  today: { is: ["flag"], byDefault: "false", about: "answers have what today's service adds" },
  selfHostedRules: { is: ["flag"], byDefault: "false", about: "refuses what instances refuse" },
  envelopes: { is: ["object"], about: "how the answers of two endpoints are packed" },
} satisfies Rows;

/** Methods whose calls take more than limits. */
const rowsOf: ReadonlyMap<string, OptionRows<object>> = new Map<string, Rows>([
  ["sparql", answerRows],
  ["query", answerRows],
  ["explain", answerRows],
  ["observation", observationRows],
]);

export const progressRow: OptionRow = {
  is: ["function"],
  about: "called for each piece that was written",
};

export const saveRows = {
  signal: { is: ["signal"], about: "stops the saving: the old file stays" },
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
