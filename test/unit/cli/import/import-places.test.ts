/** Which places the names of a table are, against a small base. */
import { describe, expect, test } from "vitest";
import {
  headingsOfRows,
  idsOutside,
  lookedUp,
  placesNamed,
  unknownLines,
  withoutKnown,
} from "../../../../src/cli/import/import-places.ts";
import { open, type TableColumns } from "../../../../src/index.ts";
import type { ColumnsProposal, EntityName } from "../../../../src/lint.ts";

const place = (dcid: string, type: string, name: string, within?: string) =>
  `Node: dcid:${dcid}\ntypeOf: dcs:${type}\nname: "${name}"\n${within === undefined ? "" : `containedInPlace: dcid:${within}\n`}`;

const base = await open({
  "places.mcf": [
    place("geoId/25", "State", "Massachusetts"),
    place("geoId/36", "State", "New York"),
    place("geoId/2507000", "City", "Boston", "geoId/25"),
    place("geoId/2567000", "City", "Springfield", "geoId/25"),
    place("geoId/3651000", "City", "New York", "geoId/36"),
    place("Count_Cat", "StatisticalVariable", "Cats"),
    "Node: dcid:Count_Dog\nname: dogs\n",
  ].join("\n"),
});

const namesOf = (...names: readonly string[]): EntityName[] =>
  names.map((name, at) => ({ name, rows: at + 1 }));

function proposalOf(columns: TableColumns | undefined, names?: EntityName[]): ColumnsProposal {
  const found = [
    { heading: "Town", role: "entity", reason: "as it is" },
    { heading: "Year", role: "date", reason: "dates" },
  ];
  return {
    columns,
    found,
    names,
    numeric: [],
    problems: [],
    cures: [],
  } as unknown as ColumnsProposal;
}

const named = (entity: object): TableColumns =>
  ({ entity: { name: "Town", ...entity }, date: "Year" }) as TableColumns;

describe("names of places", () => {
  test("are looked up under the type of their heading", async () => {
    const proposal = proposalOf(
      named({ type: "City" }),
      namesOf("Boston", "Sprinfield", "Nowhere"),
    );
    expect(await placesNamed(proposal, base, false)).toEqual({
      proposal,
      unknown: [
        { name: "Sprinfield", rows: 2, meant: "Springfield" },
        { name: "Nowhere", rows: 3 },
      ],
    });
  });

  test("are of another type if it has more of them, and at least half", async () => {
    const names = namesOf("Massachusetts", "Nowhere");
    const found = await placesNamed(proposalOf(named({ type: "City" }), names), base, false);
    const reason = "names of places, as Massachusetts; looked up as State, which has 1 of 2";
    expect(found).toEqual({
      proposal: {
        ...proposalOf(named({ type: "State" }), names),
        found: [
          { heading: "Town", role: "entity", reason },
          { heading: "Year", role: "date", reason: "dates" },
        ],
      },
      unknown: [{ name: "Nowhere", rows: 2 }],
    });
  });

  test.each<[string, object, string[], boolean, string[]]>([
    [
      "less than half is of the other type",
      { type: "City" },
      ["Massachusetts", "x1", "x2"],
      false,
      ["Massachusetts", "x1", "x2"],
    ],
    ["the other type has no more of them", { type: "State" }, ["New York", "x1"], false, ["x1"]],
    ["all are of the type", { type: "City" }, ["New York", "Boston"], false, []],
    ["the user said the type", { type: "City" }, ["Massachusetts"], true, ["Massachusetts"]],
    ["no type is said: any will do", {}, ["Massachusetts", "Boston", "x1"], false, ["x1"]],
    [
      "only places within one are meant",
      { type: "City", within: "geoId/25" },
      ["Boston", "New York"],
      false,
      ["New York"],
    ],
  ])("keep their type where %s", async (_, entity, names, isGiven, unknown) => {
    const proposal = proposalOf(named(entity), namesOf(...names));
    const found = await placesNamed(proposal, base, isGiven);
    expect(found.proposal).toBe(proposal);
    expect(found.unknown.map(({ name }) => name)).toEqual(unknown);
  });

  test("are all unknown without a base, and no names without a column of them", async () => {
    const names = namesOf("Boston");
    const proposal = proposalOf(named({}), names);
    expect(await placesNamed(proposal, undefined, false)).toEqual({ proposal, unknown: names });
    for (const columns of [undefined, { entity: "id" }, { entity: { column: "id" } }] as const) {
      const other = proposalOf(columns as TableColumns, names);
      expect(await placesNamed(other, base, false)).toEqual({ proposal: other, unknown: names });
    }
    const none = proposalOf(named({}));
    expect(await placesNamed(none, base, false)).toEqual({ proposal: none, unknown: [] });
  });

  test("with slips are compared with the fifty first alone", async () => {
    const names = Array.from({ length: 51 }, (_, at) => `Bostn${"a".repeat(at % 2)}`);
    const proposal = proposalOf(named({ type: "City" }), namesOf(...names));
    const { unknown } = await placesNamed(proposal, base, true);
    expect([unknown.length, unknown[0]?.meant, unknown[50]?.meant]).toEqual([
      51,
      "Boston",
      undefined,
    ]);
    expect(unknown.filter(({ meant }) => meant !== undefined).length).toBeGreaterThan(24);
  });

  test("that are totals of a known place are not unknown", async () => {
    const proposal = proposalOf(
      named({ type: "City" }),
      namesOf("Boston", "Total Boston", "Total Nowhere"),
    );
    const { unknown } = await placesNamed(proposal, base, false);
    expect(unknown.map(({ name }) => name)).toEqual(["Total Nowhere"]);
  });
});

test("a name that stands alone in a row is a heading of rows if no place has it", async () => {
  const unknown = [
    { name: "North", rows: 1, alone: 4 },
    { name: "Boston", rows: 1, alone: 9 },
    { name: "South", rows: 1 },
  ];
  expect(await headingsOfRows(unknown, base)).toEqual([
    "line 4 has 'North' alone, which is no known place: as the heading of the rows below it would not be read; the table needs a column for it",
  ]);
  expect(await headingsOfRows(unknown, undefined)).toEqual([]);
  expect(await headingsOfRows(unknown.slice(2), base)).toEqual([]);
});

describe("headings of numbers that are places of the base", () => {
  const wide = (columns: TableColumns | undefined, ...numeric: readonly string[]) =>
    ({ ...proposalOf(columns), numeric, draft: {}, layout: undefined }) as ColumnsProposal;
  const columns = { entity: "id", date: "Year" } as TableColumns;

  test("stop the proposal, which says how such a table is read", async () => {
    const { refused, base: opened } = await lookedUp(
      wide(columns, "Boston", "New York", "Cats"),
      {},
      async () => base,
    );
    expect(opened).toBe(base);
    expect(refused).toMatchObject({
      columns: undefined,
      draft: undefined,
      numeric: ["Boston", "New York", "Cats"],
    });
    expect(refused?.problems).toEqual([
      expect.stringContaining("columns of values are places, 'Boston', 'New York'"),
    ]);
    expect(refused?.cures).toEqual([expect.stringContaining("--layout places-across")]);
  });

  test.each<[string, ColumnsProposal, object]>([
    ["half of them", wide(columns, "Boston", "New York", "Cats", "Dogs"), {}],
    ["one of them", wide(columns, "Boston"), {}],
    [
      "one of two, of which the other is a variable of the base",
      wide(columns, "Boston", "Cats"),
      {},
    ],
    [
      "a layout",
      {
        ...wide(columns, "Boston", "New York"),
        layout: "places-across",
      } as unknown as ColumnsProposal,
      {},
    ],
    ["a map of the user", wide(columns, "Boston", "New York"), { columns }],
  ])("are no reason to stop for %s", async (_, proposal, known) => {
    const { refused } = await lookedUp(proposal, known, async () => base);
    expect(refused).toBeUndefined();
  });

  test("need a base, which is opened only if something is looked up in it", async () => {
    const seen = wide(columns, "Boston", "New York");
    expect(await lookedUp(seen, {}, async () => undefined)).toEqual({});
    let opened = 0;
    const open = async () => {
      opened += 1;
      return base;
    };
    const unread = wide(undefined, "Boston");
    expect(await lookedUp(unread, {}, open)).toEqual({ refused: unread });
    expect(opened).toBe(0);
    const refused = await lookedUp(wide(undefined, "Cats", "Dogs"), {}, open);
    expect([opened, refused.refused?.numeric, refused.base === base]).toEqual([
      1,
      ["Cats", "Dogs"],
      true,
    ]);
  });
});

describe("ids that the base does not have", () => {
  const ids = ["geoId/25", "x/9", "x/1", "x/2", "x/3", "x/4", "x/5"];
  const worldOf = async (count: number) =>
    await open({
      "o.csv": `entity,variable,date,value\n${ids
        .slice(0, count)
        .flatMap((id) => [`${id},Cats,2020,1`, `${id},Dogs,2020,1`])
        .join("\n")}\n`,
    });
  const byId = proposalOf({ entity: "Town", date: "Year" });

  test("are named once in order, the first five of them", async () => {
    expect(idsOutside(byId, await worldOf(7), base)).toEqual([
      "6 ids of 'Town' that no node of the base has: x/1, x/2, x/3, x/4, x/5, and 1 more",
    ]);
    expect(idsOutside(byId, await worldOf(6), base)).toEqual([
      "5 ids of 'Town' that no node of the base has: x/1, x/2, x/3, x/4, x/9",
    ]);
    const inColumn = proposalOf({ entity: { column: "Town" } } as TableColumns);
    expect(idsOutside(inColumn, await worldOf(2), base)).toEqual([
      "1 id of 'Town' that no node of the base has: x/9",
    ]);
  });

  test("are none without a base, where all are known, and in a column of names", async () => {
    const world = await worldOf(2);
    expect(idsOutside(byId, world, undefined)).toEqual([]);
    expect(idsOutside(byId, await worldOf(1), base)).toEqual([]);
    expect(idsOutside(proposalOf(named({})), world, base)).toEqual([]);
    expect(idsOutside(proposalOf(undefined), world, base)).toEqual([]);
  });
});

test("what is proposed for variables is neither written nor shown if the base describes the variable", () => {
  const properties = { Count_Cat: { a: "b" }, Count_Dog: { a: "b" }, Cows: {} };
  const columns = { entity: "id", properties } as unknown as TableColumns;
  const variables = ["Count_Cat: populationType Cat", "Cows: populationType Cow"];
  const proposal = { ...proposalOf(columns), variables };
  const { Count_Cat: _, ...own } = properties;
  expect(withoutKnown(proposal, base)).toMatchObject({ variables: variables.slice(1) });
  expect(withoutKnown(proposal, base).columns).toEqual({ entity: "id", properties: own });
  expect(withoutKnown(proposal, undefined)).toBe(proposal);
  const bare = proposalOf({ entity: "id" });
  expect(withoutKnown(bare, base)).toBe(bare);
  const none = proposalOf(undefined);
  expect(withoutKnown(none, base)).toBe(none);
});

test("the line about unknown names has their rows, what may be meant, and the first fifty", () => {
  const many = Array.from({ length: 52 }, (_, at) => ({ name: `n${at}`, rows: 1 }));
  const [first, second] = [
    { name: "Bostn", rows: 2, meant: "Boston" },
    { name: "x", rows: 1 },
  ];
  const line = (names: EntityName[], columns?: TableColumns) =>
    unknownLines(names, { columns } as ColumnsProposal);
  expect(line([first, second], named({ type: "City" }))).toEqual([
    "2 names of no known City: Bostn (Boston?) × 2, x × 1",
  ]);
  expect(line([second], named({}))).toEqual(["1 name of no known place: x × 1"]);
  expect(line([second], { entity: "id" } as TableColumns)).toEqual([
    "1 name of no known place: x × 1",
  ]);
  expect(line([second], named({ type: "" }))).toEqual(["1 name of no known place: x × 1"]);
  expect(line([second])).toEqual(["1 name of no known place: x × 1"]);
  expect(line([])).toEqual([]);
  const shown = (count: number) =>
    many
      .slice(0, count)
      .map(({ name }) => `${name} × 1`)
      .join(", ");
  expect(line(many)).toEqual([`52 names of no known place: ${shown(50)}, and 2 more`]);
  expect(line(many.slice(0, 50))).toEqual([`50 names of no known place: ${shown(50)}`]);
});

describe("parts of a variable that the base describes as variables", () => {
  const dimensions = (codes: object): TableColumns =>
    ({
      ...named({}),
      variables: { n: {} },
      dimensions: { what: { values: codes } },
    }) as TableColumns;
  const refused = async (codes: object, known = {}) =>
    (await lookedUp(proposalOf(dimensions(codes)), known, async () => base)).refused;

  test("are to be read as variables", async () => {
    const found = await refused({ "dcid:Count_Cat": "Count_Cat" });
    expect(found).toMatchObject({
      columns: undefined,
      problems: [
        "the cells of 'what' are variables that the base describes, as 'dcid:Count_Cat', and no parts of another one: --variable reads them so",
      ],
      cures: ["--variable what"],
    });
  });

  test.each([
    ["one of them is none", { Count_Cat: "Count_Cat", Count_Dog: "Count_Dog" }, {}],
    ["no cell is known", {}, {}],
    ["the caller says the variable", { Count_Cat: "Count_Cat" }, { variable: "n" }],
  ])("are parts where %s", async (_, codes, known) => {
    expect(await refused(codes, known)).toBeUndefined();
  });
});
