/** Columns of a changed world: what is wrong, which section the error names, and its message. */

import type { Column } from "../../../src/store/columns/column-source.ts";

/** Changes a column in place, or makes another one. */
export type Changes = Readonly<Record<string, (column: Column) => Column | undefined>>;

const set = (at: number, value: number) => (column: Column) => {
  column[at < 0 ? column.length + at : at] = value;
  return undefined;
};
export const swap = (a: number, b: number) => (column: Column) => {
  [column[a], column[b]] = [column[b]!, column[a]!];
  return undefined;
};

/** What is wrong, the section that is named, and the reason. */
export const forgeries: readonly (readonly [string, Changes, string, string])[] = [
  ["texts out of order", { "dictionary.nodes.bytes": swap(0, 20) }, "dictionary.nodes.bytes", ""],
  [
    "a byte that is no UTF-8",
    { "dictionary.literals.bytes": set(3, 0xff) },
    "dictionary.literals.bytes",
    "this is no UTF-8",
  ],
  [
    "a block that begins elsewhere",
    { "dictionary.literals.blocks": set(1, 7) },
    "dictionary.literals.blocks",
    "text 16 begins at",
  ],
  [
    "a long text of another length",
    { "dictionary.literals.longLengths": set(0, 0xffff_ffff) },
    "dictionary.literals.longLengths",
    "no length of a long text",
  ],
  [
    "a long text that is another",
    { "dictionary.literals.longIds": set(-1, 42) },
    "dictionary.literals.longIds",
    "the next long text is",
  ],
  [
    "names of other nodes",
    { "far.names.bytes": (column) => swap(0, column.length - 3)(column) },
    "far.names.bytes",
    "nodes have other names",
  ],
  [
    "types that lead elsewhere",
    { "far.leads.objects": (column) => column.fill(1) as Column },
    "far.leads.objects",
    "this is not set",
  ],
  [
    "a fence that stands elsewhere",
    { "far.literals.fences.ends": set(0, 1) },
    "far.literals.fences.ends",
    "0 belongs here",
  ],
  [
    "a group of texts that begins elsewhere",
    { "far.nodes.starts": set(0, 1) },
    "far.nodes.starts",
    "0 belongs here",
  ],
  ["a sample of other rows", { "far.in.samples": set(-1, 0) }, "far.in.samples", "belongs here"],
  [
    "a known node that is another",
    { "far.known.nodes": set(0, 0xffff) },
    "far.known.nodes",
    "belongs here",
  ],
  [
    "a long run that there is not",
    {
      "far.in.runs.terms": () => Uint32Array.of(0),
      "far.in.runs.predicates": () => Uint32Array.of(0),
      "far.in.runs.starts": () => Uint32Array.of(0),
      "far.in.runs.ends": () => Uint32Array.of(1),
    },
    "far.in.runs.terms",
    "there are other runs",
  ],
  [
    "a literal that names nobody",
    { "far.search.rows": set(0, 0) },
    "far.search.rows",
    "other literals name nodes",
  ],
  [
    "names whose numbers do not ascend",
    { "far.search.rows": set(0, 0xffff_ffff) },
    "far.search.rows",
    "these rows do not ascend",
  ],
  [
    "a name fewer",
    { "far.search.rows": (column) => column.slice(1) as Column },
    "far.search.starts",
    "is no offset of",
  ],
  [
    "a bucket of names that begins elsewhere",
    { "far.search.starts": set(0, 1) },
    "far.search.starts",
    "is no offset of",
  ],
  [
    "an area whose box is smaller",
    { "far.shapes.rows": set(2, 4_000_000) },
    "far.shapes.rows",
    "places have other areas",
  ],
  [
    "an area of another place",
    { "far.shapes.rows": set(4, 0) },
    "far.shapes.rows",
    "places have other areas",
  ],
  [
    "an area fewer",
    { "far.shapes.rows": () => new Int32Array(0), "far.shapes.groups": () => new Int32Array(0) },
    "far.shapes.rows",
    "places have other areas",
  ],
  [
    "part of a row of areas",
    { "far.shapes.rows": (column) => column.slice(0, -1) as Column },
    "far.shapes.rows",
    "the last row is cut",
  ],
  [
    "a smaller box around areas",
    { "far.shapes.groups": set(3, 0) },
    "far.shapes.groups",
    "belongs here",
  ],
  [
    "an index without free slots",
    { "dictionary.nodes.slots": (column) => column.fill(1) as Column },
    "dictionary.nodes.slots",
    "it has no text",
  ],
  [
    "a text that is not found",
    {
      "dictionary.nodes.slots": (column) =>
        swap(
          column.findIndex((slot) => slot !== 0),
          column.indexOf(0),
        )(column),
    },
    "dictionary.nodes.slots",
    "is not found",
  ],
  ["offsets that fall", { "graph.out.offsets": set(8, 0) }, "graph.out.offsets", "is no offset of"],
  [
    "an offset behind all rows",
    { "graph.in.offsets": set(-1, 0xffff_ffff) },
    "graph.in.offsets",
    "is no offset of",
  ],
  [
    "a term that is not there",
    { "graph.out.terms": set(0, 0xffff_fff0) },
    "graph.out.terms",
    "there is no such term here",
  ],
  [
    "a literal that is a subject",
    { "graph.in.terms": set(0, 90) },
    "graph.in.terms",
    "there is no such term here",
  ],
  [
    "a predicate that is not there",
    { "graph.in.predicates": set(0, 200) },
    "graph.in.predicates",
    "there is no such predicate",
  ],
  [
    "a provenance that is not there",
    { "graph.out.provenances": set(0, 200) },
    "graph.out.provenances",
    "there is no such provenance",
  ],
  [
    "arcs in that are none out",
    { "graph.in.provenances": set(-1, 1) },
    "graph.in.terms",
    "arcs in are not those that lead out",
  ],
  [
    "predicates that do not ascend",
    { "graph.predicates": swap(0, 1) },
    "graph.predicates",
    "is not between",
  ],
  [
    "no provenance of none",
    { "graph.provenances": set(0, 1) },
    "graph.provenances",
    "the first provenance is none",
  ],
  [
    "other rows of a predicate",
    { "graph.predicateOffsets": set(1, 2) },
    "graph.predicateOffsets",
    "its rows begin at",
  ],
  [
    "a name that the node has not",
    { "graph.names": swap(10, 11) },
    "graph.names",
    "this is no name of node",
  ],
  [
    "no name, though it has one",
    {
      "graph.names": (column) =>
        set(
          column.findIndex((name) => name !== 0xffff_ffff),
          0xffff_ffff,
        )(column),
    },
    "graph.names",
    "has a name",
  ],
  [
    "types that the node has not",
    {
      "graph.typeSets": (column) => set(column.indexOf(1), 2)(column),
    },
    "graph.typeSets",
    "these are not the types of node",
  ],
  [
    "a set of types that is not there",
    { "graph.typeSets": set(-1, 9) },
    "graph.typeSets",
    "there is no such set",
  ],
  [
    "dates that fall",
    { "observations.dateRuns": (column) => column.fill(0) as Column },
    "observations.seriesRecords",
    "its dates do not ascend",
  ],
  [
    "a date that is not there",
    { "observations.dateRuns": set(0, 255) },
    "observations.dateRuns",
    "there is no such date",
  ],
  [
    "a point too many",
    { "observations.seriesRecords": set(-1, 61) },
    "observations.seriesRecords",
    "",
  ],
  [
    "a format that there is not",
    { "observations.formats": set(0, 0x2000) },
    "observations.formats",
    "there is no such format",
  ],
  [
    "an exception at another point",
    { "observations.exceptionPoints": set(0, 1) },
    "observations.values16",
    "no exception stands for it",
  ],
  [
    "an exception of another number",
    { "observations.exceptionNumbers": set(0, 5) },
    "observations.exceptionNumbers",
    "its text is another number",
  ],
  [
    "an entity that is not there",
    { "observations.seriesEntities": set(-1, 9999) },
    "observations.seriesEntities",
    "cannot be",
  ],
  [
    "another bit for an entity",
    { "observations.entityPositions.bits": set(0, 1) },
    "observations.entityPositions.before",
    "nodes stand before",
  ],
  [
    "another variable of an entity",
    { "observations.entityVariables": set(0, 3) },
    "observations.entityVariables",
    "cannot be",
  ],
  [
    "a variable that is another node",
    { "observations.variables": set(0, 0) },
    "observations.variables",
    "the next variable is node",
  ],
  [
    "a type of another width",
    { "graph.names": (column) => Float64Array.from(column) },
    "graph.names",
    "it is f64",
  ],
  ["a row too few", { "graph.names": (column) => column.slice(1) }, "graph.names", "rows, not"],
];
