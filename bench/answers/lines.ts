/**
 * Answers as lines of text, the same from whoever gave them, so that they can be hashed and
 * compared. The order of lines counts only where the question asks for an order.
 */

import type { ArcEntry, Facet, V2NodeResponse, V2ObservationResponse } from "../../src/wire.ts";
import type { Source } from "../data/sources.ts";
import { describeSource } from "./digest.ts";

/** One value of a property of a node. */
export function entryLine(node: string, label: string, entry: ArcEntry): string {
  const { name = "", types = [], dcid = "", provenanceId = "", value = "" } = entry;
  return [node, label, dcid, name, types.join(","), value, provenanceId].join("\t");
}

/** One property of a node. */
export function labelLine(node: string, label: string): string {
  return `${node}\t${label}`;
}

/** One observation. */
export function pointLine(
  variable: string,
  entity: string,
  source: Source,
  date: string,
  value: number | string,
): string {
  return [variable, entity, describeSource(source), date, Number(value)].join("\t");
}

/** Values in the order of the answer. */
export function entryLines({ data = {} }: V2NodeResponse): string[] {
  return Object.entries(data).flatMap(([node, { arcs = {} }]) =>
    Object.entries(arcs).flatMap(([label, { nodes = [] }]) =>
      nodes.map((entry) => entryLine(node, label, entry)),
    ),
  );
}

export function labelLines({ data = {} }: V2NodeResponse): string[] {
  return Object.entries(data).flatMap(([node, { properties = [] }]) =>
    properties.map((label) => labelLine(node, label)),
  );
}

export function pointLines({ byVariable = {}, facets = {} }: V2ObservationResponse): string[] {
  const lines: string[] = [];
  for (const [variable, { byEntity = {} }] of Object.entries(byVariable)) {
    for (const [entity, { orderedFacets = [] }] of Object.entries(byEntity)) {
      for (const { facetId, observations = [] } of orderedFacets) {
        const source = sourceOf(facets[facetId]!);
        for (const { date, value } of observations) {
          lines.push(pointLine(variable, entity, source, date, value));
        }
      }
    }
  }
  return lines;
}

/** Variables and the entities that they are observed of. */
export function existenceLines({ byVariable = {} }: V2ObservationResponse): string[] {
  return Object.entries(byVariable).flatMap(([variable, { byEntity = {} }]) =>
    Object.keys(byEntity).map((entity) => labelLine(variable, entity)),
  );
}

export function sourceOf(facet: Facet): Source {
  return {
    importName: facet.importName ?? "",
    url: facet.provenanceUrl ?? "",
    method: facet.measurementMethod ?? "",
    period: facet.observationPeriod ?? "",
    unit: facet.unit ?? "",
    scalingFactor: facet.scalingFactor ?? "",
    isAggregate: facet.isDcAggregate ?? false,
  };
}
