/** `import` reads a table right, or refuses it and names the columns: it never writes a wrong number. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withFolder } from "../../../load/load-texts.ts";
import { run } from "../../running.ts";

const places = `Node: dcid:geoId/25
typeOf: dcs:State
name: "Massachusetts"

Node: dcid:geoId/2567000
typeOf: dcs:Town
name: "Springfield"
containedInPlace: dcid:geoId/25

Node: dcid:geoId/2507000
typeOf: dcs:Town
name: "Boston"
containedInPlace: dcid:geoId/25

Node: dcid:geoId/1772000
typeOf: dcs:Town
name: "Springfield"
containedInPlace: dcid:geoId/17

Node: dcid:geoId/13
typeOf: dcs:State
name: "Georgia"

Node: dcid:country/GEO
typeOf: dcs:Country
name: "Georgia"

Node: dcid:Male
typeOf: dcs:GenderType
`;

interface Imported {
  readonly code: number;
  readonly out: string;
  readonly wrote: string;
  readonly nodes: string;
}

/** What the command says about a table, and the converted table that it writes. */
async function imported(
  table: string,
  args: readonly string[] = [],
  base = false,
): Promise<Imported> {
  return await withFolder({ "base/places.mcf": places, "t/t.csv": table }, async (folder) => {
    const named = base ? ["--base", join(folder, "base")] : [];
    const { code, out } = await run(["import", join(folder, "t/t.csv"), ...named, ...args]);
    const textOf = (name: string) => {
      const path = join(folder, "t", name);
      return existsSync(path) ? readFileSync(path, "utf8") : "";
    };
    if (code === 2) expect(existsSync(join(folder, "t/config.json"))).toBe(false);
    return { code, out, wrote: textOf("t.observations.csv"), nodes: textOf("t.nodes.mcf") };
  });
}

async function refused(table: string, args: readonly string[] = [], base = false): Promise<string> {
  const { code, out } = await imported(table, args, base);
  expect(code).toBe(2);
  expect(out).toContain("nothing was written");
  return out;
}

describe("a table is refused, and the columns are named", () => {
  test("a region beside its country: the country does not get the region's numbers", async () => {
    const table = "Region,COUNTRY,Year,Cats\nR-01,FRA,2020,5\nR-01,FRA,2021,6\n";
    const out = await refused(table);
    expect(out).toContain("'Region' says a place within the one in 'COUNTRY', as 'R-01'");
    expect(out).toMatch(/npx pocket-commons import \S+ --entity Region\n/);
    const given = ["--with", "my places", "--strict", "--day-first", "--unit", "Euro"];
    expect(await refused(table, given)).toMatch(
      /import \S+ --unit Euro --day-first --with 'my places' --strict --entity Region/,
    );
    const { wrote } = await imported(table, ["--entity", "Region", "--prefix", "my/"]);
    expect(wrote).toContain("Cats,my/R-01,2020,5");
  });

  test("places of the base as headings: rows are about each of them", async () => {
    const table = "Year,Boston,Massachusetts\n2020,5,6\n";
    const out = await refused(table, ["--entity", "country/USA"], true);
    expect(out).toContain("columns of values are places, 'Boston', 'Massachusetts'");
    const one = await imported("Year,Boston,Cats\n2020,5,6\n", ["--entity", "country/USA"], true);
    expect(one.code).toBe(0);
  });

  test("towns beside their states, by name", async () => {
    const out = await refused("State,City,Year,Cats\nMA,Boston,2020,5\nMA,Salem,2020,6\n");
    expect(out).toContain("'City' says a place within the one in 'State', as 'Boston'");
  });

  test("rows that say different values beyond those that were looked at", async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `a/${at},2020,${at}`);
    const out = await refused(["id,Year,Cats", ...rows, "a/3,2020,99", ""].join("\n"));
    expect(out).toContain("rows say different values of one entity, variable and date");
    expect(out).toContain("variable 'Cats', entity 'a/3', date '2020'");
    const noted = rows.map((row) => `${row},x`);
    const other = await refused(["id,Year,Cats,Note", ...noted, "a/3,2020,99,y", ""].join("\n"));
    expect(other).toContain("lines 5 and 1202 have the same entity, variable and date");
    expect(other).toContain("they differ in 'Note', which would not be read");
  });

  test("names under a heading of entities never become dcids", async () => {
    const table = "Entity,Year,Life\nFrance,2020,82\nFrance,2021,83\nWorld,2020,72\n";
    const out = await refused(table);
    expect(out).toContain("2 names of no known place: France × 2, World × 1");
    const given = await refused(table, ["--entity", "Entity"]);
    expect(given).toContain("the column 'Entity' holds names, as 'France', and no ids");
    expect(given).toMatch(/import \S+ --name Entity\n/);
  });

  test("codes of places of no known kind", async () => {
    const out = await refused("geo,Year,Cats\nXY21,2020,5\nXY22,2020,6\n");
    expect(out).toContain("the column 'geo' holds codes of places, as 'XY21', of no known kind");
    const either = await refused("geo,Year,Cats\nCA,2020,5\nDE,2020,6\n");
    expect(either).toContain("the codes in 'geo', as 'CA', may be of countries or of states");
  });

  test("dates of which the day is not known are a question", async () => {
    const table = "id,Date,Cats\na/1,03/04/2020,5\na/2,04/04/2020,6\n";
    const out = await refused(table);
    expect(out).toContain("'03/04/2020' in 'Date' may be 2020-04-03 or 2020-03-04");
    const day = await imported(table, ["--day-first"]);
    expect(day.wrote).toContain("a/1,2020-04-03,5");
    const month = await imported(table, ["--month-first"]);
    expect(month.wrote).toContain("a/1,2020-03-04,5");
    const both = await run(["import", "t.csv", "--day-first", "--month-first"]);
    expect(both.err).toContain("exclude each other");
  });

  test("dates of headings, and the date of all rows, as well", async () => {
    const table = "id,03/04/2020,04/04/2020\na/1,5,6\n";
    expect(await refused(table, ["--variable", "Cats"])).toContain("may be 2020-04-03");
    const { wrote } = await imported(table, ["--variable", "Cats", "--day-first"]);
    expect(wrote).toContain("Cats,a/1,2020-04-03,5");
    const dated = "id,Cats\na/1,5\n";
    expect(await refused(dated, ["--date", "03/04/2020"])).toContain("'03/04/2020' in '--date'");
    const said = await imported(dated, ["--date", "03/04/2020", "--day-first"]);
    expect(said.out).toContain("a/1     2020-04-03  5");
  });

  test("columns of dates of which each may be meant", async () => {
    const table = "id,Start year,End year,Cats\na/1,2019,2020,5\na/2,2020,2021,6\n";
    const out = await refused(table);
    expect(out).toContain("several columns hold dates, 'Start year' and 'End year'");
    expect(out).toMatch(/import \S+ --date 'Start year'\n/);
  });

  test("names that several places have", async () => {
    const table = "Town,Year,Cats\nSpringfield,2020,5\nBoston,2020,6\n";
    const out = await refused(table, [], true);
    expect(out).toContain("names are names of several places: --type and --within");
    expect(out).toContain(
      "'Springfield' in column 'Town' may be 'geoId/1772000' or 'geoId/2567000'",
    );
    const { code, wrote } = await imported(table, ["--within", "geoId/25"], true);
    expect([code, wrote.includes("geoId/2567000,2020,5")]).toEqual([0, true]);
  });

  test("values whose power of ten is said twice, or in unknown words", async () => {
    const twice =
      "id,item,Year,Value (thousands),UNIT_MULT\na/1,Cats,2020,5,3\na/1,Cats,2021,6,6\n";
    expect(await refused(twice)).toContain(
      "'Value (thousands)' and 'UNIT_MULT' both say what values are multiplied by",
    );
    const odd = "id,Year,OBS_COUNT,UNIT_MULT\na/1,2020,5,lots\n";
    expect(await refused(odd)).toContain("multiplied by: 'lots' is no power of ten");
  });
});

describe("a table is read right", () => {
  test("below titles, dates of publication and blank lines", async () => {
    const table =
      'Population of towns;;\n"Stand: Dez 2020";;\n\nid;Jahr;Einwohner\na/1;Dez 2020;1,5\na/2;Dez 2020;2,5\n';
    const { code, out, wrote } = await imported(table);
    expect([code, wrote]).toEqual([
      0,
      "variable,entity,date,value\nEinwohner,a/1,2020-12,1.5\nEinwohner,a/2,2020-12,2.5\n",
    ]);
    expect(out).toContain("header in line 4");
  });

  test("below the line that --header names", async () => {
    const table = "id,Year,Cats\nold,2019,1\nid,Year,Dogs\na/1,2020,5\n";
    const { wrote } = await imported(table, ["--header", "3"]);
    expect(wrote).toBe("variable,entity,date,value\nDogs,a/1,2020,5\n");
    expect((await run(["import", "t.csv", "--header", "0"])).err).toContain(
      "'header' is a whole number from 1 on",
    );
  });

  test("in the units that headings say, to the last digit", async () => {
    const table = "id,Year,People (thousands),Exports in millions\na/1,2020,1.234,0.10\n";
    const { wrote } = await imported(table);
    expect(wrote).toBe(
      "variable,entity,date,value\nExports,a/1,2020,100000\nPeople,a/1,2020,1234\n",
    );
  });

  test("without the rows of totals, which are no place, and says so", async () => {
    const table = "Town,Year,Cats\nBoston,2020,5\nSalem,2020,6\nTotal,2020,11\nTotal,2021,12\n";
    const { code, out, wrote } = await imported(table, ["--create", "town/"]);
    expect(out).toContain(
      "warning Resolution_TotalRow × 2, as line 4: 'Total' is a total of other rows",
    );
    expect([code, wrote.includes("Total")]).toEqual([0, false]);
  });

  test("without totals beside the name of a place of the table, and without subtotals", async () => {
    const other = "Zwischensumme Nord";
    const totals = ["Total Boston", "Boston gesamt", "Boston (Summe)", other, "All countries"];
    const rows = ["Boston", ...totals, "Total Wine"].map((name) => `${name},2020,5\n`);
    const table = `Town,Year,Cats\n${rows.join("")}`;
    const { code, out, wrote } = await imported(table, ["--create", "town/"]);
    expect(out).toContain(
      "Resolution_TotalRow × 5, as line 3: 'Total Boston' is a total of other rows",
    );
    expect(out).toContain("new entity 'town/Total_Wine', and may be a total of other rows");
    expect([code, wrote]).toEqual([
      0,
      "variable,entity,date,value\nCats,town/Boston,2020,5\nCats,town/Total_Wine,2020,5\n",
    ]);
  });

  test("with groups of countries as places of their own, wherever in the table they stand", async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `FRA,${1500 + (at % 500)},1`);
    const late = ["WLD,2020,99", "SSF,2020,98", "QQQ,2020,97", ""];
    const table = ["Country Code,Year,Cats", ...rows, ...late].join("\n");
    const { code, out, wrote, nodes } = await imported(table);
    expect(out).toContain("places of their own: SSF; left out, of no known place: QQQ");
    expect(out).toContain("columns.entity.values has no place for 'QQQ'");
    expect(wrote).toContain("Cats,Earth,2020,99\nCats,country/FRA");
    expect(wrote).toContain("Cats,worldBank/SSF,2020,98");
    expect(nodes).toContain('name: "Sub-Saharan Africa"');
    expect([code, wrote.includes("QQQ")]).toEqual([1, false]);
  });

  test("each row by the power of ten that its column says", async () => {
    const table = "id,Year,OBS_COUNT,UNIT_MULT\na/1,2020,5,3\na/2,2020,6,6\n";
    const { wrote } = await imported(table);
    expect(wrote).toContain("OBS_COUNT,a/1,2020,5000\nOBS_COUNT,a/2,2020,6000000\n");
  });

  test("with the type of places that has the names, if the heading's type has not", async () => {
    const table = "City,Year,Cats\nBoston,2020,5\n";
    const { code, out } = await imported(table, [], true);
    expect(out).toContain("looked up as Town, which has 1 of 1");
    expect(code).toBe(0);
    const mixed = await imported(
      "Country,Year,Cats\nGeorgia,2020,5\nMassachusetts,2020,6\n",
      [],
      true,
    );
    expect(mixed.out).toContain("looked up as State, which has 2 of 2");
    const given = await refused(table, ["--type", "City"], true);
    expect(given).toContain("1 name of no known City: Boston × 1");
  });

  test("and lists every name that failed once, with its number of rows", async () => {
    const rows = ["Boston,2020,1", "Nowhere,2020,2", "Nowhere,2021,3", "Elsewhere,2020,4"];
    const table = ["Town,Year,Cats", ...rows, ""].join("\n");
    const { code, out } = await imported(table, ["--type", "Town"], true);
    expect(out).toContain("2 names of no known Town: Nowhere × 2, Elsewhere × 1");
    expect(out).toContain("Resolution_UnresolvedEntity × 3");
    expect(code).toBe(1);
    const json = await imported(table, ["--type", "Town", "--json"], true);
    expect(JSON.parse(json.out)).toMatchObject({
      unknown: [
        { name: "Nowhere", rows: 2 },
        { name: "Elsewhere", rows: 1 },
      ],
    });
  });

  test("and says what became of a sign", async () => {
    const table = "id,Year,Pay\na/1,2020,$5\na/2,2020,€6\na/3,2020,(7)\n";
    const { code, out, wrote } = await imported(table);
    expect(out).toContain("'$5' is read as 5 in USDollar: column 'Pay'");
    expect(out).toContain("'€6' is not in 'USDollar', the unit of its column; it is not loaded");
    expect([code, wrote.includes("a/2")]).toEqual([1, false]);
    const { out: plain } = await imported("id,Year,Pay\na/1,2020,¥5\n");
    expect(plain).toContain("'¥5' is read as 5; '¥' is left out, and the observation has no unit");
  });
});

test("where no option helps, a proposal to be edited is the command that goes on", async () => {
  const table = "color,size,weight\nred,L,1.5\nblue,M,2.5\n";
  const out = await refused(table);
  expect(out).toContain("no column says what rows are about");
  expect(out).toMatch(
    /one of these goes on:\n {2}npx pocket-commons import \S+t\.csv --propose t\.map\.json/,
  );
});

test("suggested commands can be pasted as they stand, whatever the file is called", async () => {
  const table = "id,the date,Cats\na/1,03/04/2020,5\n";
  await withFolder({ "my files/it's $HOME.csv": table }, async (folder) => {
    const file = join(folder, "my files/it's $HOME.csv");
    const { out } = await run(["import", file, "--date", "the date"]);
    const line = out.split("\n").find((one) => one.endsWith("--day-first")) ?? "";
    const words = execFileSync("sh", ["-c", `printf '%s\\n' ${line.trim()}`], { encoding: "utf8" });
    const [npx, name, ...args] = words.trim().split("\n");
    expect([npx, name, ...args]).toEqual([
      "npx",
      "pocket-commons",
      "import",
      file,
      "--date",
      "the date",
      "--day-first",
    ]);
    const done = await run(args);
    expect(done.code).toBe(0);
    const ask = done.out.split("\n").find((one) => one.startsWith("ask: ")) ?? "";
    const asked = execFileSync("sh", ["-c", `printf '%s\\n' ${ask.slice(5)}`], {
      encoding: "utf8",
    });
    expect((await run(asked.trim().split("\n").slice(2))).out).toContain("2020-04-03,5");
  });
});

describe("against a base", () => {
  test("a heading that the base knows as something else is no variable", async () => {
    const { code, out } = await imported("Town,Year,Male\nBoston,2020,5\n", [], true);
    expect(code).toBe(2);
    expect(out).toContain("'Male' is no variable, but a GenderType: the table needs another name");
    const other = await imported("Town,Year,Cats\nBoston,2020,5\n", [], true);
    expect(other.wrote).toContain("Cats,geoId/2507000,2020,5");
  });

  test("an unknown name is listed with the place that it is a slip of", async () => {
    const table = "Town,Year,Cats\nBoston,2020,5\nBostn,2021,6\nNowhere,2020,7\n";
    const { code, out, wrote } = await imported(table, ["--type", "Town"], true);
    expect(code).toBe(1);
    expect(out).toContain("2 names of no known Town: Bostn (Boston?) × 1, Nowhere × 1");
    expect(wrote.trim().split("\n")).toHaveLength(2);
  });
});

describe("a name alone in a row, above rows with values", () => {
  const table = (name: string) => `Town,Population\n${name},\nBoston,675647\n`;
  const args = ["--date", "2020"];

  test("is refused where the base has no place of this name", async () => {
    expect(await refused(table("Uplands"), args, true)).toContain(
      "line 2 has 'Uplands' alone, which is no known place: as the heading of the rows below it would not be read",
    );
  });

  test("is a place without values where the base has one, of any type", async () => {
    const { out, wrote } = await imported(table("Massachusetts"), args, true);
    expect(out).not.toContain("alone");
    expect(wrote).toBe("variable,entity,date,value\nPopulation,geoId/2507000,2020,675647\n");
  });
});

/** Tables that another test shows to be refused. */
const nasty = readFileSync(
  new URL("../../../propose/propose-nasty-tables.txt", import.meta.url),
  "utf8",
)
  .split(/^===== /m)
  .flatMap((part): [string, string][] => {
    const [, name = "", rest = ""] = /^(\S+)\n([\s\S]*)$/.exec(part) ?? [];
    const [table = "", outcome = ""] = rest.split("-----\n");
    return outcome.startsWith("refused: ") ? [[name, table]] : [];
  });

/** The words of a command, as a shell makes them. */
const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/'((?:[^']|'\\'')*)'|\S+/g), ([word, quoted]) =>
    (quoted ?? word).replaceAll("'\\''", "'"),
  );

test("every refused table says why, and names a command that is taken when it is pasted", async () => {
  expect(nasty.length).toBeGreaterThan(60);
  const odd = await withFolder(Object.fromEntries(nasty), async (folder) => {
    const found: string[] = [];
    for (const [name] of nasty) {
      const { code, out } = await run(["import", join(folder, name), "--dry-run"]);
      const isSaid = /nothing was written\n(?!one of|change)\S/.test(out);
      const line = /goes on:\n *(npx pocket-commons .*)/.exec(out)?.[1] ?? "";
      const [, , ...words] = wordsOf(line);
      const given = words.map((word) => (word.endsWith("map.json") ? join(folder, word) : word));
      const again = await run([...given, ...(given.includes("--dry-run") ? [] : ["--dry-run"])]);
      const isTaken = line !== "" && again.code !== 3 && !/^error: /m.test(again.err);
      if (code !== 2 || !isSaid || !isTaken) found.push(`${name}: ${code} ${line} ${again.err}`);
    }
    return found;
  });
  expect(odd).toEqual([]);
}, 120_000);
