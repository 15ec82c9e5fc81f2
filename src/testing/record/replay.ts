/** Makes a world of recorded answers, and compares its answers with them. */

import type { Fetch } from "../../adapters/edge/fetch.ts";
import type { ServiceOptions } from "../../adapters/edge/service.ts";
import type { EndpointName } from "../../adapters/endpoint-methods.ts";
import type { Commons } from "../../commons/commons.ts";
import { CommonsError } from "../../errors/errors.ts";
import { openHere } from "../open-here.ts";
import {
  type AnswerDifference,
  allPages,
  differenceOf,
  jsonOf,
  pageOf,
  tokenAfter,
  united,
  unpacked,
} from "./compared-answers.ts";
import { foldAnswer } from "./fold-answers.ts";
import { type FacetOrders, ordersBeside, serviceKind, writeRequests } from "./recorded-requests.ts";
import { Statements } from "./recorded-statements.ts";

/** A recorded request that the world answers differently. */
export interface ReplayDifference extends AnswerDifference {
  readonly endpoint: string;
  /** As the service reads them, without a key. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: { readonly recorded: number; readonly replayed: number };
  /** The reason, as far as it is known. */
  readonly reason: string;
}

/** The world of a recording, and how its answers differ. */
export interface Replay {
  /** The recorded world. */
  readonly commons: Commons;
  /** Whether the service answered as today's does, with `today`. Undefined where its answers do not show it. */
  readonly today: boolean | undefined;
  /** Distinct requests that were replayed. */
  readonly calls: number;
  /** Requests that the world answers differently than the service. */
  readonly differences: readonly ReplayDifference[];
}

/** A request and its answer, as they were. */
export interface KeptCall {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly method: string;
  /** Path and query without a key. */
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly text: string;
}

interface RecordedCall extends KeptCall {
  /** Undefined for a text that is no JSON. */
  readonly answer: unknown;
}

/** As `Recorder.replay`. */
export async function replayOf(
  kept: readonly KeptCall[],
  options: ServiceOptions,
): Promise<Replay> {
  const statements = new Statements();
  const reasons = new Map<RecordedCall, string | undefined>();
  for (const one of kept) {
    const call = { ...one, answer: jsonOf(one.text) };
    const { endpoint, params, answer, status } = call;
    const reason =
      status === 200
        ? foldAnswer(endpoint as EndpointName, params, answer, statements)
        : "it is an error";
    reasons.set(call, reason);
  }
  const commons = await worldOf(statements, reasons.keys());
  const { today, compared } = await comparedKinds(commons, options, reasons);
  const lost = new Map(
    compared.flatMap((one) => one.calls.map((call) => [call, one.difference.reason] as const)),
  );
  const { fetch } = commons.service({ ...options, today });
  const alike = [...reasons.keys()].filter((call) => !lost.has(call));
  const orders = await ordersOf(fetch, alike);
  commons.close();
  return {
    commons: await worldOf(statements, reasons.keys(), { lost, orders, today }),
    today,
    calls: kept.length,
    differences: compared.map(({ difference }) => difference),
  };
}

/** Where the world has facets in another order than the service. */
async function ordersOf(
  fetch: Fetch,
  calls: Iterable<RecordedCall>,
): Promise<ReadonlyMap<RecordedCall, FacetOrders>> {
  const found = new Map<RecordedCall, FacetOrders>();
  for (const call of calls) {
    if (call.endpoint !== "v2.observation" || call.status !== 200) continue;
    const response = await asked(fetch, call);
    const orders = ordersBeside(call.answer, jsonOf(await response.text()));
    if (orders.length > 0) found.set(call, orders);
  }
  return found;
}

/** The recorded pages of one question, in order; most questions have one. */
type Pages = readonly [RecordedCall, ...RecordedCall[]];

function questionsOf(calls: Iterable<RecordedCall>): Iterable<Pages> {
  const questions = new Map<string, [RecordedCall, ...RecordedCall[]]>();
  for (const call of calls) {
    const { nextToken: _token, ...params } = call.params;
    // An error says nothing about other pages of its question: errors are compared one by one.
    const key = call.status === 200 ? JSON.stringify([call.endpoint, params]) : "errors";
    const known = questions.get(key);
    if (known === undefined) questions.set(key, [call]);
    else known.push(call);
  }
  return questions.values();
}

/** What a replay found. */
interface Found {
  /** Requests that the world answers differently, and why. */
  readonly lost: ReadonlyMap<RecordedCall, string>;
  readonly orders: ReadonlyMap<RecordedCall, FacetOrders>;
  readonly today: boolean | undefined;
}

async function worldOf(
  statements: Statements,
  calls: Iterable<RecordedCall>,
  found?: Found,
): Promise<Commons> {
  const maker = statements.toWorld();
  const requests = Array.from(calls, (call) => ({
    ...call,
    lost: found?.lost.get(call),
    orders: found?.orders.get(call),
  }));
  writeRequests(maker, requests, found?.today);
  return await openHere(maker);
}

interface ComparedCalls {
  readonly calls: readonly RecordedCall[];
  readonly difference: ReplayDifference;
}

/**
 * Compares with both kinds of service, and takes the one that was asked for; else the one that answers as the recorded
 * service did.
 *
 * @throws CommonsError `MOCK` (rejects) where some answers are of one kind and some of the other
 */
async function comparedKinds(
  commons: Commons,
  options: ServiceOptions,
  reasons: ReadonlyMap<RecordedCall, string | undefined>,
): Promise<{ readonly today: boolean | undefined; readonly compared: readonly ComparedCalls[] }> {
  const comparedAs = async (today: boolean) =>
    await comparedCalls(commons.service({ ...options, today }).fetch, reasons);
  const described = await comparedAs(false);
  const current = await comparedAs(true);
  const ofToday = beyond(described, current);
  const ofDescribed = beyond(current, described);
  if (options.today === undefined) requireOneKind(ofToday, ofDescribed);
  const shown = ofToday.length > 0 || (ofDescribed.length > 0 ? false : undefined);
  const { today = shown } = options;
  const foreign = today ? ofDescribed : ofToday;
  const reason = `it was answered ${serviceKind(!today)}`;
  const compared = (today ? current : described).map((one) =>
    foreign.includes(one) ? { ...one, difference: { ...one.difference, reason } } : one,
  );
  return { today, compared };
}

function requireOneKind([ofToday]: ComparedCalls[], [ofDescribed]: ComparedCalls[]): void {
  if (ofToday === undefined || ofDescribed === undefined) return;
  const shown = ({ difference: { endpoint, params, at } }: ComparedCalls, today: boolean) =>
    `${endpoint} ${JSON.stringify(params)} ${serviceKind(today)} (at ${at})`;
  const both = `${shown(ofToday, true)}, and ${shown(ofDescribed, false)}`;
  const cure = "record one service, or say which: { today: true }";
  throw new CommonsError("MOCK", `the recorded answers are of two kinds: ${both}; ${cure}`);
}

/** Differences that the other kind of service does not have. */
function beyond(own: readonly ComparedCalls[], other: readonly ComparedCalls[]): ComparedCalls[] {
  const known = new Set(other.map(({ calls }) => calls[0]));
  return own.filter(({ calls }) => !known.has(calls[0]));
}

/** The recorded calls, or all pages of a question, which a world answers differently. */
async function comparedCalls(
  fetch: Fetch,
  reasons: ReadonlyMap<RecordedCall, string | undefined>,
): Promise<ComparedCalls[]> {
  const compared: ComparedCalls[] = [];
  const keep = (calls: readonly RecordedCall[], difference: ReplayDifference | undefined) => {
    if (difference !== undefined) compared.push({ calls, difference });
  };
  for (const calls of questionsOf(reasons.keys())) {
    const reason = reasons.get(calls[0]) ?? "it is not known why";
    if (calls[0].status === 200 && calls.some(isPage))
      keep(calls, await replayedPages(fetch, calls, reason));
    else for (const call of calls) keep([call], await replayed(fetch, call, reason));
  }
  return compared;
}

function tokenOf({ params }: RecordedCall): string {
  return String(params["nextToken"] ?? "");
}

function isPage(call: RecordedCall): boolean {
  return tokenOf(call) !== "" || tokenAfter(call.answer) !== "";
}

async function replayed(
  fetch: Fetch,
  call: RecordedCall,
  reason: string,
): Promise<ReplayDifference | undefined> {
  const { endpoint, params, status, answer } = call;
  const response = await asked(fetch, call);
  const statuses = { recorded: status, replayed: response.status };
  const isError = status !== 200 || response.status !== 200;
  const found = isError
    ? differenceOf({ status }, { status: response.status })
    : differenceOf(bare(answer), bare(jsonOf(await response.text())));
  if (found === undefined) return undefined;
  return { endpoint, params, status: statuses, reason, ...found };
}

/** Compares all pages together: a world may end its pages elsewhere. Without one of them it would end too early. */
async function replayedPages(
  fetch: Fetch,
  pages: Pages,
  reason: string,
): Promise<ReplayDifference | undefined> {
  const [call] = pages;
  const { endpoint, params } = call;
  const asDifference = { endpoint, params, status: { recorded: 200, replayed: 200 } };
  const missing = missingPage(pages);
  if (missing !== undefined) {
    const found = { at: "nextToken", recorded: JSON.stringify(missing), replayed: undefined };
    return { ...asDifference, reason: notWhole, ...found };
  }
  let status = 200;
  const all = await allPages(async (token) => {
    const response = await asked(fetch, { ...call, ...pageOf(call, token) });
    if (response.status !== 200) status = response.status;
    return jsonOf(await response.text());
  });
  const recorded = pages.map(({ answer }) => answer).reduce(united, undefined);
  const found = differenceOf(recorded, all);
  if (found === undefined) return undefined;
  return { ...asDifference, status: { recorded: 200, replayed: status }, reason, ...found };
}

const notWhole = "the service has more pages than were recorded: read all of them while recording";

/** The token of a page that was not asked for; empty for the first one. */
function missingPage(pages: Pages): string | undefined {
  const asked = new Set(pages.map(tokenOf));
  return ["", ...pages.map(({ answer }) => tokenAfter(answer))].find((token) => !asked.has(token));
}

async function asked(
  fetch: Fetch,
  { method, path, body }: Pick<RecordedCall, "method" | "path" | "body">,
): Promise<Response> {
  return await fetch(path, {
    method,
    headers: { "x-api-key": "replay" },
    ...(method === "POST" ? { body } : {}),
  });
}

/** An answer without the envelope of the oldest endpoints. */
function bare(answer: unknown): unknown {
  const { payload } = (answer ?? {}) as { readonly payload?: unknown };
  return typeof payload === "string" ? { payload: unpacked(payload) ?? payload } : answer;
}
