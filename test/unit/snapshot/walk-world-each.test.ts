/**
 * Every number of every column of a small world is changed in turn: the walk says what is wrong, or
 * the columns are those of another world. What is expected lies in `each-change.txt`;
 * `EXPECT=write npx vitest run test/unit/snapshot/walk-world-each` writes it anew, to be read before it is
 * believed.
 */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { elementTypeOf } from "../../../src/snapshot/format.ts";
import { SectionTable } from "../../../src/snapshot/section-table.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { walkWorld } from "../../../src/snapshot/walk-world.ts";
import { contentsOf, countsOf, type WorldContents } from "../../../src/snapshot/world-contents.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { infoOf } from "../../../src/world/world.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { columnsIn } from "../../oracle/store/text-columns.ts";

const literals = ["Ä", "ö–😀", "x".repeat(255), "y".repeat(254), "\u07ff\u0800\ud7ff\ue000"];
const world = worldOf(
  [
    ["a", "typeOf", "City", "p/1"],
    ["a", "typeOf", "Town", "p/1"],
    ["a", "name", "=A", "p/2"],
    ["b", "typeOf", "City"],
    ["b", "in", "a"],
    ["c", "in", "a"],
    ["c", "name", "=C"],
    ...literals.map((text): TripleRow => ["c", "note", `=${text}`]),
    ...Array.from({ length: 13 }, (_, at): TripleRow => ["d", "text", `=t${at}`]),
  ],
  [
    ...["1", "-2.5", "007", "text"].map(
      (value, at): ObservationRow => ["v", "a", `${2000 + at}`, value, { importName: "one" }],
    ),
    ["v", "a", "2001", "3", { importName: "two" }],
    ["v", "b", "2000", "300", {}],
    ["v", "b", "2001", "0.12345678901234", {}],
    ["v", "b", "2002", "1e300", {}],
    ["w", "b", "2000", "0.123456789012345", {}],
    ["w", "b", "2001", "1.23456789012345", {}],
    ["w", "b", "2002", "12.3456789012345", {}],
    ["w", "b", "2003", "+7", {}],
  ],
);
const columns = storedColumnsOf(world);
const contents = contentsOf(world, infoOf(world, new DiagnosticLog().summary()));

/** What a walk in pages of so many bytes says. */
function said(
  of: ReadonlyMap<string, Column>,
  pageBytes: number,
  data: unknown = contents,
): string {
  let offset = 0;
  const entries = [...of].map(([name, column]) => {
    const at = offset;
    offset += column.byteLength;
    const { byteLength } = column;
    return {
      name,
      type: elementTypeOf(column),
      offset: at,
      byteLength,
      checks: new Uint32Array(0),
    };
  });
  const world = data as WorldContents;
  const table = new SectionTable(entries, countsOf(world), pageBytes, "f", (name, start, end) =>
    of.get(name)!.slice(start, end),
  );
  try {
    walkWorld(table, world, columnsIn(of));
    return "may be so";
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    const entry = entries.find(({ name }) => name === error.section);
    const row = Number(/at row (\d+)/.exec(error.message)?.[1]);
    if (
      entry !== undefined &&
      error.offset !== entry.offset + row * of.get(entry.name)!.BYTES_PER_ELEMENT
    )
      return `told at another place: ${error.message}`;
    return error.message.replace(/^f: /, "").replace(": save it again from the data", "");
  }
}

/** Rows that are changed, and to what. */
function* changes(column: Column): Iterable<readonly [row: number, value: number]> {
  const step = Math.max(1, Math.floor(column.length / 5));
  for (let row = 0; row < column.length; row += step) {
    const before = column[row]!;
    for (const value of new Set([before + 1, 200])) {
      const [after] = (column.slice(0, 1) as Uint8Array).fill(value);
      if (!Object.is(after, before)) yield [row, value];
    }
  }
}

test("the columns of a freeze may be so, in pages of any size", () => {
  for (const pageBytes of [8, 64, 1 << 20]) expect(said(columns, pageBytes)).toBe("may be so");
});

describe("plain data that do not agree with the columns", () => {
  const { observations } = contents;
  const withPart = (part: Partial<typeof observations>) =>
    said(columns, 1 << 12, { ...contents, observations: { ...observations, ...part } });

  test("facets of other scores: series are not in the order of their ranks", () => {
    const told = observations.facets.map((_, worst) =>
      withPart({
        facets: observations.facets.map((facet, at) => ({
          ...facet,
          score: at === worst ? 1e9 : facet.score,
        })),
      }),
    );
    // Of the facets of one variable and entity, the first must not be worse than the second.
    expect(told.filter((what) => what.includes("it ranks above the one before"))).toHaveLength(1);
    expect(told.filter((what) => what === "may be so")).toHaveLength(told.length - 1);
  });

  test.each(["dateBits", "formatBits", "kindWord", "valueWord"] as const)(
    "another %s of records",
    (name) => {
      const { seriesLayout } = observations;
      const other = name === "valueWord" ? 0 : 1;
      const value = name.endsWith("Bits") ? seriesLayout[name] + 1 : other;
      const changed = { ...seriesLayout, [name]: value === seriesLayout[name] ? 2 : value };
      expect(withPart({ seriesLayout: changed as typeof seriesLayout })).toMatch(
        /records do not lie so|rows, not [0-9]+/,
      );
    },
  );
});

const path = join(import.meta.dirname, "each-change.txt");
const isWritten = process.env["EXPECT"] === "write";
if (isWritten) writeFileSync(path, "");
/** By column. */
const expected = new Map(
  readFileSync(path, "utf8")
    .split("\n\n")
    .map((part) => [part.split(":", 1)[0]!, part.trim().split("\n")]),
);

test.each([...columns])(
  "each changed number of %s is reported, unless there is such a world",
  (name) => {
    const column = columns.get(name)!;
    const counts = new Map<string, number>();
    for (const [row, value] of changes(column)) {
      const other = column.slice();
      other[row] = value;
      const what = said(new Map(columns).set(name, other), 1 << 12).replaceAll(/\d+/g, "#");
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    const lines = [
      `${name}: ${column.length} of ${elementTypeOf(column)}`,
      ...Array.from(counts, ([what, count]) => `  ${count} × ${what}`).sort(),
    ];
    if (isWritten) {
      appendFileSync(path, `${lines.join("\n")}\n\n`);
      expected.set(name, lines);
    }
    expect(lines).toEqual(expected.get(name));
  },
);
