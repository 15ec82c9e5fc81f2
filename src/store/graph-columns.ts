/** The table of columns: the rows of a graph, and those that snapshots have beside them. */

import { type ColumnRow, type Count, type Counts, idTypes, u8, u32 } from "./columns/index.ts";
import { boxWords, bucketCountOf, shapeGroupRows, shapeWords } from "./graph/index.ts";
import { blocksOf, sampleBits, slotLayout } from "./texts/index.ts";

const nodes: Count<Counts> = (counts) => counts.nodes;
const literals: Count<Counts> = (counts) => counts.literals;
const terms: Count<Counts> = (counts) => counts.nodes + counts.literals;
const triples: Count<Counts> = (counts) => counts.triples;

/** As many as another column has, or so many more. */
export const asMany =
  (name: string, more = 0): Count<Counts> =>
  ({ rowsOf }) =>
    rowsOf(name) + more;

/**
 * The columns of a table of texts; `TextTable` says how they lie.
 * @param about for the documents, in place of what each column holds
 */
export function textRows<C extends Counts>(
  name: string,
  count: Count<C>,
  about?: Pick<ColumnRow, "kind" | "holds">,
): ColumnRow<C>[] {
  const own = [
    { part: "bytes", types: u8, holds: "the bytes of sorted texts", per: "byte" },
    {
      part: "lengths",
      types: u8,
      rows: count,
      holds: "the length of a text; 255 means 255 or more",
      per: "text",
    },
    {
      part: "blocks",
      types: u32,
      rows: (counts: C) => blocksOf(count(counts)),
      holds: "where each sixteenth text begins",
      per: "16 texts",
    },
    {
      part: "longIds",
      types: u32,
      ids: { of: "text", end: count, ascend: true },
      holds: "ids of texts of 255 bytes or more",
      per: "such text",
    },
    {
      part: "longLengths",
      types: u32,
      rows: asMany(`${name}.longIds`),
      holds: "their lengths",
      per: "such text",
    },
  ];
  return own.map(({ part, ...row }) => ({ name: `${name}.${part}`, ...row, ...about }));
}

/** The columns of arcs by one end; `ArcTable` says how they lie. */
function arcRows(name: string, groups: Count<Counts>, ends: Count<Counts>): ColumnRow[] {
  const numbers = (of: string, holds: string) => {
    const ids = { of, end: asMany(`graph.${of}s`) };
    return { name: `${name}.${of}s`, types: idTypes, rows: triples, ids, holds, per: "triple" };
  };
  return [
    {
      name: `${name}.offsets`,
      types: u32,
      rows: (counts) => groups(counts) + 1,
      offsets: { end: triples },
      holds: "where the arcs out of a node begin, and the arcs in to a term",
      per: "node, term",
    },
    numbers("predicate", "number of the predicate"),
    {
      name: `${name}.terms`,
      types: u32,
      rows: triples,
      ids: { of: "term here", end: ends },
      holds: "the object, the subject",
      per: "triple",
    },
    numbers("provenance", "number of the provenance"),
  ];
}

const worldRows: readonly ColumnRow[] = [
  ...textRows("dictionary.nodes", nodes),
  {
    name: "dictionary.nodes.slots",
    types: u32,
    rows: (counts) => slotLayout(counts.nodes).size,
    holds:
      "a hash table: id and some bits of the hash. Literals and dates are found by binary search",
    per: "slot; 1.25 slots per node",
  },
  ...textRows("dictionary.literals", literals),
  ...arcRows("graph.out", nodes, terms),
  ...arcRows("graph.in", terms, nodes),
  {
    name: "graph.predicates",
    types: u32,
    ids: { of: "node", end: nodes, ascend: true },
    near: 1,
    holds: "the node of a number",
    per: "predicate, provenance",
  },
  {
    name: "graph.provenances",
    types: u32,
    ids: { of: "node", end: nodes, ascend: true, first: 1 },
    near: 2,
    holds: "the node of a number",
    per: "predicate, provenance",
  },
  {
    name: "graph.predicateOffsets",
    types: u32,
    rows: asMany("graph.predicates", 1),
    offsets: { end: triples },
    near: 3,
    holds: "where the rows of a predicate begin, when rows are ordered by predicate",
    per: "predicate",
  },
  { name: "graph.names", types: u32, rows: nodes, holds: "the first name", per: "node" },
  {
    name: "graph.typeSets",
    types: idTypes,
    rows: nodes,
    ids: { of: "set", end: asMany("graph.typeSets.offsets", -1) },
    holds: "number of the set of types; the sets",
    per: "node, set, type in a set",
  },
  {
    name: "graph.typeSets.offsets",
    types: u32,
    offsets: { end: asMany("graph.typeSets.terms") },
    near: 4,
    holds: "number of the set of types; the sets",
    per: "node, set, type in a set",
  },
  {
    name: "graph.typeSets.terms",
    types: u32,
    ids: { of: "type here", end: terms },
    near: 5,
    holds: "number of the set of types; the sets",
    per: "node, set, type in a set",
  },
];

/** Rows that lie between two samples of so many, as a number of groups and one end. */
const samples =
  (count: Count<Counts>): Count<Counts> =>
  (counts) =>
    Math.ceil(count(counts) / 2 ** sampleBits(count(counts))) + 1;

/** Where groups of texts begin, and what stands between one group and the next. */
function fenceRows(name: string, count: Count<Counts>, near: number): ColumnRow[] {
  const fences = {
    kind: name,
    holds:
      "for the first text of each group, its shortest prefix that is greater than the text before; " +
      "empty for the first group. They show in which group a text is. One round then reads bytes and " +
      "lengths of the group",
  };
  return [
    startsRow(name, count, near),
    {
      ...fences,
      name: `${name}.fences.ends`,
      types: u32,
      rows: (counts) => samples(count)(counts) - 1,
      near: near + 1,
      per: "group",
    },
    { ...fences, name: `${name}.fences.bytes`, types: u8, near: near + 2, per: "byte" },
  ];
}

function startsRow(name: string, count: Count<Counts>, near: number): ColumnRow {
  return {
    name: `${name}.starts`,
    kind: name,
    types: u32,
    rows: samples(count),
    near,
    holds:
      "for every 2^k-th text, where its bytes begin; and the end of the last one. k is at least 7, and " +
      "large enough for at most 4,096 groups",
    per: "group, and one",
  };
}

function samplesRow(name: string, count: Count<Counts>, near: number): ColumnRow {
  return {
    name,
    kind: name,
    types: u32,
    rows: samples(count),
    near,
    holds:
      "every 2^k-th row of `graph.out.offsets` and `graph.in.offsets`, and the last row. They show " +
      "roughly where the arcs of a term are",
    per: "group, and one",
  };
}

const leads = {
  kind: "far.leads",
  holds:
    "for each predicate: which sets of types have arcs to which other sets. With more than 4,096 pairs " +
    "the sections are empty. A walk over “contained in” to counties can then skip cities",
  per: "predicate, pair",
};
const known = {
  kind: "far.known",
  holds:
    "predicates, provenances and types of sets, ascending, with their dcids one after the other. With " +
    "more than 2,048 of them the sections are empty",
};
const runs = {
  kind: "far.in.runs",
  types: u32,
  holds:
    "for terms with more than 4,096 arcs in: the rows of each predicate. If there are more than 1,024 " +
    "rows, the limit of arcs is doubled until there are fewer",
  per: "such term and predicate",
};
const names = {
  kind: "far.names",
  holds:
    "a table of texts: the name of each node, in the order of nodes; empty for a node without a name. As " +
    "literals, the names of 500 cities are in 500 places",
};

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
  { ...known, name: "far.known.nodes", types: u32, near: 6, per: "node" },
  { ...known, name: "far.known.bytes", types: u8, near: 7, per: "byte" },
  {
    ...known,
    name: "far.known.ends",
    types: u32,
    rows: asMany("far.known.nodes"),
    near: 8,
    per: "node",
  },
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
  ...textRows("far.names", nodes, names),
  {
    name: "far.search.starts",
    kind: "far.search",
    types: u32,
    rows: ({ rowsOf }) => bucketCountOf(rowsOf("far.search.rows")) + 1,
    offsets: { end: asMany("far.search.rows") },
    near: 31,
    holds:
      "the literals with which places are found by name are divided into 2^k buckets: the smallest " +
      "number with at most 128 rows per bucket on average. The highest k bits of the number of a key are " +
      "its bucket. This section has the first row of each bucket, and the number of rows at the end",
    per: "bucket, and one",
  },
  {
    name: "far.search.rows",
    kind: "far.search",
    types: u32,
    holds:
      "rows by bucket, ascending in each. The lowest bits are the number of the literal plus one, " +
      "counted from the first literal; they are as many as the number of literals needs. The bits above " +
      "them are the lowest bits of the number of the key, as many as fit",
    per: "literal and key",
  },
  {
    name: "far.shapes.rows",
    kind: "far.shapes",
    types: ["i32"],
    holds:
      "six words for each polygon of each area of a place. Four words are the west, south, east and " +
      "north of the box around it, in millionths of a degree: west and south are rounded down, the " +
      "others up, and limited to 32 bits. Two words (u32) are the place, and the literal counted from the " +
      "first literal. Near polygons are near each other; the writer decides the order",
    per: "word; six for a polygon",
  },
  {
    name: "far.shapes.groups",
    kind: "far.shapes",
    types: ["i32"],
    rows: ({ rowsOf }) => {
      const count = Math.ceil(rowsOf("far.shapes.rows") / shapeWords);
      return Math.ceil(count / shapeGroupRows(count)) * boxWords;
    },
    holds:
      "four words for each 2^k polygons of `far.shapes.rows`: the box around their boxes. k is at least " +
      "7, and large enough for at most 4,096 groups",
    per: "word; four for a group",
  },
];

/** Columns of a graph in the order in which a snapshot has them; then those that snapshots alone have. */
export const graphColumns: readonly ColumnRow[] = [...worldRows, ...storedRows];
