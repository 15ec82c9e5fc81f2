/** What `mock` may be given: the options, the rules of faults, the kinds of a fault. */

import type { ServiceOptions } from "../adapters/edge/service.ts";
import { endpoints } from "../adapters/endpoints.ts";
import type { OpenOptions } from "../index.ts";
import { type OptionRows, requireOptions } from "../options/required-options.ts";
import { faultMessages } from "./fault-answer.ts";
import type { Clock, Fault, FaultPlan } from "./fault-plan.ts";
import {
  callback,
  checkOptions,
  integer,
  isRecord,
  listOf,
  number,
  oneOf,
  type Rows,
  record,
  text,
  textOrNumber,
} from "./option-rows.ts";
import { originOf } from "./origins.ts";

/** Options of `mock`. */
export interface MockOptions {
  /**
   * Addresses of the mocked service; a request to any other throws. An address may have a path,
   * which then comes before the paths of the service. Default: the real one,
   * `https://api.datacommons.org`.
   */
  readonly origins?: string | readonly string[] | undefined;
  /**
   * For a request with a dcid, a property, a type or a variable that the world lacks, or with a
   * path that the service lacks. `error` (default): `fetch` rejects with a `CommonsError`. `warn`: the
   * mock calls `onWarning`. `empty`: the mock answers as the real service does.
   */
  readonly missing?: "error" | "warn" | "empty" | undefined;
  /** Default: `console.warn`. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Delays, and requests that go wrong. Default: none. */
  readonly faults?: FaultPlan | undefined;
  /** What waits for delays. Default: the real time, also when a test has fake timers. */
  readonly clock?: Clock | undefined;
  /** How requests are answered. Default: as the real service does. */
  readonly service?: ServiceOptions | undefined;
  /**
   * How data are opened. No effect on a Commons. Here `strict` is true by default, for snapshots, too: data of which
   * something was left out for an error reject. With `strict: false` the errors stay in
   * `commons.info.diagnostics`.
   */
  readonly open?: OpenOptions | undefined;
}

const codes = Object.keys(faultMessages);

const retryAfter = number(0);

/** What the rule of each kind has beside the members of all rules. */
const kinds: Readonly<Record<Fault["kind"], { readonly rows: Rows; readonly needs: string[] }>> = {
  error: { rows: { code: oneOf(codes), message: text, retryAfter }, needs: ["code"] },
  status: { rows: { status: integer(200, 599), body: text, retryAfter }, needs: ["status"] },
  reset: { rows: {}, needs: [] },
  truncated: { rows: {}, needs: [] },
  malformed: { rows: {}, needs: [] },
  hang: { rows: {}, needs: [] },
};

const ruleRows: Rows = {
  kind: oneOf(Object.keys(kinds)),
  rate: number(0, 1),
  endpoints: listOf(oneOf(Object.keys(endpoints), "the name of an endpoint"), "names of endpoints"),
  occurrences: listOf(integer(1), "numbers"),
};

function checkRule(rule: unknown, name: string): void {
  const what = `a rule such as { kind: "reset" }`;
  const { kind } = isRecord(rule) ? rule : { kind: undefined };
  const isKind = typeof kind === "string" && Object.hasOwn(kinds, kind);
  const { rows, needs } = isKind ? kinds[kind as Fault["kind"]] : { rows: {}, needs: ["kind"] };
  // The kind decides what else there is: a wrong one is the first mistake to report.
  if (!isKind && kind !== undefined) ruleRows["kind"]?.(kind, `${name}.kind`);
  record({ ...ruleRows, ...rows }, what, needs)(rule, name);
}

const distribution = record({ median: number(0), sigma: number(0) }, "{ median, sigma }", [
  "median",
  "sigma",
]);

const faultRows: Rows = {
  seed: textOrNumber,
  delay: (value, name) => {
    if (isRecord(value)) distribution(value, name);
    else number(0)(value, name);
  },
  rules: listOf(checkRule, "rules"),
};

export const mockRows = {
  origins: { is: ["text", "texts"], about: "addresses of the mocked service" },
  missing: {
    is: ["text"],
    choices: ["error", "warn", "empty"],
    byDefault: "error",
    about: "what a request gets for what the world lacks",
  },
  onWarning: { is: ["function"], byDefault: "console.warn", about: "called with each warning" },
  faults: { is: ["object"], about: "delays, and requests that go wrong" },
  clock: { is: ["object"], about: "what waits for delays" },
  service: { is: ["object"], about: "how requests are answered" },
  open: { is: ["object"], about: "how data are opened" },
} satisfies OptionRows<MockOptions>;

/** @throws TypeError for the first option that is none or has a wrong value, inside of faults, too */
export function checkMockOptions(options: MockOptions): void {
  requireOptions("mock", options, mockRows);
  const { origins = [], faults, clock } = options;
  for (const origin of [origins].flat()) originOf(origin);
  if (faults !== undefined) checkOptions(faults, faultRows, "faults");
  if (clock !== undefined) callback(clock.sleep, "clock.sleep");
}
