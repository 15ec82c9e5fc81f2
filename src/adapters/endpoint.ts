/** What one row of the endpoint table says. */
import type { World } from "../world.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { Field, Fields } from "./params.ts";

export type Method = "GET" | "POST";

/**
 * A row as it is written. `Request` is what a caller may write, `Params` the one form a handler
 * receives, `Response` what goes out as JSON.
 */
export interface Declaration<Request, Params, Response> {
  readonly methods: readonly Method[];
  readonly path: string;
  /** Whether a request to the public paths must carry an API key. */
  readonly key: "required" | "optional";
  /** Full type name of the request, for the unknown-field text (facts V2 §6.4). */
  readonly type: string;
  /** Full type names of the objects that dotted parameter names enter. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly params: Fields<Params>;
  /** A request that the row accepts, for documentation and contract tests. */
  readonly example: Request;
  /** Pure and synchronous; it throws `DataError` or `RpcError`. */
  readonly handle: (world: World, params: Params) => Response;
}

export interface Endpoint<Request, Params, Response>
  extends Declaration<Request, Params, Response> {
  readonly layout: Layout<Params>;
}

/** Any row, for code that treats all of them alike. */
export interface AnyEndpoint extends Omit<Endpoint<unknown, never, unknown>, "params" | "layout"> {
  readonly params: Readonly<Record<string, Field>>;
  readonly layout: Layout<unknown>;
}

/** Checks a row against its types and prepares what decoding needs. */
export function endpoint<Request, Params, Response>(
  row: Declaration<Request, Params, Response>,
): Endpoint<Request, Params, Response> {
  return { ...row, layout: layoutOf(row.type, row.parts ?? {}, row.params) };
}
