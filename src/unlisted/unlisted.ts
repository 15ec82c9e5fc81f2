/** Finds the route of a path, and answers. */
import { type Commons, RpcError } from "../index.ts";
import { Fields, type UnlistedRequest } from "./fields.ts";
import { type UnlistedRoute, unlistedRoutes } from "./routes.ts";

export type { UnlistedRequest } from "./fields.ts";

export interface UnlistedAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** The paths of a self-hosted instance begin with it. */
const selfHosted = "/core/api";

const byPath = new Map(unlistedRoutes.map((route) => [route.path, route]));

/** The path of the route that answers there, as in the table; undefined where none does. */
export function unlistedRouteOf(path: string): string | undefined {
  return found(path)?.path;
}

/** What a route answers; undefined where the path is of no route, or the method is not the route's. */
export function answerUnlisted(
  commons: Commons,
  request: UnlistedRequest,
): UnlistedAnswer | undefined {
  const route = found(request.url.split("?", 1)[0] as string);
  if (!route?.methods.some((method) => method === request.method)) return undefined;
  try {
    const answer = route.answer(commons, new Fields(request));
    return { status: 200, body: JSON.stringify(answer) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { status: error.status, body: JSON.stringify(error) };
  }
}

function found(path: string): UnlistedRoute | undefined {
  const bare = path.startsWith(`${selfHosted}/`) ? path.slice(selfHosted.length) : path;
  return byPath.get(bare.length > 1 && bare.endsWith("/") ? bare.slice(0, -1) : bare);
}
