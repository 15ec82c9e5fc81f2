/** Records the answers of a service. */

import type { Fetch } from "../../adapters/edge/fetch.ts";
import { createReader } from "../../adapters/edge/request-reader.ts";
import type { ServiceOptions } from "../../adapters/edge/service.ts";
import { endpoints } from "../../adapters/endpoints.ts";
import type { ExportOptions } from "../../commons/write-export.ts";
import { CommonsError } from "../../errors/errors.ts";
import { describeArgument } from "../../errors/excerpts.ts";
import { serviceRows } from "../../options/request-rows.ts";
import { requireOptions } from "../../options/required-options.ts";
import { openHere } from "../open-here.ts";
import { RecordedRequests } from "./recorded-requests.ts";
import type { KeptCall, Replay } from "./replay.ts";

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
  readonly #calls = new Map<string, KeptCall>();
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
   * @param options of the service that answers them; `today` is found out unless it is given
   * @throws CommonsError `LOAD` (rejects) for answers that no world can hold; `MOCK` where some are as described
   * and others as today's service has them
   */
  async replay(options: ServiceOptions = {}): Promise<Replay> {
    // Those of now: more may come while the world is made.
    const calls = [...this.#calls.values()];
    return await (await import("./replay.ts")).replayOf(calls, options);
  }

  /**
   * Replays all requests, and writes the recorded world into a folder for `open`: MCF, observations
   * as CSV, and no key. The folder is empty, is made, or has a recording, which is replaced.
   *
   * @param options of the service, as for `replay`; with `force` files of the same names are replaced in any folder
   * @returns the requests with other answers, each with a reason: a mock of the folder refuses them
   *
   * @throws CommonsError `MOCK` (rejects) if nothing was recorded
   * @throws TypeError (rejects) for what is no path, for a folder that holds something else, and in a page, which
   * has no folders
   */
  async save(
    folder: string,
    options: ServiceOptions & Pick<ExportOptions, "force"> = {},
  ): Promise<Replay> {
    if (typeof folder !== "string" || folder === "") {
      throw new TypeError(`save needs the path of a folder, not ${describeArgument(folder)}`);
    }
    requireOptions("save", options, { ...serviceRows, force: { is: ["flag"] } });
    if (this.#calls.size === 0) {
      const others = this.#others === 0 ? "" : `; other requests: ${this.#others}`;
      const problem = `nothing was recorded: no request of the service came${others}`;
      throw new CommonsError("MOCK", problem);
    }
    const { force = await holdsRecording(folder), ...service } = options;
    const replay = await this.replay(service);
    await replay.commons.export(folder, { format: "mcf", force });
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
      text,
    };
    const key = JSON.stringify([method, path, body]);
    const known = this.#calls.get(key);
    // A failure says nothing about an answer before it.
    if (known === undefined || isSound(call) || !isSound(known)) this.#calls.set(key, call);
  }
}

/** Whether the service answered, and no proxy in its place. */
function isSound({ status, text }: KeptCall): boolean {
  try {
    JSON.parse(text);
    return status === 200;
  } catch {
    return false;
  }
}

/** Its requests have no provenance, so they lie in the first file. */
async function holdsRecording(folder: string): Promise<boolean> {
  try {
    return RecordedRequests.of(await openHere(`${folder}/graph-0.mcf`)) !== undefined;
  } catch {
    return false;
  }
}

function withoutKeys(search: string): string {
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => !/^(?:key|api_key)=/i.test(pair));
  return kept.join("") === "" ? "" : `?${kept.join("&")}`;
}
