/** How an answer is made, step by step, and why it is empty. */

import type { AnswerSettings, Endpoint } from "../adapters/edge/endpoint.ts";
import { paramsOf } from "../adapters/edge/request-reader.ts";
import { answered } from "../adapters/edge/rpc-error.ts";
import { endpoints } from "../adapters/endpoints.ts";
import type {
  V2NodeResponse,
  V2ObservationResponse,
  V2ResolveResponse,
} from "../adapters/v2-shapes.ts";
import { describeArgument } from "../errors/excerpts.ts";
import { Governor } from "../options/governor.ts";
import type { SparqlResponse } from "../sparql/run/evaluate.ts";
import type { World } from "../world/world.ts";
import { explainNode } from "./explain-node.ts";
import { explainObservation } from "./explain-observation.ts";
import { explainResolve } from "./explain-resolve.ts";
import { explainSparql } from "./explain-sparql.ts";
import type { ExplainedRequest, Explanation } from "./explanation.ts";
import { KnownNames } from "./known-names.ts";
import { Story } from "./story.ts";

/**
 * Answers a request and explains the answer. Both together keep the limits of one request.
 *
 * @throws CommonsError for a request that the typed method refuses, or that takes too much
 * @throws TypeError for what is no request under the name of its method
 */
export function explain(
  world: World,
  request: ExplainedRequest,
  settings: AnswerSettings,
): Explanation {
  settings.signal?.throwIfAborted();
  const story = new Story();
  const governor = new Governor(settings);
  const context = { world, story, names: new KnownNames(world, governor), governor };
  const answer = <Request, Params, Response>(
    row: Endpoint<Request, Params, Response>,
    asked: Request,
    isEmpty: (response: Response, params: Params) => boolean,
    explainIt: (params: Params) => void,
  ): Explanation => {
    try {
      const params = paramsOf(row, asked);
      const response = row.handle(world, params, governor, settings);
      explainIt(params);
      return story.finish(isEmpty(response, params));
    } catch (error) {
      throw answered(error);
    }
  };
  checkRequest(request);
  if ("node" in request) {
    return answer(endpoints["v2.node"], request.node, isEmptyNode, (params) =>
      explainNode(context, params),
    );
  }
  if ("observation" in request) {
    const row = endpoints["v2.observation"];
    return answer(row, request.observation, isEmptyObservation, (params) =>
      explainObservation(context, params),
    );
  }
  if ("resolve" in request) {
    return answer(endpoints["v2.resolve"], request.resolve, isEmptyResolve, (params) =>
      explainResolve(context, params),
    );
  }
  return answer(endpoints["v2.sparql"], request.sparql, isEmptySparql, (params) =>
    explainSparql(context, params, settings),
  );
}

const methods = ["node", "observation", "resolve", "sparql"] as const;

function checkRequest(request: unknown): void {
  const isObject = typeof request === "object" && request !== null;
  const given = isObject ? methods.filter((method) => Object.hasOwn(request, method)) : [];
  if (given.length === 1) return;
  const shown = describeArgument(request);
  throw new TypeError(
    `explain needs a request under the name of its method, as { node: { nodes, property } }: one of ${methods.join(", ")}; not ${shown}`,
  );
}

function isEmptyNode({ data = {} }: V2NodeResponse): boolean {
  return Object.values(data).every(
    ({ arcs = {}, properties = [] }) => properties.length === 0 && Object.keys(arcs).length === 0,
  );
}

/** An entity without series counts only in a request for existence. */
function isEmptyObservation(
  { byVariable = {} }: V2ObservationResponse,
  { select }: { readonly select: readonly string[] },
): boolean {
  const withSeries =
    select.includes("facet") || (select.includes("date") && select.includes("value"));
  return Object.values(byVariable).every(({ byEntity = {} }) =>
    withSeries
      ? Object.values(byEntity).every(({ orderedFacets = [] }) =>
          // A formula may have come to nothing.
          orderedFacets.every((facet) => Object.keys(facet).length === 0),
        )
      : Object.keys(byEntity).length === 0,
  );
}

function isEmptyResolve({ entities = [] }: V2ResolveResponse): boolean {
  return entities.every(({ candidates = [] }) => candidates.length === 0);
}

function isEmptySparql({ rows = [] }: SparqlResponse): boolean {
  return rows.length === 0;
}
