/**
 * What the explorer asks beside the documented endpoints: lists, tables, explanations, findings. It is
 * a function of world and request, so that a server and a worker of a page answer alike.
 */
import { type Commons, LoadError, RpcError } from "../index.ts";
import { answerWebsite } from "../website/index.ts";
import { type Checks, diagnosticsOf, findingsOf } from "./check.ts";
import { homeOf, startOf } from "./home.ts";
import { childTypesOf, groupsOf, searchOf, variablesOf, wordsOf } from "./lists.ts";
import { observedOf } from "./observed.ts";
import { Asked, type ExplorerAnswer, ExplorerError, type ExplorerRequest } from "./request.ts";
import { explained, tableOf } from "./tables.ts";

/** All routes begin so. The website's routes are answered below it, too. */
const root = "/explorer/api/";

type Route = (commons: Commons, asked: Asked, checks: Checks | undefined) => unknown;

const routes: ReadonlyMap<string, { readonly method: "GET" | "POST"; readonly answer: Route }> =
  new Map(
    Object.entries({
      home: { method: "GET", answer: homeOf },
      start: { method: "GET", answer: startOf },
      search: { method: "GET", answer: searchOf },
      variables: { method: "GET", answer: variablesOf },
      groups: { method: "GET", answer: groupsOf },
      children: { method: "GET", answer: childTypesOf },
      words: { method: "GET", answer: wordsOf },
      observed: { method: "GET", answer: observedOf },
      diagnostics: { method: "GET", answer: diagnosticsOf },
      findings: { method: "GET", answer: findingsOf },
      table: { method: "POST", answer: tableOf },
      explain: { method: "POST", answer: explained },
    } as const),
  );

/**
 * Answers are JSON, but for tables as CSV and Parquet. Lists are pages with `total`.
 *
 * @param checks looks for mistakes in the sources, where there are any
 * @returns undefined where the path is none of the explorer's
 */
export async function answerExplorer(
  commons: Commons,
  request: ExplorerRequest,
  checks?: Checks,
): Promise<ExplorerAnswer | undefined> {
  const { url, method, body } = request;
  if (!url.startsWith(root)) return undefined;
  const route = routes.get(url.slice(root.length).split("?", 1)[0] as string);
  if (route === undefined) {
    const page = answerWebsite(commons, { ...request, url: url.slice("/explorer".length) });
    return page ?? refusal(404, "the explorer has no such route");
  }
  if (route.method !== method) return refusal(405, `${route.method} only`);
  try {
    const answer = await route.answer(commons, new Asked(url, body), checks);
    return isFile(answer) ? answer : json(200, answer);
  } catch (error) {
    if (error instanceof ExplorerError) return refusal(error.status, error.message);
    if (error instanceof RpcError) return refusal(error.status, error.message);
    // A source that is not there any more.
    if (error instanceof LoadError) return refusal(422, error.message);
    // What is no question that a method takes.
    if (error instanceof TypeError || error instanceof RangeError) {
      return refusal(400, error.message);
    }
    throw error;
  }
}

function isFile(answer: unknown): answer is ExplorerAnswer {
  return typeof answer === "object" && answer !== null && Object.hasOwn(answer, "contentType");
}

const json = (status: number, answer: unknown): ExplorerAnswer => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(answer),
});

const refusal = (status: number, message: string) => json(status, { message });
