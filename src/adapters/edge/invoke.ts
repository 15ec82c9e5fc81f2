/** One request of one row, in process: the typed methods are this and nothing more. */
import { Governor } from "../../governor/index.ts";
import type { World } from "../../world/index.ts";
import type { AnswerSettings, Endpoint } from "../table/index.ts";
import { toRpcError } from "../table/index.ts";
import { decode } from "./decode.ts";

/**
 * Answers a request object, which is validated as a JSON body would be.
 *
 * @throws RpcError and nothing else; what went wrong in the engine is its `cause`. An aborted
 * signal throws its reason.
 */
export function invoke<Request, Params, Response>(
  row: Endpoint<Request, Params, Response>,
  world: World,
  request: Request,
  settings: AnswerSettings = {},
): Response {
  settings.signal?.throwIfAborted();
  try {
    const params = decode(row.layout, { body: request }, false);
    return row.handle(world, params, new Governor(settings), settings);
  } catch (error) {
    throw toRpcError(error);
  }
}
