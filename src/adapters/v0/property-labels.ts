/** `/node/property-labels`: which arcs nodes have (behaviour: v0 4). */

import { compareUtf8, type Direction } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { emptyRecord } from "../graph/index.ts";
import { labelsOf } from "../node/index.ts";
import type { V0DcidsParams, V0PropertyLabelsResponse } from "../wire/index.ts";

/** Clients rely on both lists, also for what is unknown. */
export function v0PropertyLabels(
  { graph }: World,
  { dcids }: V0DcidsParams,
): V0PropertyLabelsResponse {
  const response: V0PropertyLabelsResponse = emptyRecord();
  for (const dcid of [...new Set(dcids)].sort(compareUtf8)) {
    const node = graph.dictionary.nodeOf(dcid);
    const labels = (direction: Direction): string[] =>
      node === undefined ? [] : labelsOf(graph, node, direction);
    response[dcid] = { inLabels: labels("in"), outLabels: labels("out") };
  }
  return response;
}
