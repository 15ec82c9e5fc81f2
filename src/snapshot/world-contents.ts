/** A world as columns and plain data, and back. */

import { SnapshotError } from "../errors/errors.ts";
import { facetFields } from "../stats/facet-fields.ts";
import type { ObservationMeta } from "../stats/read/observation-meta.ts";
import { ObservationTable } from "../stats/read/observations.ts";
import { recordWordsOf } from "../stats/read/series-lookup.ts";
import {
  type ObservationCounts,
  observationColumns,
  partIndexColumns,
} from "../stats/series-columns.ts";
import type { ColumnRow } from "../store/columns/column-row.ts";
import type { Column, ColumnSource } from "../store/columns/column-source.ts";
import { Graph, type GraphMeta } from "../store/graph/graph.ts";
import { graphColumns } from "../store/graph-columns.ts";
import type { CommonsInfo, World } from "../world/world.ts";
import { again } from "./format.ts";

/** Every column of a world under its name; what was not read yet is read now. */
export function columnsOf({ graph, observations }: World): ReadonlyMap<string, Column> {
  if (observations.isInParts) {
    const message = "a world in parts is not saved or shared as one: open its parts where they are";
    throw new SnapshotError("unwritable", message);
  }
  const columns = new Map<string, Column>();
  for (const { name, kind } of graphColumns) {
    if (kind === undefined) columns.set(name, graph.source.column(name));
  }
  for (const { name } of observationColumns) columns.set(name, observations.source.column(name));
  return columns;
}

export function contentsOf({ graph, observations }: World, info: CommonsInfo): WorldContents {
  return { graph: graph.meta, observations: observations.meta, info };
}

/**
 * The world whose columns a source has; each is read when it is first needed.
 * @throws SnapshotError `damaged` when the contents do not describe a world
 */
export function worldFrom(
  source: ColumnSource,
  contents: unknown,
  file: string | undefined,
): { readonly world: World; readonly info: CommonsInfo } {
  checkContents(contents, file);
  if (contents.inParts !== undefined) {
    const message = "is a part of a world in parts: open the world.json that names it";
    throw new SnapshotError("foreign", message, { file });
  }
  freezeDeeply(contents);
  const graph = Graph.readFrom(source, contents.graph);
  const observations = ObservationTable.readFrom(source, contents.observations, graph.dictionary);
  return { world: Object.freeze({ graph, observations }), info: contents.info };
}

/** @throws SnapshotError `damaged` when the contents do not describe a world */
export function checkContents(
  contents: unknown,
  file: string | undefined,
): asserts contents is WorldContents {
  if (isWorldContents(contents)) return;
  throw new SnapshotError("damaged", `holds something else than a world: ${again}`, { file });
}

/** As the parts of a loaded world are. */
export function freezeDeeply(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeDeeply(part);
}

// Do the plain data of a snapshot have the members that a world has, each of its type?

/** What a snapshot keeps of a world in addition to its columns. */
export interface WorldContents {
  readonly graph: GraphMeta;
  readonly observations: ObservationMeta;
  readonly info: CommonsInfo;
  /** Of a part of a world in parts, and of the index of its parts. */
  readonly inParts?: InParts | undefined;
}

/** What belongs together. */
interface InParts {
  /** The tag of the snapshot of the graph, whose ids these are. */
  readonly graph: string;
  /** Of the index: the tags of the parts, in its order. */
  readonly parts?: readonly string[] | undefined;
}

type Test = (value: unknown) => boolean;

const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isText: Test = (value) => typeof value === "string";
const isFlag: Test = (value) => typeof value === "boolean";
const isNumber: Test = (value) => typeof value === "number";
const isOneOf =
  (...values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);

const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

/** These members and no others, in any order; only those named as optional may be absent. */
const fields =
  (tests: Readonly<Record<string, Test>>, ...optional: readonly string[]): Test =>
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const members = Object.entries(value);
    const absent = optional.filter((name) => !Object.hasOwn(value, name));
    return (
      members.length === Object.keys(tests).length - absent.length &&
      members.every(([name, member]) => Object.hasOwn(tests, name) && tests[name]?.(member))
    );
  };

const graph = fields({
  nodeCount: isCount,
  literalCount: isCount,
  tripleCount: isCount,
  subjectCount: isCount,
  byteLength: isCount,
});

const facet = fields({
  ...Object.fromEntries(
    Object.entries(facetFields).map(([name, { object }]) => [
      name,
      object === "flag" ? isFlag : isText,
    ]),
  ),
  facetId: isText,
  score: isNumber,
});

const bits = (value: unknown) => isCount(value) && Number(value) <= 32;
const seriesLayout = fields({
  dateBits: bits,
  formatBits: bits,
  kindWord: isOneOf(1, 2),
  valueWord: isOneOf(0, 2, 3),
});

const observations = fields({
  facets: listOf(facet),
  hasOneOrder: isFlag,
  dateCount: isCount,
  variableCount: isCount,
  entityCount: isCount,
  seriesCount: isCount,
  pointCount: isCount,
  seriesLayout,
  byteLength: isCount,
});

const level = isOneOf("info", "warning", "error", "fatal");
const diagnostic = fields({
  level,
  counter: isText,
  file: isText,
  line: (line) => line === undefined || isCount(line),
  message: isText,
});
const counter = fields({ level, counter: isText, count: isCount, examples: listOf(diagnostic) });
const levels = fields({ info: isCount, warning: isCount, error: isCount, fatal: isCount });

const importRun = fields({ importedAt: isText, status: isText, metadata: isText });

const infoFields = {
  nodeCount: isCount,
  tripleCount: isCount,
  observationCount: isCount,
  seriesCount: isCount,
  facetCount: isCount,
  variableCount: isCount,
  entityCount: isCount,
  provenanceCount: isCount,
  bytes: isCount,
  diagnostics: fields({ levels, counters: listOf(counter) }),
  imports: listOf(importRun),
};
const info = fields(infoFields, "imports");

const inParts = fields({ graph: isText, parts: listOf(isText) }, "parts");
const world = fields({ graph, observations, info, inParts }, "inParts");

export function isWorldContents(contents: unknown): contents is WorldContents {
  return world(contents);
}

// The table of all columns that a snapshot may have.

/** What lengths and bounds of the columns of a world follow from, but for lengths of other columns. */
export type WorldCounts = Omit<ObservationCounts, "rowsOf">;

const rows: readonly ColumnRow<ObservationCounts>[] = [...graphColumns, ...observationColumns];

/** By name. Those of a world in memory are in the order in which a snapshot has them. */
export const worldColumns: ReadonlyMap<string, ColumnRow<ObservationCounts>> = new Map(
  rows.map((row) => [row.name, row]),
);

const partColumns = new Map(
  rows
    .filter(({ name }) => /^(observations|dictionary\.literals)\./.test(name))
    .map((row) => [row.name, row]),
);
const indexColumns = new Map(partIndexColumns.map((row) => [row.name, row]));

/** By name: the columns that a snapshot with these contents has. */
export function columnRowsOf(contents: unknown): typeof worldColumns {
  const { inParts } = (contents ?? {}) as Partial<WorldContents>;
  if (inParts === undefined) return worldColumns;
  return inParts.parts === undefined ? partColumns : indexColumns;
}

export function countsOf({ graph, observations }: WorldContents): WorldCounts {
  return {
    nodes: graph.nodeCount,
    literals: graph.literalCount,
    triples: graph.tripleCount,
    dates: observations.dateCount,
    variables: observations.variableCount,
    entities: observations.entityCount,
    series: observations.seriesCount,
    points: observations.pointCount,
    recordWords: recordWordsOf(observations.seriesLayout),
  };
}
