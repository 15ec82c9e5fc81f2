/** Usual rows of a database's tables → statements, straight from their bytes. */

import { facetFields, measuredFields } from "../../stats/facets/facet-fields.ts";
import {
  type CellRow,
  dateColumn,
  facetIn,
  nodeOf,
  ObservationCells,
  type PlainCell,
  PlainColumn,
} from "../csv/index.ts";
import { facetTexts, LastNode, noId, type Sink } from "../statements/index.ts";
import { exportMark, isKnownColumn } from "./dump-tables.ts";

/** @returns false for a row that has to be read as texts: nothing of it was written. */
export type UsualRows = (row: CellRow) => boolean;

/**
 * Rows of the table of observations.
 * @returns undefined for columns of which something has to be said.
 */
export function observationRows(
  columns: readonly string[],
  fileProvenance: string,
  sink: Sink,
): UsualRows | undefined {
  if (!areKnown("observations", columns)) return undefined;
  const at = (column: string) => columns.indexOf(column);
  if (["entity", "variable", "date", "value"].some((column) => at(column) < 0)) return undefined;
  const plain = (column: string) => new PlainColumn(at(column), (cell) => cell);
  const provenanceAt = at("provenance");
  const measuredAt = new Map(
    measuredFields.map((field) => [field, at(facetFields[field].column)] as const),
  );
  const rows = new ObservationCells(sink, {
    entity: plain("entity"),
    variable: plain("variable"),
    date: dateColumn(at("date")),
    valueAt: at("value"),
    facetColumns: [provenanceAt, ...measuredAt.values()].filter((position) => position >= 0),
    facetOf: (_variable, cellOf) => {
      const textAt = (position: number) => (position < 0 ? "" : cellOf(position));
      const measured = facetTexts((field) => textAt(measuredAt.get(field)!));
      return facetIn(sink, measured, textAt(provenanceAt) || fileProvenance);
    },
    isSparse: false,
  });
  const propertiesAt = at(exportMark);
  const properties = new PlainColumn(propertiesAt, (cell) =>
    cell === "" || cell === "{}" ? "{}" : undefined,
  );
  return (row) => {
    if (row.count !== columns.length) return false;
    return (propertiesAt < 0 || properties.take(row) !== undefined) && rows.write(row);
  };
}

/**
 * Rows of the table of triples.
 * @returns undefined for columns of which something has to be said.
 */
export function tripleRows(
  columns: readonly string[],
  fileProvenance: string,
  sink: Sink,
): UsualRows | undefined {
  if (!areKnown("triples", columns)) return undefined;
  const at = (column: string) => columns.indexOf(column);
  const [subjectAt, predicateAt] = [at("subject_id"), at("predicate")];
  const [idAt, textAt, provenanceAt] = [at("object_id"), at("object_value"), at("provenance")];
  if ([subjectAt, predicateAt, idAt, textAt].includes(-1)) return undefined;
  const [subjects, objects] = [new LastNode(sink), new LastNode(sink)];
  const predicates = new PlainColumn(predicateAt, (cell) => cell);
  const provenances = new PlainColumn(provenanceAt, (cell) => cell);
  const own: PlainCell = { text: fileProvenance, id: noId };
  const provenanceOf = (row: CellRow): number => {
    const isOwn = provenanceAt < 0 || row.starts[provenanceAt] === row.ends[provenanceAt];
    if (isOwn && fileProvenance === "") return noId;
    return nodeOf(isOwn ? own : provenances.take(row)!, sink);
  };
  return (row) => {
    const { bytes, starts, ends } = row;
    if (row.count !== columns.length || starts[subjectAt] === ends[subjectAt]) return false;
    const predicate = predicates.take(row);
    const hasId = starts[idAt] !== ends[idAt];
    const hasText = starts[textAt] !== ends[textAt];
    if (predicate === undefined || !(hasId || hasText)) return false;
    const from = subjects.of(bytes, starts[subjectAt]!, ends[subjectAt]!);
    const by = nodeOf(predicate, sink);
    const provenance = provenanceOf(row);
    if (hasId) {
      sink.link(from, by, objects.of(bytes, starts[idAt]!, ends[idAt]!), provenance);
    }
    if (!hasText) return true;
    const literal = sink.literalOf(bytes, starts[textAt]!, ends[textAt]!);
    sink.attribute(from, by, literal, provenance);
    return true;
  };
}

function areKnown(table: "triples" | "observations", columns: readonly string[]): boolean {
  const isKnown = columns.every((column) => isKnownColumn(table, column));
  return isKnown && new Set(columns).size === columns.length;
}
