/** A second header below the first: the rows below it say something else. */
import { expect, test } from "vitest";
import { opened } from "./opened-columns.ts";

const wide = { entity: "Place", dates: ["2019", "2020"], variable: { constant: "People" } };
const long = { entity: "Place", date: "Year", variables: ["People"] };
// So many rows that they are read from their bytes.
const rows = Array.from({ length: 3_000 }, (_, at) => `a/${at},${2000 + (at % 20)},${at}\n`);

test.each([
  [wide, "Place,2019,2020\na/1,5,6\nPlace,2021,2022\na/1,7,8\n", 3, "Place, 2021, 2022"],
  [long, "Place,Year,People\na/1,2020,5\nPlace,Year,Cats\na/2,2020,7\n", 3, "Place, Year, Cats"],
  [
    long,
    `Place,Year,People\n${rows.join("")}Place,Year,Cats\na/2,1999,7\n`,
    3_002,
    "Place, Year, Cats",
  ],
  [
    { ...long, entity: { column: "Place", prefix: "a/" } },
    "Place,Year,People\n1,2020,5\nPlace,Year,Cats\n2,2020,7\n",
    3,
    "Place, Year, Cats",
  ],
  [
    { ...long, entity: { constant: "a/1" } },
    "Year,People\n2020,5\nYear,Cats\n2021,7\n",
    3,
    "Year, Cats",
  ],
])(
  "with other headings is refused, and its line is named: %j",
  async (columns, table, line, row) => {
    await expect(opened(table, columns)).rejects.toThrow(
      `towns.csv:${line}: the row is a header again, '${row}': each table needs a file of its own`,
    );
  },
);

test("with the same headings is left out: the rows below mean the same", async () => {
  const table = "Place,Year,People\na/1,2020,5\nPlace,Year,People\na/2,2020,7\n";
  const { observations } = await opened(table, long);
  expect(observations).toEqual(["People a/1 2020 5", "People a/2 2020 7"]);
});

test("is none where a place is called as its column", async () => {
  const table = "Place,Year,People\na/1,2020,5\nPlace,2020,7\n";
  const { observations } = await opened(table, long);
  expect(observations).toEqual(["People Place 2020 7", "People a/1 2020 5"]);
});
