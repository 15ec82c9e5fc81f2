/**
 * What self-hosted instances refuse (behaviour: http 9.2).
 */

import { CommonsError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { Arc } from "../../expr-parser/ast.ts";
import { readRelation } from "../reads/lowered-arc.ts";
import type { V2NodeParams } from "./v2-node.ts";
import type { V2ObservationParams } from "./v2-observation.ts";
import { readResolveQuestion, type V2ResolveParams } from "./v2-resolve.ts";

/** Chains and filters only for children of places and generalizations; filters only by type. */
export function nodeRule({ property }: V2NodeParams): void {
  for (const arc of readRelation(property).arcs) {
    const labels = arc.labels.kind === "some" ? arc.labels.items : [];
    const filters = [arc.filter, ...labels.map(({ filter }) => filter)].flat();
    if ((arc.transitive || filters.length > 0) && !isHierarchy(arc)) {
      throw new CommonsError(
        "REQUEST",
        `self-hosted instances chain and filter only <-containedInPlace and ->specializationOf, not ${excerpt(property)}`,
      );
    }
    const other = filters.find(({ key }) => key !== "typeOf");
    if (other !== undefined) {
      throw new CommonsError(
        "REQUEST",
        `self-hosted instances filter only by typeOf, not by ${excerpt(other.key)}`,
      );
    }
  }
}

function isHierarchy({ direction, labels }: Arc): boolean {
  const [label, ...others] = labels.kind === "some" ? labels.items : [];
  if (others.length > 0) return false;
  return label?.name === (direction === "in" ? "containedInPlace" : "specializationOf");
}

/** Every variable of a loaded world is one of the instance's own, which it does not filter. */
export function observationRule({ select, facetIds, domains }: V2ObservationParams): void {
  if (!select.includes("date") || !select.includes("value")) {
    throw new CommonsError(
      "REQUEST",
      "self-hosted instances require select to hold date and value",
    );
  }
  if (facetIds.length > 0 || domains.length > 0) {
    throw new CommonsError("REQUEST", "self-hosted instances do not filter custom variables");
  }
}

const resolvable: ReadonlySet<string> = new Set([
  "description",
  "geoCoordinate",
  "geoCoordinates",
  "wikidataId",
  "unDataCode",
  "isoCode",
  "nutsCode",
  "lgdCode",
  "udiseCode",
]);

/** Places by a few properties; indicators as everywhere. */
export function resolveRule(params: V2ResolveParams): void {
  const { kind, input } = readResolveQuestion(params);
  if (kind !== "indicator" && !resolvable.has(input)) {
    throw new CommonsError(
      "REQUEST",
      `self-hosted instances do not resolve places by ${excerpt(input)}`,
    );
  }
}
