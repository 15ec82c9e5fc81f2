/** Tables as files, read by what analysts have. Nothing is read here by the packages that wrote it. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InstalledPackage } from "./installed-package.ts";

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage([
    "@duckdb",
    "@uwdata/flechette",
    "acorn",
    "arquero",
    "hyparquet",
    "hyparquet-writer",
  ]);
  installed.write("write.mjs", `${intro}\n${write}`);
  expect(installed.node("write.mjs")).toBe("written\n");
});

afterAll(() => installed.remove());

const intro = `
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { open } from "pocket-commons";
const commons = await open("data-samples/us-states");
const table = await commons.table({
  entities: "country/USA<-containedInPlace+{typeOf:State}",
  variables: ["Count_Person", "Median_Age_Person"],
  date: "all",
  facet: "all",
  names: true,
  denominator: "Count_Person",
});
assert(table.length > 1000);`;

const write = `
writeFileSync("table.parquet", await table.parquet());
writeFileSync("table.arrow", await table.arrow());
writeFileSync("table.json", JSON.stringify(table));
console.log("written");`;

/** What a program prints; it fails when something is another than the table. */
function run(program: string): string {
  installed.write("program.mjs", `${intro}${program}`);
  return installed.node("program.mjs");
}

/** Why DuckDB cannot be loaded here; undefined when it can. */
function noDuckDb(): string | undefined {
  const told = run('await import("@duckdb/node-api"); console.log("loaded");');
  return told === "loaded\n" ? undefined : told;
}

/** Why there is no pandas with Arrow here; undefined when there is. */
function noPandas(): string | undefined {
  try {
    execFileSync("python3", ["-c", "import pandas, pyarrow"], { stdio: "pipe" });
    return undefined;
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr ?? error)
      .trim()
      .split("\n")
      .at(-1);
  }
}

describe("a table is the same in", () => {
  test("DuckDB, from Parquet", (context) => {
    const reason = noDuckDb();
    if (reason !== undefined) skip(context, reason);
    const told = run(`
      import { DuckDBInstance } from "@duckdb/node-api";
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      const ask = async (sql) => await (await connection.run(sql)).getRowObjectsJS();
      assert.deepStrictEqual(await ask("SELECT * FROM 'table.parquet'"), table.toJSON());
      const types = await ask("SELECT DISTINCT column_type FROM (DESCRIBE FROM 'table.parquet')");
      assert.deepStrictEqual(types.map(Object.values).flat().sort(), ["DOUBLE", "VARCHAR"]);
      const [{ sum }] = await ask("SELECT sum(value) AS sum FROM 'table.parquet' WHERE date = '2020'");
      const wanted = table.toJSON().filter(({ date }) => date === "2020");
      const exact = wanted.reduce((sum, { value }) => sum + value, 0);
      assert(Math.abs(sum / exact - 1) < 1e-12);
      console.log("as expected");
      process.exit(0);`);
    expect(told).toBe("as expected\n");
  });

  test("DuckDB, from the script of an exported world: its tables and views", (context) => {
    const reason = noDuckDb();
    if (reason !== undefined) skip(context, reason);
    const told = run(`
      import { readFileSync } from "node:fs";
      import { DuckDBInstance } from "@duckdb/node-api";
      await commons.export("exported", { format: "duckdb" });
      process.chdir("exported");
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      await connection.run(readFileSync("world.sql", "utf8"));
      const ask = async (sql) => await (await connection.run(sql)).getRowObjectsJS();
      const [{ n }] = await ask("SELECT count(*)::INT AS n FROM observations");
      assert.equal(n, commons.info.observationCount);
      const facets = await ask("SELECT import_name, observations::INT AS n FROM facets");
      assert.equal(facets.reduce((sum, facet) => sum + facet.n, 0), n);
      const wanted = await commons.table({
        entities: "country/USA<-containedInPlace{typeOf:State}", variables: ["Count_Person"], facet: "all",
      });
      const sql = "SELECT entity, date, value FROM latest JOIN contained ON place = entity AND parent = 'country/USA' JOIN nodes ON dcid = entity WHERE list_contains(types, 'State') AND variable = 'Count_Person'";
      const sorted = (rows) => rows.map(({ entity, date, value }) => [entity, date, value].join()).sort();
      assert.deepStrictEqual(sorted(await ask(sql)), sorted(wanted.toJSON()));
      assert(wanted.length > 100);
      console.log("as expected");
      process.exit(0);`);
    expect(told).toBe("as expected\n");
  });

  test("Arquero, from Arrow", () => {
    const told = run(`
      import { readFileSync } from "node:fs";
      import { desc, fromArrow } from "arquero";
      const read = fromArrow(readFileSync("table.arrow"));
      assert.deepStrictEqual(read.columnNames(), table.columns.map(({ name }) => name));
      assert.deepStrictEqual(read.objects({ limit: Infinity }), table.toJSON());
      const [first] = read.orderby(desc("denominator")).objects({ limit: 1 });
      assert.deepStrictEqual(first, table.sorted("denominator", "descending").head(1).toJSON()[0]);
      const taken = fromArrow(await table.arrowTable());
      assert.deepStrictEqual(taken.objects({ limit: Infinity }), table.toJSON());
      console.log("as expected");`);
    expect(told).toBe("as expected\n");
  });

  test("pandas, from Parquet and Arrow", (context) => {
    const reason = noPandas();
    if (reason !== undefined) skip(context, reason);
    writeFileSync(
      join(installed.home, "read.py"),
      `import json, pandas
expected = json.load(open("table.json"))
for frame in (pandas.read_parquet("table.parquet"), pandas.read_feather("table.arrow")):
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    assert rows == expected, (rows[0], expected[0])
print("as expected")
`,
    );
    const told = execFileSync("python3", ["read.py"], { cwd: installed.home, encoding: "utf8" });
    expect(told).toBe("as expected\n");
  });
});

function skip(context: { skip: (note: string) => never }, reason: string): never {
  process.stdout.write(`SKIPPED: ${reason}\n`);
  context.skip(reason);
}

test("a form of file names its package where that is not installed", () => {
  const bare = new InstalledPackage([]);
  bare.write(
    "bare.mjs",
    `${intro}
     for (const form of ["parquet", "arrow", "arrowTable"]) {
       await table[form]().catch((error) => console.log(error.name, error.message));
     }`,
  );
  expect(bare.node("bare.mjs")).toBe(
    `TypeError Parquet needs the package hyparquet-writer, which could not be loaded: npm install hyparquet-writer
TypeError Arrow needs the package @uwdata/flechette, which could not be loaded: npm install @uwdata/flechette
TypeError Arrow needs the package @uwdata/flechette, which could not be loaded: npm install @uwdata/flechette
`,
  );
  bare.remove();
});
