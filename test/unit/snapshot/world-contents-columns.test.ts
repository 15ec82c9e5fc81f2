/** The table of all columns: what it states about those of a small world, and their lengths. */

import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { elementTypeOf } from "../../../src/snapshot/format.ts";
import { SectionTable } from "../../../src/snapshot/section-table.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { BufferBytes } from "../../../src/snapshot/snapshot-bytes.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import {
  columnRowsOf,
  contentsOf,
  countsOf,
  type WorldCounts,
  worldColumns,
} from "../../../src/snapshot/world-contents.ts";
import { observationColumns } from "../../../src/stats/series-columns.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { graphColumns } from "../../../src/store/graph-columns.ts";
import { infoOf } from "../../../src/world/world.ts";
import {
  type ObservationRow,
  type SeveralRow,
  type TripleRow,
  worldOf,
} from "../../oracle/small-world.ts";
import { divided } from "../parts/small-parts.ts";

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
  [
    ...Array.from({ length: 20 }, (_, at): ObservationRow => {
      const value = at % 5 === 0 ? "n/a" : `${at}`;
      return [`v/${at % 3}`, `place/${at % 4}`, `${2000 + at}`, value, {}];
    }),
    ...Array.from({ length: 7 }, (_, at): SeveralRow => {
      const about = { from: `place/${at % 3}`, to: `place/${140 + at}` };
      return [`v/${3 + (at % 2)}`, about, "2020", `${at}`];
    }),
  ],
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

type Table = typeof worldColumns;

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

/** Names of the columns that readers far away read first, in their order. */
function nearIn(table: Table): string[] {
  const near = [...table.values()].filter((row) => row.near !== undefined);
  expect(new Set(near.map((row) => row.near)).size).toBe(near.length);
  return near.sort((a, b) => a.near! - b.near!).map(({ name }) => name);
}

test("readers far away read these first, the most useful one before all others", () => {
  expect(nearIn(worldColumns)).toEqual([
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

/** Each number that a table gives a column is that of the columns themselves. */
function requireCounts(of: Table, columnOf: (name: string) => Column, given: WorldCounts) {
  const counted = { ...given, rowsOf: (name: string) => columnOf(name).length };
  for (const { name, rows, ids, offsets } of of.values()) {
    const column = columnOf(name);
    if (rows !== undefined) expect([name, rows(counted)]).toEqual([name, column.length]);
    if (offsets !== undefined) expect([name, offsets.end(counted)]).toEqual([name, column.at(-1)]);
    const greatest = Math.max(-1, ...column.subarray(ids?.first ?? 0));
    if (ids !== undefined) expect(ids.end(counted)).toBeGreaterThan(greatest);
  }
}

test("the number of rows, and what bounds them, are those of a world", () => {
  requireCounts(worldColumns, (name) => columns.get(name)!, counts);
});

describe("a world in parts", () => {
  const commons = new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
  const { index, parts } = divided(commons, [0, 1, 0, 1]);

  test.each([
    ["an index", index],
    ["a part", parts[0]!],
    ["another part", parts[1]!],
  ])("has %s with all columns of its table, and with their numbers", (_, bytes) => {
    const snapshot = new Snapshot(new BufferBytes(bytes), crc32);
    const table = columnRowsOf(snapshot.contents);
    expect([...table.keys()].filter(snapshot.has)).toEqual([...table.keys()]);
    const sections = snapshot.sectionTable();
    requireCounts(table, (name) => snapshot.column(name), sections.counts);
    sections.checkLengths();
    sections.walkEach();
  });

  test("has parts with the columns of observations, and with texts of their values", () => {
    const literals = ["bytes", "lengths", "blocks", "longIds", "longLengths"];
    expect([...columnRowsOf({ inParts: { graph: "t" } }).keys()]).toEqual([
      ...literals.map((part) => `dictionary.literals.${part}`),
      ...observationColumns.map(({ name }) => name),
    ]);
  });

  test("has an index of these columns, and readers far away read these first", () => {
    const rows = columnRowsOf({ inParts: { graph: "t", parts: [] } });
    const own = ["ofVariables", "firstPoints", "textPoints", "entityStarts", "entityCounts"];
    expect([...rows.keys()]).toEqual(
      [
        ...["variables", "variablePositions.bits", "variablePositions.before", "dates.bytes"],
        ...["dates.lengths", "dates.blocks", "dates.longIds", "dates.longLengths"],
        ...["entityPositions.bits", "entityPositions.before", "entityVariables"],
        ...["furtherVariables", "variableOffsets"],
      ]
        .map((name) => `observations.${name}`)
        .concat(own.map((name) => `parts.${name}`)),
    );
    expect(nearIn(rows)).toEqual([
      ...["parts.ofVariables", "observations.variableOffsets"],
      ...["parts.firstPoints", "parts.textPoints"],
      ...["bytes", "lengths", "blocks"].map((part) => `observations.dates.${part}`),
      "observations.furtherVariables",
    ]);
  });
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

  test("of the columns of values, together, are the number of points", () => {
    const { points } = counts;
    const { length } = columns.get("observations.values8")!;
    for (const step of [-1, 1]) {
      const other = withColumn("observations.values8", new Int8Array(length + step));
      expect(() => other.checkLengths()).toThrow(
        `'observations.values64' cannot be true at row 0 (there are ${points + step} values of ${points} points)`,
      );
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
    "observations.furtherOffsets": { stride: 1, most: 7 },
    "observations.furtherNodeOffsets": { stride: 1, most: 7 },
  });
  expect(without("graph.in.offsets").offsets().has("graph.in.offsets")).toBe(false);
});
