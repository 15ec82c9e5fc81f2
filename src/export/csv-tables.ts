/**
 * Tables as CSV: the two of a self-hosted instance, which keep everything (behaviour: inputs 1.1),
 * and two with names for spreadsheets and data frames.
 */

import {
  aboutProperty,
  type Facet,
  facetFields,
  fieldText,
  frameFields,
  tableFields,
} from "../stats/facet-fields.ts";
import { foldAggregate } from "../stats/facets.ts";
import { namedProperties } from "../stats/read/entity-properties.ts";
import type { Dictionary, TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { csvCell, csvRow } from "./csv-text.ts";
import type { Omissions } from "./exported-files.ts";
import { namedInWorld, type Series, seriesOf, triplesOf } from "./world-statements.ts";

const nul = "\0";

export function* triplesTable(world: World, omissions: Omissions): Generator<string> {
  yield csvRow(["subject_id", "predicate", "object_id", "object_value", "provenance"]);
  for (const { subject, predicate, object, isNode, provenance } of triplesOf(world)) {
    const cells = [subject, predicate, isNode ? object : "", isNode ? "" : object, provenance];
    const reason = unwritable([subject, predicate, object], cells);
    if (reason === undefined) yield csvRow(cells);
    else omissions.add(`triples table: ${reason}`, `${subject} ${predicate} ${object}`);
  }
}

export function* observationsTable(world: World, omissions: Omissions): Generator<string> {
  const { dictionary } = world.graph;
  const { observations } = world;
  const hasSeveral = namedInWorld(world).length > 0;
  yield csvRow([
    "variable",
    "entity",
    "date",
    "value",
    ...tableFields.map((field) => facetFields[field].column),
    ...(hasSeveral ? ["properties"] : []),
  ]);
  for (const { variable, entity, about, facet, start, end } of seriesOf(world)) {
    const keys = [dictionary.textOf(variable), about.size > 0 ? "" : dictionary.textOf(entity)];
    const tail = [...facetCells(facet), ...(hasSeveral ? [propertiesCell(about, dictionary)] : [])];
    const [head, rest] = [`${keys.map(csvCell).join(",")},`, `,${csvRow(tail)}`];
    for (let point = start; point < end; point++) {
      const [date, value] = [observations.dateOf(point), observations.textOf(point)];
      const required = [...keys, date, value].filter((_, at) => at !== 1 || about.size === 0);
      const reason = unwritable(required, [...keys, date, value, ...tail]);
      if (reason === undefined) yield `${head}${csvCell(date)},${csvCell(value)}${rest}`;
      else omissions.add(`observations table: ${reason}`, [...keys, date, value].join(" "));
    }
  }
}

/** Entities by property, as the importer of an instance has them. */
function propertiesCell(about: Series["about"], dictionary: Dictionary): string {
  if (about.size === 0) return "";
  const texts = Array.from(about, ([property, entity]) => [property, dictionary.textOf(entity)]);
  return JSON.stringify(Object.fromEntries(texts));
}

const baseProvenance = "dc/base/";

/** Leaves out a provenance that the loader derives from the import's name. */
function facetCells(facet: Facet): string[] {
  const { importName, provenanceId } = facet;
  const isDerived = importName !== "" && provenanceId === baseProvenance + importName;
  return tableFields.map((field) =>
    field === "provenanceId" && isDerived ? "" : fieldText(facet, field),
  );
}

/** Why the table cannot hold a row: an empty cell means no value, and no text holds NUL. */
function unwritable(required: readonly string[], cells: readonly string[]): string | undefined {
  if (required.includes("")) return "an empty text";
  return cells.some((cell) => cell.includes(nul)) ? "a NUL character" : undefined;
}

/** One row per observation, with names. Entities by other properties have columns of their own. */
export function* longTable(world: World): Generator<string> {
  const { observations } = world;
  const named = namedInWorld(world).filter((property) => property !== aboutProperty);
  yield csvRow([
    "variable",
    "variable_name",
    "entity",
    "entity_name",
    "date",
    "value",
    ...frameFields.map((field) => facetFields[field].column),
    ...named.flatMap((property) => [property, `${property}_name`]),
  ]);
  const cellsOf = (node: TermId | undefined) =>
    node === undefined ? ["", ""] : dcidAndName(world, node);
  for (const { variable, entity, about, facet, start, end } of seriesOf(world)) {
    const own = about.size === 0 ? entity : about.get(aboutProperty);
    const head = [...dcidAndName(world, variable), ...cellsOf(own)];
    const others = named.flatMap((property) => cellsOf(about.get(property)));
    const prefix = `${head.map(csvCell).join(",")},`;
    const written = foldAggregate(facet);
    const fields = frameFields.map((field) => fieldText(written, field));
    const suffix = `,${csvRow([...fields, ...others])}`;
    for (let point = start; point < end; point++) {
      const cells = [observations.dateOf(point), observations.textOf(point)];
      yield prefix + cells.map(csvCell).join(",") + suffix;
    }
  }
}

/**
 * One row per entity and date, one column per variable. Each series has the best ranked facet of
 * its entity, as in the service's own tables. Where that facet has no value at a date, the cell is
 * empty: values of different sources do not mix within a series. A row has one entity: variables whose
 * observations are about others have no column.
 */
export function* wideTable(world: World, omissions: Omissions): Generator<string> {
  const { observations, graph } = world;
  const variables = usualVariables(world, omissions);
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
      const column = columns.get(variable);
      if (column === undefined) continue;
      const { start: best } = observations.seriesOf(variable, entity);
      const { start, end } = observations.pointsOf(best);
      for (let point = start; point < end; point++) {
        const code = observations.dateCodeAt(point);
        let row = rows.get(code);
        if (row === undefined) {
          row = new Array<string>(variables.length).fill("");
          rows.set(code, row);
        }
        row[column] = observations.textOf(point);
      }
    }
    const head = dcidAndName(world, entity);
    for (const code of [...rows.keys()].sort((a, b) => a - b)) {
      yield csvRow([...head, observations.dateOfCode(code), ...rows.get(code)!]);
    }
  }
}

/** Variables whose observations are about one entity by `observationAbout`. */
function usualVariables({ graph, observations }: World, omissions: Omissions): TermId[] {
  return Array.from(observations.variables).filter((variable) => {
    const isUsual = namedProperties(graph, variable).length === 0;
    const reason = "wide table: a variable whose observations are about several entities";
    if (!isUsual) omissions.add(reason, graph.dictionary.textOf(variable));
    return isUsual;
  });
}

/** All entities with observations, ascending. */
function entitiesOf({ observations }: World): Uint32Array {
  const entities = new Set<number>();
  for (const variable of observations.variables) {
    const series = observations.seriesOfVariable(variable);
    for (const entity of observations.entitiesOf(series)) entities.add(entity);
  }
  return Uint32Array.from(entities).sort();
}

function dcidAndName({ graph }: World, node: TermId): [dcid: string, name: string] {
  const { dcid, name = "" } = graph.named(node);
  return [dcid, name];
}
