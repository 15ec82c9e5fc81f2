/** `/node/property-values`: the values of one property (behaviour: v0 3). */

import type { Governor } from "../../governor/index.ts";
import { compareUtf8, type Direction, type Graph, type TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { Describer, newRecord, setMember, typeTest } from "../graph/index.ts";
import { arcRun } from "../node/index.ts";
import type { ArcEntry, V0PropertyValuesParams, V0PropertyValuesResponse } from "../wire/index.ts";
import { capped } from "./limit.ts";

/** Finding a node or its arcs. */
const stepsPerNode = 4;
/** Bytes of a queried node in an answer, about. */
const bytesPerNode = 96;

/** @throws LimitError for an answer that takes too much */
export function v0PropertyValues(
  { graph }: World,
  params: V0PropertyValuesParams,
  governor: Governor,
): V0PropertyValuesResponse {
  const directions = params.direction === "" ? (["in", "out"] as const) : [params.direction];
  const response: V0PropertyValuesResponse = newRecord();
  for (const dcid of [...new Set(params.dcids)].sort(compareUtf8)) {
    governor.work(stepsPerNode);
    governor.bytes(bytesPerNode + dcid.length);
    const node = graph.dictionary.nodeOf(dcid);
    const answer: V0PropertyValuesResponse[string] = {};
    setMember(response, dcid, answer);
    if (node === undefined) continue;
    for (const direction of directions) {
      const values = valuesOf(graph, node, direction, params, governor);
      if (values.length > 0) answer[direction] = values;
    }
  }
  return response;
}

/** First the type, then the limit. */
function valuesOf(
  graph: Graph,
  node: TermId,
  direction: Direction,
  { property, valueType, limit }: V0PropertyValuesParams,
  governor: Governor,
): ArcEntry[] {
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return [];
  const run = arcRun(graph, node, direction, { predicate });
  governor.work(stepsPerNode + (valueType === "" ? 0 : run.length));
  const isWanted = valueType === "" ? () => true : typeTest(graph, valueType);
  const most = capped(limit);
  const rows: number[] = [];
  for (let at = 0; at < run.length && rows.length < most; at++) {
    const row = run.rowAt(at);
    if (isWanted(run.terms[row] as TermId)) rows.push(row);
  }
  return new Describer(graph, governor).entries({ run, rows, hasTypes: true });
}
