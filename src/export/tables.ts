/**
 * The two tables of a self-hosted instance, each with the columns that keep everything: triples
 * with their provenance, observations with all that makes their facet (behaviour: inputs 1.1).
 */

import { type Facet, facetFields, fieldText, tableFields } from "../stats/index.ts";
import type { World } from "../world/index.ts";
import { csvCell, csvRow } from "./csv-text.ts";
import type { Omissions } from "./omissions.ts";
import { seriesOf, triplesOf } from "./statements.ts";

const nul = "\0";

export function* triplesTable(world: World, omissions: Omissions): Generator<string> {
  yield csvRow(["subject_id", "predicate", "object_id", "object_value", "provenance"]);
  for (const { subject, predicate, object, isNode, provenance } of triplesOf(world)) {
    const cells = [subject, predicate, isNode ? object : "", isNode ? "" : object, provenance];
    const reason = unsayable([subject, predicate, object], cells);
    if (reason === undefined) yield csvRow(cells);
    else omissions.add(`triples table: ${reason}`, `${subject} ${predicate} ${object}`);
  }
}

export function* observationsTable(world: World, omissions: Omissions): Generator<string> {
  const { dictionary } = world.graph;
  const { observations } = world;
  yield csvRow([
    "variable",
    "entity",
    "date",
    "value",
    ...tableFields.map((field) => facetFields[field].column),
  ]);
  for (const { variable, entity, facet, start, end } of seriesOf(observations)) {
    const keys = [dictionary.textOf(variable), dictionary.textOf(entity)];
    const tail = facetCells(facet);
    const [head, rest] = [`${keys.map(csvCell).join(",")},`, `,${csvRow(tail)}`];
    for (let point = start; point < end; point++) {
      const [date, value] = [observations.dateOf(point), observations.textOf(point)];
      const reason = unsayable([...keys, date, value], [...keys, date, value, ...tail]);
      if (reason === undefined) yield `${head}${csvCell(date)},${csvCell(value)}${rest}`;
      else omissions.add(`observations table: ${reason}`, [...keys, date, value].join(" "));
    }
  }
}

const baseProvenance = "dc/base/";

/** A provenance that follows from the import's name is left for the loader to derive. */
function facetCells(facet: Facet): string[] {
  const { importName, provenanceId } = facet;
  const isDerived = importName !== "" && provenanceId === baseProvenance + importName;
  return tableFields.map((field) =>
    field === "provenanceId" && isDerived ? "" : fieldText(facet, field),
  );
}

/** Why a row cannot be said: an empty cell means that there is nothing, and no text holds NUL. */
function unsayable(required: readonly string[], cells: readonly string[]): string | undefined {
  if (required.includes("")) return "an empty text";
  return cells.some((cell) => cell.includes(nul)) ? "a NUL character" : undefined;
}
