/** The table of all columns: what it states about those of a small world, and their lengths. */

import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { elementTypeOf } from "../../../src/snapshot/format.ts";
import { SectionTable } from "../../../src/snapshot/section-table.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { contentsOf, countsOf, worldColumns } from "../../../src/snapshot/world-contents.ts";
import { observationColumns } from "../../../src/stats/series-columns.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { graphColumns } from "../../../src/store/graph-columns.ts";
import { infoOf } from "../../../src/world/world.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";

const area = JSON.stringify({
  type: "Polygon",
  coordinates: [
    [
      [1, 2],
      [5, 2],
      [5, 5],
      [1, 2],
    ],
  ],
});
const world = worldOf(
  [
    ...Array.from({ length: 150 }, (_, at): TripleRow[] => [
      [`place/${at}`, "typeOf", at % 3 === 0 ? "State" : "City", "p/1"],
      [`place/${at}`, "name", `=${"long ".repeat(at % 60)}name ${at}`],
      [`place/${at}`, "containedInPlace", "place/0"],
    ]).flat(),
    ["place/1", "geoJsonCoordinates", `=${area}`],
  ],
  Array.from({ length: 20 }, (_, at): ObservationRow => {
    const value = at % 5 === 0 ? "n/a" : `${at}`;
    return [`v/${at % 3}`, `place/${at % 4}`, `${2000 + at}`, value, {}];
  }),
);
const columns = storedColumnsOf(world);
const counts = countsOf(contentsOf(world, infoOf(world, new DiagnosticLog().summary())));

function tableOf(of: ReadonlyMap<string, Column>): SectionTable {
  const entries = [...of].map(([name, column]) => {
    const { byteLength } = column;
    return { name, type: elementTypeOf(column), offset: 0, byteLength, checks: new Uint32Array() };
  });
  return new SectionTable(entries, counts, 1000, "f", (name, start, end) =>
    of.get(name)!.slice(start, end),
  );
}

const lists = [
  "far.variables",
  "far.types",
  "far.facets",
  "far.years",
  "far.start",
  "far.subjects",
];

const withColumn = (name: string, column: Column) => tableOf(new Map(columns).set(name, column));

function without(...names: readonly string[]): SectionTable {
  const left = new Map(columns);
  for (const name of names) left.delete(name);
  return tableOf(left);
}

test("a name is in one row, and every column of a snapshot has one", () => {
  expect(worldColumns.size).toBe(graphColumns.length + observationColumns.length);
  expect([...columns.keys()].sort()).toEqual([...worldColumns.keys()].sort());
});

test("a snapshot has the columns of a world in the order of the table", () => {
  const own = [...worldColumns.values()].filter(({ kind }) => kind === undefined);
  expect([...columns.keys()].slice(0, own.length)).toEqual(own.map(({ name }) => name));
});

test("columns that snapshots alone have begin with the name of their kind, and that with far", () => {
  for (const { name, kind } of worldColumns.values()) {
    expect(kind === undefined).toBe(!name.startsWith("far."));
    if (kind !== undefined) expect(name === kind || name.startsWith(`${kind}.`)).toBe(true);
  }
});

test("readers far away read these first, the most useful one before all others", () => {
  const near = [...worldColumns.values()].filter((row) => row.near !== undefined);
  const names = near.sort((a, b) => a.near! - b.near!).map(({ name }) => name);
  expect(new Set(near.map((row) => row.near)).size).toBe(near.length);
  expect(names).toEqual([
    "graph.predicates",
    "graph.provenances",
    "graph.predicateOffsets",
    "graph.typeSets.offsets",
    "graph.typeSets.terms",
    "far.known.nodes",
    "far.known.bytes",
    "far.known.ends",
    "observations.formats",
    "observations.dates.bytes",
    "observations.dates.lengths",
    "observations.dates.blocks",
    "far.leads.offsets",
    "far.leads.subjects",
    "far.leads.objects",
    "far.nodes.starts",
    "far.nodes.fences.ends",
    "far.nodes.fences.bytes",
    "far.in.runs.terms",
    "far.in.runs.predicates",
    "far.in.runs.starts",
    "far.in.runs.ends",
    "far.out.samples",
    "far.names.starts",
    "far.in.samples",
    "far.literals.starts",
    "far.literals.fences.ends",
    "far.literals.fences.bytes",
    "observations.dateRuns",
    "observations.variableOffsets",
    "far.search.starts",
    "observations.furtherVariables",
    "observations.furtherOffsets",
    ...lists.flatMap((list) => ["ends", "lines", "sizes"].map((part) => `${list}.${part}`)),
  ]);
});

test("a column of ids names what they are ids of, and their order", () => {
  const said = [...worldColumns.values()].flatMap(({ name, ids }) => {
    if (ids === undefined) return [];
    const { of, ascend = false, first = 0 } = ids;
    return `${name}: ${of}${ascend ? ", ascending" : ""}${first > 0 ? ` after ${first}` : ""}`;
  });
  const arcs = (side: string) => [
    `graph.${side}.predicates: predicate`,
    `graph.${side}.terms: term here`,
    `graph.${side}.provenances: provenance`,
  ];
  expect(said).toEqual([
    "dictionary.nodes.longIds: text, ascending",
    "dictionary.literals.longIds: text, ascending",
    ...arcs("out"),
    ...arcs("in"),
    "graph.predicates: node, ascending",
    "graph.provenances: node, ascending after 1",
    "graph.typeSets: set",
    "graph.typeSets.terms: type here",
    "far.names.longIds: text, ascending",
    "observations.variables: node, ascending",
    "observations.seriesEntities: entity",
    "observations.dateRuns: date",
    "observations.exceptionPoints: point, ascending",
    "observations.dates.longIds: text, ascending",
    "observations.entityVariables: variable",
    "observations.furtherVariables: variable, ascending",
    "observations.furtherEntities: entity",
    "observations.furtherNodes: entity, ascending",
    "observations.furtherSeries: series",
  ]);
});

test("the number of rows, and what bounds them, are those of a world", () => {
  const counted = { ...counts, rowsOf: (name: string) => columns.get(name)!.length };
  for (const { name, rows, ids, offsets } of worldColumns.values()) {
    const column = columns.get(name)!;
    if (rows !== undefined) expect([name, rows(counted)]).toEqual([name, column.length]);
    if (offsets !== undefined) expect([name, offsets.end(counted)]).toEqual([name, column.at(-1)]);
    const greatest = Math.max(-1, ...column.subarray(ids?.first ?? 0));
    if (ids !== undefined) expect(ids.end(counted)).toBeGreaterThan(greatest);
  }
});

test("kinds are these", () => {
  const kinds = new Set([...worldColumns.values()].map(({ kind }) => kind));
  expect([...kinds]).toEqual([
    ...[undefined, "far.leads", "far.known", "far.nodes", "far.literals", "far.names"],
    ...["far.out.samples", "far.in.samples", "far.in.runs", "far.search", "far.shapes"],
    ...lists,
  ]);
});

describe("lengths and types", () => {
  test("of a freeze are those of the table", () => {
    expect(() => tableOf(columns).checkLengths()).not.toThrow();
  });

  const fixed = [...worldColumns.values()].filter(({ rows }) => rows !== undefined);

  test("are known of all columns but these", () => {
    const others = [...worldColumns.values()].filter(({ rows }) => rows === undefined);
    expect(others.map(({ name }) => name)).toEqual([
      ...["bytes", "longIds"].map((part) => `dictionary.nodes.${part}`),
      ...["bytes", "longIds"].map((part) => `dictionary.literals.${part}`),
      ...["predicates", "provenances", "typeSets.offsets", "typeSets.terms"].map(
        (part) => `graph.${part}`,
      ),
      ...["far.leads.subjects", "far.known.nodes", "far.known.bytes"],
      ...["far.nodes.fences.bytes", "far.literals.fences.bytes", "far.in.runs.terms"],
      ...["far.names.bytes", "far.names.longIds", "far.search.rows", "far.shapes.rows"],
      ...lists.flatMap((list) => [`${list}.bytes`, `${list}.ends`]),
      ...["dateRuns", "formats", "values8", "values16", "values32", "values64"].map(
        (part) => `observations.${part}`,
      ),
      ...["exceptionPoints", "dates.bytes", "dates.longIds", "entityVariables"].map(
        (part) => `observations.${part}`,
      ),
      ...["Variables", "Entities", "Nodes", "Series"].map((part) => `observations.further${part}`),
    ]);
  });

  test.each(fixed.map(({ name }) => name))("of %s: a row more or fewer is refused", (name) => {
    const column = columns.get(name)!;
    const { length } = column;
    const longer = new (column.constructor as Uint8ArrayConstructor)(length + 1);
    const wrong = (rows: number) =>
      `'${name}' cannot be true at row ${Math.min(rows, length)} ` +
      `(there are ${rows} rows, not ${length})`;
    expect(() => withColumn(name, longer).checkLengths()).toThrow(wrong(length + 1));
    if (length === 0) return;
    expect(() => withColumn(name, column.slice(1)).checkLengths()).toThrow(wrong(length - 1));
  });

  test.each([...worldColumns.keys()])("of %s: other types are refused", (name) => {
    const { types } = worldColumns.get(name)!;
    const all = [
      Uint8Array,
      Uint16Array,
      Uint32Array,
      Int8Array,
      Int16Array,
      Int32Array,
      Float64Array,
    ];
    for (const Type of all) {
      const other = Type.from(columns.get(name)!);
      const type = elementTypeOf(other);
      const check = () => withColumn(name, other).checkLengths();
      if (types.includes(type)) expect(check).not.toThrow();
      else expect(check).toThrow(`'${name}' cannot be true at row 0 (it is ${type})`);
    }
  });

  test("a column of a world is there, and those of a kind are all there or none", () => {
    for (const { name, kind } of worldColumns.values()) {
      const isAlone = kind === name;
      const check = () => without(name).checkLengths();
      if (isAlone) expect(check).not.toThrow();
      else expect(check).toThrow(`has no section '${name}'`);
      if (kind === undefined) continue;
      const all = [...worldColumns.values()].filter((row) => row.kind === kind);
      expect(() => without(...all.map((row) => row.name)).checkLengths()).not.toThrow();
    }
  });

  test("no other section is there", () => {
    const more = withColumn("graph.more", new Uint8Array(1));
    expect(() => more.checkLengths()).toThrow("'graph.more' cannot be true at row 0 (no table has");
  });
});

test("offsets are found by name, with the rows that they lead to", () => {
  const { triples, series, points } = counts;
  const pairs = columns.get("observations.entityVariables")!.length;
  expect(Object.fromEntries(tableOf(columns).offsets())).toEqual({
    "graph.out.offsets": { stride: 1, most: triples },
    "graph.in.offsets": { stride: 1, most: triples },
    "graph.predicateOffsets": { stride: 1, most: triples },
    "graph.typeSets.offsets": { stride: 1, most: columns.get("graph.typeSets.terms")!.length },
    "far.leads.offsets": { stride: 1, most: columns.get("far.leads.subjects")!.length },
    "far.search.starts": { stride: 1, most: columns.get("far.search.rows")!.length },
    "observations.variableOffsets": { stride: 1, most: series },
    "observations.seriesRecords": { stride: counts.recordWords, most: points },
    "observations.entityOffsets": { stride: 1, most: pairs },
    "observations.furtherOffsets": { stride: 1, most: 0 },
    "observations.furtherNodeOffsets": { stride: 1, most: 0 },
  });
  expect(without("graph.in.offsets").offsets().has("graph.in.offsets")).toBe(false);
});
