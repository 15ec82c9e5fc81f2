import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { proposeColumns } from "../../../../src/lint.ts";
import { metadataKinds } from "../../../../src/load/sources/metadata-files.ts";
import { mayDescribe } from "../../../../src/load/sources/source-file.ts";

const table = "iso3,year,pop,cost\nFRA,2020,-99,7\nDEU,2020,83,999\n";

const schema = {
  missingValues: ["", "-99"],
  fields: [
    { name: "iso3", type: "string" },
    { name: "year", type: "year" },
    { name: "pop", type: "integer", title: "Population", unit: "million people" },
    { name: "cost", type: "number", missingValues: ["999"] },
  ],
};

const packageOf = (resource: object) =>
  JSON.stringify({ name: "p", resources: [{ name: "t", path: "t.csv", schema, ...resource }] });

const csvwOf = (own: object) =>
  JSON.stringify({ "@context": "http://www.w3.org/ns/csvw", url: "t.csv", ...own });

function valuesIn({ engine: { graph, observations } }: Commons): string[] {
  const { dictionary } = graph;
  const values: string[] = [];
  for (let series = 0; series < observations.seriesCount; series++) {
    const { start, end } = observations.pointsOf(series);
    const variable = dictionary.textOf(observations.variableOf(series));
    const entity = dictionary.textOf(observations.entityOf(series));
    const { unit } = observations.facetOf(series);
    for (let point = start; point < end; point++) {
      values.push([variable, unit, entity, observations.textOf(point)].join(" "));
    }
  }
  return values;
}

const right = ["cost  country/FRA 7", "pop Person country/DEU 83000000"];

async function read(files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const { columns, problems } = await proposeColumns(files);
  if (columns === undefined) return problems.map((problem) => `refused: ${problem}`);
  return valuesIn(await open(files, { columns }));
}

const mapped = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));

/** What the table is with another description. */
const withPackage = (resource: object) =>
  read({ "t.csv": table, "datapackage.json": packageOf(resource) });

test("each kind of description is known by its name before its code is loaded", () => {
  const names = ["datapackage.json", "t.csv-metadata.json", "t.metadata.json", "t.meta.json"];
  expect(names.filter(mayDescribe)).toEqual(names);
  expect(metadataKinds.every((kind) => names.some((name) => kind.name.test(name)))).toBe(true);
  expect(["data.json", "package.json", "t.csv"].filter(mayDescribe)).toEqual([]);
});

describe("a description beside a table", () => {
  test("says missing values, units, names and what a row is about", async () => {
    expect(await withPackage({})).toEqual(right);
  });

  test("is read in a zip", async () => {
    const files = { "p/t.csv": strToU8(table), "p/datapackage.json": strToU8(packageOf({})) };
    expect(await read({ "p.zip": zipSync(files) })).toEqual(right);
  });

  test("that is named gives its tables, of which `sheet` names one", async () => {
    const resources = ["a.csv", "b.csv"].map((path) => ({ name: path, path, schema }));
    const files = {
      "p/a.csv": table,
      "p/b.csv": table.replace("7", "8"),
      "p/datapackage.json": JSON.stringify({ resources }),
    };
    const { problems } = await proposeColumns({ ...files });
    expect(problems).toEqual(["the file has several tables, 'a.csv', 'b.csv': --sheet names one"]);
    const { columns } = await proposeColumns({ ...files }, { sheet: "b.csv" });
    const commons = await open({ ...files }, { columns });
    expect(valuesIn(commons)).toEqual(["cost  country/FRA 8", "pop Person country/DEU 83000000"]);
  });

  test("that holds rows itself is reported, and the tables beside it are read", async () => {
    const resources = [
      { name: "t", path: "t.csv", schema },
      { name: "notes", data: [["a"], [1]] },
    ];
    const files = { "t.csv": table, "datapackage.json": JSON.stringify({ resources }) };
    const { columns } = await proposeColumns(files);
    for (const source of [files, { "p.zip": zipSync(mapped(files)) }]) {
      const commons = await open(source, { columns });
      expect(valuesIn(commons)).toEqual(right);
      const { levels, counters } = commons.info.diagnostics;
      expect(levels.warning).toBe(1);
      expect(counters.flatMap(({ examples }) => examples.map(({ message }) => message))).toContain(
        "the resource 'notes' holds its rows in the description, where they are not read: write them to a file, and name it as \"path\"",
      );
    }
    const alone = JSON.stringify({ resources: resources.slice(1) });
    await expect(open({ "datapackage.json": alone })).rejects.toThrow("datapackage.json");
  });

  test("names variables for people and says what they are", async () => {
    const files = { "t.csv": table, "datapackage.json": packageOf({}) };
    const { columns } = await proposeColumns(files);
    const commons = await open(files, { columns });
    expect(commons.catalog.variables().map(({ dcid, name }) => [dcid, name])).toEqual([
      ["cost", "cost"],
      ["pop", "Population"],
    ]);
  });

  test.each([
    [{ dialect: { quoteChar: "'" } }, "its dialect has quoteChar, which is not read"],
    [{ dialect: { escapeChar: "\\" } }, "its dialect has escapeChar, which is not read"],
    [{ dialect: { headerRows: [1, 2] } }, "its header has several lines, which are not read"],
    [{ encoding: "utf-16" }, "its encoding is utf-16, which is not read"],
    [
      { schema: { fields: [{ name: "people", type: "integer" }] } },
      "the column 'people', and the columns are 'iso3', 'year', 'pop', 'cost'",
    ],
  ])("that cannot be followed refuses the table: %o", async (resource, problem) => {
    expect((await withPackage(resource)).join()).toContain(problem);
  });

  test.each([
    [{ path: "https://example.org/t.csv" }, "nothing is fetched from a network"],
    [{ path: "../t.csv" }, "which is no path within its folder"],
    [{ path: "/etc/passwd" }, "which is no path within its folder"],
    [{ path: ["t.csv", "u.csv"] }, "names several files, which are not read as one"],
    [{ schema: "schema.json" }, "names 'schema.json', which is not there"],
    [{ schema: { fields: [{ title: "x" }] } }, 'has no "name"'],
  ])("that names what is not read is an error with its line: %o", async (resource, problem) => {
    await expect(withPackage(resource)).rejects.toThrow(problem);
    await expect(withPackage(resource)).rejects.toThrow("datapackage.json:1");
  });

  test("refuses a table whose header it does not find, since units and scales would be lost", async () => {
    const about = { columns: { Population: { unit: "million people", shortName: "population" } } };
    const rows = "Entity,Code,Year,Population\nFrance,FRA,2020,67.5\n";
    const files = { "p.csv": rows, "p.metadata.json": JSON.stringify(about) };
    expect(await read(files)).toEqual(["population Person country/FRA 67500000"]);
    const titled = { ...files, "p.csv": `Our own table\n\n${rows}` };
    expect((await proposeColumns(titled)).problems.join()).toContain(
      "p.metadata.json describes the column 'Population', and the columns are 'Our own table'",
    );
  });

  test("of another kind describes no table", async () => {
    const plain = "iso3,year,pop\nFRA,2020,67\n";
    for (const other of ["{}", '{"columns": 3}', '{"@context": "http://schema.org"}']) {
      expect(await read({ "t.csv": plain, "metadata.json": other })).toEqual([
        "pop  country/FRA 67",
      ]);
    }
  });

  test("of CSVW says nulls, defaults and signs in numbers", async () => {
    const columns = [
      { titles: "Area", valueUrl: "dcid:country/{Area}" },
      { titles: "Year", datatype: "gYear" },
      {
        titles: "GDP",
        null: ["-1"],
        default: "5",
        datatype: { base: "decimal", format: { decimalChar: ",", groupChar: "." } },
      },
    ];
    const text = 'Area,Year,GDP\nFRA,2020,"1.234,5"\nDEU,2020,-1\nKEN,2020,\n';
    const files = { "t.csv": text, "t.csv-metadata.json": csvwOf({ tableSchema: { columns } }) };
    expect(await read(files)).toEqual(["GDP  country/FRA 1234.5", "GDP  country/KEN 5"]);
  });
});
