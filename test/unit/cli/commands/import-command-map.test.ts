/** `import` proposes, a person edits, and `import` reads the table as the edited file says. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { lint, proposeColumns } from "../../../../src/lint.ts";
import { withFolder } from "../../load/load-texts.ts";
import { run } from "../running.ts";

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
    expect(out).toContain("still to be said in its member columns:");
    const proposal = JSON.parse(readFileSync(map, "utf8"));
    expect(proposal.problems[0]).toContain("one place for all rows (--entity country/USA)");
    proposal.columns.entity = { constant: "country/USA" };
    writeFileSync(map, JSON.stringify(proposal));
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
