/** The table of columns: the rows of a graph, and those that snapshots have beside them. */

import { type ColumnRow, type Count, type Counts, idTypes, u8, u32 } from "./columns/column-row.ts";
import { bucketCountOf } from "./graph/name-keys.ts";
import { boxWords, shapeGroupRows, shapeWords } from "./graph/polygons.ts";
import { sampleBits } from "./texts/far-texts.ts";
import { blocksOf, slotLayout } from "./texts/text-table.ts";

const nodes: Count<Counts> = (counts) => counts.nodes;
const literals: Count<Counts> = (counts) => counts.literals;
const terms: Count<Counts> = (counts) => counts.nodes + counts.literals;
const triples: Count<Counts> = (counts) => counts.triples;

/** As many as another column has, or so many more. */
export const asMany =
  (name: string, more = 0): Count<Counts> =>
  ({ rowsOf }) =>
    rowsOf(name) + more;

/** The columns of a table of texts; `TextTable` says how they lie. */
export function textRows<C extends Counts>(
  name: string,
  count: Count<C>,
  kind?: string,
): ColumnRow<C>[] {
  const own = [
    { part: "bytes", types: u8 },
    {
      part: "lengths",
      types: u8,
      rows: count,
    },
    {
      part: "blocks",
      types: u32,
      rows: (counts: C) => blocksOf(count(counts)),
    },
    {
      part: "longIds",
      types: u32,
      ids: { of: "text", end: count, ascend: true },
    },
    {
      part: "longLengths",
      types: u32,
      rows: asMany(`${name}.longIds`),
    },
  ];
  return own.map(({ part, ...row }) => ({ name: `${name}.${part}`, ...row, kind }));
}

/** The columns of arcs by one end; `ArcTable` says how they lie. */
function arcRows(name: string, groups: Count<Counts>, ends: Count<Counts>): ColumnRow[] {
  const numbers = (of: string) => {
    const ids = { of, end: asMany(`graph.${of}s`) };
    return { name: `${name}.${of}s`, types: idTypes, rows: triples, ids };
  };
  return [
    {
      name: `${name}.offsets`,
      types: u32,
      rows: (counts) => groups(counts) + 1,
      offsets: { end: triples },
    },
    numbers("predicate"),
    {
      name: `${name}.terms`,
      types: u32,
      rows: triples,
      ids: { of: "term here", end: ends },
    },
    numbers("provenance"),
  ];
}

const worldRows: readonly ColumnRow[] = [
  ...textRows("dictionary.nodes", nodes),
  { name: "dictionary.nodes.slots", types: u32, rows: (counts) => slotLayout(counts.nodes).size },
  ...textRows("dictionary.literals", literals),
  ...arcRows("graph.out", nodes, terms),
  ...arcRows("graph.in", terms, nodes),
  { name: "graph.predicates", types: u32, ids: { of: "node", end: nodes, ascend: true }, near: 1 },
  {
    name: "graph.provenances",
    types: u32,
    ids: { of: "node", end: nodes, ascend: true, first: 1 },
    near: 2,
  },
  {
    name: "graph.predicateOffsets",
    types: u32,
    rows: asMany("graph.predicates", 1),
    offsets: { end: triples },
    near: 3,
  },
  { name: "graph.names", types: u32, rows: nodes },
  {
    name: "graph.typeSets",
    types: idTypes,
    rows: nodes,
    ids: { of: "set", end: asMany("graph.typeSets.offsets", -1) },
  },
  {
    name: "graph.typeSets.offsets",
    types: u32,
    offsets: { end: asMany("graph.typeSets.terms") },
    near: 4,
  },
  { name: "graph.typeSets.terms", types: u32, ids: { of: "type here", end: terms }, near: 5 },
];

/** Rows that lie between two samples of so many, as a number of groups and one end. */
const samples =
  (count: Count<Counts>): Count<Counts> =>
  (counts) =>
    Math.ceil(count(counts) / 2 ** sampleBits(count(counts))) + 1;

/** Where groups of texts begin, and what stands between one group and the next. */
function fenceRows(name: string, count: Count<Counts>, near: number): ColumnRow[] {
  const fences = { kind: name };
  return [
    startsRow(name, count, near),
    {
      ...fences,
      name: `${name}.fences.ends`,
      types: u32,
      rows: (counts) => samples(count)(counts) - 1,
      near: near + 1,
    },
    { ...fences, name: `${name}.fences.bytes`, types: u8, near: near + 2 },
  ];
}

function startsRow(name: string, count: Count<Counts>, near: number): ColumnRow {
  return { name: `${name}.starts`, kind: name, types: u32, rows: samples(count), near };
}

function samplesRow(name: string, count: Count<Counts>, near: number): ColumnRow {
  return { name, kind: name, types: u32, rows: samples(count), near };
}

/** Lines of a list in compressed chunks: see `StoredList`. */
function listRows(name: string, near: number): ColumnRow[] {
  const list = { kind: name, types: u32 };
  return [
    { ...list, name: `${name}.bytes`, types: u8 },
    { ...list, name: `${name}.ends`, near },
    { ...list, name: `${name}.lines`, rows: asMany(`${name}.ends`), near: near + 1 },
    { ...list, name: `${name}.sizes`, rows: asMany(`${name}.ends`), near: near + 2 },
  ];
}

const leads = { kind: "far.leads" };
const known = { kind: "far.known" };
const runs = { kind: "far.in.runs", types: u32 };

const storedRows: readonly ColumnRow[] = [
  {
    ...leads,
    name: "far.leads.offsets",
    types: u32,
    rows: asMany("graph.predicates", 1),
    offsets: { end: asMany("far.leads.subjects") },
    near: 13,
  },
  { ...leads, name: "far.leads.subjects", types: idTypes, near: 14 },
  {
    ...leads,
    name: "far.leads.objects",
    types: idTypes,
    rows: asMany("far.leads.subjects"),
    near: 15,
  },
  { ...known, name: "far.known.nodes", types: u32, near: 6 },
  { ...known, name: "far.known.bytes", types: u8, near: 7 },
  { ...known, name: "far.known.ends", types: u32, rows: asMany("far.known.nodes"), near: 8 },
  ...fenceRows("far.nodes", nodes, 16),
  ...fenceRows("far.literals", literals, 26),
  startsRow("far.names", nodes, 24),
  samplesRow("far.out.samples", nodes, 23),
  samplesRow("far.in.samples", terms, 25),
  { ...runs, name: "far.in.runs.terms", near: 19 },
  ...["predicates", "starts", "ends"].map((part, at) => {
    return {
      ...runs,
      name: `far.in.runs.${part}`,
      rows: asMany("far.in.runs.terms"),
      near: 20 + at,
    };
  }),
  ...textRows("far.names", nodes, "far.names"),
  {
    name: "far.search.starts",
    kind: "far.search",
    types: u32,
    rows: ({ rowsOf }) => bucketCountOf(rowsOf("far.search.rows")) + 1,
    offsets: { end: asMany("far.search.rows") },
    near: 31,
  },
  { name: "far.search.rows", kind: "far.search", types: u32 },
  { name: "far.shapes.rows", kind: "far.shapes", types: ["i32"] },
  {
    name: "far.shapes.groups",
    kind: "far.shapes",
    types: ["i32"],
    rows: ({ rowsOf }) => {
      const count = Math.ceil(rowsOf("far.shapes.rows") / shapeWords);
      return Math.ceil(count / shapeGroupRows(count)) * boxWords;
    },
  },
  ...["variables", "types", "facets", "years", "start", "subjects"].flatMap((list, at) =>
    listRows(`far.${list}`, 34 + 3 * at),
  ),
];

/** Columns of a graph in the order in which a snapshot has them; then those that snapshots alone have. */
export const graphColumns: readonly ColumnRow[] = [...worldRows, ...storedRows];
