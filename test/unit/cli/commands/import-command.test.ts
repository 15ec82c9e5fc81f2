/** A CSV of one's own is answered by two commands: `import`, then `stat`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { lint } from "../../../../src/lint.ts";
import { withFolder } from "../../load/load-texts.ts";
import { run } from "../running.ts";

const places = `Node: dcid:geoId/25
typeOf: dcs:State
name: "Massachusetts"

Node: dcid:geoId/2567000
typeOf: dcs:City
name: "Springfield"
containedInPlace: dcid:geoId/25

Node: dcid:geoId/2507000
typeOf: dcs:City
name: "Boston"
containedInPlace: dcid:geoId/25
`;

const wide = `fips,Town,Year,Population,Median income ($)
2567000,Springfield,2020,"155,929","$43,308"
2507000,Boston,2020,"675,647",
2511000,Chicopee,2020,,$50107
`;
const long = `state,month,indicator,amount,unit
06,Jan 2024,Unemployment rate,5.2,Percent
06,Feb 2024,Unemployment rate,5.3,Percent
36,2024Q1,Jobs,18,Person
`;
const named = `Town,Year,Cats
Springfield,2020,7
Boston,2020,9
`;

/** Rows of a command's CSV, without the header. */
function rowsOf(text: string): string[] {
  return text.trim().split("\n").slice(1);
}

async function stat(folder: string, ...args: readonly string[]): Promise<string[]> {
  const { code, out, err } = await run(["stat", folder, ...args]);
  expect([code, err]).toEqual([0, ""]);
  return rowsOf(out);
}

test("cells without a value are counted by column", async () => {
  const table = "fips,Year,Cats,Dogs\n25,2020,5,\n26,2020,-,\n27,2020,,6\n";
  await withFolder({ "pets.csv": table }, async (folder) => {
    const { code, out } = await run(["import", join(folder, "pets.csv")]);
    expect([code, out.includes("2 observations")]).toEqual([0, true]);
    expect(out).toContain("StrSplit_EmptyToken_value × 4");
    expect(out).toContain("cells without a value: column 'Dogs': '' × 2");
  });
});

test("headings say units of measurement, and dcids have none of their signs", async () => {
  const table = "fips;Year;Auslastung in %;Rail (km);Area in km²;Wood, ha\n25;2020;5;6;7;8\n";
  await withFolder({ "t.csv": table }, async (folder) => {
    const { code } = await run(["import", join(folder, "t.csv"), "--force"]);
    expect(code).toBe(0);
    const lines = readFileSync(join(folder, "t.observations.csv"), "utf8").trim().split("\n");
    expect(lines.slice(1).sort()).toEqual([
      "Area_in_km2,geoId/25,2020,7,SquareKilometer",
      "Auslastung,geoId/25,2020,5,Percent",
      "Rail_km,geoId/25,2020,6,Kilometer",
      "Wood_ha,geoId/25,2020,8,Hectare",
    ]);
  });
});

test("places of the base as headings: the command that goes on reads a row for each of them", async () => {
  const table = "Indicator,Year,Springfield,Boston\nCats,2020,5,6\nDogs,2020,,8\n";
  await withFolder({ "pets/pets.csv": table, "places.mcf": places }, async (folder) => {
    const given = ["import", join(folder, "pets/pets.csv"), "--base", join(folder, "places.mcf")];
    const refused = await run(given);
    expect(refused.code).toBe(2);
    expect(refused.out).toContain(
      "columns of values are places, 'Springfield', 'Boston': each row is to be read as one for each place",
    );
    expect(refused.out).toMatch(/import \S+ --base \S+ --layout places-across\n/);
    expect((await run([...given, "--layout", "places-across"])).code).toBe(0);
    const written = readFileSync(join(folder, "pets/pets.observations.csv"), "utf8");
    expect(rowsOf(written).sort()).toEqual([
      "Cats,geoId/2507000,2020,6",
      "Cats,geoId/2567000,2020,5",
      "Dogs,geoId/2507000,2020,8",
    ]);
  });
});

describe("two commands answer", () => {
  test("a wide table with thousands separators and gaps", async () => {
    await withFolder({ "towns.csv": wide }, async (folder) => {
      const { code, out } = await run(["import", join(folder, "towns.csv")]);
      expect(code).toBe(0);
      expect(out).toContain("4 observations");
      expect(out).toContain("Population     geoId/2567000  2020  155929");
      expect(
        await stat(folder, "Population,Median_income", "geoId/2567000", "geoId/2507000"),
      ).toEqual([
        "Population,geoId/2567000,,2020,155929,,towns.csv",
        "Population,geoId/2507000,,2020,675647,,towns.csv",
        "Median_income,geoId/2567000,,2020,43308,USDollar,towns.csv",
      ]);
    });
  });

  test("a long table by month with units", async () => {
    await withFolder({ "jobs.csv": long }, async (folder) => {
      expect((await run(["import", join(folder, "jobs.csv")])).code).toBe(0);
      expect(
        await stat(folder, "Unemployment_rate,Jobs", "geoId/06", "geoId/36", "--date", "all"),
      ).toEqual([
        "Unemployment_rate,geoId/06,,2024-01,5.2,Percent,jobs.csv",
        "Unemployment_rate,geoId/06,,2024-02,5.3,Percent,jobs.csv",
        "Jobs,geoId/36,,2024-03,18,Person,jobs.csv",
      ]);
    });
  });

  test("place names instead of ids", async () => {
    await withFolder({ "base/places.mcf": places, "mine/cats.csv": named }, async (folder) => {
      const base = join(folder, "base");
      const args = ["--base", base, "--within", "geoId/25"];
      expect((await run(["import", join(folder, "mine/cats.csv"), ...args])).code).toBe(0);
      expect(await stat(join(folder, "mine"), "Cats", "geoId/2567000", "--with", base)).toEqual([
        "Cats,geoId/2567000,Springfield,2020,7,,cats.csv",
      ]);
    });
  });

  test("place names without anybody who knows them", async () => {
    await withFolder({ "cats.csv": named }, async (folder) => {
      const file = join(folder, "cats.csv");
      const { code, out } = await run(["import", file]);
      expect(code).toBe(2);
      expect(out).toContain("no known entity of type 'City' has the name 'Springfield'");
      expect(out).toContain("--create PREFIX makes new ones");
      expect(existsSync(join(folder, "config.json"))).toBe(false);
      expect((await run(["import", file, "--create", "town/"])).code).toBe(0);
      expect(await stat(folder, "Cats", "town/Boston")).toEqual([
        "Cats,town/Boston,Boston,2020,9,,cats.csv",
      ]);
    });
  });
});

describe("what is written", () => {
  const plain =
    "entity,date,Count_Person,Count_Cat,Mood\ngeoId/06,2020,1,2,blue\ngeoId/36,2020,,4,\n";

  test("is a config alone where the dialect reads the table as it is", async () => {
    await withFolder({ "plain.csv": plain }, async (folder) => {
      const { out } = await run(["import", join(folder, "plain.csv")]);
      expect(out).toContain(`wrote ${join(folder, "config.json")}\n`);
      expect(out).not.toContain("converted");
      expect(JSON.parse(readFileSync(join(folder, "config.json"), "utf8"))).toMatchObject({
        sources: { "plain.csv": { url: "plain.csv", provenances: { "plain.csv": "plain.csv" } } },
        inputFiles: {
          "plain.csv": {
            format: "variablePerColumn",
            columnMappings: { entity: "entity", date: "date" },
            ignoreColumns: ["Mood"],
          },
        },
      });
      const { info } = await open(folder);
      expect([info.observationCount, info.diagnostics.levels.error]).toEqual([3, 0]);
    });
  });

  test("is a converted table beside it where the dialect cannot say all, as it tells", async () => {
    await withFolder({ "towns.csv": wide }, async (folder) => {
      const { out } = await run(["import", join(folder, "towns.csv")]);
      expect(out).toContain("the config reads a table that is converted for it");
      expect(readFileSync(join(folder, "towns.observations.csv"), "utf8")).toBe(
        [
          "variable,entity,date,value,unit",
          "Median_income,geoId/2511000,2020,50107,USDollar",
          "Median_income,geoId/2567000,2020,43308,USDollar",
          "Population,geoId/2507000,2020,675647,",
          "Population,geoId/2567000,2020,155929,",
          "",
        ].join("\n"),
      );
      const { levels } = (await open(folder)).info.diagnostics;
      expect(levels).toMatchObject({ error: 0, fatal: 0 });
    });
  });

  test("never replaces a config without a word, and may add to one", async () => {
    await withFolder({ "plain.csv": plain, "jobs.csv": long }, async (folder) => {
      const [first, second] = ["plain.csv", "jobs.csv"].map((name) => join(folder, name));
      expect((await run(["import", first!])).code).toBe(0);
      const before = readFileSync(join(folder, "config.json"), "utf8");
      const refused = await run(["import", second!]);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain("config.json exists: --add puts this table into the config");
      expect(readFileSync(join(folder, "config.json"), "utf8")).toBe(before);
      expect((await run(["import", second!, "--add"])).code).toBe(0);
      expect((await open(folder)).info.variableCount).toBe(4);
      expect((await run(["import", second!, "--force"])).code).toBe(0);
      const { inputFiles } = JSON.parse(readFileSync(join(folder, "config.json"), "utf8"));
      expect(Object.keys(inputFiles)).toEqual(["jobs.observations.csv"]);
      writeFileSync(join(folder, "config.json"), "{ // mine\n}");
      expect((await run(["import", second!, "--add"])).err).toContain("is not plain JSON");
    });
  });

  test("replaces what is no object in a config that it adds to", async () => {
    await withFolder({ "jobs.csv": long }, async (folder) => {
      const config = join(folder, "config.json");
      for (const wrong of ["text", ["list"], null, 7]) {
        writeFileSync(config, JSON.stringify({ inputFiles: wrong, sources: wrong, own: 1 }));
        expect((await run(["import", join(folder, "jobs.csv"), "--add"])).code).toBe(0);
        const { inputFiles, sources, own } = JSON.parse(readFileSync(config, "utf8"));
        const names = [inputFiles, sources].map((part) => Object.keys(part));
        expect(names).toEqual([["jobs.observations.csv"], ["jobs.csv"]]);
        expect(own).toBe(1);
      }
    });
  });

  test("is nothing with --dry-run", async () => {
    await withFolder({ "towns.csv": wide }, async (folder) => {
      const { code, out } = await run(["import", join(folder, "towns.csv"), "--dry-run"]);
      expect(code).toBe(0);
      expect(out).toContain("would write ");
      expect(existsSync(join(folder, "config.json"))).toBe(false);
    });
  });
});

describe("odd tables", () => {
  test.each<[string, string | Buffer, readonly string[], string]>([
    [
      "semicolons and decimal commas",
      "id;Jahr;Wert\na/1;2020;1.234,5\n",
      [],
      "Wert      a/1     2020  1234.5",
    ],
    [
      "Latin-1",
      Buffer.from("id;Jahr;Größe\na/1;2020;5\n", "latin1"),
      [],
      "Grosse    a/1     2020  5",
    ],
    [
      "an encoding that is a guess",
      Buffer.from("id;Jahr;Größe\na/1;2020;5\n", "latin1"),
      [],
      'cells parted by ";", windows-1252 as a guess, since it is not utf-8, decimals after',
    ],
    [
      "no dates, which the caller gives",
      "id,Wert\na/1,5\n",
      ["--date", "2024"],
      "Wert      a/1     2024  5",
    ],
    [
      "a column that nobody can interpret",
      "id,Year,Wert,Mood\na/1,2020,5,blue\n",
      [],
      "Mood    not read",
    ],
  ])("%s", async (_, text, args, line) => {
    await withFolder({ "a.csv": text }, async (folder) => {
      const { code, out } = await run(["import", join(folder, "a.csv"), ...args]);
      expect(out).toContain(line);
      expect(code).toBe(0);
    });
  });

  test.each<[string, string, string]>([
    ["an empty file", "", "the file is empty"],
    ["a header alone", "id,Year,Wert\n", "the table has a header and no rows"],
    [
      "doubled headings",
      "id,Year,Wert,Wert\na/1,2020,1,2\n",
      "two columns have the heading 'Wert'",
    ],
    ["no dates", "id,Wert\na/1,5\n", "no column holds dates"],
  ])("%s is refused, and the reason is given", async (_, text, reason) => {
    await withFolder({ "a.csv": text }, async (folder) => {
      const { code, out } = await run(["import", join(folder, "a.csv")]);
      expect(out).toContain("nothing was written");
      expect(out).toContain(reason);
      expect(code).toBe(2);
    });
  });

  test("what is no number is reported with its line, and counts for the exit code", async () => {
    await withFolder({ "a.csv": "id,Year,Cats\na/1,2020,5\na/2,2020,TBD\n" }, async (folder) => {
      const { code, out } = await run(["import", join(folder, "a.csv")]);
      expect(out).toContain(
        "error Sanity_SVObs_Value_NotANumber × 1, as line 3: 'TBD' is not a number",
      );
      expect(code).toBe(1);
    });
  });

  test("JSON holds the proposal, the files and the first observations", async () => {
    await withFolder({ "a.csv": "id,Year,Cats\na/1,2020,5\n" }, async (folder) => {
      const { out } = await run(["import", join(folder, "a.csv"), "--json"]);
      expect(JSON.parse(out)).toMatchObject({
        columns: { entity: "id", date: "Year", variables: { Cats: {} } },
        files: [join(folder, "config.json")],
        written: true,
        observations: [["Cats", "a/1", "2020", "5", ""]],
      });
      const { out: csv } = await run(["import", join(folder, "a.csv"), "--force", "--csv"]);
      expect(csv).toBe("variable,entity,date,value,unit\nCats,a/1,2020,5,\n");
    });
  });
});

test("every refusal of a CSV of no known kind names the command", async () => {
  await withFolder({ "towns.csv": wide }, async (folder) => {
    const file = join(folder, "towns.csv");
    const cure = `"npx pocket-commons import ${file}" proposes what its columns hold`;
    await expect(open(file)).rejects.toThrow(cure);
    await expect(open(folder)).rejects.toThrow(cure);
    for (const command of ["info", "lint"]) {
      const { code, out, err } = await run([command, file]);
      expect(code).toBeGreaterThan(0);
      expect(out + err).toContain(cure);
    }
    const report = await lint(folder).catch((error: Error) => error);
    expect(JSON.stringify(report instanceof Error ? report.message : report)).toContain(
      "pocket-commons import",
    );
  });
});

test("a command that goes on has each option once, as it cures the table", async () => {
  const table = "id;Jahr;Wert\na/1;2020;1.234\na/2;2020;7.5\n";
  await withFolder({ "t.csv": table }, async (folder) => {
    const file = join(folder, "t.csv");
    const { code, out } = await run(["import", file, "--decimal", ",", "--date", "Jahr"]);
    expect([code, existsSync(join(folder, "config.json"))]).toEqual([2, false]);
    expect(out).toContain(
      "'7.5' in line 3 of 'Wert' has its decimals after '.', and ',' is said\n",
    );
    expect(out).toMatch(/\n {2}npx pocket-commons import \S+ --date Jahr --decimal \.\n$/);
  });
});

test("rows that are skipped are not in what the config reads", async () => {
  const table = "dcid,Year,Loans\n,,number\na/1,2020,5\na/2,2020,6\n";
  await withFolder({ "t.csv": table }, async (folder) => {
    const { code } = await run(["import", join(folder, "t.csv"), "--skip-rows", "1"]);
    const { found, commons } = { found: await lint(folder), commons: await open(folder) };
    expect([code, found.findings.filter(({ level }) => level !== "info")]).toEqual([0, []]);
    expect(commons.latest("Loans", "a/2")?.value).toBe(6);
  });
});

test("a slip in --entity is cured by --name where the column has names, and a dry run stays one", async () => {
  await withFolder({ "t.csv": named, "base.mcf": places }, async (folder) => {
    const file = join(folder, "t.csv");
    const base = ["--base", join(folder, "base.mcf")];
    const { out } = await run(["import", file, ...base, "--entity", "Twon", "--dry-run"]);
    const [line = ""] = out.split("\n").filter((one) => one.includes("npx pocket-commons"));
    expect(line).toMatch(/^ {2}npx pocket-commons import \S+ --base \S+ --dry-run --name Town$/);
    const { code, out: said } = await run(line.trim().split(" ").slice(2));
    expect([code, said.includes("2 observations")]).toEqual([0, true]);
    expect(existsSync(join(folder, "config.json"))).toBe(false);
  });
});

test("a heading in micrograms becomes a dcid that lint takes, and a unit", async () => {
  const table = "Station,Year,PM10 (\u00b5g/m\u00b3)\naq/1,2023,21.4\naq/2,2023,25.0\n";
  await withFolder({ "t.csv": table }, async (folder) => {
    await run(["import", join(folder, "t.csv")]);
    const { findings } = await lint(folder);
    expect(findings.filter(({ level }) => level !== "info")).toEqual([]);
    const commons = await open(folder);
    expect(commons.catalog.variables().map(({ dcid }) => dcid)).toEqual(["PM10_ug/m3"]);
    expect(await stat(folder, "PM10_ug/m3", "aq/1")).toEqual([
      expect.stringContaining("MicrogramsPerCubicMeter"),
    ]);
  });
});
