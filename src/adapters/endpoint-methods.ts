/** The endpoints as methods, under the names of their rows: requests and answers as on the wire. */
import { Governor, type RequestLimits } from "../options/governor.ts";
import { requireCallOptions } from "../options/request-rows.ts";
import { withDefaults } from "../options/required-options.ts";
import { readFields } from "../router/read-fields.ts";
import type { SparqlResponse } from "../sparql/run/evaluate.ts";
import type { World } from "../world/world.ts";
import type { AnswerSettings, AnyEndpoint, Endpoint, WorldOptions } from "./edge/endpoint.ts";
import { documented } from "./edge/request-text.ts";
import { answered } from "./edge/rpc-error.ts";
import type { QueryRequest, V2SparqlRequest } from "./shapes.ts";
import { v0Endpoints } from "./v0/endpoints.ts";
import type * as v0 from "./v0-shapes.ts";
import { v1Endpoints } from "./v1/endpoints.ts";
import type * as v1 from "./v1-shapes.ts";
import { v2Endpoints } from "./v2/endpoints.ts";
import type * as v2 from "./v2-shapes.ts";

/**
 * The v2 endpoints. A request is the body that the endpoint takes by POST, the result is its
 * response. Dates are those of the wire: `LATEST`, not `latest`.
 */
export interface V2Methods {
  /** `/v2/node`: labels, values and neighbours of nodes by a relation expression. */
  node(request: v2.V2NodeRequest, options?: RequestLimits): v2.V2NodeResponse;
  /** `/v2/observation`: which observations exist, from whom, and their values. */
  observation(
    request: v2.V2ObservationRequest,
    options?: RequestLimits & WorldOptions,
  ): v2.V2ObservationResponse;
  /**
   * `/v2/resolve`: nodes by name, identifier or coordinate, and variables by what they are about.
   *
   * @throws TypeError in a page that opened its world lazily and did not await `ready`
   */
  resolve(
    request: v2.V2ResolveRequest,
    options?: RequestLimits & WorldOptions,
  ): v2.V2ResolveResponse;
  /**
   * `/v2/sparql`: a query in SPARQL.
   *
   * @throws TypeError in a page that opened its world lazily and did not await `ready`
   */
  sparql(request: V2SparqlRequest, options?: AnswerSettings): SparqlResponse;
  /** What has pages, page after page. */
  readonly pages: V2Pages;
}

/** All pages of an answer, each made when it is asked for. Limits count for each page. */
export interface V2Pages {
  /** Pages of `/v2/node`, from the token of the request on. */
  node(request: v2.V2NodeRequest, options?: RequestLimits): Iterable<v2.V2NodeResponse>;
}

/** The v1 endpoints. */
export interface V1Methods {
  /** `/v1/triples/{direction}/{node}`: all arcs of one node in one direction. */
  triples(request: v1.V1TriplesRequest, options?: RequestLimits): v1.V1TriplesResponse;
  /** `/v1/bulk/triples/{direction}`: the same of several nodes. */
  bulkTriples(request: v1.V1BulkTriplesRequest, options?: RequestLimits): v1.V1BulkTriplesResponse;
  /** `/v1/bulk/property/values/{direction}`: values of one property. */
  bulkPropertyValues(
    request: v1.V1BulkPropertyValuesRequest,
    options?: RequestLimits,
  ): v1.V1BulkPropertyValuesResponse;
  /** `/v1/bulk/property/values/in/linked`: places of a type inside of places. */
  linkedPropertyValues(
    request: v1.V1LinkedPropertyValuesRequest,
    options?: RequestLimits,
  ): v1.V1LinkedPropertyValuesResponse;
  /** `/v1/observations/point/{entity}/{variable}`: one observation. */
  observationPoint(
    request: v1.V1ObservationPointRequest,
    options?: RequestLimits,
  ): v1.V1ObservationPointResponse;
  /** `/v1/observations/series/{entity}/{variable}`: all dates of the best facet. */
  observationSeries(
    request: v1.V1ObservationSeriesRequest,
    options?: RequestLimits,
  ): v1.V1ObservationSeriesResponse;
  /** `/v1/bulk/observations/point`: one observation per variable and entity. */
  bulkObservationPoint(
    request: v1.V1BulkPointRequest,
    options?: RequestLimits,
  ): v1.V1BulkPointResponse;
  /** `/v1/bulk/observations/series`: all dates per variable and entity. */
  bulkObservationSeries(
    request: v1.V1BulkSeriesRequest,
    options?: RequestLimits,
  ): v1.V1BulkSeriesResponse;
  /** `/v1/bulk/observations/point/linked`: the same for the parts of a place. */
  linkedObservationPoint(
    request: v1.V1LinkedPointRequest,
    options?: RequestLimits,
  ): v1.V1BulkPointResponse;
  /** `/v1/bulk/observations/series/linked`: the same for the parts of a place. */
  linkedObservationSeries(
    request: v1.V1LinkedSeriesRequest,
    options?: RequestLimits,
  ): v1.V1BulkSeriesResponse;
  /** `/v1/query`: a query in SPARQL. */
  query(request: QueryRequest, options?: AnswerSettings): SparqlResponse;
  /** What has pages, page after page. */
  readonly pages: V1Pages;
}

/** All pages of an answer, each made when it is asked for. Limits count for each page. */
export interface V1Pages {
  /** Pages of `triples`. */
  triples(request: v1.V1TriplesRequest, options?: RequestLimits): Iterable<v1.V1TriplesResponse>;
  /** Pages of `bulkTriples`. */
  bulkTriples(
    request: v1.V1BulkTriplesRequest,
    options?: RequestLimits,
  ): Iterable<v1.V1BulkTriplesResponse>;
  /** Pages of `bulkPropertyValues`. */
  bulkPropertyValues(
    request: v1.V1BulkPropertyValuesRequest,
    options?: RequestLimits,
  ): Iterable<v1.V1BulkPropertyValuesResponse>;
}

/** The unversioned endpoints. Where these answer `{payload}`, methods return what is in it. */
export interface V0Methods {
  /** `/node/triples`: all triples of nodes, in both directions. */
  triples(request: v0.V0TriplesRequest, options?: RequestLimits): v0.V0TriplesResponse;
  /** `/node/property-values`: values of one property. */
  propertyValues(
    request: v0.V0PropertyValuesRequest,
    options?: RequestLimits,
  ): v0.V0PropertyValuesResponse;
  /** `/node/property-labels`: which arcs nodes have. */
  propertyLabels(request: v0.V0DcidsRequest, options?: RequestLimits): v0.V0PropertyLabelsResponse;
  /** `/node/places-in`: places of a type inside of places. */
  placesIn(request: v0.V0PlacesInRequest, options?: RequestLimits): v0.V0PlacesInResponse;
  /** `/place/stat-vars`: variables that have data about places. */
  statVars(request: v0.V0DcidsRequest, options?: RequestLimits): v0.V0StatVarsResponse;
  /** `/bulk/pop-obs`: populations and observations of one node. */
  popObs(request: v0.V0PopObsRequest, options?: RequestLimits): v0.V0PopObsResponse;
  /** `/bulk/place-obs`: observations of one kind of population in all places of a type. */
  placeObs(request: v0.V0PlaceObsRequest, options?: RequestLimits): v0.V0PlaceObsResponse;
  /** `/query`: a query in SPARQL. */
  query(request: QueryRequest, options?: AnswerSettings): SparqlResponse;
}

/** All endpoints as methods, by their version. */
export interface EndpointMethods {
  /** The v2 endpoints. */
  readonly v2: V2Methods;
  /** The v1 endpoints. */
  readonly v1: V1Methods;
  /** The unversioned endpoints; what these send in a `payload` is returned without one. */
  readonly v0: V0Methods;
}

/** The name of an endpoint, as that of its method: `v2.node`. */
export type EndpointName = {
  [Group in keyof EndpointMethods]: `${Group}.${Exclude<keyof EndpointMethods[Group] & string, "pages">}`;
}[keyof EndpointMethods];

export const v2Methods = (world: World, limits?: RequestLimits): V2Methods =>
  methodsOf<typeof v2Endpoints, V2Pages>(v2Endpoints, world, limits);

export const v1Methods = (world: World, limits?: RequestLimits): V1Methods =>
  methodsOf<typeof v1Endpoints, V1Pages>(v1Endpoints, world, limits);

export const v0Methods = (world: World, limits?: RequestLimits): V0Methods =>
  methodsOf(v0Endpoints, world, limits);

/** Whether a row has pages: its requests take a token. */
export const hasPages = ({ params }: Pick<AnyEndpoint, "params">): boolean => "nextToken" in params;

type MethodOf<Row> =
  Row extends Endpoint<infer Request, infer _Params, infer Response>
    ? (request: Request, options?: AnswerSettings) => Response
    : never;

/** A method for each row, under what follows the version in its name. */
type MethodsOf<Rows, Pages> = {
  readonly [Name in keyof Rows as Name extends `${string}.${infer Own}` ? Own : never]: MethodOf<
    Rows[Name]
  >;
} & { readonly pages: Pages };

/** The options of a call are held to their rows first. */
function methodsOf<Rows extends Readonly<Record<string, AnyEndpoint>>, Pages>(
  rows: Rows,
  world: World,
  limits: RequestLimits = {},
): MethodsOf<Rows, Pages> {
  const ask = asker(world, limits);
  const methods = Object.entries(rows).map(([name, row]) => {
    const answer = ask(row as unknown as Endpoint<Paged, unknown, Paged>);
    const method = (request: Paged, options?: object) => {
      if (options !== undefined) requireCallOptions(name, options);
      if (typeof request === "string") {
        throw new TypeError(`${name}: a request is an object by parameters, not a text`);
      }
      return answer(request, options);
    };
    return [name.slice(name.indexOf(".") + 1), method, row] as const;
  });
  const paged = methods.filter(([, , row]) => hasPages(row));
  const pages = Object.fromEntries(paged.map(([name, method]) => [name, pagesOf(method)]));
  const all = methods.map(([name, method]): [string, unknown] => [name, method]);
  if (paged.length > 0) all.push(["pages", Object.freeze(pages)]);
  return Object.freeze(Object.fromEntries(all)) as MethodsOf<Rows, Pages>;
}

/** A request or an answer that may have a token. */
interface Paged {
  readonly nextToken?: string | undefined;
}

/** The pages of what a method answers, each asked for with the token of the one before. */
function pagesOf(ask: (request: Paged, options?: object) => Paged) {
  return function* (request: Paged, options?: RequestLimits): Generator<Paged> {
    for (let asked = request; ; ) {
      const page = ask(asked, options);
      yield page;
      if (!page.nextToken) return;
      asked = { ...asked, nextToken: page.nextToken };
    }
  };
}

/** Makes the method of a row. Options of a call override the limits. */
function asker(world: World, limits: RequestLimits) {
  return <Request, Params, Response>(row: Endpoint<Request, Params, Response>) =>
    (request: Request, options?: AnswerSettings): Response =>
      invoke(row, world, request, options === undefined ? limits : withDefaults(options, limits));
}

/**
 * Answers a request object, which is validated as a JSON body would be.
 *
 * @throws CommonsError with `rpc`, what the service answers. An aborted signal throws its reason.
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
    const params = readFields(row.layout, { body: request }, documented);
    return row.handle(world, params, new Governor(settings), settings);
  } catch (error) {
    throw answered(error);
  }
}
