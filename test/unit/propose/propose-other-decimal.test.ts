/** A sign before decimals that the caller names, and cells that have the other one. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { type KnownColumns, proposeColumns } from "../../../src/lint.ts";

const tableOf = (cells: readonly string[]) =>
  `entity;year;size\n${cells.map((cell, at) => `a/${at};2020;${cell}`).join("\n")}\n`;

async function proposed(text: string, known: KnownColumns) {
  const { columns, problems, cures } = await proposeColumns({ "a.csv": text }, known);
  return { columns, problems, cures };
}

test.each([
  [",", ["12.5"], 2, "12.5"],
  [",", ["1,234.5"], 2, "1,234.5"],
  [",", ["3", "12.5"], 3, "12.5"],
  [",", ["1.234", "7.5", "2.345"], 3, "7.5"],
  [",", ["7,5", "12.5", "13.5"], 3, "12.5"],
  [".", ["12,5"], 2, "12,5"],
  [".", ["1.234,5"], 2, "1.234,5"],
  [".", ["1,234", "7,5", "2,345"], 3, "7,5"],
] as const)(
  "decimals after '%s' are refused for %j, with line and column",
  async (decimal, cells, line, cell) => {
    const other = decimal === "," ? "." : ",";
    expect(await proposed(tableOf(cells), { decimal })).toEqual({
      columns: undefined,
      problems: [
        `'${cell}' in line ${line} of 'size' has its decimals after '${other}', and '${decimal}' is said`,
      ],
      cures: [`--decimal ${other}`],
    });
  },
);

test.each([
  [",", ["1,234"], 1.234],
  [",", ["1.234"], 1234],
  [",", ["1.234", "7,5", "7.5"], 1234],
  [",", ["1.234,5"], 1234.5],
  [".", ["1,234"], 1234],
  [".", ["1.234"], 1.234],
  [".", ["1,234.5"], 1234.5],
] as const)(
  "cells that fit decimals after '%s' are read as it says: %j",
  async (decimal, cells, value) => {
    const text = tableOf(cells);
    const { columns } = await proposed(text, { decimal });
    const commons = await open({ "a.csv": text }, { columns: columns! });
    expect(commons.latest("size", "a/0")?.value).toBe(value);
  },
);

test("a column that the said sign makes texts is refused, unless it holds no values or another one is named", async () => {
  const text = "entity;year;people;rate;lat\na/1;2020;3;12.5;1.5\na/2;2020;4;13.5;2.5\n";
  expect(await proposed(text, { decimal: "," })).toEqual({
    columns: undefined,
    problems: ["'12.5' in line 2 of 'rate' has its decimals after '.', and ',' is said"],
    cures: ["--decimal .", "--value people"],
  });
  expect((await proposed(text, { decimal: ",", value: "people" })).problems).toEqual([]);
  expect((await proposed(text.replace("rate", "lon"), { decimal: "," })).problems).toEqual([]);
});

test("a column of nothing but such numbers is refused where commas part cells", async () => {
  const text = 'entity,year,museums,rate\na/1,2022,"1,210","3,5"\na/2,2022,"2,305","2,5"\n';
  expect((await proposed(text, {})).cures).toEqual(["--decimal ,", "--decimal . --value museums"]);
  const german = "entity;year;museums;rate\na/1;2022;1,210;3,5\na/2;2022;2,305;2,5\n";
  expect((await proposed(german, {})).problems).toEqual([]);
});

test.each([
  'entity,year,museums,rate\na/1,2022,"1,210","3,5"\na/2,2022,1190,"2,5"\n',
  "entity;year;museums;rate\na/1;2022;1,210;3,5\na/2;2022;1190;2,5\n",
])(
  "thousands beside a column with decimal commas are refused, and what is offered goes on",
  async (text) => {
    expect(await proposed(text, {})).toEqual({
      columns: undefined,
      problems: [
        "'1,210' may have thousands or decimals, and others like it: --decimal says which sign is before decimals; other columns have decimals after ',': if it has thousands, write 'museums' without them, or read it alone",
      ],
      cures: ["--decimal ,", "--decimal . --value museums"],
    });
    const valueFor = async (table: string, known: KnownColumns) => {
      const { columns } = await proposed(table, known);
      return (await open({ "a.csv": table }, { columns: columns! })).latest("museums", "a/1")
        ?.value;
    };
    expect(await valueFor(text, { decimal: "," })).toBe(1.21);
    expect(await valueFor(text, { decimal: ".", value: "museums" })).toBe(1210);
    expect(await valueFor(text.replace("1,210", "1210"), {})).toBe(1210);
    // A cell of the column shows that its commas are before decimals.
    expect(await valueFor(text.replace("1190", text.includes(";") ? "3,5" : '"3,5"'), {})).toBe(
      1.21,
    );
  },
);

test.each([
  ["11.987", ["12,5", "10,2", "9,75"]],
  ["1.250", ["1,5", "2,25"]],
  ["11,987", ["12.5", "10.2", "9.75"]],
  ["11.987", ["1,5", "90000,5", "2,5"]],
])(
  "%s beside %j of one variable may be either, and what is offered goes on",
  async (cell, others) => {
    const text = tableOf([...others, cell]);
    const { problems, cures } = await proposed(text, {});
    const sign = cell.includes(",") ? "." : ",";
    expect(problems).toEqual([
      `'${cell}' may have thousands or decimals, beside decimals after '${sign}': --decimal ${sign} if it has thousands; if not, write it as the others are written`,
    ]);
    expect(cures).toEqual([`--decimal ${sign}`]);
    expect((await proposed(text, { decimal: sign })).problems).toEqual([]);
  },
);

test.each([
  ["a number with both signs says it", ["12,5", "11.987", "1.234,5"]],
  ["its size is that of the others", ["11234,5", "9876,25", "11.987"]],
  ["a number of another column says it", ["12,5;1.234,5", "11.987;3"]],
  ["it is a thousand times as large in both readings", ["0,0005", "0,0007", "11.987"]],
])("points part thousands: %s", async (_, cells) => {
  const heading = cells.some((cell) => cell.includes(";")) ? "size;people" : "size";
  const { columns, problems } = await proposed(tableOf(cells).replace("size", heading), {});
  expect([columns?.decimal, problems]).toEqual([",", []]);
});

test("the column that may be either is named, after one that is sure", async () => {
  const text = "entity;year;houses;people\na/1;2020;4;1.010\na/2;2020;5;1020\na/3;2020;6;2010\n";
  const { problems } = await proposed(text, {});
  expect(problems).toEqual([expect.stringContaining("'1.010' may have thousands")]);
});

test("numbers of another variable say nothing about a size", async () => {
  const rows = ["rate;4,5", "rate;5,25", "people;11.987", "people;12.345"];
  const text = `entity;year;variable;value\n${rows.map((row, at) => `a/${at};2020;${row}\n`).join("")}`;
  expect((await proposed(text, {})).problems).toEqual([]);
  for (const name of ["rate", "later"]) {
    const later = `a/8;2020;${name};4,75\na/7;2020;${name};11.987\n`;
    const mixed = await proposed(text + later, {});
    expect(mixed.problems).toEqual([expect.stringContaining("'11.987' may have thousands")]);
  }
});

test("a column with decimals after the other sign says that a number of another column may be either", async () => {
  const text = "entity;year;a;b\nx/1;2020;1223.8;1.267\nx/2;2020;1,5;1.028\nx/3;2020;2,5;1.100\n";
  const { problems } = await proposed(text, {});
  expect(problems).toEqual([expect.stringContaining("'1.267' may have thousands")]);
});

const twoWays = /are written in two ways/;

test("numbers of one variable that part thousands in two ways are refused, whatever is said", async () => {
  for (const known of [{}, { decimal: "," }, { decimal: "." }] as const) {
    const { problems, cures } = await proposed(tableOf(["476,750", "439.291"]), known);
    expect(problems[0]).toMatch(
      /^'476,750' in line 2 and '439\.291' in line 3 of 'size' are written in two ways/,
    );
    expect(cures).toEqual([]);
  }
});

test("numbers of two variables, and beside one that says the sign, are no such numbers", async () => {
  const long =
    "entity;year;indicator;value\na/1;2020;People;1,234\na/1;2020;Rate;12.345\na/2;2020;People;2,234\na/2;2020;Rate;13.345\n";
  const { problems, cures } = await proposed(long, {});
  expect(problems.join()).not.toMatch(twoWays);
  expect(cures).toContain("--decimal .");
  const sure = await proposed(tableOf(["1.234", "12,345", "0,5"]), {});
  expect(sure.problems.join()).not.toMatch(twoWays);
});
