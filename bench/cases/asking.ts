/** Questions to the endpoints, asked through the typed methods and through `fetch`. */

import type { Commons } from "../../src/index.ts";
import type {
  V2NodeRequest,
  V2NodeResponse,
  V2ObservationRequest,
  V2ObservationResponse,
} from "../../src/wire.ts";
import type { Case, Contestant } from "./harness.ts";

interface Declaration<Argument, Request, Response> extends Omit<Case<Argument>, "contestants"> {
  /** One argument may take several requests, such as pages. Untimed. */
  readonly requestsOf: (argument: Argument, commons: Commons) => readonly Request[];
  readonly lines: (response: Response) => readonly string[];
  /** Whether the order of lines is part of the answer. Default: false. */
  readonly isOrdered?: boolean;
}

/** A question to `/v2/node`. */
export function nodeCase<Argument>(
  declaration: Declaration<Argument, V2NodeRequest, V2NodeResponse>,
): Case<Argument> {
  return askingCase(declaration, "/v2/node", (commons, request) => commons.v2.node(request));
}

/** A question to `/v2/observation`. */
export function observationCase<Argument>(
  declaration: Declaration<Argument, V2ObservationRequest, V2ObservationResponse>,
): Case<Argument> {
  return askingCase(declaration, "/v2/observation", (commons, request) =>
    commons.v2.observation(request),
  );
}

/** Requests for so many pages of an answer, or for all of it. */
export function pagesOf(
  commons: Commons,
  request: V2NodeRequest,
  pagesMax = Number.POSITIVE_INFINITY,
): V2NodeRequest[] {
  const requests = [request];
  for (let page = request; requests.length < pagesMax; ) {
    const { nextToken } = commons.v2.node(page);
    if (nextToken === undefined) break;
    page = { ...request, nextToken };
    requests.push(page);
  }
  return requests;
}

function askingCase<Argument, Request, Response>(
  declaration: Declaration<Argument, Request, Response>,
  path: string,
  ask: (commons: Commons, request: Request) => Response,
): Case<Argument> {
  const inOrder = (lines: readonly string[]) => (declaration.isOrdered ? lines : lines.toSorted());
  const linesOf = (responses: readonly Response[]) =>
    inOrder(responses.flatMap((response) => declaration.lines(response)));

  const typed = (commons: Commons, lists: readonly (readonly Request[])[]): Contestant => ({
    steps: lists.map((requests) => {
      const [request] = requests;
      if (requests.length === 1) return () => ask(commons, request as Request);
      return () => requests.map((each) => ask(commons, each));
    }),
    read: (answer) => linesOf([answer].flat() as Response[]),
    operations: 1,
    isAsync: false,
  });

  const fetched = (commons: Commons, lists: readonly (readonly Request[])[]): Contestant => ({
    steps: lists.map((requests) => {
      const posts = requests.map(postOf);
      return async () => {
        const texts: string[] = [];
        for (const post of posts) texts.push(await (await commons.fetch(path, post)).text());
        return texts;
      };
    }),
    read: (answer) => linesOf((answer as string[]).map((text) => JSON.parse(text) as Response)),
    operations: 1,
    isAsync: true,
  });

  return {
    name: declaration.name,
    title: declaration.title,
    argumentsOf: declaration.argumentsOf,
    contestants: (commons, given) => {
      const lists = given.map((argument) => declaration.requestsOf(argument, commons));
      return { typed: typed(commons, lists), fetch: fetched(commons, lists) };
    },
    expected: (naive, argument) => inOrder(declaration.expected(naive, argument)),
  };
}

function postOf(request: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "bench" },
    body: JSON.stringify(request),
  };
}
