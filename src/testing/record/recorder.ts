/** Records the answers of a service, and makes a world of them. */

import type { Fetch } from "../../adapters/edge/fetch.ts";
import { createReader } from "../../adapters/edge/request-reader.ts";
import type { ServiceOptions } from "../../adapters/edge/service.ts";
import type { EndpointName } from "../../adapters/endpoint-methods.ts";
import { endpoints } from "../../adapters/endpoints.ts";
import type { Commons } from "../../commons/commons.ts";
import { CommonsError } from "../../errors/errors.ts";
import { describeArgument } from "../../errors/excerpts.ts";
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
import { writeRequests } from "./recorded-requests.ts";
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
  /** Distinct requests that were replayed. */
  readonly calls: number;
  /** Requests that the world answers differently than the service. */
  readonly differences: readonly ReplayDifference[];
}

interface RecordedCall {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly method: string;
  /** Path and query without a key. */
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly answer: unknown;
}

const read = createReader(endpoints);

/**
 * Records a service.
 *
 * @param liveFetch sends requests to the service: the global `fetch`, or one that adds a key
 * @throws TypeError for what is no function
 */
export function record(liveFetch: (request: Request) => Promise<Response>): Recorder {
  if (typeof liveFetch !== "function") {
    const given = describeArgument(liveFetch);
    throw new TypeError(`record needs the fetch that reaches the service, not ${given}`);
  }
  return new Recorder(liveFetch);
}

/** Passes requests to the service and answers back, and keeps both. */
export class Recorder {
  /** Passes requests on, and keeps the answers. */
  readonly fetch: Fetch;
  readonly #calls = new Map<string, RecordedCall>();
  /** Requests that no endpoint of the service takes. */
  #others = 0;

  /** @internal */
  constructor(liveFetch: (request: Request) => Promise<Response>) {
    this.fetch = async (input, init) => {
      const isPath = typeof input === "string" && input.startsWith("/");
      const request = new Request(isPath ? `http://localhost${input}` : input, init);
      const asked = request.clone();
      const response = await liveFetch(request);
      await this.#keep(asked, response.clone());
      return response;
    };
  }

  /**
   * Makes a world of all answers so far, and sends it all requests.
   *
   * @param options of the service that answers them
   * @throws CommonsError `LOAD` (rejects) for answers that no world can hold
   */
  async replay(options: ServiceOptions = {}): Promise<Replay> {
    const statements = new Statements();
    const reasons = new Map<RecordedCall, string | undefined>();
    for (const call of this.#calls.values()) {
      const { endpoint, params, answer, status } = call;
      const isFolded = status === 200;
      reasons.set(
        call,
        isFolded
          ? foldAnswer(endpoint as EndpointName, params, answer, statements)
          : "it is an error",
      );
    }
    const commons = await worldOf(statements, reasons.keys());
    const compared = await comparedCalls(commons.service(options).fetch, reasons);
    const calls = this.#calls.size;
    if (compared.length === 0) return { commons, calls, differences: [] };
    commons.close();
    const lost = new Map(
      compared.flatMap((one) => one.calls.map((call) => [call, one.difference.reason] as const)),
    );
    const differences = compared.map(({ difference }) => difference);
    return { commons: await worldOf(statements, reasons.keys(), lost), calls, differences };
  }

  /**
   * Replays all requests, and writes the recorded world into a folder for `open`: MCF, observations
   * as CSV, and no key.
   *
   * @returns the requests with other answers, each with a reason: a mock of the folder refuses them
   *
   * @throws CommonsError `MOCK` (rejects) if nothing was recorded
   * @throws TypeError (rejects) for what is no path, and in a page, which has no folders
   */
  async save(folder: string, options: ServiceOptions = {}): Promise<Replay> {
    if (typeof folder !== "string" || folder === "") {
      throw new TypeError(`save needs the path of a folder, not ${describeArgument(folder)}`);
    }
    if (this.#calls.size === 0) {
      const others = this.#others === 0 ? "" : `; other requests: ${this.#others}`;
      const problem = `nothing was recorded: no request of the service came${others}`;
      throw new CommonsError("MOCK", problem);
    }
    const replay = await this.replay(options);
    await replay.commons.export(folder, { format: "mcf" });
    return replay;
  }

  async #keep(request: Request, response: Response): Promise<void> {
    const url = new URL(request.url);
    const body = await request.text();
    const decoded = read({ url, body });
    if (decoded === undefined) {
      this.#others++;
      return;
    }
    const { key: _key, ...params } = decoded.params;
    const path = `${url.pathname}${withoutKeys(url.search)}`;
    const text = await response.text();
    const { method } = request;
    const call = {
      ...decoded,
      params,
      method,
      path,
      body,
      status: response.status,
      answer: jsonOf(text),
    };
    this.#calls.set(JSON.stringify([method, path, body]), call);
  }
}

/** The recorded pages of one question, in order; most questions have one. */
type Pages = readonly [RecordedCall, ...RecordedCall[]];

function questionsOf(calls: Iterable<RecordedCall>): Iterable<Pages> {
  const questions = new Map<string, [RecordedCall, ...RecordedCall[]]>();
  for (const call of calls) {
    const { nextToken: _token, ...params } = call.params;
    // A page with an error says nothing about the others.
    const own = call.status === 200 ? [call.endpoint, params] : [call.path, call.body];
    const key = JSON.stringify(own);
    const known = questions.get(key);
    if (known === undefined) questions.set(key, [call]);
    else known.push(call);
  }
  return questions.values();
}

/** @param lost requests that the world answers differently, and why */
async function worldOf(
  statements: Statements,
  calls: Iterable<RecordedCall>,
  lost: ReadonlyMap<RecordedCall, string> = new Map(),
): Promise<Commons> {
  const maker = statements.toWorld();
  writeRequests(
    maker,
    Array.from(calls, (call) => ({ ...call, lost: lost.get(call) })),
  );
  return await openHere(maker);
}

interface ComparedCalls {
  readonly calls: readonly RecordedCall[];
  readonly difference: ReplayDifference;
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
    if (calls.some(isPage)) keep(calls, await replayedPages(fetch, calls, reason));
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

/** Compares all pages together: a world may end its pages elsewhere. Only recorded pages count. */
async function replayedPages(
  fetch: Fetch,
  pages: Pages,
  reason: string,
): Promise<ReplayDifference | undefined> {
  const [call] = pages;
  const { endpoint, params } = call;
  let status = 200;
  const all = await allPages(async (token) => {
    const response = await asked(fetch, { ...call, ...pageOf(call, token) });
    if (response.status !== 200) status = response.status;
    return jsonOf(await response.text());
  });
  const recorded = pages.map(({ answer }) => answer).reduce(united, undefined);
  const askedFor = new Set(pages.map(tokenOf));
  const isWhole = askedFor.has("") && pages.every(({ answer }) => askedFor.has(tokenAfter(answer)));
  const found = differenceOf(isWhole ? recorded : united(all, recorded), all);
  if (found === undefined) return undefined;
  return { endpoint, params, status: { recorded: 200, replayed: status }, reason, ...found };
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
  return typeof payload === "string" ? { payload: unpacked(payload) } : answer;
}

function withoutKeys(search: string): string {
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => !/^(?:key|api_key)=/i.test(pair));
  return kept.join("") === "" ? "" : `?${kept.join("&")}`;
}
