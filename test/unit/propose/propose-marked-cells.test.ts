/** Cells that are not what their heading or the cells around them let expect: nothing is left out in silence. */
import { expect, test } from "vitest";
import { proposeColumns } from "../../../src/lint.ts";

const tableOf = (cells: readonly string[]) =>
  `State;Year;Cases;Deaths\n${cells.map((cell, at) => `Ohio;${2015 + at};${cell};${at + 7}`).join("\n")}\n`;

test.each([
  ["letters", ["1200", "950 e", "2200 e", "1700 e", "1650 r", "1800 r", "900"]],
  ["bounds", ["1200", "<5", "2200", "<5", "<5", "1800", "<5"]],
])("a column of numbers and of numbers with %s holds values", async (_, cells) => {
  const { columns, problems } = await proposeColumns({ "a.csv": tableOf(cells) }, {});
  expect(problems).toEqual([]);
  expect(Object.keys(columns?.variables ?? {})).toEqual(["Cases", "Deaths"]);
});

test("a column with more words than numbers is refused, unless the caller names another one", async () => {
  const files = {
    "a.csv": tableOf(["1200", "geheim", "2200", "geheim", "geheim", "1800", "geheim"]),
  };
  const { columns, problems, cures } = await proposeColumns(files, {});
  expect(columns).toBeUndefined();
  expect(problems).toEqual([
    "'Cases' has numbers, as '1200', and more other cells, as 'geheim', and would not be read: leave these cells empty, or --value names the column that is read",
  ]);
  expect(cures).toEqual(["--value Deaths"]);
  expect((await proposeColumns(files, { value: "Deaths" })).problems).toEqual([]);
});

test("notes with a number among them are no such column", async () => {
  const table = tableOf(["see A", "B", "2200", "C", "D", "E", "F"]);
  expect((await proposeColumns({ "a.csv": table }, {})).problems).toEqual([]);
});

test("places and their codes hold no values, whatever digits they have", async () => {
  const table = "Town,Town code,Year,Note\nDover,a1 b2,2020,some\nKeene,b7 c1,2021,some\n";
  expect((await proposeColumns({ "a.csv": table }, {})).problems).toEqual([
    "no column holds numbers: --value HEADING names one",
  ]);
});

test("numbers of five digits are no years, and their heading is exchanged with no other", async () => {
  const table = "Country,Year,Cats\nFrance,5,20123\nPoland,6,19555\n";
  expect((await proposeColumns({ "a.csv": table }, {})).problems).toEqual([
    expect.stringMatching(/^'Year' holds no dates, as '5'/),
  ]);
});

test("the only column of texts is one of names, unless all of them are ids", async () => {
  const offered = async (...cells: readonly string[]) =>
    (
      await proposeColumns(
        { "a.csv": `Kommun1,Year,Cats\n${cells.map((cell) => `${cell},2020,3\n`).join("")}` },
        {},
      )
    ).cures;
  expect(await offered("Area51", "Dover", "Keene")).toEqual(["--name Kommun1"]);
  expect(await offered("area51", "area52", "area53")).toEqual(["--entity Kommun1"]);
});

test.each([
  [["4,9", "5,8", "6,7", "7,6", "8"], "rows have more cells than the header"],
  [["4,9", "5,8", "6,7", "7", "8"], undefined],
])("a fifth of the rows may have the cells of the header beside %j", async (rows, problem) => {
  const table = `Country,Year,Cats\n${rows.map((cells, at) => `France,${2015 + at},${cells}\n`).join("")}`;
  const { problems } = await proposeColumns({ "a.csv": table }, {});
  expect(problems.some((one) => one.startsWith("rows have more cells"))).toBe(
    problem !== undefined,
  );
});

test("thousands that the caller confirms are no part of the name any more", async () => {
  const files = { "a.csv": 'iso3,Year,"Farm income ($1,000)"\nKEN,2022,5\nUGA,2022,7\n' };
  const { columns } = await proposeColumns(files, { multiplier: 1000 });
  expect(Object.values(columns?.variables ?? {})).toMatchObject([{ name: "Farm income ($)" }]);
  const { columns: plain } = await proposeColumns(files, { multiplier: 1 });
  expect(Object.values(plain?.variables ?? {})).toMatchObject([{ unit: "USDollar" }]);
  expect(JSON.stringify(plain?.variables)).not.toContain("name");
});

test("a date that is no date and no heading stands in the draft, to be corrected", async () => {
  const { draft, problems, cures } = await proposeColumns(
    { "a.csv": tableOf(["1", "2"]) },
    { date: "Yaer" },
  );
  expect(draft?.date).toEqual({ constant: "Yaer" });
  expect(problems).toContain("--date Yaer is neither a date nor a heading; is 'Year' meant?");
  expect(cures).toContain("--date Year");
});

test.each(["UNITMULT", "unit_multiplier", "Power code"])(
  "%s holds powers of ten",
  async (heading) => {
    const rows = ["Ohio,2020,3,5", "Iowa,2020,3,6", "Utah,2020,0,7"];
    const { columns } = await proposeColumns(
      { "a.csv": [`State,Year,${heading},Cats`, ...rows, ""].join("\n") },
      {},
    );
    expect(columns?.multiplier).toBe(heading);
  },
);
