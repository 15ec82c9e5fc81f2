/** What a file beside a table says about its columns, with their positions. */
import { describe, expect, test } from "vitest";
import type { ColumnMetadata, TableMetadata } from "../../../../src/load/bytes/table-metadata.ts";
import { BoundMetadata } from "../../../../src/load/described/bound-metadata.ts";

const column = (id: string, own: object = {}) =>
  ({ id, headings: [id], missing: [], ...own }) as unknown as ColumnMetadata;
const table = (columns: readonly ColumnMetadata[], own: object = {}) =>
  ({
    file: "t.json",
    columns,
    isWhole: false,
    hasHeader: true,
    ...own,
  }) as unknown as TableMetadata;

describe("columns", () => {
  const twins = [column("a", { headings: ["x"] }), column("b", { headings: ["x"] }), column("c")];
  test.each<[heading: string, id: string | undefined]>([
    ["x", "a"],
    [" c ", "c"],
    ["c", undefined],
    ["y", undefined],
  ])("of the heading %j", (heading, id) => {
    expect(new BoundMetadata(table(twins), ["x", " c ", "x"]).of(heading)?.id).toBe(id);
  });

  test("of one heading are told apart by their places", () => {
    const bound = new BoundMetadata(table(twins), ["x", "x", "z", "c"]);
    const seen: string[] = [];
    const headings = bound.headingsOf(({ id }) => {
      seen.push(id);
      return id !== "b";
    });
    expect([headings, seen]).toEqual([
      ["x", "c"],
      ["a", "b", "c"],
    ]);
  });

  test("without a header have their ids as headings", () => {
    const bound = new BoundMetadata(table([column("a"), column("b")], { hasHeader: false }), [
      "1",
      "2",
    ]);
    expect([bound.header, bound.of("b")?.id, bound.problem]).toEqual([["a", "b"], "b", undefined]);
  });
});

test.each<
  [
    what: string,
    columns: readonly string[],
    own: object,
    header: string,
    problem: string | undefined,
  ]
>([
  ["all that is described", ["a", "b"], { isWhole: true }, "a b c", undefined],
  ["some of it", ["a", "b"], {}, "a c", undefined],
  [
    "some of it, where all is described",
    ["a", "b"],
    { isWhole: true },
    "a c",
    "t.json describes the column 'b', and the columns are 'a', 'c'",
  ],
  [
    "none of it",
    ["a", "b"],
    {},
    "c d",
    "t.json describes the column 'a', and the columns are 'c', 'd'",
  ],
  ["nothing to describe", [], { isWhole: true }, "c", undefined],
  [
    "a mistake in the description",
    ["a"],
    { problem: "is wrong" },
    "a",
    "t.json describes the table, and is wrong",
  ],
  [
    "other columns without a header",
    ["a", "b"],
    { hasHeader: false },
    "1 2 3",
    "t.json describes 2 columns, and the table has 3",
  ],
  ["columns without a header or a description", [], { hasHeader: false }, "1", undefined],
  [
    "a long header",
    ["a"],
    {},
    "x".repeat(300),
    `t.json describes the column 'a', and the columns are '${"x".repeat(200)}'`,
  ],
])("a table with %s", (_, columns, own, header, problem) => {
  const described = table(
    columns.map((id) => column(id)),
    own,
  );
  expect(new BoundMetadata(described, header.split(" ")).problem).toBe(problem);
});

test.each<[own: object, cell: string, clean: string, isTold: boolean]>([
  [{ missing: ["-"] }, "-", "", true],
  [{ missing: ["-"] }, " - ", "", true],
  [{ missing: ["-"] }, "--", "--", false],
  [{ missing: ["", "-"] }, "", "", false],
  [{ otherwise: "0" }, "", "0", false],
  [{ otherwise: "0" }, "1", "1", false],
  [{ otherwise: "-", missing: ["-"] }, "", "", true],
  [{ holds: "numbers", group: ".", decimal: "," }, "1.234.567,8", "1234567.8", false],
  [{ holds: "numbers", group: " " }, "1 234.5", "1234.5", false],
  [{ holds: "numbers", decimal: "." }, "1.5", "1.5", false],
  [{ holds: "numbers", decimal: "," }, "1,5", "1.5", false],
  [{ holds: "numbers" }, "1,5", "1,5", false],
  [{ holds: "texts", group: ".", decimal: "," }, "1.234,5", "1.234,5", false],
])("of %j the cell %j is %j", (own, cell, clean, isTold) => {
  const told: string[] = [];
  const bound = new BoundMetadata(table([column("a", own)]), ["a", "b"]);
  expect(bound.clean([cell, cell], (what) => void told.push(what))).toEqual([clean, cell]);
  expect(told).toEqual(isTold ? [`cells '${cell || "-"}', which say that there is no value`] : []);
});
