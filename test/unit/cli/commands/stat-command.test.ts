import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { run } from "../running.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-stat-"));
const saved = join(folder, "towns.pocket");

beforeAll(async () => {
  const commons = await open({
    "towns.mcf": `Node: dcid:geo/a
name: "Town A"
typeOf: dcid:Town

Node: dcid:geo/b
name: "Town\u001b B"
typeOf: dcid:Town
`,
    "obs.csv": `entity,variable,date,value,unit,import_name
geo/a,Jobs,2019,10,,Census
geo/a,Jobs,2020,9,,Census
geo/b,Jobs,2019,100,,Census
geo/b,Jobs,2021,120,,Census
geo/a,Count_Person,2020,20,,Census
geo/a,Count_Person,2020,21,,Survey
geo/b,Count_Person,2020,400,,Census
geo/a,Rate,2022,1,,CensusACS5YearSurvey
geo/a,Rate,2018,1,,Other
geo/a,Rate,2019,2,,Other
geo/a,Rate,2020,3,,Other
`,
  });
  await commons.save(saved);
});

afterAll(() => rmSync(folder, { recursive: true }));

const stat = async (...args: readonly string[]) => await run(["stat", saved, ...args]);
const towns = ["geo/a", "geo/b"];

describe("stat", () => {
  test("answers several variables", async () => {
    const { out } = await stat("Jobs,Count_Person", ...towns);
    expect(out).toBe(`variable,entity,entity_name,date,value,unit,importName
Jobs,geo/a,Town A,2020,9,,Census
Jobs,geo/b,Town\u001b B,2021,120,,Census
Count_Person,geo/a,Town A,2020,20,,Census
Count_Person,geo/b,Town\u001b B,2020,400,,Census
`);
  });

  test("takes a range of dates", async () => {
    expect((await stat("Jobs", ...towns, "--from", "2020")).out).toMatch(
      /^[^\n]*\n[^\n]*,2020,9,,Census\n[^\n]*,2021,120,,Census\n$/,
    );
    expect((await stat("Jobs", ...towns, "--to", "2019")).out.match(/,2019,/g)).toHaveLength(2);
    expect((await stat("Jobs", ...towns, "--from", "2020", "--to", "2020")).out).toContain(",9,");
  });

  test("sorts numbers as numbers, and takes the first rows", async () => {
    const values = async (...args: readonly string[]) =>
      (await stat("Jobs", ...towns, "-d", "all", ...args)).out.match(/(?<=,)\d+(?=,,)/g);
    expect(await values("--sort", "value")).toEqual(["9", "10", "100", "120"]);
    expect(await values("--sort", "-value", "--limit", "2")).toEqual(["120", "100"]);
    expect(await values("--sort", "-importName", "-n", "1")).toEqual(["10"]);
  });

  test("divides per head, or by any variable", async () => {
    const { out, err } = await stat("Jobs", ...towns, "-d", "2019", "--per-capita");
    expect(out.match(/0\.\d+/g)).toEqual(["0.5", "0.25"]);
    // A quotient is never mistaken for the number: what it was divided by stands beside it.
    expect(out).toContain("importName,denominator,denominatorDate\n");
    expect(err).toContain("each value is divided by Count_Person of the same entity\n");
    expect(err).not.toContain("without Count_Person");
    expect(err).toContain(
      "divided by Count_Person of another year: 2 of 2, as that of geo/a in 2019 by that of 2020\n",
    );
    // Also where no column has the date.
    const byDates = await stat("Jobs", "geo/b", "-d", "all", "--per-capita", "--shape", "dates");
    expect(byDates.err).toContain("another year: 2 of 2, as that of geo/b in 2019 by that of 2020");
    const ofOneYear = await stat("Jobs", "geo/a", "-d", "2020", "--per-capita");
    expect(ofOneYear.err).not.toContain("another year");
    const quiet = await stat("Jobs", "geo/a", "--per-capita", "-d", "2019", "--quiet");
    expect(quiet.err).toBe("");
    const undivided = await stat("Jobs", ...towns, "-d", "2019", "--denominator", "Nothing");
    expect(undivided.err).toContain(
      "without Nothing of their entity: 2 values; --with adds a source that has it\n",
    );
    const swapped = await stat("Count_Person", "geo/b", "--denominator", "Jobs");
    expect(swapped.out).toContain(",4,,Census");
  });

  test("refuses to divide what is no amount, by the rule of tables", async () => {
    const asked = ["stat", "data-samples/us-states", "Median_Age_Person", "geoId/06"];
    const { out, err, code } = await run([...asked, "--per-capita"]);
    expect([out, code]).toEqual(["", 2]);
    expect(err).toContain("'Median_Age_Person' is a rate, a median or an average");
    expect((await run([...asked, "--denominator", "Count_Person"])).code).toBe(0);
  });

  test("has the shapes of tables", async () => {
    const { out } = await stat("Jobs,Count_Person", ...towns, "--shape", "variables");
    expect(out).toBe(
      "entity,entity_name,Jobs,Jobs date,Count_Person,Count_Person date\n" +
        "geo/a,Town A,9,2020,20,2020\ngeo/b,Town\u001b B,120,2021,400,2020\n",
    );
    const same = await stat("Count_Person", ...towns, "--shape", "variables");
    expect(same.out).toMatch(/^entity,entity_name,Count_Person\n/);
    const dated = await stat("Jobs", ...towns, "-d", "2019", "--shape", "variables");
    expect(dated.out).toMatch(/^entity,entity_name,Jobs\n/);
    const dates = await stat("Jobs", "geo/a", "-d", "all", "--shape", "dates");
    expect(dates.out).toMatch(/unit,2019,2020\ngeo\/a,.*,10,9\n$/);
    const all = await stat("Count_Person", "geo/a", "--shape", "records", "--facets", "all");
    expect(all.out).toMatch(
      /^date,entity,entity_name,variable,.*,value\n2020,.*,20\n2020,.*,21\n$/,
    );
  });

  test("writes the forms of tables", async () => {
    const commons = await open(saved);
    const question = { entities: towns, variables: ["Jobs"], date: "all", names: true };
    const expected = (await commons.table(question)).toJSON();
    const all = ["Jobs", ...towns, "-d", "all"];
    const as = (format: string) => stat(...all, "--format", format);
    expect(JSON.parse((await stat(...all, "--shape", "records", "--json")).out)).toEqual(expected);
    const csv = (await commons.table(question)).csv();
    expect((await stat(...all, "--shape", "records", "--csv")).out).toBe(csv);
    const { buffer } = (await as("parquet")).bytes!;
    expect(await parquetReadObjects({ file: buffer as ArrayBuffer })).toEqual(expected);
    expect(tableFromIPC((await as("arrow")).bytes!).toArray()).toEqual(expected);
  });

  test("prints rows as JSON, with numbers as numbers and the columns of CSV", async () => {
    const { out } = await stat("Jobs", "geo/a", "--json");
    expect(JSON.parse(out)).toEqual([
      {
        variable: "Jobs",
        entity: "geo/a",
        entity_name: "Town A",
        date: "2020",
        value: 9,
        unit: null,
        importName: "Census",
      },
    ]);
    expect(Object.keys(JSON.parse(out)[0]).join()).toBe(
      (await stat("Jobs", "geo/a")).out.split("\n")[0],
    );
  });

  test("a part of a table says of how many rows it is one", async () => {
    const { out, err } = await stat("Jobs", ...towns, "-d", "all", "-n", "2", "--offset", "1");
    expect(out.match(/(?<=,)\d+(?=,,)/g)).toEqual(["9", "100"]);
    expect(err).toBe("2 to 3 of 4; --offset 3 goes on\n");
    const beyond = await stat("Jobs", ...towns, "--offset", "9");
    expect([beyond.code, beyond.err]).toEqual([0, "none of 2\n"]);
  });

  test("names what the world does not know, beside the rows that there are", async () => {
    const { code, out, err } = await stat("Jobs,Count_Persons", "geo/a", "geo/x");
    expect(out).toContain("\nJobs,geo/a,Town A,2020,9,,Census\n");
    expect(code).toBe(1);
    expect(err).toContain("no row: no node has the dcid 'geo/x'.\nThere is: ");
    expect(err).toContain("no row: there are no observations of the variable 'Count_Persons'.\n");
    const quiet = await stat("Jobs", "geo/a", "geo/x", "-q");
    expect([quiet.code, quiet.err]).toEqual([1, ""]);
    // It is known, and nobody counted its jobs then.
    expect(await stat("Jobs", "geo/a", "geo/b", "-d", "2021")).toMatchObject({ code: 0, err: "" });
  });

  test("says that other sources have more dates than the first one", async () => {
    const { out, err } = await stat("Rate", "geo/a", "-d", "all");
    expect(out.trim().split("\n")).toHaveLength(2);
    expect(err).toBe("1 other source has more dates: --facets all\n");
    expect((await stat("Rate", "geo/a", "--from", "2019")).err).toBe(err);
    const all = ["-d", "all"];
    const facets = ["all", "best-for-all"].map((which) => [...all, "--facets", which]);
    for (const more of [[], ...facets, [...all, "-q"]]) {
      expect((await stat("Rate", "geo/a", ...more)).err).toBe("");
    }
    expect((await stat("Jobs", ...towns, "-d", "all")).err).toBe("");
  });

  test("says that another source has dates that the first one lacks, though it has as many", async () => {
    const table = join(folder, "two.csv");
    writeFileSync(
      table,
      "entity,variable,date,value,import_name\na,Cars,2019,1,Old\na,Cars,2022,2,Old\na,Cars,2022,3,New\na,Cars,2023,4,New\n",
    );
    const note = "1 other source has more dates: --facets all\n";
    expect((await run(["stat", table, "Cars", "a", "-d", "all"])).err).toBe(note);
    expect((await run(["stat", table, "Cars", "a", "--from", "2019"])).err).toBe(note);
    expect((await run(["stat", table, "Cars", "a", "--from", "2022"])).err).toBe("");
  });

  test("says that the same import has other numbers of the same dates, by another method", async () => {
    const table = join(folder, "methods.csv");
    const rows = [
      ...["a,Rate,2020,5,Raw,Labor,", "a,Rate,2020,6,Adjusted,Labor,", "b,Rate,2020,7,Raw,Labor,"],
      ...["c,Rate,2020,8,Raw,Old,", "c,Rate,2020,9,Raw,New,", "e,Rate,2020,3,Raw,New,"],
      ...["d,Rate,2020,1,A,Old,", "d,Rate,2020,1,B,Old,"],
      ...["f,Rate,2020,1,,Old,P1M", "f,Rate,2020,2,,Old,P1Y"],
    ];
    const header = "entity,variable,date,value,measurement_method,import_name,observation_period\n";
    writeFileSync(table, `${header}${rows.join("\n")}\n`);
    const noteOf = async (...args: readonly string[]) => (await run(["stat", table, ...args])).err;
    const shown =
      "these are numbers of Labor Adjusted; Labor Raw has other numbers of the same dates: --facets all\n";
    expect(await noteOf("Rate", "a")).toBe(shown);
    expect(await noteOf("Rate", "a", "-d", "2020")).toBe(shown);
    expect(await noteOf("Rate", "a", "-d", "all")).toBe(shown);
    expect(await noteOf("Rate", "a", "b")).toBe(shown.replace(/^.*; /, ""));
    // Another import is seen in its column, and equal numbers are no others.
    expect([await noteOf("Rate", "c"), await noteOf("Rate", "d")]).toEqual(["", ""]);
    // Of each place, its own import counts.
    expect(await noteOf("Rate", "c", "e")).toBe("");
    expect(await noteOf("Rate", "f")).toBe(
      "these are numbers of Old P1M; Old P1Y has other numbers of the same dates: --facets all\n",
    );
    expect(await noteOf("Rate", "a", "--facets", "all")).toBe("");
    expect(await noteOf("Rate", "a", "--quiet")).toBe("");
  });

  test("a variable among the entities is named, and the exit code says so", async () => {
    const { out, err, code } = await stat("Jobs", "Count_Person", "geo/a", "-d", "2020");
    expect(out).toContain("Jobs,geo/a");
    expect(err).toBe(
      "no row: 'Count_Person' is a variable, and stands among the entities: commas part variables, as Jobs,Count_Person\n",
    );
    expect(code).toBe(1);
  });

  test("draws bars for one date, and lines for several", async () => {
    const bars = await stat("Jobs", ...towns, "--plot", "--sort", "-value");
    expect(bars.out.split("\n")).toEqual([
      `Town\u001b B  120  ${"█".repeat(40)}`,
      "Town A     9  ███",
      "",
    ]);
    const lines = await stat("Jobs", ...towns, "-d", "all", "--plot");
    expect(lines.out).toContain("120 │");
    expect(lines.out).toMatch(/2019 +2021\n +● Town A\n +○ Town. B\n$/);
    const facets = await stat("Count_Person", "geo/a", "--facets", "all", "--plot");
    expect(facets.out).toMatch(/^Town A, Census {2}20 {2}█+\nTown A, Survey {2}21 {2}█+\n$/);
    expect((await stat("None", "geo/a", "--plot")).out).toBe("nothing to draw\n");
    expect((await stat("None", "geo/a", "--svg", "none.svg")).out).toBe("nothing to draw\n");
    expect(existsSync("none.svg")).toBe(false);
    const safe = await run(["stat", saved, "Jobs", ...towns, "--plot"], { isTerminal: true });
    expect(safe.out).not.toContain("\u001b");
  });

  test("says where the values come from, beside rows and in JSON", async () => {
    const { out, err } = await stat("Jobs", "geo/a", "--cite");
    expect(out).toBe((await stat("Jobs", "geo/a")).out);
    expect(err).toBe("source: Census, 2020\n");
    expect((await stat("Jobs", "geo/a", "--cite", "-q")).err).toBe("");
    const json = await stat("Jobs", "geo/a", "--cite", "--json");
    expect(json.err).toBe("");
    expect(JSON.parse(json.out)).toMatchObject({
      observations: [{ entity: "geo/a" }],
      citations: [{ provenance: "Census", from: "2020" }],
    });
    const file = await stat("Jobs", "geo/a", "--cite", "-o", join(folder, "jobs.arrow"));
    expect(file.err).toBe(err);
  });

  test.each([
    [["-d", "2020", "--from", "2019"], /--date goes with neither --from nor --to/],
    [["--format", "arrow", "--csv"], /--format goes with none of --csv, --json, --plot and --svg/],
    [["--format", "arrow", "--json"], /--format goes with none/],
    [["--format", "arrow", "--plot"], /--format goes with none/],
    [["--format", "csv"], /Allowed choices are parquet, arrow/],
    [["--facets", "bets"], /'facet' is one of best, best-for-all, all, not "bets"/],
    [["--plot", "--shape", "dates"], /--plot draws records/],
    [["--svg", "a.svg", "--shape", "dates"], /--svg draws records/],
    [["--svg", "a.svg", "--plot"], /--svg does not go with --plot/],
    [["--svg", "a.svg", "--json"], /--svg goes with neither --csv nor --json/],
    [["--svg", "a.svg", "--format", "arrow"], /--format goes with none/],
    [["--sort", "size"], /no column 'size'/],
    // Not the version of the program.
    [["--sort", "-Value"], /no column 'Value'.*did you mean 'value'\?/],
    [["--limit", "few"], /--limit is a number from 0 to 999999999, not "few"/],
    [["--shape", "long"], /Allowed choices are records, dates, variables/],
  ])("refuses %j", async (args, message) => {
    const { code, out, err } = await stat("Jobs", "geo/a", ...args);
    expect([code, err.split("\n")[0]]).toEqual([2, expect.stringMatching(message)]);
    if (!args.includes("--json")) expect(out).toBe("");
  });

  test("writes no bytes on a terminal", async () => {
    const { code, err, bytes } = await run(
      ["stat", saved, "Jobs", "geo/a", "--format", "parquet"],
      {
        isTerminal: true,
      },
    );
    expect([code, bytes]).toEqual([2, undefined]);
    expect(err).toContain("parquet is no text");
  });
});

test("sparql takes a dialect", async () => {
  const query = "SELECT (COUNT(*) AS ?n) WHERE { ?s typeOf Town }";
  expect((await run(["sparql", saved, query, "--dialect", "extended"])).out).toBe("n\n2\n");
  expect((await run(["sparql", saved, query])).code).toBe(1);
});

describe("stat with verbs", () => {
  const stat = async (...rest: readonly string[]) => await run(["stat", saved, ...rest, "--csv"]);

  test("says which facets were taken, and shows the change beside the value", async () => {
    const { out, err } = await stat("Jobs", "geo/a", "--change", "1y");
    expect(out.split("\n").map((line) => line.split(",").slice(3))).toEqual([
      ["date", "value", "unit", "importName", "value_change"],
      ["2019", "10", "", "Census", ""],
      ["2020", "9", "", "Census", "-0.1"],
      [],
    ]);
    expect(err).toMatch(/^facets: \d+ Census 2019 to 2020\n/);
  });

  test("groups by a column from the graph, and refuses what is mixed", async () => {
    const asked = ["Jobs", "geo/a", "geo/b", "--join", "type=->typeOf", "--group", "type"];
    const { out } = await stat(...asked, "--agg", "mean,max,count");
    expect(out).toBe("type,mean,max,count\nTown,64.5,120,2\n");
    const people = ["Count_Person", "geo/a", "geo/b", "--group", "variable", "--facets", "all"];
    expect((await stat(...people)).err).toContain("mean would mix facets");
    expect((await stat(...people, "--mix", "facetId")).out).toBe(
      "variable,mean\nCount_Person,147\n",
    );
    expect((await stat("Jobs", "geo/a", "--group", "entty")).err).toContain(
      "did you mean 'entity'?",
    );
    expect((await stat("Jobs", "geo/a", "--agg", "mean")).err).toContain("--agg needs");
    expect((await stat("Jobs", "geo/a", "--rank", "--shape", "dates")).err).toContain("--rank");
  });

  test("draws what a verb made in place of the value, but no groups", async () => {
    const { out } = await run(["stat", saved, "Jobs", "geo/a", "--change", "1y", "--plot"]);
    expect(out).toContain("-0.1");
    expect(out).not.toContain("10");
    const grouped = ["stat", saved, "Jobs", "geo/a", "--group", "entity"];
    expect((await run([...grouped, "--plot"])).err).toContain("--group goes with no --plot");
  });

  test("ranks, rolls, resamples and makes an index", async () => {
    const last = async (...rest: readonly string[]) =>
      (await stat(...rest)).out.trim().split("\n").at(-1)?.split(",").at(-1);
    expect(await last("Jobs", "geo/b", "geo/a", "--rank")).toBe("2");
    expect(await last("Jobs", "geo/a", "--rolling", "2")).toBe("9.5");
    expect(await last("Jobs", "geo/a", "--index", "2019")).toBe("90");
    expect((await stat("Jobs", "geo/a", "--resample", "month")).err).toContain(
      "cannot be resampled",
    );
    expect((await stat("Jobs", "geo/a", "--resample", "year")).out).toContain("2020,9");
  });
});
