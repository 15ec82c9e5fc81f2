/**
 * The v1 endpoints about nodes: values of one property, and all triples (behaviour: v1 1, v1 2).
 */

import type { Governor } from "../../options/governor.ts";
import type { World } from "../../world/world.ts";
import { placesIn } from "../reads/contained-places.ts";
import { lowerArc } from "../reads/lowered-arc.ts";
import {
  Describer,
  describeArcs,
  type FoundPage,
  findArcPage,
  NodePage,
  pageRowsMax,
} from "../reads/node-page.ts";
import type { ArcEntry, Decoded } from "../shapes.ts";
import type {
  V1BulkPropertyValuesRequest,
  V1BulkPropertyValuesResponse,
  V1BulkTriplesRequest,
  V1BulkTriplesResponse,
  V1LinkedPropertyValuesRequest,
  V1LinkedPropertyValuesResponse,
  V1NodeValues,
  V1Triples,
  V1TriplesRequest,
  V1TriplesResponse,
} from "../v1-shapes.ts";

/**
 * @throws CommonsError `TOKEN` for a token that is damaged or belongs to another request
 * @throws LimitError for an answer that takes too much
 */
export function v1BulkPropertyValues(
  { graph }: World,
  params: Decoded<V1BulkPropertyValuesRequest>,
  governor: Governor,
): V1BulkPropertyValuesResponse {
  const { direction, nodes, property } = params;
  if (nodes.length === 0) return {};
  const labels = { kind: "some", items: [{ name: property, filter: [] }] } as const;
  const arc = lowerArc(graph, { direction, labels, transitive: false, filter: [] });
  const question = JSON.stringify([direction, property]);
  const rowsMax = params.limit > 0 ? Math.min(params.limit, pageRowsMax) : pageRowsMax;
  const endpoint = "v1.bulkPropertyValues";
  const page = new NodePage(graph, endpoint, question, nodes, params.nextToken, governor, rowsMax);
  const { arcs, nextToken } = findArcPage(graph, arc, page, governor);
  const describer = new Describer(graph, governor);
  const described = new Map<string, ArcEntry[]>();
  for (const [node, [found]] of arcs) if (found) described.set(node, describer.entries(found));
  const data = Array.from(new Set(nodes), (node) => valuesOf(node, governor, described.get(node)));
  return { data, ...(nextToken !== "" && { nextToken }) };
}

/**
 * Places of a type inside of places, at any depth, in one page as the real service does.
 *
 * @throws LimitError for an answer that takes too much
 */
export function v1LinkedPropertyValues(
  { graph }: World,
  { nodes, valueNodeType }: V1LinkedPropertyValuesRequest,
  governor: Governor,
): V1LinkedPropertyValuesResponse {
  if (nodes.length === 0) return {};
  const describer = new Describer(graph, governor);
  const data = Array.from(new Set(nodes), (node) => {
    const places = placesIn(graph, node, valueNodeType, governor);
    const values = Array.from(places, (place) => describer.entry(place, false));
    return valuesOf(node, governor, values);
  });
  return { data };
}

function valuesOf(node: string, governor: Governor, values: ArcEntry[] = []): V1NodeValues {
  governor.rows(1);
  governor.bytes(bytesPerNode + node.length);
  return values.length === 0 ? { node } : { node, values };
}

/** @throws CommonsError `TOKEN` for a token that is damaged or belongs to another request */
export function v1Triples(
  world: World,
  params: Decoded<V1TriplesRequest>,
  governor: Governor,
): V1TriplesResponse {
  const { node } = params;
  const { arcs, nextToken } = pageOf(world, "v1.triples", { ...params, nodes: [node] }, governor);
  const found = arcs.get(node);
  const triples = found && describeArcs(new Describer(world.graph, governor), found);
  return { ...(triples && { triples }), ...(nextToken !== "" && { nextToken }) };
}

/**
 * Every queried node answers once, in request order; one whose values are all on other pages, or
 * that is unknown, without `triples`.
 *
 * @throws CommonsError `TOKEN` for a token that is damaged or belongs to another request
 * @throws LimitError for an answer that takes too much
 */
export function v1BulkTriples(
  world: World,
  params: Decoded<Omit<V1BulkTriplesRequest, "entities">>,
  governor: Governor,
): V1BulkTriplesResponse {
  if (params.nodes.length === 0) return {};
  const { arcs, nextToken } = pageOf(world, "v1.bulkTriples", params, governor);
  const describer = new Describer(world.graph, governor);
  const described = new Map<string, V1Triples>();
  for (const [node, found] of arcs) described.set(node, describeArcs(describer, found));
  const data = Array.from(new Set(params.nodes), (node) => {
    governor.rows(1);
    governor.bytes(bytesPerNode + node.length);
    const triples = described.get(node);
    return triples === undefined ? { node } : { node, triples };
  });
  return { data, ...(nextToken !== "" && { nextToken }) };
}

/** Bytes of a queried node in an answer, about. */
const bytesPerNode = 96;

function pageOf(
  { graph }: World,
  endpoint: string,
  { direction, nodes, nextToken }: Decoded<Omit<V1BulkTriplesRequest, "entities">>,
  governor: Governor,
): FoundPage {
  const labels = { kind: "any" } as const;
  const arc = lowerArc(graph, { direction, labels, transitive: false, filter: [] });
  const page = new NodePage(graph, endpoint, direction, nodes, nextToken, governor);
  return findArcPage(graph, arc, page, governor);
}
