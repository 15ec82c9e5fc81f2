/** Observations about several entities as nodes: the official dialect has no table for them. */

import { commandLine } from "../../errors/excerpts.ts";
import { mcfValue } from "../../export/mcf-export.ts";
import type { Commons } from "../../index.ts";
import { aboutProperty, facetFields, measuredFields } from "../../stats/facet-fields.ts";
import { entityPropertiesOf } from "../../stats/read/entity-properties.ts";

/** The properties by which the observations of a world are about several entities; undefined where none is. */
export function severalProperties(commons: Commons): readonly string[] | undefined {
  const { graph, observations } = commons.engine;
  for (let series = 0; series < observations.seriesCount; series++) {
    const properties = entityPropertiesOf(graph, observations.variableOf(series));
    if (properties.length > 1 || properties[0] !== aboutProperty) return properties;
  }
  return undefined;
}

/** The command that asks for the first observation. */
export function askFor(commons: Commons, folder: string, first: readonly string[] = []): string {
  const [variable = "", entity = ""] = first;
  const [property] = severalProperties(commons) ?? [];
  const words =
    property === undefined
      ? ["stat", folder, variable, entity]
      : ["sdmx", folder, `variableMeasured=${variable}`, `${property}=${entity.split(", ")[0]}`];
  return commandLine(words);
}

/** A node for each observation, which names the properties that its entities stand under. */
export function* observationBlocks({ engine }: Commons): Generator<string> {
  const { graph, observations } = engine;
  const { dictionary } = graph;
  let count = 0;
  for (let series = 0; series < observations.seriesCount; series++) {
    const variable = observations.variableOf(series);
    const entities = observations.allEntitiesOf(series).map((one) => dictionary.textOf(one));
    const facet = observations.facetOf(series);
    const properties = entityPropertiesOf(graph, variable);
    const about = properties.map(
      (property, at) =>
        line("observationProperties", property, true) + line(property, entities[at] ?? "", true),
    );
    const measured = measuredFields.map((field) =>
      facet[field] === "" ? "" : line(field, facet[field], facetFields[field].object === "node"),
    );
    const head = `typeOf: dcid:StatVarObservation\n${line("variableMeasured", dictionary.textOf(variable), true)}`;
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      count += 1;
      const date = line("observationDate", observations.dateOf(point), false);
      const value = line("value", observations.textOf(point), false);
      yield `Node: l:o${count}\n${head}${about.join("")}${date}${value}${measured.join("")}\n`;
    }
  }
}

/** A table has no cell that MCF cannot write: it would be no dcid, date or value. */
function line(property: string, text: string, isNode: boolean): string {
  const value = mcfValue(property, text, isNode);
  return value === undefined ? "" : `${property}: ${value}\n`;
}
