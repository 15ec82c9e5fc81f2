/** What one row of the endpoint table says. */
import type { Governor, RequestLimits } from "../../options/governor.ts";
import { type Field, type Fields, type Layout, layoutOf } from "../../router/fields.ts";
import type { QueryOptions } from "../../sparql/run/evaluate.ts";
import type { EnginePart } from "../../world/engine-part.ts";
import type { World } from "../../world/world.ts";

type Method = "GET" | "POST";

const getAndPost: readonly Method[] = ["GET", "POST"];

/**
 * What an answer is sent in. The oldest endpoints send it as a text inside of the answer, two of
 * them packed (behaviour: v0 1, v0 9).
 *
 * - `none`: the answer itself;
 * - `payload`: `{payload}` with the answer's JSON text;
 * - `deflated`: `{payload}` with a JSON string of base64 of that text in zlib form. To read it:
 *   parse JSON, decode base64, inflate, decode UTF-8, parse JSON.
 */
export type Envelope = "none" | "payload" | "deflated";

/** What answers about observations depend on, apart from world and request. */
export interface CalculationOptions {
  /**
   * Whether values that no source has are calculated, where the world has a `StatisticalCalculation` for
   * them (behaviour: observation 12). Default: false, as today's public service.
   */
  readonly calculations?: boolean | undefined;
}

/** What searches for variables depend on, apart from world and request. */
export interface MeaningOptions {
  /**
   * Whether searches for variables and topics compare meanings, by a table in the package that the first of
   * them reads; without it, words alone. Default: true.
   */
  readonly meaning?: boolean | undefined;
}

/** What the answers of a world depend on, apart from requests. */
export interface WorldOptions extends CalculationOptions, MeaningOptions {}

/** What answers depend on, apart from world and request, and what they may take. */
export interface AnswerSettings extends QueryOptions, WorldOptions, RequestLimits {}

/** What a service may change in answers. */
export interface AnswerForm extends QueryOptions, WorldOptions {
  /**
   * Whether answers have what today's public service adds to the documented members: provenances of facets,
   * types of places reached over several hops, names of candidates, scores with eight digits. Default: false.
   */
  readonly today?: boolean | undefined;
}

/**
 * A row as it is written. `Request` is what a caller may write, `Params` the one form a handler
 * receives, `Response` what goes out as JSON.
 */
export interface Declaration<Request, Params, Response> {
  /** Default: both. */
  readonly methods?: readonly Method[];
  /**
   * As the documentation writes it. `{name}` means one segment, `{name...}` one or more;
   * each is a field of the request.
   */
  readonly path: string;
  /** What it answers, in a few words of Markdown: the documentation's table is made of them. */
  readonly about: string;
  /** Further documented paths. */
  readonly aliases?: readonly string[];
  /** Whether a request to the public paths must carry an API key. Default: required. */
  readonly key?: "required" | "optional";
  /** Full type name of the request, for the unknown-field text (behaviour: http 6). */
  readonly type: string;
  /** Full type names of the objects that dotted parameter names enter. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly params: Fields<Params>;
  /** A request that the row accepts, for documentation and contract tests. */
  readonly example: Request;
  /** What the answer is sent in; typed methods return it bare. Default: nothing. */
  readonly envelope?: Envelope;
  /** What it needs beyond what every page has. Default: nothing. */
  readonly part?: EnginePart<object>;
  /** Throws `CommonsError` for what only self-hosted instances refuse. */
  readonly selfHostedRule?: (params: Params) => void;
  /**
   * Pure and synchronous; it reports its work to the governor, and throws `CommonsError`.
   */
  readonly handle: (
    world: World,
    params: Params,
    governor: Governor,
    options: AnswerForm,
  ) => Response;
  /**
   * Writes the JSON text of what `handle` answers, and counts the same. For large answers, whose
   * objects take longer than finding what they say. Default: `JSON.stringify`.
   */
  readonly write?: (
    world: World,
    params: Params,
    governor: Governor,
    options: AnswerForm,
  ) => string;
}

export interface Endpoint<Request, Params, Response>
  extends Declaration<Request, Params, Response> {
  readonly methods: readonly Method[];
  readonly key: "required" | "optional";
  readonly layout: Layout<Params>;
}

/** Any row, for code that treats all of them alike. */
export interface AnyEndpoint extends Omit<Endpoint<unknown, never, unknown>, "params" | "layout"> {
  readonly params: Readonly<Record<string, Field>>;
  readonly layout: Layout<unknown>;
}

/** What a handler is, as far as its row depends on it. */
type AnyHandler = (world: World, params: never, governor: Governor, options: AnswerForm) => unknown;

/** Checks a row against the types of its request and its handler; prepares what decoding needs. */
export function endpoint<Request, Handler extends AnyHandler>(
  row: Declaration<Request, Parameters<Handler>[1], ReturnType<Handler>>,
): Endpoint<Request, Parameters<Handler>[1], ReturnType<Handler>> {
  const layout = layoutOf(row.type, row.parts ?? {}, row.params);
  return { methods: getAndPost, key: "required", ...row, layout };
}
