/** `import` proposes, a person edits, and `import` reads the table as the edited file says. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open } from "../../../../../src/index.ts";
import { lint, proposeColumns } from "../../../../../src/lint.ts";
import { withFolder } from "../../../load/load-texts.ts";
import { run } from "../../running.ts";

const table = "iso3,year,SEX,Kind,population\nFRA,2020,F,a,5\nFRA,2020,M,a,6\nFRA,2020,F,b,7\n";

test("a proposal is a file: what is edited there counts", async () => {
  await withFolder({ "t.csv": table }, async (folder) => {
    const [file, map] = [join(folder, "t.csv"), join(folder, "map.json")];
    const { code, out } = await run(["import", file, "--propose", map]);
    expect([code, existsSync(join(folder, "config.json"))]).toEqual([0, false]);
    expect(out).toContain(`npx pocket-commons import ${file} --map ${map}`);
    const proposal = JSON.parse(readFileSync(map, "utf8"));
    expect(proposal.columns.dimensions.SEX.values.F).toEqual({ value: "Female", name: "Female" });
    proposal.columns.variables.population.variable = "Count_Person";
    proposal.columns.dimensions.Kind = {
      property: "maritalStatus",
      values: { a: "Single", b: "" },
    };
    writeFileSync(map, JSON.stringify(proposal));
    expect((await run(["import", file, "--map", map])).code).toBe(0);
    const written = readFileSync(join(folder, "t.observations.csv"), "utf8");
    expect(written.split("\n").slice(1, -1)).toEqual([
      "Count_Person_Female,country/FRA,2020,7",
      "Count_Person_Female_Single,country/FRA,2020,5",
      "Count_Person_Male_Single,country/FRA,2020,6",
    ]);
    const again = await proposeColumns(file, { columns: proposal.columns });
    expect(again.columns).toEqual(proposal.columns);
    const commons = await open(file, { columns: proposal.columns });
    expect(commons.info.observationCount).toBe(3);
  });
});

test("an edited proposal is refused as any other one, if it drops what a number needs", async () => {
  await withFolder({ "t.csv": table }, async (folder) => {
    const [file, map] = [join(folder, "t.csv"), join(folder, "map.json")];
    const columns = {
      entity: { column: "iso3", prefix: "country/" },
      date: "year",
      variables: { population: "Count_Person" },
    };
    const imported = async (said: unknown) => {
      writeFileSync(map, JSON.stringify({ columns: said }));
      return await run(["import", file, "--map", map]);
    };
    const dropped = await imported(columns);
    expect(dropped.code).toBe(2);
    expect(dropped.out).toContain("they differ in 'SEX', 'Kind', which would not be read");
    const misspelt = await imported({ ...columns, date: "Year" });
    expect(misspelt.out).toContain("date is the column 'Year'; the columns are 'iso3, year");
    const wrong = await imported({ ...columns, date: 7 });
    expect(wrong.err).toContain("columns.date needs a column's heading");
  });
});

test("what is missing is said in the file, too", async () => {
  await withFolder({ "t.csv": "month,rate\n2020-01,5\n" }, async (folder) => {
    const [file, map] = [join(folder, "t.csv"), join(folder, "map.json")];
    const { out } = await run(["import", file, "--propose", map]);
    expect(out).toContain("still to be said in its member columns, and then to be taken out");
    const proposal = JSON.parse(readFileSync(map, "utf8"));
    expect(proposal.problems[0]).toContain("one place for all rows (--entity country/USA)");
    proposal.columns.entity = { constant: "country/USA" };
    writeFileSync(map, JSON.stringify(proposal));
    // Nobody has said that it is solved.
    expect(await run(["import", file, "--map", map])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        "the member problems says what is still open: say it in columns",
      ),
    });
    writeFileSync(map, JSON.stringify({ ...proposal, problems: [] }));
    const done = await run(["import", file, "--map", map]);
    expect([done.code, done.out.includes("country/USA  2020-01  5")]).toEqual([0, true]);
  });
});

test("one place for all rows, and rows of labels, are options", async () => {
  await withFolder({ "t.csv": "month,rate\nMonth,Percent\n2020-01,5\n" }, async (folder) => {
    const args = ["--entity", "country/USA", "--skip-rows", "1"];
    const { code, out } = await run(["import", join(folder, "t.csv"), ...args]);
    expect([code, out.includes("country/USA  2020-01  5")]).toEqual([0, true]);
  });
});

test.each([
  [
    "columns of variables, by a config alone",
    "place,year,population,Median income\ngeoId/06,2020,5,6\ngeoId/06,2021,7,8\n",
  ],
  [
    "rows of variables",
    "place,year,indicator,value\ngeoId/06,2020,Births,5\ngeoId/06,2021,Deaths,6\n",
  ],
  [
    "parts of variables",
    "place,year,SEX,AGE,people\ngeoId/06,2020,F,Y15T24,5\ngeoId/06,2020,M,Y_GE65,6\n",
  ],
  ["names that are dcids", "place,year,Cats,Dogs\ngeoId/06,2020,5,6\n"],
])(
  "lint of the written folder says what is only proposed, and has no other findings: %s",
  async (_, text) => {
    const places = 'Node: dcid:geoId/06\ntypeOf: dcid:State\nname: "California"\n';
    await withFolder({ "w/t.csv": text, "base/p.mcf": places }, async (folder) => {
      const { code, out } = await run([
        "import",
        join(folder, "w/t.csv"),
        "--base",
        join(folder, "base"),
      ]);
      expect(code).toBe(0);
      expect(out).toContain("proposed for variables, to be checked:");
      const report = await lint(join(folder, "w"), { with: join(folder, "base"), schema: true });
      // Each converted table has this note.
      const others = report.findings.filter(({ counter }) => counter !== "Config_ConvertedFile");
      const found = others.map(({ counter, message }) => `${counter}: ${message}`);
      expect(found.length).toBeGreaterThan(0);
      for (const one of found) {
        expect(one).toMatch(/^Graph_ProposedVariable: .* are only proposed: check them/);
      }
    });
  },
);

test("rows of one place and date are read by a file that says which one counts", async () => {
  await withFolder({ "t.csv": "iso3,year,cats\nFRA,2020,5\nFRA,2020,6\n" }, async (folder) => {
    const [file, map] = [join(folder, "t.csv"), join(folder, "map.json")];
    const columns = {
      entity: { column: "iso3", prefix: "country/" },
      date: "year",
      variables: ["cats"],
    };
    const imported = async (repeated: string) => {
      writeFileSync(map, JSON.stringify({ columns: { ...columns, repeated } }));
      return await run(["import", file, "--map", map]);
    };
    expect((await imported("refused")).code).toBe(2);
    const { code, out } = await imported("later");
    expect(code).toBe(1);
    expect(out).toContain("country/FRA  2020  6");
  });
});

const counts = "Country,2018,2019\nFrance,1,2\nItaly,3,4\n";
const countries = ["FRA", "ITA"].map(
  (code, at) =>
    `Node: dcid:country/${code}\ntypeOf: dcs:Country\nname: "${["France", "Italy"][at]}"\n`,
);
const base = [...countries, "Node: dcid:Male\ntypeOf: dcs:GenderType\n"].join("\n");

/** What the command says, and what it writes; then the same for the command that it prints. */
async function imported(text: string, ...args: readonly string[]) {
  return await withFolder({ "t/t.csv": text, "base/base.mcf": base }, async (folder) => {
    const file = join(folder, "t/t.csv");
    const given = ["import", file, "--base", join(folder, "base"), ...args];
    const ran = async (words: readonly string[]) => {
      const { code, out } = await run(words);
      const path = join(folder, "t/t.observations.csv");
      const rows = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(1, -1) : [];
      return { code, out, rows };
    };
    const first = await ran(given);
    const [, cure] = /^ {2}npx pocket-commons (.*)$/m.exec(first.out) ?? [];
    const isNamed = cure?.includes("--variable t") === true;
    return { ...first, cure, next: isNamed ? await ran(cure.split(" ")) : first };
  });
}

test("notes that commas part are left out and counted, below all rows and without a number", async () => {
  const notes =
    "Source: Ministry of Health, own survey\na) estimated\nNote: see below, please, all\n";
  const { code, out, rows } = await imported(counts + notes, "--variable", "Cats");
  expect(code).toBe(0);
  expect(rows).toHaveLength(4);
  expect(out).toContain("rows of notes below the table: 2; left out");
  expect(out).not.toContain("Source:");
});

test.each([
  ["years that cover several", "2018/19", "covers several years"],
  ["years with a part of them", "2023.1", "may be a month"],
])("%s are refused, and no map is offered", async (_, date, problem) => {
  const rows = `place,year,hives\ncountry/EST,${date},357\ncountry/LVA,${date},35\n`;
  await withFolder({ "t.csv": rows }, async (folder) => {
    const { out } = await run(["import", join(folder, "t.csv")]);
    expect(out).toContain(problem);
    expect(out).toContain("change the table or the options, then this goes on:");
    expect(out).not.toContain("--propose");
  });
});

test("a row that no map mends is refused, and no map is offered", async () => {
  for (const line of ["Source: Ministry of Health, 2020", "Germany, own survey"]) {
    const { code, out, cure } = await imported(`${counts}${line}\n`, "--variable", "Cats");
    expect(code).toBe(2);
    expect(out).toContain("line 4 has 2 cells, the header has 3: is a separator missing?");
    expect(out).not.toContain("--propose");
    expect(cure).toMatch(/ --dry-run$/);
  }
});

test("the command printed for sexes as headings reads them as parts of one variable", async () => {
  const sexes = "State,2021,,2022,\n,Male,Female,Male,Female\nFrance,1,2,3,4\nItaly,5,6,7,8\n";
  const { out, cure, next } = await imported(sexes, "--name", "State", "--type", "Country");
  expect(out).toContain("'Male' is no variable, but a GenderType");
  expect(cure).toMatch(/ --variable t$/);
  expect([next.code, next.rows.length]).toEqual([0, 8]);
  expect(next.rows).toContain("t_Male,country/FRA,2021,1");
  // One column of men alone is no part of anything.
  const lone = await imported("Country,Year,Male\nFrance,2020,5\n");
  expect(lone.out).not.toContain("--variable");
});

test.each<[string[], string]>([
  [["--create", "t/"], "--create"],
  [["--month-first"], "--month-first"],
  [["--skip-rows", "1"], "--skip-rows"],
  [["--only", "SEX=F"], "--only"],
])("beside an edited proposal %j is refused: it would not be read", async (options, flag) => {
  await withFolder({ "t.csv": table }, async (folder) => {
    const [file, map] = [join(folder, "t.csv"), join(folder, "map.json")];
    await run(["import", file, "--propose", map]);
    expect(await run(["import", file, "--map", map, ...options])).toMatchObject({
      code: 2,
      out: "",
      err: `error: ${flag} is not read beside --map: write it into the member columns of ${map}, or leave --map out\n`,
    });
    expect(existsSync(join(folder, "config.json"))).toBe(false);
  });
});

test("new places are no slips where none is known, whether an option or a map makes them", async () => {
  const towns = "Town,year,count\nBig Town,2020,5\nBig Twon,2020,6\n";
  await withFolder({ "t.csv": towns }, async (folder) => {
    const [file, map] = [join(folder, "t.csv"), join(folder, "map.json")];
    await run(["import", file, "--propose", map, "--create", "my/"]);
    expect(JSON.parse(readFileSync(map, "utf8")).columns.entity.create).toBe("my/");
    for (const options of [
      ["--create", "my/"],
      ["--map", map],
    ]) {
      const { code, out } = await run(["import", file, "--dry-run", ...options]);
      expect([code, out.includes("my/Big_Twon  2020  6")]).toEqual([0, true]);
      expect(out).not.toContain("slips");
    }
  });
});

test("a config keeps its variables when next year's table is added, unless that is forced", async () => {
  const rows = (year: number) => `place,year,coverage\na/1,${year},62.3\n`;
  await withFolder({ "t24.csv": rows(2024), "t25.csv": rows(2025) }, async (folder) => {
    const config = join(folder, "config.json");
    const read = () => JSON.parse(readFileSync(config, "utf8"));
    const variables = { coverage: { name: "Of girls", unit: "Percent", group: "Health" } };
    await run(["import", join(folder, "t24.csv")]);
    writeFileSync(config, JSON.stringify({ ...read(), variables }));
    expect((await run(["import", join(folder, "t25.csv"), "--add"])).code).toBe(0);
    expect(read().variables).toEqual(variables);
    expect((await run(["import", join(folder, "t25.csv"), "--add", "--force"])).code).toBe(0);
    expect(read().variables.coverage).toMatchObject({ name: "coverage" });
  });
});

test("a converted table describes no variable that the folder describes already", async () => {
  const rows = (year: number) => `place;year;coverage;births\na/1;${year};62,3;5\n`;
  const variables = { coverage: { name: "Of girls", unit: "Percent" } };
  const files = {
    "config.json": JSON.stringify({ inputFiles: {}, variables }),
    "own.mcf":
      'Node: dcid:births\ntypeOf: dcs:StatisticalVariable\nname: "Live births"\n\nNode: dcid:x\nnear: dcid:deaths\n',
    // Nobody can read it, and the table all the same.
    "wide.mcf": Buffer.from("\ufeffNode: dcid:deaths\ntypeOf: dcs:City\n", "utf16le"),
    "t24.csv": rows(2024),
    "t25.csv": rows(2025).replace("births", "deaths"),
  };
  await withFolder(files, async (folder) => {
    const first = await run(["import", join(folder, "t24.csv"), "--add"]);
    expect(first.out).toContain(
      "described here already, and left as it is: births, coverage\nwrote ",
    );
    expect(readdirSync(folder)).not.toContain("t24.nodes.mcf");
    const second = await run(["import", join(folder, "t25.csv"), "--add"]);
    expect(second.out).toContain("described here already, and left as it is: coverage\n");
    const nodes = readFileSync(join(folder, "t25.nodes.mcf"), "utf8");
    expect(nodes.match(/^Node: .*$/gm)).toEqual(["Node: dcid:deaths"]);
    // What import made of this table before describes nothing else.
    await run(["import", join(folder, "t25.csv"), "--add", "--force"]);
    expect(readFileSync(join(folder, "t25.nodes.mcf"), "utf8")).toBe(nodes);
  });
});

test("a map that somebody edited is replaced with --force alone", async () => {
  const texts = { "t.csv": "id,Year,Cats\na/1,2020,5\n", "map.json": "{}" };
  await withFolder(texts, async (folder) => {
    const [file, map] = [join(folder, "t.csv"), join(folder, "map.json")];
    const propose = async (...more: string[]) =>
      await run(["import", file, "--propose", map, ...more]);
    expect(await propose()).toMatchObject({
      code: 2,
      err: `error: ${map} exists: --force replaces it, and another name keeps it\n`,
    });
    expect(readFileSync(map, "utf8")).toBe("{}");
    expect((await propose("--force")).code).toBe(0);
    // The same text again loses nothing.
    expect((await propose()).code).toBe(0);
  });
});

test("a slip of a heading in an option is named, and put right in the command", async () => {
  await withFolder({ "t.csv": "id,Year,Cats,Dogs\na/1,2020,5,6\n" }, async (folder) => {
    const file = join(folder, "t.csv");
    for (const [option, slip, heading] of [
      ["--date", "Yaer", "Year"],
      ["--value", "Casts", "Cats"],
    ] as const) {
      const { out, code } = await run(["import", file, option, slip]);
      expect(code).toBe(2);
      expect(out).toContain(`is '${heading}' meant?\none of these goes on:\n`);
      expect(out).toContain(`import ${file} ${option} ${heading}\n`);
    }
  });
});
