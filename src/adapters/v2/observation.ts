/** `/v2/observation`: which data exist, from whom, and the values (facts V2 §3). */

import { RequestError } from "../../errors.ts";
import type { TermId } from "../../store/index.ts";
import type { World } from "../../world.ts";
import { checkPairs } from "../answer-size.ts";
import { entitiesOfExpression } from "../entity-expression.ts";
import { FacetFilter } from "../facet-filter.ts";
import { type Entity, ObservationAnswer, type Selection } from "../observation-answer.ts";
import type { V2ObservationParams, V2ObservationResponse } from "../wire/v2.ts";

/**
 * @throws RequestError when the entities are named in no way or in two, or by an expression without
 * variables
 * @throws ExpressionError for an expression that names no entities
 * @throws RpcError for too many pairs of variable and entity
 */
export function v2Observation(world: World, params: V2ObservationParams): V2ObservationResponse {
  checkEntities(params);
  const byExpression = params.entityExpression !== "";
  const { dictionary } = world.graph;
  const entities: readonly Entity[] = byExpression
    ? Array.from(entitiesOfExpression(world.graph, params.entityExpression), (node) => ({ node }))
    : [...new Set(params.entities)].map((dcid) => ({ dcid, node: dictionary.nodeOf(dcid) }));
  const selection: Selection = {
    date: params.date,
    filter: new FacetFilter(world.observations.facets, params.facetIds, params.domains),
  };
  const variables =
    params.variables.length > 0
      ? new Map(params.variables.map((dcid) => [dcid, dictionary.nodeOf(dcid)]))
      : variablesOf(world, entities);
  if (variables.size === 0) return {};

  const select = new Set(params.select);
  const withValues = select.has("date") && select.has("value");
  checkPairs(variables.size, entities.length, withValues && !byExpression ? "listed" : "sought");
  const answer = new ObservationAnswer(world, entities, selection, byExpression);
  for (const [dcid, variable] of variables) {
    if (withValues) answer.addValues(dcid, variable);
    else if (select.has("facet")) answer.addFacets(dcid, variable);
    else answer.addExistence(dcid, variable);
  }
  return answer.response();
}

function checkEntities({ variables, entities, entityExpression }: V2ObservationParams): void {
  if (entities.length === 0 && entityExpression === "") {
    throw new RequestError("entity must be specified");
  }
  if (entities.length > 0 && entityExpression !== "") {
    throw new RequestError("only one of entity.dcids and entity.expression should be specified");
  }
  if (entityExpression !== "" && variables.length === 0) {
    throw new RequestError("variable must be specified for entity.expression");
  }
}

/** Every variable that has data about one of the entities, ascending. */
function variablesOf(
  { graph, observations }: World,
  entities: readonly Entity[],
): Map<string, TermId | undefined> {
  const found = new Set<TermId>();
  for (const { node } of entities) {
    if (node === undefined) continue;
    for (const variable of observations.variablesOf(node)) found.add(variable);
  }
  const ascending = [...found].sort((a, b) => a - b);
  return new Map(ascending.map((variable) => [graph.dictionary.textOf(variable), variable]));
}
