/** The requests that a mock got, and the search for those that a test expects. */

/** A request that a mock got. */
export interface Call {
  /** Name of the endpoint, such as `v2.node`; empty for a path that is none. */
  readonly endpoint: string;
  /**
   * Parameters as the service reads them from path, query or body. Lists are lists, however they
   * were written. Names are those of the request's type in camel case, without dots: `variables`,
   * `entities`, `entityExpression`.
   */
  readonly params: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly url: string;
  /** How often this request came, this time included. */
  readonly occurrence: number;
  /** Undefined until the answer, and without an answer. */
  readonly status?: number;
  /** The fault of the plan, if any. */
  readonly fault?: string;
  /** The mistake, if it is one. */
  readonly problem?: string;
}

export type OpenCall = { -readonly [Key in keyof Call]: Call[Key] };

/** Parameters that a call must have. */
export type CallPattern = Readonly<Record<string, unknown>>;

const shownMax = 5;

/** @returns why the expected calls are missing; undefined when they are there */
export function missingCall(
  calls: readonly Call[],
  endpoint: string,
  pattern: CallPattern,
  times: number | undefined,
): string | undefined {
  const found = calls.filter((call) => call.endpoint === endpoint && matches(call.params, pattern));
  if (times === undefined ? found.length > 0 : found.length === times) return undefined;
  const wanted = `${endpoint} ${JSON.stringify(pattern)}`;
  const often = times === undefined ? "" : ` ${times} times, but ${found.length}`;
  const others = calls.filter((call) => call.endpoint === endpoint);
  const shown = (others.length > 0 ? others : calls).slice(0, shownMax);
  const there = shown.map(
    (call) => `\n  ${call.endpoint || call.url} ${JSON.stringify(call.params)}`,
  );
  const list = there.length === 0 ? "; there was no call" : `; there were:${there.join("")}`;
  return `${wanted} was not called${often}${list}`;
}

function matches(params: CallPattern, pattern: CallPattern): boolean {
  return Object.keys(pattern).every(
    (key) => Object.hasOwn(params, key) && isSame(params[key], pattern[key]),
  );
}

/** Compares JSON values. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null) return Object.is(left, right);
  if (typeof right !== "object" || right === null) return false;
  const keys = Object.keys(left);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && isSame(Reflect.get(left, key), Reflect.get(right, key)),
    )
  );
}
