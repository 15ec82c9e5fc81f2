/** Observations in the formats of statistical offices: SDMX-CSV and JSON-stat. */

import { type ExportFile, fileOf, type Omissions } from "../export/exported-files.ts";
import { Governor } from "../options/governor.ts";
import { componentsFor, isFixed } from "../sdmx/components.ts";
import { csvOf } from "../sdmx/csv-form.ts";
import { type SeriesFound, type SeriesList, textsOf, WantedPoints } from "../sdmx/found-series.ts";
import { jsonStatOf } from "../sdmx/json-stat.ts";
import { entityPropertiesOf } from "../stats/read/entity-properties.ts";
import { SeriesEntities } from "../stats/read/series-entities.ts";
import type { World } from "../world/world.ts";

/** A file for the variables of the same properties: SDMX has equal columns in all rows. */
export function sdmxCsvFiles(world: World, omissions: Omissions): ExportFile[] {
  const groups = new Map<string, number[]>();
  for (const variable of world.observations.variables) {
    const properties = entityPropertiesOf(world.graph, variable);
    if (properties.some(isFixed)) {
      const reason = "SDMX-CSV: a variable about entities by a name that is a column";
      omissions.add(reason, world.graph.dictionary.textOf(variable));
      continue;
    }
    const key = properties.join(" ");
    groups.set(key, [...(groups.get(key) ?? []), variable]);
  }
  if (groups.size === 0) groups.set(entityPropertiesOf(world.graph, undefined).join(" "), []);
  return [...groups].map(([key, variables], at) => {
    const found = seriesFound(world, key.split(" "), listsOf(world, variables));
    return fileOf(
      at === 0 ? "observations.csv" : `observations-${at + 1}.csv`,
      () => lines(csvOf(found)),
      1,
    );
  });
}

/** One collection: a dataset has a cell per combination, so that each has one variable and facet. */
export function jsonStatFile(world: World): ExportFile {
  return fileOf("observations.json", () => collection(world), 2);
}

function* collection(world: World): Generator<string> {
  yield '{"version":"2.0","class":"collection","label":"Observations","link":{"item":[\n';
  const { observations, graph } = world;
  let isFirst = true;
  for (const variable of observations.variables) {
    const range = observations.seriesOfVariable(variable);
    const entities = new SeriesEntities(observations, range);
    const byFacet = new Map<number, number[]>();
    for (let series = range.start; series < range.end; series++) {
      const facet = observations.facetNumberOf(series);
      const list = byFacet.get(facet);
      if (list === undefined) byFacet.set(facet, [series]);
      else list.push(series);
    }
    for (const some of byFacet.values()) {
      const lists = [{ variable, entities, range, some }];
      const found = seriesFound(world, entityPropertiesOf(graph, variable), lists);
      const label = graph.nameTextOf(variable) ?? graph.dictionary.textOf(variable);
      const dataset = { ...jsonStatOf(textsOf(found), new Governor()), label };
      yield `${isFirst ? "" : ",\n"}${JSON.stringify(dataset)}`;
      isFirst = false;
    }
  }
  yield "\n]}}\n";
}

function* listsOf({ observations }: World, variables: readonly number[]): Generator<SeriesList> {
  for (const variable of variables) {
    const range = observations.seriesOfVariable(variable);
    yield { variable, range, entities: new SeriesEntities(observations, range) };
  }
}

const seriesFound = (
  world: World,
  properties: readonly string[],
  lists: Iterable<SeriesList>,
): SeriesFound => ({
  world,
  components: componentsFor(properties),
  lists,
  points: new WantedPoints("all"),
});

/** Line by line, so that rows can be counted. A text in quotes may hold ends of lines. */
function* lines(pieces: Iterable<string>): Generator<string> {
  let [line, isQuoted] = ["", false];
  for (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at];
      if (character === '"') isQuoted = !isQuoted;
      if (character !== "\n" || isQuoted) continue;
      yield line + piece.slice(from, at + 1);
      [line, from] = ["", at + 1];
    }
    line += piece.slice(from);
  }
  if (line !== "") yield line;
}
