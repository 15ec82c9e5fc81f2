/** Tables that nothing describes but the option `columns`. */
import { describe, expect, test } from "vitest";
import { open, type TableColumns } from "../../../../src/index.ts";
import { withFolder } from "../load-texts.ts";
import { observationsOf, opened } from "./opened-columns.ts";

const places = `Node: dcid:geoId/25
typeOf: dcs:State
name: "Massachusetts"

Node: dcid:geoId/2567000
typeOf: dcs:City
name: "Springfield"
containedInPlace: dcid:geoId/25013

Node: dcid:geoId/25013
typeOf: dcs:County
name: "Hampden County"
containedInPlace: dcid:geoId/25

Node: dcid:geoId/1772000
typeOf: dcs:City
name: "Springfield"
containedInPlace: dcid:geoId/17
`;

describe("a table with a column per variable", () => {
  const text = [
    "fips,Year,Population,Median income ($),Note",
    '2567000,2020,"155,929","$43,308",x',
    '2507000,2020,"675,647",TBD,',
    "2511000,2020,,$107490,y",
    ",,,,",
    "",
  ].join("\n");

  test("has thousands separators, signs and gaps; what is no number is reported with its place", async () => {
    const { observations, told, messages, commons } = await opened(text, {
      entity: { column: "fips", prefix: "geoId/" },
      date: "Year",
      variables: { Population: "Count_Person", "Median income ($)": { unit: "USDollar" } },
    });
    expect(observations).toEqual([
      "Count_Person geoId/2507000 2020 675647",
      "Count_Person geoId/2567000 2020 155929",
      "Median_income geoId/2511000 2020 107490 USDollar",
      "Median_income geoId/2567000 2020 43308 USDollar",
    ]);
    expect(told).toEqual([
      "info ThousandsInObsValue 2",
      "info SignInObsValue 2",
      "info ThousandsInObsValue 3",
      "error SVObs_Value_NotANumber 3",
      "info SignInObsValue 4",
      "info EmptyToken_value undefined",
    ]);
    expect(messages[3]).toBe("'TBD' is not a number; it is not loaded: column 'Median income ($)'");
    expect(commons.info.diagnostics.levels).toMatchObject({ error: 1, info: 5 });
    const named = commons.v2.node({ nodes: ["Median_income"], property: "->name" });
    expect(named.data!["Median_income"]!.arcs!["name"]!.nodes![0]!.value).toBe("Median income ($)");
  });

  test("may have one date, and its headings as names", async () => {
    const { observations } = await opened(text, {
      entity: "fips",
      date: { constant: "Jul 2020" },
      variables: ["Population"],
      unit: { constant: "Person" },
    });
    expect(observations).toEqual([
      "Population 2507000 2020-07 675647 Person",
      "Population 2567000 2020-07 155929 Person",
    ]);
  });
});

test("a table by month, with units in a column and a variable per row", async () => {
  const text = [
    "state,month,indicator,amount,measure",
    "6,Jan 2024,Unemployment rate,5.2%,Percent",
    "6,Feb 2024,Unemployment rate,5.3,Percent",
    "06,2024Q1,Count_Jobs,18,",
    "geoId/36,02/2024,Unemployment (rate),4,Percent",
    "geoId/36,02/2024,,5,Percent",
  ].join("\n");
  const { observations, told } = await opened(text, {
    entity: { column: "state", prefix: "geoId/", digits: 2 },
    date: "month",
    variable: "indicator",
    value: "amount",
    unit: "measure",
  });
  expect(observations).toEqual([
    "Count_Jobs geoId/06 2024-03 18 P3M",
    "Unemployment_rate geoId/06 2024-01 5.2 Percent",
    "Unemployment_rate geoId/06 2024-02 5.3 Percent",
    "Unemployment_rate_2 geoId/36 2024-02 4 Percent",
  ]);
  expect(told).toEqual([
    "info ReadObsDate 2",
    "info SignInObsValue 2",
    "error MissingOrEmpty_variable 6",
  ]);
});

test("a table with a column per date, also when headings need a word", async () => {
  const columns: TableColumns = {
    entity: "id",
    variable: { constant: "Count_Cat" },
    dates: { "2023": "2023", "Q1 2024": "Q1 2024", last: "2025" },
  };
  const { observations } = await opened("id,2023,Q1 2024,last\na/1,1,2,3\n", columns);
  expect(observations).toEqual([
    "Count_Cat a/1 2023 1",
    "Count_Cat a/1 2025 3",
    "Count_Cat a/1 2024-03 2 P3M",
  ]);
});

describe("names of places", () => {
  const text = "Town,Year,Cats\nSpringfield,2020,1\nNo Such Town,2020,2\n";
  const columns = (more: object): TableColumns => ({
    entity: { name: "Town", type: "City", within: "geoId/25", ...more },
    date: "Year",
    variables: ["Cats"],
  });

  test("are looked up in what else is loaded, by type and within a place", async () => {
    const found = await opened(text, columns({}), { files: { "places.mcf": places } });
    expect(found.observations).toEqual(["Cats geoId/2567000 2020 1"]);
    expect(found.told).toEqual(["error UnresolvedEntity 3"]);
    expect(found.messages).toEqual([
      "no known entity of type 'City' in 'geoId/25' has the name 'No Such Town', in column 'Town'; row not loaded",
    ]);
    expect(found.commons.info.nodeCount).toBeGreaterThan(3);
  });

  test("are looked up in a base, of which nothing is loaded", async () => {
    const base = await open({ "places.mcf": places });
    const found = await opened(text, columns({ within: "geoId/17" }), { base });
    expect(found.observations).toEqual(["Cats geoId/1772000 2020 1"]);
    expect(found.commons.info.nodeCount).toBe(0);
  });

  test("that several places have are reported, unless the place around is named", async () => {
    const base = await open({ "places.mcf": places });
    const found = await opened(text, columns({ within: undefined }), { base });
    expect(found.told).toEqual(["info SeveralEntities 2", "error UnresolvedEntity 3"]);
  });

  test("that nobody knows become new entities where the option says so", async () => {
    const found = await opened(text, columns({ create: "town/" }));
    expect(found.observations).toEqual([
      "Cats town/No_Such_Town 2020 2",
      "Cats town/Springfield 2020 1",
    ]);
    expect(found.told).toEqual(["info CreatedEntity 2", "info CreatedEntity 3"]);
    const { data } = found.commons.v2.node({
      nodes: ["geoId/25"],
      property: "<-containedInPlace+{typeOf:City}",
    });
    const { nodes } = data!["geoId/25"]!.arcs!["containedInPlace+"]!;
    expect(nodes!.map(({ dcid, name }) => [dcid, name])).toEqual([
      ["town/No_Such_Town", "No Such Town"],
      ["town/Springfield", "Springfield"],
    ]);
  });

  test("count where the id is empty", async () => {
    const both: TableColumns = {
      entity: { column: "id", prefix: "geoId/", name: "Town", type: "City", within: "geoId/25" },
      date: { constant: "2024" },
      variables: ["Cats"],
    };
    const table = "id,Town,Cats\n99,Springfield,1\n,Springfield,2\n,,3\n";
    const found = await opened(table, both, { files: { "places.mcf": places } });
    expect(found.observations).toEqual(["Cats geoId/2567000 2024 2", "Cats geoId/99 2024 1"]);
    expect(found.told).toEqual(["error MissingOrEmpty_entity 4"]);
  });
});

describe("how tables are written", () => {
  const columns: TableColumns = { entity: "Ort", date: "Jahr", variables: ["Wert"], decimal: "," };

  test("semicolons and decimal commas", async () => {
    const { observations, told } = await opened(
      "Ort;Jahr;Wert\na/1;2020;1.234,5\na/2;2020;0,25\na/3;2020;1.5\n",
      columns,
    );
    expect(observations).toEqual(["Wert a/1 2020 1234.5", "Wert a/2 2020 0.25"]);
    expect(told).toEqual(["error SVObs_Value_NotANumber 4"]);
  });

  test("Latin-1, of which UTF-8 makes nothing", async () => {
    const bytes = Buffer.from("Ort;Jahr;Größe\nKöln;2020;1\n", "latin1");
    const { observations } = await opened(bytes, { ...columns, variables: ["Größe"] });
    expect(observations).toEqual(["Grosse Köln 2020 1"]);
  });

  test("a byte order mark, tabs, carriage returns and quotes", async () => {
    const text = '\ufeffOrt\tJahr\tWert\r\n"a/1"\t2020\t"1"\r\n';
    expect((await opened(text, columns)).observations).toEqual(["Wert a/1 2020 1"]);
  });

  test("the caller may say it", async () => {
    const text = "Ort:Jahr:Wert\na;b:2020:1\n";
    const found = await opened(text, { ...columns, delimiter: ":", encoding: "utf-8" });
    expect(found.observations).toEqual(["Wert a;b 2020 1"]);
  });

  test("rows that are too wide, or have no date, are reported", async () => {
    const text = "Ort;Jahr;Wert\na/1;2020;1;2\na/2;;2\na/3;soon;3\na/4;2020\na/5;2020;5;;\n";
    const { observations, told } = await opened(text, columns);
    expect(observations).toEqual(["Wert a/5 2020 5"]);
    expect(told).toEqual([
      "error InconsistentRows 2",
      "error MissingOrEmpty_date 3",
      "error InvalidObsDate 4",
      "warning ShortRows 5",
      "info EmptyToken_value undefined",
    ]);
  });

  test("hostile cells are texts like any others", async () => {
    const { observations } = await opened("Ort;Jahr;__proto__\nconstructor;2020;1\n", {
      ...columns,
      variables: ["__proto__"],
    });
    expect(observations).toEqual(["__proto__ constructor 2020 1"]);
  });
});

describe("which files", () => {
  const columns: TableColumns = { entity: "Place", date: "Year", variables: ["Cats"] };
  const table = "Place,Year,Cats\na/1,2020,1\n";

  test("a header alone gives no observations; an empty file is refused", async () => {
    expect((await opened("Place,Year,Cats\n", columns)).observations).toEqual([]);
    await expect(opened("", columns)).rejects.toThrow(
      /towns\.csv is of no known kind: it is empty/,
    );
  });

  test("all tables with the columns, next to files of every other format", async () => {
    await withFolder(
      {
        "a.csv": table,
        "b/c.tsv": table.replaceAll(",", "\t"),
        "d.mcf": places,
        "e.csv": "x,y\n1,2\n",
      },
      async (folder) => {
        const told: string[] = [];
        const commons = await open(folder, {
          columns,
          onDiagnostic: ({ file, level, message }) =>
            void told.push(`${level} ${file.slice(folder.length)} ${message.slice(0, 75)}`),
        });
        expect(observationsOf(commons)).toHaveLength(2);
        expect(told).toEqual([
          "error /e.csv is of no known kind: columns.entity names the column 'Place'; the columns a",
        ]);
      },
    );
  });

  test("a named table that lacks a column says which, and what may be meant", async () => {
    await withFolder({ "towns.csv": "place,Year,Cats\na,2020,1\n" }, async (folder) => {
      await expect(open(`${folder}/towns.csv`, { columns })).rejects.toThrow(
        "columns.entity names the column 'Place'; the columns are 'place, Year, Cats'; is 'place' meant?",
      );
    });
  });

  test("doubled headings are refused where they are named", async () => {
    const doubled = "Place,Year,Cats,Cats\na,2020,1,2\n";
    await expect(opened(doubled, columns)).rejects.toThrow(
      "columns.variables names the column 'Cats', and the header has several of this name",
    );
    const other = { ...columns, variables: undefined, value: "Year", variable: { constant: "v" } };
    const { variables: _, ...long } = other;
    expect((await opened(doubled, { ...long, date: { constant: "2020" } })).observations).toEqual([
      "v a 2020 2020",
    ]);
  });

  test("if no table has the columns, nothing is loaded", async () => {
    await expect(open({ "d.mcf": places }, { columns })).rejects.toThrow(
      "no table in it has the columns that the option columns names",
    );
  });
});

describe("rows that are not read", () => {
  const table =
    "Note\nid,SEX,Year,Cats\na/1,F,2020,5\na/1,T,2020,12\na/2,T,2020,7\nTotal,T,2020,19\n";

  test("are those above the header, with other cells than `only` names, of totals, and left out by name", async () => {
    const { observations, told, messages } = await opened(table, {
      entity: { column: "id", without: ["a/2"] },
      date: "Year",
      variables: ["Cats"],
      header: 2,
      only: { SEX: "T" },
    });
    expect(observations).toEqual(["Cats a/1 2020 12"]);
    expect(told).toEqual([
      "info LeftOutEntity 5",
      "warning TotalRow 6",
      "info RowsOfOtherValues undefined",
    ]);
    expect(messages[2]).toBe("rows with other cells than columns.only names are not read: 1");
  });

  test("by a column that the table lacks are a mistake of the option", async () => {
    const columns = {
      entity: "id",
      date: "Year",
      variables: ["Cats"],
      header: 2,
      only: { SEXE: "T" },
    };
    await expect(opened(table, columns)).rejects.toThrow(
      "columns.only names the column 'SEXE'; the columns are 'id, SEX, Year, Cats'; is 'SEX' meant?",
    );
  });

  test("with names are counted by name, at the first line of each", async () => {
    const named = "Town,Year,Cats\nX,2020,5\nY,2020,6\nX,2021,7\nZ,2020,8\n";
    const { told, messages, commons } = await opened(named, {
      entity: { name: "Town", without: ["Z"] },
      date: "Year",
      variables: ["Cats"],
    });
    expect(told).toEqual([
      "error UnresolvedEntity 2",
      "error UnresolvedEntity 3",
      "info LeftOutEntity 5",
    ]);
    expect(messages[0]).toBe(
      "no known entity has the name 'X', in column 'Town'; 2 rows not loaded",
    );
    expect(commons.info.diagnostics.levels.error).toBe(3);
  });
});

test("values are multiplied exactly, and a name stands for a heading", async () => {
  const table =
    "id,Year,People (thousands),Share\na/1,2020,-1.2345,7\na/2,2020,.5,1e2\na/3,2020,12,0\n";
  const { observations, commons } = await opened(table, {
    entity: "id",
    date: "Year",
    variables: { "People (thousands)": { name: "All people" }, Share: { multiplier: 1 } },
    multiplier: 1000,
  });
  expect(observations).toEqual([
    "All_people a/1 2020 -1234.5",
    "All_people a/2 2020 500",
    "All_people a/3 2020 12000",
    "Share a/1 2020 7",
    "Share a/2 2020 1e2",
    "Share a/3 2020 0",
  ]);
  const named = commons.v2.node({ nodes: ["All_people"], property: "->name" });
  expect(JSON.stringify(named)).toContain("All people");
});

test("rows are about several entities by the properties of their variables", async () => {
  const commons = await open(
    { "t.csv": "From,To,Year,Loans\nUSA,CAN,2020,1\nUSA,,2021,2\nUSA,MEX,2021,3\n" },
    {
      columns: {
        entities: { donor: { column: "From", prefix: "country/" }, recipient: "To" },
        date: "Year",
        variables: ["Loans"],
      },
    },
  );
  const { graph, observations } = commons.engine;
  const all = Array.from({ length: observations.seriesCount }, (_, series) => [
    ...observations.allEntitiesOf(series).map((node) => graph.dictionary.textOf(node)),
    ...observations.historyOf(series),
  ]);
  expect(all).toEqual([
    ["country/USA", "MEX", ["2021", 3]],
    ["country/USA", "CAN", ["2020", 1]],
  ]);
  const { counters } = commons.info.diagnostics;
  expect(counters.flatMap(({ examples }) => examples.map(({ line }) => line))).toEqual([3]);
});

test.each([
  [{ entity: "a", entities: { x: "b" } }, "exclude each other"],
  [{ entities: {} }, "an object of one to 3 columns by property"],
  [{ entities: { a: "a", b: "a", c: "a", d: "a" } }, "an object of one to 3 columns by property"],
])("columns of entities such as %j are refused", async (wrong, message) => {
  const columns = { ...wrong, date: "d", variables: ["v"] };
  const opening = open({ "t.csv": "a,b,d,v\nx,y,2020,1\n" }, { columns });
  await expect(opening).rejects.toThrow(message);
});
