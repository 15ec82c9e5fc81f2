/** Commands that go on where nothing was written. */
import { describe, expect, test } from "vitest";
import { lookedUpCures, namingCures, waysOf } from "../../../../src/cli/import/import-ways.ts";
import { open } from "../../../../src/index.ts";
import { proposeColumns } from "../../../../src/lint.ts";
import { withFolder } from "../../load/load-texts.ts";

const sexes = "id,Year,Male,Female\na/1,2020,3,4\na/2,2020,5,6\n";
const base = await open({ "b.mcf": "Node: dcid:other\ntypeOf: dcs:City\n" });

describe("headings that are parts of a variable get it by the name of the file", () => {
  test.each<[string, string, Parameters<typeof namingCures>[1], string[]]>([
    ["people.csv", sexes, {}, ["--variable people"]],
    ["my people.2020.csv", sexes, {}, ["--variable 'my people.2020'"]],
    ["people.csv", sexes, { variable: "Count" }, []],
    ["people.csv", "", {}, []],
    ["people.csv", sexes, { columns: { entity: "id", date: "Year", variables: ["Male"] } }, []],
    ["people.csv", "id,Year,variable,value\na/1,2020,Cats,3\n", {}, []],
  ])("%s", async (name, text, known, cures) => {
    await withFolder({ [name]: text }, async (folder) => {
      expect(await namingCures(`${folder}/${name}`, known, base)).toEqual(cures);
    });
  });
});

test("no name is proposed by which the variables would be something else of the base", async () => {
  await withFolder({ "people.csv": sexes }, async (folder) => {
    const known = { variable: undefined };
    const { columns } = await proposeColumns(`${folder}/people.csv`, { variable: "people" });
    const [name = ""] = Object.keys(columns?.properties ?? {});
    const other = await open({ "b.mcf": `Node: dcid:${name}\ntypeOf: dcs:City\n` });
    expect(await namingCures(`${folder}/people.csv`, known, other)).toEqual([]);
  });
});

describe("a table that stops is followed by", () => {
  const waysFor = async (text: string, lacksPlaces = false) =>
    await withFolder({ "t.csv": text }, async (folder) => {
      const file = `${folder}/t.csv`;
      return await waysOf(file, await proposeColumns(file), { map: undefined, lacksPlaces });
    });
  const title = "one of these goes on:";
  const change = "change the table or the options, then this goes on:";

  test.each<[string, string, { title: string; ways: string[] }]>([
    [
      "the options that say what is meant",
      "id,Date,Cats\na/1,03/04/2020,5\na/2,04/04/2020,6\n",
      { title, ways: ["--day-first", "--month-first"] },
    ],
    ["a proposal to be edited", sexes, { title, ways: ["--propose t.map.json"] }],
    ["a change of the table, where it is empty", "", { title: change, ways: ["--dry-run"] }],
    [
      "a change of the table, where an edited proposal would be refused for the same",
      "id,Year,Cats,Cats\na/1,2020,5,6\n",
      { title: change, ways: ["--dry-run"] },
    ],
  ])("%s", async (_, text, expected) => {
    expect(await waysFor(text)).toEqual(expected);
  });

  test("a base, and no proposal, where names of places were looked up nowhere", async () => {
    const table = "Country,Year,Cats\nFrance,2020,5\n";
    expect(await waysFor(table)).toEqual({ title, ways: ["--propose t.map.json"] });
    expect(await waysFor(table, true)).toEqual({ title: change, ways: ["--dry-run"] });
  });
});

describe("where no name is a place of the base", () => {
  const rows = ["Midwest,Ohio,a", "South,Texas,b", "West,Nowhere,c"].map(
    (row) => `${row},2023,5\n`,
  );
  const table = `Region,State,Note,Year,Pools\n${rows.join("")}`;
  const waysFor = async (text: string, known: Parameters<typeof lookedUpCures>[1], isNone = true) =>
    await withFolder({ "t.csv": text }, async (folder) => {
      const file = `${folder}/t.csv`;
      const proposal = await proposeColumns(file, known);
      const { names = [] } = proposal;
      const unknown = isNone ? names : names.slice(1);
      const places = ["Ohio", "Texas"].map(
        (name) => `Node: dcid:${name}\ntypeOf: dcs:State\nname: "${name}"\n`,
      );
      const states = await open({ "b.mcf": places.join("\n") });
      return await lookedUpCures(file, known, {
        ...{ proposal, base: states, taken: [], unknown },
        sized: [],
      });
    });

  test("another column is offered of which it knows half of the names", async () => {
    expect(await waysFor(table, {})).toEqual(["--name State"]);
    expect(await waysFor(table.replace("Ohio", "Elsewhere"), {})).toEqual([]);
  });

  test("none is offered where some names are known, or where somebody named the column", async () => {
    expect(await waysFor(table, {}, false)).toEqual([]);
    expect(await waysFor(table, { name: "Region" })).toEqual([]);
  });
});
