/** Observations for spreadsheets and data frames, with names joined. */

import { facetFields, fieldText, foldAggregate, frameFields } from "../stats/index.ts";
import { noTerm, type TermId } from "../store/index.ts";
import type { World } from "../world/index.ts";
import { csvCell, csvRow } from "./csv-text.ts";
import { seriesOf } from "./statements.ts";

/** One row per observation. */
export function* longTable(world: World): Generator<string> {
  const { observations } = world;
  yield csvRow([
    "variable",
    "variable_name",
    "entity",
    "entity_name",
    "date",
    "value",
    ...frameFields.map((field) => facetFields[field].column),
  ]);
  for (const { variable, entity, facet, start, end } of seriesOf(observations)) {
    const head = [...dcidAndName(world, variable), ...dcidAndName(world, entity)];
    const prefix = `${head.map(csvCell).join(",")},`;
    const written = foldAggregate(facet);
    const suffix = `,${csvRow(frameFields.map((field) => fieldText(written, field)))}`;
    for (let point = start; point < end; point++) {
      const cells = [observations.dateOf(point), observations.textOf(point)];
      yield prefix + cells.map(csvCell).join(",") + suffix;
    }
  }
}

/**
 * One row per entity and date, one column per variable. Of several facets the best ranked one that
 * an entity has counts, as in the service's own tables; a place whose best facet has no value at a
 * date has none there: values of different sources do not mix within a series.
 */
export function* wideTable(world: World): Generator<string> {
  const { observations, graph } = world;
  const variables = variablesOf(world);
  const columns = new Map(variables.map((variable, at) => [variable, at]));
  yield csvRow([
    "entity",
    "entity_name",
    "date",
    ...variables.map((variable) => graph.dictionary.textOf(variable)),
  ]);
  for (const entity of entitiesOf(world)) {
    const rows = new Map<number, string[]>();
    for (const variable of observations.variablesOf(entity)) {
      const { start: best } = observations.seriesOf(variable, entity);
      const { start, end } = observations.pointsOf(best);
      for (let point = start; point < end; point++) {
        const code = observations.dateCodeAt(point);
        let row = rows.get(code);
        if (row === undefined) {
          row = new Array<string>(variables.length).fill("");
          rows.set(code, row);
        }
        row[columns.get(variable)!] = observations.textOf(point);
      }
    }
    const head = dcidAndName(world, entity);
    for (const code of [...rows.keys()].sort((a, b) => a - b)) {
      yield csvRow([...head, observations.dateOfCode(code), ...rows.get(code)!]);
    }
  }
}

/** All variables with observations, ascending. */
function variablesOf({ observations }: World): TermId[] {
  const variables: TermId[] = [];
  for (const { variable } of seriesOf(observations)) {
    if (variables.at(-1) !== variable) variables.push(variable);
  }
  return variables;
}

/** All entities with observations, ascending. */
function entitiesOf({ observations }: World): Uint32Array {
  const entities = new Set<TermId>();
  for (const { entity } of seriesOf(observations)) entities.add(entity);
  return Uint32Array.from(entities).sort();
}

function dcidAndName({ graph }: World, node: TermId): [dcid: string, name: string] {
  const name = graph.nameOf(node);
  return [graph.dictionary.textOf(node), name === noTerm ? "" : graph.dictionary.textOf(name)];
}
