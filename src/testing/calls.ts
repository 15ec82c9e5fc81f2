/** The requests that a mock got, and the search for those that a test expects. */

import type { AnyEndpoint } from "../adapters/edge/endpoint.ts";
import { documented } from "../adapters/edge/request-text.ts";
import { endpoints } from "../adapters/endpoints.ts";
import { CommonsError } from "../errors/errors.ts";
import { describeArgument, isPlain } from "../errors/excerpts.ts";
import { didYouMean, nearest } from "../errors/nearest.ts";
import type { FieldPlace, Layout, Message } from "../router/fields.ts";
import { readFields } from "../router/read-fields.ts";

/** A request that a mock got. */
export interface Call {
  /** Name of the endpoint, such as `v2.node`; empty for a path that is none. */
  readonly endpoint: string;
  /**
   * The parameters, the same ones from path, query and body. Lists are lists, however they
   * were written. Empty for a request that cannot be read. Names are those of the request's type in camel case, without dots: `variables`,
   * `entities`, `entityExpression`.
   */
  readonly params: Readonly<Record<string, unknown>>;
  readonly method: string;
  /** As it was sent; a query may have parameters that the service lacks. */
  readonly url: string;
  /** As it was sent; empty without one. */
  readonly body: string;
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

/**
 * Parameters that a call must have: as the log has them (`{ entities }`), as the body was sent
 * (`{ entity: { dcids } }`), or both mixed, each parameter once. No member is undefined.
 * A value may be a regular expression, or a matcher of vitest or Jest such as `expect.stringContaining("name")`;
 * a list fits if it or one of its members does, and with `expect.not` if it and each of them do.
 */
export type CallPattern = Readonly<Record<string, unknown>>;

const shownMax = 5;

/**
 * @returns why the expected calls are missing; undefined when they are there
 * @throws CommonsError `MOCK` for an endpoint or a parameter that the service lacks
 * @throws TypeError for a pattern or a number of times that is none, for a member that asks for nothing, and for a
 * value that the parameter cannot have
 */
export function missingCall(
  calls: readonly Call[],
  endpoint: string,
  pattern: CallPattern,
  times: number | undefined,
): string | undefined {
  requireWanted(endpoint, pattern, times);
  const wanted = wantedOf(endpoint, pattern);
  const ofEndpoint = calls.filter((call) => call.endpoint === endpoint);
  const found = ofEndpoint.filter(({ params }) => matches(params, wanted));
  if (times === undefined ? found.length > 0 : found.length === times) return undefined;
  const isOrder =
    found.length === 0 && ofEndpoint.some(({ params }) => matches(params, wanted, sorted));
  const order = isOrder ? " in this order of a list" : "";
  const often = times === undefined ? order : ` ${times} times, but ${found.length}${order}`;
  const shown = (ofEndpoint.length > 0 ? ofEndpoint : calls).slice(0, shownMax);
  const there = shown.map((call) => `\n  ${shownCall(call)}`);
  const list = there.length === 0 ? "; there was no call" : `; there were:${there.join("")}`;
  return `${endpoint} ${JSON.stringify(pattern, shownMatcher)} was not called${often}${list}`;
}

/** What messages show of a call. */
type SentCall = Pick<Call, "endpoint" | "params" | "url" | "body" | "status">;

/** Of a refused call, what was sent: it may have parameters that the service lacks. */
function shownCall({ endpoint, params, url, body, status = 200 }: SentCall): string {
  const known = `${endpoint || url} ${JSON.stringify(params)}`;
  return status < 400 ? known : `${known}, answered with ${status}: ${url} ${body}`.trimEnd();
}

/** No test asks so often for the same. */
const occurrenceMax = 10_000;

/** Twice the cases of a property test, and so few that they come before the timeout of a test. */
export const samePageMax = 200;

const nextToken = /"nextToken":\s*"[^"]/;

/**
 * The problem of code that asks again and again, such as for a next page without its token.
 *
 * @param inRow how often the request came since any other one, without those that a fault broke
 * @param answer its body, as far as it is known
 */
export function loopProblem(
  call: SentCall & { readonly occurrence: number; readonly inRow: number },
  answer: string | Uint8Array = "",
): string | undefined {
  const text = typeof answer === "string" ? answer : new TextDecoder().decode(answer);
  const isPage = call.inRow > samePageMax && nextToken.test(text);
  if (call.occurrence <= occurrenceMax && !isPage) return undefined;
  const often = isPage ? "200 times in a row without its nextToken" : "10000 times";
  return `the same request came more than ${often}: does the code ask in a loop without an end? ${shownCall(call)}`;
}

/** A function or a number has no members: as a pattern it would fit every call. */
function requireWanted(endpoint: unknown, pattern: unknown, times: unknown): void {
  if (typeof endpoint !== "string") {
    const given = describeArgument(endpoint);
    throw new TypeError(
      `assertCalled needs the name of an endpoint, such as v2.node, not ${given}`,
    );
  }
  if (!isRecord(pattern)) {
    const given = describeArgument(pattern);
    throw new TypeError(`assertCalled: the parameters of a call are an object, not ${given}`);
  }
  const isCount = times === undefined || (Number.isInteger(times) && Number(times) >= 0);
  if (isCount) return;
  const given = describeArgument(times);
  throw new TypeError(`assertCalled: 'times' is a whole number from 0 on, not ${given}`);
}

const rows: Readonly<Record<string, AnyEndpoint>> = endpoints;

/** The pattern by the names of the log. */
function wantedOf(endpoint: string, pattern: CallPattern): readonly Wanted[] {
  const row = Object.hasOwn(rows, endpoint) ? rows[endpoint] : undefined;
  if (row === undefined) {
    throw unknownName("the service has no endpoint", endpoint, Object.keys(rows));
  }
  const { root, blank }: Layout<object> = row.layout;
  const places = new Map([...root.members, ...loggedPlaces(root)]);
  const wanted = new Map<string, Wanted>();
  for (const one of placed(endpoint, "", pattern, places)) {
    const { key, form, value } = one;
    const other = wanted.get(key);
    if (other !== undefined) {
      const both = `'${other.form}' and '${form}'`;
      throw new TypeError(`assertCalled: ${both} are one parameter of ${endpoint}: give one`);
    }
    // What fits other values, too, seeks one that was sent.
    wanted.set(key, {
      ...one,
      isBlank: !isOpen(value) && isSame((blank as Record<string, unknown>)[key], value),
    });
  }
  return [...wanted.values()];
}

/** A parameter, or an object of the body that holds some. */
type Place = FieldPlace | Message;

/** A parameter of the log, and where the pattern has it: `entity.dcids`. */
interface Placed {
  readonly key: string;
  readonly form: string;
  readonly value: unknown;
}

interface Wanted extends Placed {
  /** Whether it means the same as none, as `date: ""`: the log leaves such a value out. */
  readonly isBlank: boolean;
}

/** @param path of the object in the pattern, with a dot at its end; empty for the pattern itself */
function* placed(
  endpoint: string,
  path: string,
  given: CallPattern,
  places: ReadonlyMap<string, Place>,
): Generator<Placed> {
  for (const [name, value] of Object.entries(given)) {
    const place = places.get(name);
    const form = `${path}${name}`;
    if (place === undefined) {
      const owner = [endpoint, ...path.split(".")].join(" ").trimEnd();
      throw unknownName(`${owner} has no`, name, [...places.keys()]);
    }
    requireAsked(form, value);
    if ("field" in place) yield { key: place.key, form, value: asLogged(place, form, value) };
    else if (isRecord(value)) yield* placed(endpoint, `${form}.`, value, place.members);
    else throw new CommonsError("MOCK", `${endpoint} ${groupProblem(form, place)}`);
  }
}

/** Of an object of the body, which has no value of its own. */
function groupProblem(form: string, place: Message): string {
  const listed = (names: Iterable<string>) => [...names].map((one) => `'${one}'`).join(", ");
  const logged = listed(Array.from(loggedPlaces(place), ([key]) => key));
  return `${form} is an object of ${listed(place.members.keys())}: give such an object, or ${logged}`;
}

/** The parameters of a message by the names of the log, which come before those of the body. */
function* loggedPlaces({ members }: Message): Generator<[string, Place]> {
  for (const place of members.values()) {
    if ("field" in place) yield [place.key, place];
    else yield* loggedPlaces(place);
  }
}

/**
 * A value as the log has it: one text is a list of it, and a number is a text.
 *
 * @throws TypeError for one that no request can have: it would fit none
 */
function asLogged(place: FieldPlace, form: string, value: unknown): unknown {
  const { key, field } = place;
  const members = new Map([[key, place]]);
  const layout = { root: { type: "", members }, required: [], blank: { [key]: field.initial } };
  const isMany = [value].flat().some(isOpen) && (field.kind === "texts" || !Array.isArray(value));
  // What fits several values is compared as it is.
  if (isMany || field.kind === "records") return value;
  try {
    return readFields<Record<string, unknown>>(layout, { body: { [key]: value } }, documented)[key];
  } catch {
    const given = describeArgument(value);
    throw new TypeError(`assertCalled: '${form}' of a request is never ${given}`);
  }
}

/** What fits every call, or none, was meant otherwise: a misspelt member, a function as a matcher. */
function requireAsked(form: string, value: unknown): void {
  if (isOpen(value)) return;
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) requireAsked(`${form}[${at}]`, one);
  }
  const isEmpty = isRecord(value) && Object.keys(value).length === 0;
  if (value !== undefined && typeof value !== "function" && !isEmpty) return;
  const given = isEmpty ? "an object without members" : describeArgument(value);
  throw new TypeError(
    `assertCalled: '${form}' is ${given}: give a value, a regular expression, or a matcher`,
  );
}

/** What URLSearchParams, a Map or a regular expression ask for is in no member. */
function isRecord(value: unknown): value is CallPattern {
  return isPlain(value) && !isMatcher(value);
}

const namesShown = 3;

function unknownName(problem: string, name: string, known: readonly string[]): CommonsError {
  const begun = known.filter((one) => name !== "" && one.startsWith(name));
  const near = begun.length > 0 ? begun.slice(0, namesShown) : nearest(name, known);
  return new CommonsError("MOCK", `${problem} '${name}'${didYouMean(near)}`);
}

/** @param form what is compared of values; default: all */
function matches(
  params: CallPattern,
  wanted: readonly Wanted[],
  form = (value: unknown) => value,
): boolean {
  return wanted.every(({ key, value, isBlank }) => {
    if (!Object.hasOwn(params, key)) return isBlank;
    const logged = params[key];
    const isAlike = isSame(form(logged), form(value));
    if (!isOpen(value) || !Array.isArray(logged)) return isAlike;
    const fits = (one: unknown) => isSame(one, value);
    // Neither a list nor a member of it is what a matcher negates.
    return isNegated(value) ? isAlike && logged.every(fits) : isAlike || logged.some(fits);
  });
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}

/** Whether it fits several values. */
function isOpen(value: unknown): boolean {
  return value instanceof RegExp || isMatcher(value);
}

/** What a test framework calls an asymmetric matcher: `expect.stringContaining("name")` of vitest and Jest. */
interface Matcher {
  asymmetricMatch(value: unknown): boolean;
  readonly inverse?: unknown;
}

/** Whether it is a matcher of `expect.not`: vitest and Jest call it inverse. */
function isNegated(value: unknown): boolean {
  return isMatcher(value) && value.inverse === true;
}

function isMatcher(value: unknown): value is Matcher {
  return typeof (value as Partial<Matcher> | null)?.asymmetricMatch === "function";
}

/** A replacer for JSON, which has no form of them. */
function shownMatcher(_key: string, value: unknown): unknown {
  if (typeof value === "function") return describeArgument(value);
  return value instanceof RegExp || isMatcher(value) ? String(value) : value;
}

/** Compares a JSON value with another one, or with what it may look like. */
function isSame(left: unknown, right: unknown): boolean {
  if (right instanceof RegExp) return typeof left === "string" && left.search(right) >= 0;
  if (isMatcher(right)) return right.asymmetricMatch(left);
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
