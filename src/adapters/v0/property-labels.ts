/** `/node/property-labels`: which arcs nodes have (behaviour: v0 4). */

import type { Governor } from "../../governor/index.ts";
import { compareUtf8, type Direction } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { newRecord, setMember } from "../graph/index.ts";
import { labelsOf } from "../node/index.ts";
import type { V0DcidsParams, V0PropertyLabelsResponse } from "../wire/index.ts";

/** Bytes of a queried node and of a label in an answer, about. */
const bytesPerNode = 160;
const bytesPerLabel = 16;

/** Clients rely on both lists, also for what is unknown. */
export function v0PropertyLabels(
  { graph }: World,
  { dcids }: V0DcidsParams,
  governor: Governor,
): V0PropertyLabelsResponse {
  const response: V0PropertyLabelsResponse = newRecord();
  for (const dcid of [...new Set(dcids)].sort(compareUtf8)) {
    governor.rows(1);
    governor.bytes(bytesPerNode + dcid.length);
    const node = graph.dictionary.nodeOf(dcid);
    const labels = (direction: Direction): string[] => {
      const found = node === undefined ? [] : labelsOf(graph, node, direction);
      governor.rows(found.length);
      governor.bytes(found.length * bytesPerLabel);
      return found;
    };
    setMember(response, dcid, { inLabels: labels("in"), outLabels: labels("out") });
  }
  return response;
}
