/** The files that `import` writes: which ones, what is in them, and that none is lost or half. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  importFiles,
  observationRows,
  placesOf,
  refuseExisting,
  writeFiles,
} from "../../../../src/cli/import/import-files.ts";
import { askFor, observationBlocks } from "../../../../src/cli/import/import-nodes.ts";
import { open } from "../../../../src/index.ts";
import { proposeColumns } from "../../../../src/lint.ts";
import { withFolder } from "../../load/load-texts.ts";

test("names of files follow from the name of the table, and lie beside it", () => {
  expect(placesOf("in/t.csv.GZ")).toMatchObject({
    folder: "in",
    name: "t.csv",
    config: join("in", "config.json"),
    table: "t.observations.csv",
    nodes: "t.nodes.mcf",
    observations: "t.observations.mcf",
  });
  expect(placesOf("t.gz.csv")).toMatchObject({ folder: ".", name: "t.gz.csv" });
  expect(placesOf("book.xlsx", "two").table).not.toBe(placesOf("book.xlsx", "one").table);
});

test.each(["config.json", "t.observations.csv", "t.nodes.mcf", "t.observations.mcf"])(
  "%s is not replaced without a word",
  async (name) => {
    await withFolder({ [name]: "mine", "t.csv": "" }, async (folder) => {
      const file = join(folder, "t.csv");
      await expect(refuseExisting(file, false)).rejects.toThrow(
        `${join(folder, name)} exists: --add puts this table into the config, --force replaces it`,
      );
      await expect(refuseExisting(file, true)).resolves.toBeUndefined();
      await expect(refuseExisting(join(folder, "in/t.csv"), false)).resolves.toBeUndefined();
      // A table that is not there is missing first of all.
      await rm(file);
      await expect(refuseExisting(file, false)).resolves.toBeUndefined();
    });
  },
);

describe("writing", () => {
  test("joins pieces of any length in their order", async () => {
    await withFolder({}, async (folder) => {
      const lines = Array.from({ length: 5000 }, (_, at) => `${at}${"x".repeat(500)}\n`);
      const [long, empty] = [join(folder, "long"), join(folder, "empty")];
      await writeFiles([
        { path: long, text: () => lines },
        { path: empty, text: () => [] },
      ]);
      expect(readFileSync(long, "utf8") === lines.join("")).toBe(true);
      expect(readFileSync(empty, "utf8")).toBe("");
      expect(readdirSync(folder).sort()).toEqual(["empty", "long"]);
    });
  });

  test("that fails leaves the old file, and nothing half", async () => {
    await withFolder({ a: "old" }, async (folder) => {
      function* failing() {
        yield "new";
        throw new Error("no more");
      }
      const text = () => failing();
      const path = join(folder, "a");
      await expect(writeFiles([{ path, text }])).rejects.toThrow("no more");
      expect(readFileSync(path, "utf8")).toBe("old");
      expect(readdirSync(folder)).toEqual(["a"]);
      await expect(writeFiles([{ path: join(folder, "x/y"), text }])).rejects.toThrow("ENOENT");
    });
  });
});

/** Names and texts of what `import` writes for a table. */
async function made(
  table: string | Buffer,
  name = "t.csv",
  before?: string,
  isForced = false,
): Promise<object> {
  return await withFolder({ [name]: table }, async (folder) => {
    const file = join(folder, name);
    if (before !== undefined) writeFileSync(join(folder, "config.json"), before);
    const proposal = await proposeColumns(file);
    const commons = await open(file, { columns: proposal.columns });
    const { files } = await importFiles(file, proposal, commons, {
      isAdded: before !== undefined,
      isForced,
    });
    return Object.fromEntries(
      files.map(({ path, text }) => [path.slice(folder.length + 1), [...text()].join("")]),
    );
  });
}

const plain = "entity,date,Cats\na/1,2020,5\n";
const [tabs, semicolons] = [plain.replaceAll(",", "\t"), plain.replaceAll(",", ";")];
const convertedFrom = (stem: string) => [
  `${stem}.observations.csv`,
  `${stem}.nodes.mcf`,
  "config.json",
];
const converted = convertedFrom("t");
const namesOf = async (...given: Parameters<typeof made>) => Object.keys(await made(...given));

describe("a table", () => {
  test.each<[string, string | Buffer, string, string[]]>([
    ["of plain CSV needs a config alone", plain, "t.csv", ["config.json"]],
    ["with an ending in capitals, too", plain, "T.CSV", ["config.json"]],
    ["with tabs is converted, and its variables are described", tabs, "t.tsv", converted],
    ["under another ending is converted", plain, "t.csv.tsv", convertedFrom("t.csv")],
    ["with semicolons is converted", semicolons, "t.csv", converted],
    [
      "in Latin-1 is converted",
      Buffer.from(plain.replace("Cats", "Kühe"), "latin1"),
      "t.csv",
      converted,
    ],
    [
      "about variables in rows has nodes beside it, which describe them",
      "entity,date,variable,value\na/1,2020,Lost cats,5\n",
      "t.csv",
      converted,
    ],
  ])("%s", async (_, table, name, names) => {
    expect(await namesOf(table, name)).toEqual(names);
  });

  test("that is converted has the columns that its values need, and no empty ones", async () => {
    const table = "entity;date;variable;value;unit\na/1;2020;Cats;1,5;Kilo\na/2;2020;Cats;2;\n";
    const { "t.observations.csv": text, "config.json": config } = (await made(table)) as Record<
      string,
      string
    >;
    expect(text).toBe(
      "variable,entity,date,value,unit\nCats,a/1,2020,1.5,Kilo\nCats,a/2,2020,2,\n",
    );
    expect(JSON.parse(config!).inputFiles["t.observations.csv"]).toMatchObject({
      provenance: "t.csv",
      columnMappings: { variable: "variable", unit: "unit" },
    });
  });

  test("is added to a config, unless another table had the same name", async () => {
    const config = (provenance: string) =>
      JSON.stringify({ inputFiles: { "t.observations.csv": { provenance } } });
    const same = [semicolons, "t.csv", config("t.csv")] as const;
    expect(await namesOf(...same, true)).toContain("config.json");
    // Rows that were written before would be lost.
    await expect(made(...same)).rejects.toThrow(
      "t.observations.csv is what import made of t.csv: --force replaces it; other rows of the table need a copy of it with another name",
    );
    await expect(made(semicolons, "t.csv", config("t.xlsx"))).rejects.toThrow(
      "t.observations.csv is what import made of t.xlsx: rename t.csv",
    );
    await expect(made(semicolons, "t.csv", "{ // mine")).rejects.toThrow(
      /config\.json is not plain JSON: --force replaces it$/,
    );
  });
});

const migrants = {
  "migrants.mcf": [
    "Node: dcid:Migrants\ntypeOf: dcs:StatisticalVariable\nobservationProperties: from, to\n",
    "Node: l:o1\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:Migrants",
    "observationProperties: from, to\nfrom: dcid:country/FRA\nto: dcid:country/ITA\nobservationDate: 2020\nvalue: 5\nunit: dcid:Person\n",
    "Node: l:o2\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:Migrants",
    "observationProperties: from, to\nfrom: dcid:country/FRA\nto: dcid:country/ITA\nobservationDate: 2021\nvalue: 6\nunit: dcid:Person\n",
  ].join("\n"),
};
const measured = {
  "o.csv":
    "entity,variable,date,value,unit,scaling_factor,measurement_method,observation_period\ngeoId/06,Cats,2020,5,Cat,10,Census,P1Y\n",
};

test("rows of observations have all that says how values were measured", async () => {
  const [row] = observationRows(await open(measured));
  expect(row).toMatchObject({
    variable: "Cats",
    entity: "geoId/06",
    date: "2020",
    value: "5",
    unit: "Cat",
    scalingFactor: "10",
    measurementMethod: "Census",
    observationPeriod: "P1Y",
  });
  const rows = [...observationRows(await open(migrants))];
  expect(rows.map(({ entity, date }) => [entity, date])).toEqual([
    ["country/FRA, country/ITA", "2020"],
    ["country/FRA, country/ITA", "2021"],
  ]);
});

test("observations about several entities are nodes that name their properties and units", async () => {
  const commons = await open(migrants);
  const block = (at: number, year: number, value: number) =>
    [
      `Node: l:o${at}`,
      "typeOf: dcid:StatVarObservation",
      "variableMeasured: dcid:Migrants",
      "observationProperties: dcid:from",
      "from: dcid:country/FRA",
      "observationProperties: dcid:to",
      "to: dcid:country/ITA",
      `observationDate: "${year}"`,
      `value: "${value}"`,
      "unit: dcid:Person",
      "\n",
    ].join("\n");
  expect([...observationBlocks(commons)]).toEqual([block(1, 2020, 5), block(2, 2021, 6)]);
  const again = await open({ "again.mcf": [...observationBlocks(commons)].join("\n") });
  expect([...observationRows(again)].map(({ value, unit }) => [value, unit])).toEqual([
    ["5", "Person"],
    ["6", "Person"],
  ]);
});

test("the command that asks for the first observation names what it is about", async () => {
  const [one, several] = [await open(measured), await open(migrants)];
  expect(askFor(one, "my data", ["Cats", "geoId/06"])).toBe(
    "npx pocket-commons stat 'my data' Cats geoId/06",
  );
  expect(askFor(several, "in", ["Migrants", "country/FRA, country/ITA"])).toBe(
    "npx pocket-commons sdmx in variableMeasured=Migrants from=country/FRA",
  );
  expect(askFor(one, "in")).toBe("npx pocket-commons stat in '' ''");
});
