/** What a snapshot has for readers far away: it says what the large columns say, and is read from afar alone. */

import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { elementTypeOf } from "../../../../src/snapshot/format.ts";
import { SectionTable } from "../../../../src/snapshot/section-table.ts";
import { storedColumnsOf } from "../../../../src/snapshot/stored-columns.ts";
import { walkWorld } from "../../../../src/snapshot/walk-world.ts";
import { contentsOf, countsOf, worldFrom } from "../../../../src/snapshot/world-contents.ts";
import { type Column, FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { infoOf } from "../../../../src/world/world.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";
import { columnsIn } from "../../../oracle/store/text-columns.ts";
import { sized } from "../../../property/runs.ts";

const longText = "y".repeat(300);
const world = worldOf(
  [
    ["é", "typeOf", "Town"],
    ["é", "note", `=${longText}`],
    ["é", "note", `=${longText}!`],
    ["x", "near", "City"],
    ["", "alias", "=", ""],
    ...Array.from({ length: 4200 }, (_, at): TripleRow[] => [
      [`place/${at}`, "typeOf", "City", "p/1"],
      [`place/${at}`, "name", `=${at % 7 === 0 ? "same" : `City ${at}`}`],
      [`place/${at}`, "code", `=${at}`],
    ]).flat(),
  ],
  [],
);
const columns = storedColumnsOf(world);
const contents = contentsOf(world, infoOf(world, new DiagnosticLog().summary()));

/** The graph over those columns, and the names of those that were read. */
function reopened(isFar: boolean) {
  const source = new FrozenColumns();
  for (const [name, column] of columns) source.keep(name, column);
  const read = new Set<string>();
  const noted =
    <Result>(method: (this: FrozenColumns, name: string) => Result) =>
    (name: string): Result => {
      read.add(name);
      return method.call(source, name);
    };
  const { column, lazyRows } = FrozenColumns.prototype;
  const asked = Object.assign(source, {
    isFar,
    has: (name: string) => columns.has(name),
    column: noted(column),
    lazyRows: noted(lazyRows),
  });
  return { graph: worldFrom(asked, structuredClone(contents), undefined).world.graph, read };
}

/** What a walk reports about changed columns. */
function said(changes: Readonly<Record<string, Column>>, pageBytes: number): string {
  let end = 0;
  const all = new Map([...columns, ...Object.entries(changes)]);
  const entries = [...all].map(([name, column]) => {
    const offset = end;
    end += column.byteLength;
    const type = elementTypeOf(column);
    return { name, type, offset, byteLength: column.byteLength, checks: new Uint32Array() };
  });
  try {
    const counts = countsOf(contents);
    const table = new SectionTable(entries, counts, pageBytes, "f", (name, start, end) =>
      all.get(name)!.slice(start, end),
    );
    walkWorld(table, contents, columnsIn(all));
    return "sound";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a graph that is read from afar", () => {
  const far = reopened(true);
  const near = reopened(false);

  test("knows the same texts by the same numbers", () => {
    const { dictionary } = far.graph;
    const terms = Array.from({ length: dictionary.termCount }, (_, term) => term);
    const texts = terms.map((term) => near.graph.dictionary.textOf(term));
    const find = (text: string, term: number) =>
      dictionary.isNode(term) ? dictionary.nodeOf(text) : dictionary.literalOf(text);
    expect(terms.map((term) => dictionary.textOf(term))).toEqual(texts);
    expect(texts.map(find)).toEqual(terms);
  });

  test("does not know other texts", () => {
    const { dictionary } = far.graph;
    const others = [
      "a",
      "zz",
      "place/",
      "place/12x",
      "place/9999",
      "\u{10ffff}",
      "\ud800",
      "Cit",
      "City2",
    ];
    for (const text of others) {
      expect(dictionary.nodeOf(text)).toBeUndefined();
      expect(dictionary.literalOf(text)).toBeUndefined();
    }
  });

  test("has the same arcs", () => {
    for (const direction of ["in", "out"] as const) {
      const terms = near.graph.dictionary[direction === "in" ? "termCount" : "nodeCount"];
      const told = ({ graph }: typeof near) => {
        const arcs = graph.arcs(direction);
        const every = sized(3, 1);
        return Array.from({ length: Math.ceil(terms / every) }, (_, at) => [
          arcs.predicatesOf(at * every),
          ...Array.from(graph.predicates.keys(), (of) => arcs.valuesOf(at * every, of)),
        ]);
      };
      expect(told(far)).toEqual(told(near));
    }
  });

  test("knows the rows of a long run without a search", () => {
    const { graph, read } = reopened(true);
    const [city, typeOf] = [graph.dictionary.nodeOf("City")!, graph.predicateOf("typeOf")!];
    const { start, end } = graph.in.rowsOf(city, typeOf);
    expect(end - start).toBe(4200);
    expect(read.has("graph.in.predicates")).toBe(false);
    expect(read.has("graph.in.offsets")).toBe(false);
    expect(read.has("dictionary.nodes.bytes")).toBe(false);
  });

  test("reads what a near one does not", () => {
    const { graph, read } = reopened(true);
    graph.dictionary.nodeOf("place/77");
    expect(read).toContain("far.nodes.fences.bytes");
    expect(read.has("dictionary.nodes.slots")).toBe(false);
    expect([...near.read].filter((name) => name.startsWith("far."))).toEqual([]);
  });
});

describe("columns for readers far away", () => {
  test.each([sized(512, 64), 4096])(
    "are those of the large columns, in pages of %i bytes",
    (pageBytes) => {
      expect(said({}, pageBytes)).toBe("sound");
    },
  );

  const added = (column: Column) => {
    const changed = column.slice() as Uint32Array;
    changed[changed.length - 1]! += 1;
    return changed;
  };
  const names = [...columns.keys()].filter(
    (name) =>
      /^far\.(known|nodes|literals|in|out)\.|starts$/.test(name) && columns.get(name)!.length > 0,
  );

  test.each(names)("are refused where a number of %s is another one", (name) => {
    expect(said({ [name]: added(columns.get(name)!) }, 4096)).toContain(`section '${name}'`);
  });

  test("are refused where a long run is missing", () => {
    const cut = ["terms", "predicates", "starts", "ends"].map((part) => {
      const name = `far.in.runs.${part}`;
      return [name, columns.get(name)!.slice(1)] as const;
    });
    expect(said(Object.fromEntries(cut), 4096)).toContain("there are other runs");
  });
});
