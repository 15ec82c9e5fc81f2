/** The table of columns: the rows of observations. `ObservationMeta` says how they lie. */

import {
  type ColumnRow,
  type Count,
  type Counts,
  idTypes,
  u32,
} from "../store/columns/column-row.ts";
import type { WalkedColumns } from "../store/columns/walked-columns.ts";
import { asMany, textRows } from "../store/graph-columns.ts";

/** What lengths and bounds of the columns of observations follow from. */
export interface ObservationCounts extends Counts {
  readonly dates: number;
  readonly variables: number;
  readonly entities: number;
  readonly series: number;
  readonly points: number;
  /** Words of the record of a series. */
  readonly recordWords: number;
}

/** Columns of observations that are walked. */
export type WalkedObservations = WalkedColumns<ObservationCounts>;

type Row = ColumnRow<ObservationCounts>;

const nodes: Count<Counts> = (counts) => counts.nodes;
const variables: Count<ObservationCounts> = (counts) => counts.variables;
const points: Count<ObservationCounts> = (counts) => counts.points;

function positionRows(name: string): Row[] {
  return ["bits", "before"].map((part) => ({
    name: `${name}.${part}`,
    types: u32,
    rows: (counts) => (counts.nodes + 31) >>> 5,
  }));
}

export const observationColumns: readonly Row[] = [
  {
    name: "observations.variables",
    types: u32,
    rows: variables,
    ids: { of: "node", end: nodes, ascend: true },
  },
  {
    name: "observations.variableOffsets",
    types: u32,
    rows: (counts) => counts.variables + 1,
    offsets: { end: (counts) => counts.series },
    near: 30,
  },
  ...positionRows("observations.variablePositions"),
  {
    name: "observations.seriesEntities",
    types: u32,
    rows: (counts) => counts.series,
    ids: { of: "entity", end: nodes },
  },
  {
    name: "observations.seriesRecords",
    types: u32,
    rows: (counts) => counts.series * counts.recordWords + 1,
    offsets: { end: points, stride: (counts) => counts.recordWords },
  },
  {
    name: "observations.dateRuns",
    types: idTypes,
    ids: { of: "date", end: (counts) => counts.dates },
    near: 29,
  },
  { name: "observations.formats", types: ["u16"], near: 9 },
  // Values of one width: integers, and doubles in the widest.
  { name: "observations.values8", types: ["i8"] },
  { name: "observations.values16", types: ["i16"] },
  { name: "observations.values32", types: ["i32"] },
  { name: "observations.values64", types: ["f64"] },
  {
    name: "observations.exceptionPoints",
    types: u32,
    ids: { of: "point", end: points, ascend: true },
  },
  {
    name: "observations.exceptionNumbers",
    types: ["f64"],
    rows: asMany("observations.exceptionPoints"),
  },
  {
    name: "observations.exceptionTexts",
    types: u32,
    rows: asMany("observations.exceptionPoints"),
  },
  ...textRows<ObservationCounts>("observations.dates", (counts) => counts.dates).map(
    (row, at): Row => (at < 3 ? { ...row, near: 10 + at } : row),
  ),
  ...positionRows("observations.entityPositions"),
  {
    name: "observations.entityOffsets",
    types: u32,
    rows: (counts) => counts.entities + 1,
    offsets: { end: asMany("observations.entityVariables") },
  },
  {
    name: "observations.entityVariables",
    types: idTypes,
    ids: { of: "variable", end: variables },
  },
  {
    name: "observations.furtherVariables",
    types: u32,
    ids: { of: "variable", end: variables, ascend: true },
    near: 32,
  },
  {
    name: "observations.furtherOffsets",
    types: u32,
    rows: asMany("observations.furtherVariables", 1),
    offsets: { end: asMany("observations.furtherEntities") },
    near: 33,
  },
  {
    name: "observations.furtherEntities",
    types: u32,
    ids: { of: "entity", end: nodes },
  },
  {
    name: "observations.furtherNodes",
    types: u32,
    ids: { of: "entity", end: nodes, ascend: true },
  },
  {
    name: "observations.furtherNodeOffsets",
    types: u32,
    rows: asMany("observations.furtherNodes", 1),
    offsets: { end: asMany("observations.furtherSeries") },
  },
  {
    name: "observations.furtherSeries",
    types: u32,
    ids: { of: "series", end: (counts) => counts.series },
  },
];

/** In the index of a world in parts, the variables of so many entities begin where one row says. */
export const entitiesPerStart = 64;

/** Those of the index of a world in parts: `ObservationsInParts` says what the last ones hold. */
export const partIndexColumns: readonly Row[] = [
  ...observationColumns.filter(({ name }) =>
    /\.(variables|\w+Positions\.\w+|dates\.\w+|entityVariables|furtherVariables)$/.test(name),
  ),
  {
    name: "observations.variableOffsets",
    types: ["f64"],
    rows: (counts) => counts.variables + 1,
    offsets: { end: (counts) => counts.series },
    near: 2,
  },
  { name: "parts.ofVariables", types: idTypes, rows: variables, near: 1 },
  {
    name: "parts.firstPoints",
    types: ["f64"],
    rows: (counts) => counts.variables + 1,
    offsets: { end: points },
    near: 3,
  },
  { name: "parts.textPoints", types: ["f64"], near: 4 },
  {
    name: "parts.entityStarts",
    types: u32,
    rows: (counts) => Math.ceil(counts.entities / entitiesPerStart) + 1,
    offsets: { end: asMany("observations.entityVariables") },
  },
  {
    name: "parts.entityCounts",
    types: idTypes,
    rows: (counts) => counts.entities,
    ids: { of: "number of variables", end: (counts) => counts.variables + 1 },
  },
];
