/** A route: a row of a table. One router finds it, one reader reads its fields, its style refuses. */
import { type RpcCode, rpcStatuses } from "../errors/rpc.ts";
import { type Commons, CommonsError } from "../index.ts";
import type { LintReport } from "../lint.ts";
import {
  type FieldTable,
  type Layout,
  layoutOf,
  type ParamsOf,
  type Spellings,
} from "../router/fields.ts";
import { type QueryPair, type ReadingStyle, readFields } from "../router/read-fields.ts";
import { createRouter, cutUrl, type PathRow, type Router } from "../router/route-paths.ts";

type RouteMethod = "GET" | "POST";

export interface RouteRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By names in small letters. Default: none. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** What a page of findings needs of a report. */
export type Checked = Pick<
  LintReport,
  "levels" | "counters" | "findings" | "fileCount" | "rowCount"
>;

/** Looks for mistakes in the sources of a world. */
export type Checks = (commons: Commons) => Promise<Checked>;

export interface RouteAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Besides the type of the content. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** What comes after a body that is a text, made when it is asked for. Default: nothing. */
  readonly rest?: Iterable<string>;
}

/** A refusal of a style that has no errors of its own, with its status. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A refusal in the service's own form. */
export const refused = (rpc: RpcCode, message: string): CommonsError =>
  new CommonsError("REQUEST", message, { rpc: { ...rpcStatuses[rpc], detail: "internal" } });

/** How a family of routes reads requests, and how it refuses them. */
export interface RouteStyle extends ReadingStyle {
  readonly spellings: Spellings;
  /** Whether the routes are below `/core/api`, too. */
  readonly isSelfHosted: boolean;
  /** Whether handlers read the query of the request themselves. */
  readonly isQueryOwn?: boolean;
  /** @throws for what is no object of JSON */
  parse(body: string): unknown;
  /** Undefined: the path with this method is not the route's. */
  refuseMethod(methods: readonly RouteMethod[]): RouteAnswer | undefined;
  /** @throws what is no refusal */
  refusalOf(error: unknown): RouteAnswer;
}

/** A row as it is written. */
interface RouteDeclaration<Table extends FieldTable, Params> extends PathRow {
  /** Default: GET. */
  readonly methods?: readonly RouteMethod[];
  /** What it answers, in a few words: the documentation's table is made of them. */
  readonly about: string;
  readonly fields: Table;
  /** A text is sent as it is, a `RouteAnswer` too, all else as JSON. */
  readonly answer: (commons: Commons, params: Params, context: RouteContext) => unknown;
}

/** What a handler may need besides world and fields. */
export interface RouteContext {
  /** The parsed body of a POST request. */
  readonly body: unknown;
  /** The request as it came; undefined in process, where there is none. */
  readonly request?: RouteRequest;
  /** Looks for mistakes in the sources of a world; undefined where there are none. */
  readonly checks: Checks | undefined;
  /**
   * What a documented endpoint answers to the same request; undefined in process, where there is no
   * request.
   */
  readonly ask?: (endpoint: string) => RouteAnswer;
}

/** What whoever answers requests has for handlers. */
interface Helps {
  readonly checks?: Checks | undefined;
  /** Answers a request to a documented endpoint. Default: the world's own service, without keys. */
  readonly ask?: ((request: RouteRequest) => RouteAnswer) | undefined;
}

/** Any row, for code that treats all of them alike. */
export interface Route extends RouteDeclaration<FieldTable, never> {
  readonly methods: readonly RouteMethod[];
  readonly style: RouteStyle;
  readonly layout: Layout<unknown>;
}

/** Makes rows of one style. */
export function rowsIn(style: RouteStyle) {
  return <const Table extends FieldTable>(
    row: RouteDeclaration<Table, ParamsOf<Table>>,
  ): Route => ({
    methods: ["GET"],
    ...(row as unknown as RouteDeclaration<FieldTable, never>),
    style,
    layout: layoutOf<Record<string, never>>("", {}, row.fields as never, style.spellings),
  });
}

interface Found {
  readonly route: Route;
  readonly path: readonly (readonly [name: string, value: string])[];
}

/** A table of rows with one router. */
export class RouteTable {
  readonly rows: readonly Route[];
  readonly #router: Router<Route>;

  constructor(rows: readonly Route[]) {
    this.rows = rows;
    this.#router = createRouter(rows);
  }

  /** The path of the route that answers there, as in its row; undefined where none does. */
  routeOf(path: string): string | undefined {
    return this.#find(path)?.route.path;
  }

  /**
   * What a route answers; undefined where the path is of no route.
   *
   * @throws (or rejects) what is no refusal of the route's style
   */
  answer(
    commons: Commons,
    request: RouteRequest,
    { checks, ask = (asked) => plainAnswer(commons, asked) }: Helps = {},
  ): RouteAnswer | Promise<RouteAnswer> | undefined {
    const [asked, sent] = cutUrl(request.url);
    const found = this.#find(asked);
    if (found === undefined) return undefined;
    const { route, path } = found;
    const { style, methods, layout } = route;
    if (!methods.some((method) => method === request.method)) return style.refuseMethod(methods);
    const refuse = (error: unknown) => style.refusalOf(error);
    try {
      const query: QueryPair[] = [...new URLSearchParams(style.isQueryOwn === true ? "" : sent)];
      const body = request.method === "POST" ? style.parse(withoutMark(request.body)) : {};
      const params = readFields(layout, { query, body, path }, style) as never;
      const context: RouteContext = {
        body,
        request,
        checks,
        ask: (endpoint) => ask({ ...request, url: request.url.replace(ownPath, `$1${endpoint}`) }),
      };
      const answer = route.answer(commons, params, context);
      return answer instanceof Promise ? answer.then(written, refuse) : written(answer);
    } catch (error) {
      return refuse(error);
    }
  }

  /** A path that lacks a field, or has one that cannot be decoded, is of no route. */
  #find(full: string): Found | undefined {
    const found = this.#router(full);
    if (found === undefined || (found.selfHosted && !found.row.style.isSelfHosted)) {
      return undefined;
    }
    const path = found.path.map(([name, encoded]) => [name, decoded(encoded)] as const);
    const isWhole = path.every((pair): pair is [string, string] => pair[1] !== "");
    return isWhole ? { route: found.row, path } : undefined;
  }
}

/** The path of a URL, but for what stands before those of a self-hosted instance. */
const ownPath = /^(\/core\/api(?=\/))?[^?]*/;

/** Clients of Windows put a mark of the encoding before a text. */
const withoutMark = (body: string): string => body.replace(/^\ufeff/, "");

function plainAnswer(commons: Commons, request: RouteRequest): RouteAnswer {
  const { status, headers, body } = commons.service({ requireKey: false }).answer(request);
  return { status, contentType: headers["content-type"] ?? "", body };
}

/** Empty where there is nothing that can be decoded. */
function decoded(encoded = ""): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return "";
  }
}

/** What a row answers to an object with the fields of a request, in process. */
export function answerOf(route: Route, commons: Commons, fields: object): unknown {
  const params = readFields(route.layout, { body: fields }, route.style) as never;
  return route.answer(commons, params, { body: fields, checks: undefined });
}

export const jsonAnswer = (status: number, answer: unknown): RouteAnswer => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(answer),
});

export const textAnswer = (status: number, body: string): RouteAnswer => ({
  status,
  contentType: "text/plain; charset=utf-8",
  body,
});

function written(answer: unknown): RouteAnswer {
  if (typeof answer === "string") return textAnswer(200, answer);
  return isAnswer(answer) ? answer : jsonAnswer(200, answer);
}

/** An answer that has its own type of content. */
function isAnswer(answer: unknown): answer is RouteAnswer {
  return typeof answer === "object" && answer !== null && Object.hasOwn(answer, "contentType");
}
