/** Questions in somebody's own words, as a user asks them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { run } from "../running.ts";
import { saved } from "../saved-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-ask-"));
afterAll(() => rmSync(folder, { recursive: true }));

const nodes = `Node: dcid:geoId/06
typeOf: dcs:State
name: "California"

Node: dcid:Cars
typeOf: dcs:StatisticalVariable
name: "Cars"
`;

const ask = (text: string, ...options: readonly string[]) => run(["ask", saved, text, ...options]);

test("an answer has value, date and source; beside it stand how it was read, and the same as code", async () => {
  const { out, err, code } = await ask("population of texas in 2020");
  expect(out).toBe(
    "entity,entity_name,variable,date,value,unit,importName\n" +
      "geoId/48,Texas,Count_Person,2020,29237895,,USCensusPEP_Annual_Population\n",
  );
  expect(err.split("\n")).toEqual([
    "'texas' was read as place Texas (geoId/48)",
    expect.stringMatching(/^'population' was read as variable Total Population \(Count_Person\)/),
    `'in 2020' was read as date "2020"`,
    expect.stringMatching(/^as code: await commons\.table\(\{"entities":\["geoId\/48"\]/),
    `as a command: npx pocket-commons stat ${saved} Count_Person geoId/48 --from 2020 --to 2020`,
    "",
  ]);
  expect(code).toBe(0);
});

test("the command that it names has the same values", async () => {
  const { out, err } = await ask("unemployment rate by state since 2021", "--csv");
  const [, words = ""] = /as a command: npx pocket-commons (.*)/.exec(err) ?? [];
  const given = words.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1"));
  const stat = JSON.parse((await run([...given, "--json"])).out) as { value: number }[];
  const values = stat.map(({ value }) => value).sort((a, b) => b - a);
  const asked = out.trim().split("\n").slice(1);
  expect(asked.map((line) => Number(line.split(",")[4])).sort((a, b) => b - a)).toEqual(values);
});

test("values of several dates or sources that are compared are said to be", async () => {
  const { err } = await ask("median age of states");
  expect(err).toContain(
    "values of Median_Age_Person differ in date or source: 50 of 2018 (CensusACS1YearSurvey), 1 of 2024 (CensusACS5YearSurvey)",
  );
  expect((await ask("population of texas and california")).err).not.toContain("differ in");
  expect((await ask("population of texas since 2020")).err).not.toContain("differ in");
});

test("code and command of a ranking have its order and its length", async () => {
  const { out, err } = await ask("top 3 states by population");
  expect(err).toMatch(/\nas code: \(await .*\)\.sorted\("value", "descending"\)\.head\(3\)\n/);
  const [, words = ""] = /as a command: npx pocket-commons (.*)/.exec(err) ?? [];
  expect(words).toMatch(/ --sort -value -n 3$/);
  const given = words.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1"));
  const places = (csv: string) => csv.match(/geoId\/\d+/g);
  expect(places((await run(given)).out)).toEqual(places(out));
  expect(places(out)).toEqual(["geoId/06", "geoId/48", "geoId/12"]);
  const low = await ask("states with the lowest population");
  expect(low.err).toMatch(/\.sorted\("value", "ascending"\)\n.* --sort value\n$/);
});

test("a ranking that cuts places of one value says so", async () => {
  const { err } = await ask("lowest unemployment rate by state");
  expect(err).toContain("\n10 of 51; 1 more with the value of the last one\n");
  expect((await ask("top 3 states by population")).err).toContain("\n3 of 51\n");
});

test("an answer says that another source has dates that it lacks", async () => {
  const table =
    "entity,variable,date,value,import_name\ngeoId/06,Cars,2019,1,Old\ngeoId/06,Cars,2023,4,New\n";
  const source = { "t.csv": table, "n.mcf": nodes };
  const path = join(folder, "cars.pocket");
  await (await open(source)).save(path);
  const { out, err } = await run(["ask", path, "cars in california since 2019"]);
  expect(out.trim().split("\n")).toHaveLength(2);
  expect(err).toContain(
    "1 other source has more dates: the command, with --facets all, shows them\n",
  );
});

test("the same is said where the answer is of the source with the most dates", async () => {
  const { out, err } = await ask("unemployment rate in texas since 2024");
  expect(out).not.toMatch(/,2026-\d\d,/);
  expect(err).toContain(
    "2 other sources have more dates: the command, with --facets all, shows them\n",
  );
});

test("changes have what was before, correlations the second variable and a coefficient", async () => {
  const grown = await ask("which state grew fastest since 2010", "--json");
  const [first] = JSON.parse(grown.out).answer.rows;
  expect(first).toMatchObject({ entity: "geoId/16", before: { date: "2010" } });
  expect(first.change).toBe(first.value - first.before.value);
  const both = await ask("median income against median age by state");
  expect(both.out.split("\n")[0]).toMatch(/,variableAgainst,dateAgainst,valueAgainst$/);
  expect(both.err).toMatch(/coefficient of correlation: -?0\.\d{3}\n/);
  // A table has neither changes nor pairs.
  expect(both.err).toMatch(/\nthe values that it is made of, as code: await commons\.table\(/);
});

test("without a variable it says so and what is nearest; the code is that of an empty answer", async () => {
  const { err, code } = await ask("crime in texas");
  expect(err).toContain("not read: 'crime'\nno variable is named; the nearest: ");
  expect(code).toBe(4);
  expect((await ask("asdf")).err).toBe("not read: 'asdf'\nno variable is named\n");
});

test("--no-meaning compares words alone", async () => {
  expect((await ask("households of texas", "--no-meaning")).err).toContain("(Count_Household)");
  expect((await ask("salary in texas")).err).toContain("(Median_Income_Household)");
  expect((await ask("salary in texas", "--no-meaning")).err).toContain("no variable is named");
});

test("the command that it names has the further sources", async () => {
  const text = "population of texas in 2020";
  const { err } = await run(["ask", saved, text, "--with", "data-samples/custom-folder"]);
  expect(err).toContain("--from 2020 --to 2020 --with data-samples/custom-folder\n");
});

test("an option that took the arguments after it is named", async () => {
  const { code, err } = await run([
    "stat",
    saved,
    "--with",
    "data-samples",
    "Count_Person",
    "geoId/48",
  ]);
  expect([code, err]).toEqual([
    2,
    "error: missing required argument 'variable'; --with takes all words after it: put it last\n",
  ]);
});

test("stat has the method and the period of sources where nothing else separates two values of one date", async () => {
  const columnsOf = async (variable: string, place: string) =>
    (await run(["stat", saved, variable, place, "--facets", "all", "--csv"])).out.split("\n")[0];
  const main = "variable,entity,entity_name,date,value,unit,importName";
  expect(await columnsOf("UnemploymentRate_Person", "geoId/48")).toBe(
    `${main},measurementMethod,observationPeriod`,
  );
  expect(await columnsOf("Count_Person", "geoId/48")).toBe(main);
});

test("stat takes the ids of facets", async () => {
  const { out } = await run([
    ...["stat", saved, "UnemploymentRate_Person", "geoId/48"],
    ...["--facets", "2978659163", "--from", "2024", "--csv"],
  ]);
  expect(
    out
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[3]),
  ).toEqual(["2024", "2025"]);
});

test("a value per person says that people are of another year", async () => {
  const observed = (of: string, date: string, value: number) =>
    `Node: ${of}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:${of}\nobservationAbout: dcid:geoId/06\nobservationDate: "${date}"\nvalue: ${value}\n\n`;
  const world = join(folder, "people.mcf");
  writeFileSync(
    world,
    `${nodes}\n${observed("Cars", "2020", 5)}${observed("Count_Person", "2024", 10)}`,
  );
  const { out, err } = await run(["ask", world, "cars per capita in california"]);
  expect(out).toContain(",Cars,2020,0.5,");
  expect(err).toContain(
    "values are divided by people of another year: that of geoId/06 in 2020 by that of 2024",
  );
});

test("a quotient says what divides, and where its values come from", async () => {
  const { out, err } = await run(["ask", "data-samples", "people per household in Ohio"]);
  expect(out).toContain("geoId/39,Ohio,Count_Person,2015,2.52");
  expect(err).toContain(
    "'household' was read as what values are divided by: Total Number of Households (Count_Household)",
  );
  expect(err).toContain("the values that it is made of, as a command");
  expect(err).toContain("--date all --denominator Count_Household");
});

test("an answer about a part alone says so", async () => {
  const world = join(folder, "parts.mcf");
  const parts = ["Male", "Female"].map(
    (gender) =>
      `Node: dcid:People_${gender}\ntypeOf: dcs:StatisticalVariable\nname: "Inhabitants, ${gender}"\nconstraintProperties: dcs:gender\ngender: dcs:${gender}\n\n` +
      `Node: o_${gender}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:People_${gender}\nobservationAbout: dcid:geoId/06\nobservationDate: "2020"\nvalue: 5\n\n`,
  );
  writeFileSync(world, `${nodes}\n${parts.join("")}`);
  const { err } = await run(["ask", world, "inhabitants of california"]);
  expect(err).toMatch(
    /People_(Fem|M)ale is the nearest, but it is only: gender (Fem|M)ale; no variable that was found has the total\nothers are as near: People_/,
  );
});

test("files before the question are named: they are no sources", async () => {
  const question = ["population", "of", "texas"];
  const { err } = await run(["ask", saved, folder, "README.md", ...question]);
  expect(err).toContain(
    `read as words of the question: ${folder} README.md; as sources: --with ${folder} README.md\n`,
  );
  expect((await run(["ask", saved, ...question, "README.md"])).err).not.toContain("as sources");
});

test.each([
  ["total population of ohio and texas in 2015", "total population", true],
  ["population of ohio and texas in 2015", "population", false],
  ["total population of texas in 2015", "total population", false],
  ["total population of texas", "total population", false],
  ["states with the highest total population", "total population", false],
])("'%s' says whether values are not added up", async (question, _, isSaid) => {
  const { err } = await run(["ask", saved, ...question.split(" ")]);
  const note = "'total': the values of 2 places are listed, and not added up";
  expect(err.includes(note) ? note : err.includes("added up")).toBe(isSaid ? note : false);
});

test("a word that is not read is the reason, and not a place that is lacking", async () => {
  const { out, err, code } = await run(["ask", saved, "population per km of track"]);
  expect([out.trim().split("\n").length, code]).toEqual([1, 4]);
  expect(err).toMatch(/no number: nothing found is about .*'track'.*, and no place is named; /);
  expect(err).toContain("leave these words out, or name a place; ");
});
