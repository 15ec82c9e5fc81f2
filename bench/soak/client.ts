/** Sends requests in all the ways that there are, and counts what became of them. */

import type { Commons, CommonsError } from "../../src/index.ts";
import type { Draw } from "./draw.ts";
import { endlessQuery, extendedQuery } from "./queries.ts";
import { type RowName, rowsByWeight, type SoakRow, soakRows } from "./rows.ts";

/** What can become of a request. */
export type Outcome = "answered" | "refused" | "limited" | "aborted";

export interface Tally {
  readonly counts: Map<string, number>;
  /** What never ought to happen, in a line each. */
  readonly faults: string[];
}

/** Statuses of requests that met a limit. */
const limitStatuses: readonly number[] = [429, 504];
const faultsKept = 20;

export class Client {
  readonly tally: Tally = { counts: new Map(), faults: [] };
  readonly #commons: Commons;
  /** The same world through shared memory, in the extended dialect of SPARQL. */
  readonly #shared: Commons;
  readonly #extended: ReturnType<Commons["service"]>;
  readonly #draw: Draw;
  /** Of the whole run: whoever listens to it must stop when the request is over. */
  readonly #lasting = new AbortController();

  constructor(commons: Commons, shared: Commons, draw: Draw) {
    this.#commons = commons;
    this.#shared = shared;
    this.#extended = shared.service({ dialect: "extended" });
    this.#draw = draw;
  }

  /** Sends one request of any kind, and reads its answer. */
  async sendOne(): Promise<void> {
    const { random } = this.#draw;
    const kind = random.below(40);
    if (kind < 18) await this.#byFetch(random.pick(rowsByWeight));
    else if (kind < 36) this.#byMethod(random.pick(rowsByWeight));
    else if (kind === 36) await this.#byQuery();
    else if (kind === 37) await this.#byRequest();
    else if (kind === 38) await this.#overLimit();
    else await this.#aborted();
  }

  /** @returns a line for each row that was never answered, by `fetch` or by its method */
  unanswered(): string[] {
    return [...new Set(rowsByWeight)].flatMap((name) =>
      ["fetch", "method"]
        .filter((way) => !this.tally.counts.has(`${way} ${name} answered`))
        .map((way) => `${way} ${name} was never answered`),
    );
  }

  async #byFetch(name: RowName): Promise<void> {
    const { path, init } = this.#httpOf(name);
    await this.#settle(`fetch ${name}`, this.#commons.fetch(path, init));
  }

  #byMethod(name: RowName): void {
    const request = soakRows[name].request(this.#draw);
    this.#call(`method ${name}`, () => methodOf(this.#commons, name)(request));
  }

  /** The extended dialect, both ways. */
  async #byQuery(): Promise<void> {
    const query = extendedQuery(this.#draw);
    if (this.#draw.random.oneIn(2)) {
      this.#call("method extended", () =>
        this.#commons.v2.sparql({ query }, { dialect: "extended" }),
      );
    } else {
      const answer = this.#extended.fetch("/v2/sparql", postOf({ query }));
      await this.#settle("fetch extended", answer);
    }
  }

  /** Objects of the web: a `Request`, a body that streams, a signal that outlives them. */
  async #byRequest(): Promise<void> {
    const { random } = this.#draw;
    const { path, init } = this.#httpOf("v2.node");
    const { signal } = this.#lasting;
    if (random.oneIn(2)) {
      const answer = this.#commons.fetch(path, { ...init, signal });
      await this.#settle("fetch signal", answer);
      return;
    }
    const body = typeof init.body === "string" ? new Blob([init.body]).stream() : null;
    const url = `http://localhost${path}`;
    const request = new Request(url, { ...init, body, duplex: "half" } as RequestInit);
    await this.#settle("fetch Request", this.#commons.fetch(request));
  }

  async #overLimit(): Promise<void> {
    const { random } = this.#draw;
    const query = endlessQuery(this.#draw);
    const kind = random.below(4);
    if (kind === 0) {
      this.#call("method timeout", () => this.#commons.v2.sparql({ query }, { timeout: 0 }));
    } else if (kind === 1) {
      this.#call("method maxMemoryBytes", () =>
        this.#shared.v2.sparql({ query }, { dialect: "extended", maxMemoryBytes: 10_000 }),
      );
    } else {
      const limits = kind === 2 ? { maxRows: 1000 } : { maxBodyBytes: 40 };
      const answer = this.#commons.fetch("/v2/sparql", { ...postOf({ query }), ...limits });
      await this.#settle(`fetch ${Object.keys(limits)[0]}`, answer);
    }
  }

  async #aborted(): Promise<void> {
    const { random } = this.#draw;
    const { path, init } = this.#httpOf("v2.observation");
    const kind = random.below(3);
    const reason = new Error(`no longer wanted: ${this.#draw.fresh()}`);
    if (kind === 0) {
      const signal = AbortSignal.abort(reason);
      await this.#settle("fetch aborted before", this.#commons.fetch(path, { ...init, signal }));
    } else if (kind === 1) {
      const signal = AbortSignal.abort(reason);
      const request = { nodes: this.#draw.places(3), property: "->" } as const;
      this.#call("method aborted", () => this.#commons.v2.node(request, { signal }));
    } else {
      // A body that begins and never ends.
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('{"query":')),
      });
      const controller = new AbortController();
      const { signal } = controller;
      const streaming = { ...postOf({}), body, signal, duplex: "half" } as RequestInit;
      const answer = this.#commons.fetch("/v2/sparql", streaming);
      setImmediate(() => controller.abort(reason));
      await this.#settle("fetch aborted within", answer);
    }
  }

  #httpOf(name: RowName): { path: string; init: RequestInit } {
    const { random } = this.#draw;
    return httpOf(soakRows[name], soakRows[name].request(this.#draw), random.oneIn(2));
  }

  async #settle(way: string, answer: Promise<Response>): Promise<void> {
    try {
      const response = await answer;
      const text = await response.text();
      this.#count(way, outcomeOf(response.status), response.status, text);
    } catch (error) {
      this.#thrown(way, error);
    }
  }

  #call(way: string, answer: () => unknown): void {
    try {
      answer();
      this.#count(way, "answered", 200, "");
    } catch (error) {
      this.#thrown(way, error);
    }
  }

  #thrown(way: string, error: unknown): void {
    const { message, rpc } = error as CommonsError;
    const status = rpc?.status ?? 0;
    if (message.startsWith("no longer wanted")) this.#count(way, "aborted", 0, "");
    else this.#count(way, outcomeOf(status), status, message);
  }

  #count(way: string, outcome: Outcome, status: number, text: string): void {
    const { counts, faults } = this.tally;
    const key = `${way} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const isFault = status === 0 ? outcome !== "aborted" : status === 500 && isMistake(text);
    if (isFault && faults.length < faultsKept) faults.push(`${way}: ${status} ${text}`);
  }
}

/** A row's path and what is sent there, by POST or by GET where the row takes both. */
export function httpOf(
  { path, only }: SoakRow,
  request: object,
  byGet: boolean,
): { path: string; init: RequestInit } {
  const rest: Record<string, unknown> = { ...request };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest;
    delete rest[name];
    return String(value);
  });
  if (only === "POST" || (only === undefined && !byGet)) {
    return { path: filled, init: postOf(rest) };
  }
  return { path: `${filled}?${queryOf(rest, "")}`, init: { headers: { "x-api-key": "soak" } } };
}

function postOf(body: object): RequestInit {
  const headers = { "content-type": "application/json", "x-api-key": "soak" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/** Lists repeat their name; members of members are named with a dot. */
function queryOf(members: object, before: string): string {
  const pairs = Object.entries(members).flatMap(([member, value]: [string, unknown]) => {
    const name = before + member;
    if (Array.isArray(value)) return value.map((item) => `${name}=${encodeURIComponent(item)}`);
    if (typeof value === "object" && value !== null) return queryOf(value, `${name}.`);
    return `${name}=${encodeURIComponent(String(value))}`;
  });
  return pairs.filter((pair) => pair !== "").join("&");
}

type Method = (request: object) => unknown;

function methodOf(commons: Commons, name: RowName): Method {
  const [version, method] = name.split(".") as ["v0" | "v1" | "v2", string];
  const owner: object = commons[version];
  return (Reflect.get(owner, method) as Method).bind(owner);
}

function outcomeOf(status: number): Outcome {
  if (limitStatuses.includes(status)) return "limited";
  return status >= 200 && status < 300 ? "answered" : "refused";
}

/** An internal error that no rule of the service asks for. */
function isMistake(text: string): boolean {
  return text.includes("internal error");
}
