/** What `mock` may be given: the options, the rules of faults, the kinds of a fault. */

import type { ServiceOptions } from "../adapters/edge/service.ts";
import { endpoints } from "../adapters/endpoints.ts";
import { describeArgument } from "../errors/excerpts.ts";
import { type RpcCode, rpcStatuses } from "../errors/rpc.ts";
import type { OpenOptions } from "../index.ts";
import {
  OptionError,
  type OptionRow,
  type OptionRows,
  requireOptions,
} from "../options/required-options.ts";
import { faultMessages } from "./fault-answer.ts";
import type { Clock, Delay, Fault, FaultPlan, FaultRule } from "./fault-plan.ts";
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
  /** Called with each warning, also of loading the data. Default: `console.warn`. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Delays, and requests that go wrong. Default: none. */
  readonly faults?: FaultPlan | undefined;
  /** What waits for delays. Default: the real time, also when a test has fake timers. */
  readonly clock?: Clock | undefined;
  /** How requests are answered. Default: as the real service does; over a recording, as the recorded one. */
  readonly service?: ServiceOptions | undefined;
  /**
   * How data are opened. No effect on a Commons. Here `strict` is true by default, for snapshots, too: data of which
   * something was left out for an error reject. With `strict: false` the errors stay in
   * `commons.info.diagnostics`.
   */
  readonly open?: OpenOptions | undefined;
}

const rpcCodes = Object.keys(faultMessages) as RpcCode[];

const retryAfter = { is: ["finite"] } satisfies OptionRow;

/** What the rule of each kind has beside the members of all rules. */
const kinds: {
  readonly [Kind in Fault["kind"]]: OptionRows<Omit<Fault & { readonly kind: Kind }, "kind">>;
} = {
  error: {
    code: {
      is: ["text"],
      choices: rpcCodes,
      isRequired: true,
    },
    message: { is: ["text"] },
    retryAfter,
  },
  status: {
    status: { is: ["whole"], min: 200, max: 599, isRequired: true },
    body: { is: ["text"] },
    retryAfter,
  },
  reset: {},
  truncated: {},
  malformed: {},
  hang: {},
};

const ruleRows = {
  kind: {
    is: ["text"],
    choices: Object.keys(kinds),
    isRequired: true,
  },
  rate: { is: ["number"], max: 1 },
  endpoints: { is: ["texts"], choices: Object.keys(endpoints), isFilled: true },
  occurrences: {
    is: ["wholes"],
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    isFilled: true,
  },
} satisfies OptionRows<Pick<FaultRule, "kind" | "rate" | "endpoints" | "occurrences">>;

const delayRows = {
  median: { is: ["finite"], isRequired: true },
  sigma: { is: ["finite"], isRequired: true },
} satisfies OptionRows<Exclude<Delay, number>>;

const faultRows = {
  seed: {
    is: ["text", "finite"],
    min: Number.NEGATIVE_INFINITY,
  },
  delay: { is: ["finite", "object"] },
  rules: { is: ["objects"] },
} satisfies OptionRows<FaultPlan>;

/**
 * @param what the public function with the option `faults`
 * @throws TypeError as `requireOptions`
 */
export function requireFaults(what: string, faults: FaultPlan): void {
  requirePlan(what, faults);
  requireOptions(what, faults, faultRows, "faults");
  const { delay, rules = [] } = faults;
  if (typeof delay === "object") requireOptions(what, delay, delayRows, "faults.delay");
  for (const [at, rule] of rules.entries()) {
    const path = `faults.rules[${at}]`;
    requireNames(what, rule, path);
    // The kind decides what else there is: a wrong one is the first mistake to report.
    requireOptions(what, { kind: rule.kind }, { kind: ruleRows.kind }, path);
    requireOptions(what, rule, { ...ruleRows, ...kinds[rule.kind] }, path);
  }
}

/** A rule in the place of the plan: its members are no options of a plan, and near to none. */
function requirePlan(what: string, faults: FaultPlan): void {
  const ruleNames = [ruleRows, ...Object.values(kinds)].flatMap((rows) => Object.keys(rows));
  const name = Object.keys(Object(faults)).find((one) => ruleNames.includes(one));
  if (name === undefined) return;
  const problem = `'faults.${name}' belongs into a rule: { rules: [{ ${name}: … }] }`;
  throw new OptionError({ function: what, option: `faults.${name}` }, problem);
}

/** A status in the place of a name. */
function requireNames(what: string, rule: FaultRule, path: string): void {
  for (const name of ["kind", "code"]) {
    const given: unknown = Reflect.get(rule, name);
    if (!/^[2-5]\d\d$/.test(String(given))) continue;
    const code = rpcCodes.find((one) => rpcStatuses[one].status === Number(given));
    const meant = code === undefined ? `"status", status: ${given}` : `"error", code: "${code}"`;
    const option = `${path}.${name}`;
    const problem = `'${option}' is a name, not ${describeArgument(given)}: give { kind: ${meant} }`;
    throw new OptionError({ function: what, option }, problem);
  }
}

export const mockRows = {
  origins: { is: ["text", "texts"], isFilled: true },
  missing: {
    is: ["text"],
    choices: ["error", "warn", "empty"],
  },
  onWarning: { is: ["function"] },
  faults: { is: ["object"] },
  clock: { is: ["object"] },
  service: { is: ["object"] },
  open: { is: ["object"] },
} satisfies OptionRows<MockOptions>;

const clockRows = {
  sleep: { is: ["function"], isRequired: true },
} satisfies OptionRows<Clock>;

/** @throws TypeError for the first option that is none or has a wrong value, inside of faults, too */
export function checkMockOptions(options: MockOptions): void {
  requireOptions("mock", options, mockRows);
  const { origins = [], faults, clock } = options;
  for (const origin of [origins].flat()) originOf(origin);
  if (faults !== undefined) requireFaults("mock", faults);
  // A clock may have more.
  if (clock !== undefined) requireOptions("mock", { sleep: clock.sleep }, clockRows, "clock");
}
