/** One request of one row, in process: the typed methods are this and nothing more. */
import { Governor } from "../../governor/index.ts";
import type { World } from "../../world/index.ts";
import type { AnswerSettings, Endpoint } from "../table/index.ts";
import { toRpcError } from "../table/index.ts";
import { decode } from "./decode.ts";

/**
 * What a handler would receive of a request object.
 *
 * @throws RpcError for a request that is refused
 */
export function paramsOf<Request, Params, Response>(
  row: Endpoint<Request, Params, Response>,
  request: Request,
): Params {
  return decode(row.layout, { body: request }, false);
}

/**
 * Answers a request object, which is validated as a JSON body would be.
 *
 * @throws RpcError; what went wrong in the engine is its `cause`. An aborted signal throws its
 * reason.
 * @throws TypeError when the row needs a part of the engine that is not loaded
 */
export function invoke<Request, Params, Response>(
  row: Endpoint<Request, Params, Response>,
  world: World,
  request: Request,
  settings: AnswerSettings = {},
): Response {
  settings.signal?.throwIfAborted();
  row.part?.require();
  try {
    return row.handle(world, paramsOf(row, request), new Governor(settings), settings);
  } catch (error) {
    throw toRpcError(error);
  }
}
