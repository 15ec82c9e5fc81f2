/** Finds the route of a path, and answers. */
import { type Commons, RpcError } from "../index.ts";
import { Fields, WebsiteError, type WebsiteRequest } from "./request.ts";
import { type WebsiteRoute, websiteRoutes } from "./routes.ts";

export interface WebsiteAnswer {
  readonly status: number;
  readonly contentType: "application/json" | "text/plain; charset=utf-8";
  readonly body: string;
}

/** The path of the route that answers there, as in the table; undefined where none does. */
export function websiteRouteOf(path: string): string | undefined {
  return found(path)?.route.path;
}

/** What a route of the website answers; undefined where the path is of no route. */
export function answerWebsite(
  commons: Commons,
  request: WebsiteRequest,
): WebsiteAnswer | undefined {
  const match = found(request.url.split("?", 1)[0] as string);
  if (match === undefined) return undefined;
  const { route, rest } = match;
  if (!route.methods.some((method) => method === request.method)) {
    return text(405, `error: ${route.methods.join(" and ")} only`);
  }
  try {
    const answer = route.answer(commons, new Fields(request), rest);
    if (typeof answer === "string") return text(200, answer);
    return { status: 200, contentType: "application/json", body: JSON.stringify(answer) };
  } catch (error) {
    if (error instanceof WebsiteError) return text(error.status, error.message);
    if (error instanceof RpcError) return text(error.status, error.message);
    throw error;
  }
}

const text = (status: number, body: string): WebsiteAnswer => ({
  status,
  contentType: "text/plain; charset=utf-8",
  body,
});

const fixed = new Map(
  websiteRoutes.filter(({ path }) => !path.includes("{")).map((route) => [route.path, route]),
);
const open = websiteRoutes.filter(({ path }) => path.includes("{"));

function found(path: string): { readonly route: WebsiteRoute; readonly rest: string } | undefined {
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const named = fixed.get(trimmed);
  if (named !== undefined) return { route: named, rest: "" };
  for (const route of open) {
    const start = route.path.slice(0, route.path.indexOf("{"));
    const rest = trimmed.startsWith(start) ? decoded(trimmed.slice(start.length)) : undefined;
    if (rest !== undefined && rest !== "") return { route, rest };
  }
  return undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
