/** What importers write into custom folders and the official importer reads, or refuses plainly. */
import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";
import type { RecordingSink } from "../recording-sink.ts";
import { config, perRow } from "./config-texts.ts";

const observationsOf = ({ observations }: RecordingSink) =>
  observations.map(({ variable, entity, date, value }) =>
    [variable, entity, date, value].join(" "),
  );

describe("entities", () => {
  test.each(["geoId", "countryAlpha3Code", "dcid", "wikidataId", "name"])(
    "of a table with a variable per row are kept as written under %s",
    async (heading) => {
      const { sink, diagnostics } = await loadTexts({
        ...config(perRow(heading, { entityType: "State" })),
        "a.csv": `${heading},v,d,x\ncountry/USA,V,2020,1\n06,V,2020,2\ndcid:geoId/08,V,2020,3\n`,
      });
      expect(observationsOf(sink)).toEqual([
        "V country/USA 2020 1",
        "V 06 2020 2",
        "V geoId/08 2020 3",
      ]);
      expect(diagnostics).toEqual([]);
    },
  );

  test("of columnsToResolve get the prefix of their heading", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      ...config(perRow("geoId", { columnsToResolve: ["geoId"] })),
      "a.csv": "geoId,v,d,x\n06,V,2020,1\ndcid:country/USA,V,2020,2\ncountry/USA,V,2020,3\n",
    });
    expect(observationsOf(sink)).toEqual([
      "V geoId/06 2020 1",
      "V country/USA 2020 2",
      "V geoId/country/USA 2020 3",
    ]);
    // The official importer makes the last one, too; here it is reported.
    expect(diagnostics).toEqual(["warning Resolution_PrefixedDcid a.csv:4"]);
    expect(messages[0]).toContain("write the dcid as dcid:country/USA");
  });
});

describe("rows", () => {
  test.each(["", "S,", "S,,", "S,,,,"].map((end) => end.slice(1)))(
    "lacking or adding empty cells at their end are read: %j",
    async (end) => {
      const { sink, diagnostics } = await loadTexts({
        ...config({ "a.csv": { provenance: "P" } }),
        "a.csv": `dcid,date,v,w\nx/1,2020,1${end}\n,,,\n,,\nx/2,2020,2,3\n`,
      });
      expect(observationsOf(sink)).toEqual(["v x/1 2020 1", "v x/2 2020 2", "w x/2 2020 3"]);
      expect(diagnostics).toEqual(["info StrSplit_EmptyToken_value a.csv:2"]);
    },
  );

  test("with a cell too many are reported and left out", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({ "a.csv": { provenance: "P" } }),
      "a.csv": "dcid,date,v\nx/1,2020,1,2\nx/2,2020\n",
    });
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual([
      "error CSV_InconsistentRows a.csv:2",
      "info StrSplit_EmptyToken_value a.csv:3",
    ]);
  });

  test("of separators alone do not count for the numbers of events", async () => {
    const { sink } = await loadTexts({
      ...config({
        "e.csv": { importType: "events", eventType: "Fire", provenance: "P", entityType: "City" },
      }),
      "e.csv": "dcid,date,size\nx/1,2020,1\n,,\nx/2,2021,2\n",
    });
    const events = sink.triples.filter(({ object }) => object === "Fire");
    expect(events.map(({ subject }) => subject)).toEqual(["Fire_0", "Fire_1"]);
  });
});

describe("columns", () => {
  const wide = (header: string, more: object = {}, row = "x/1,2020,3") =>
    loadTexts({
      ...config({ "a.csv": { format: "variablePerColumn", provenance: "P", ...more } }),
      "a.csv": `${header}\n${row}\n${row}\n`,
    });

  test.each([
    ["dcid,Wage,Year", {}, /'Year' looks more like them/],
    ["dcid,Wage,jobs", {}, /the second column, 'Wage', holds '1.5'/],
    ["Wage,dcid,jobs", { columnMappings: { entity: "dcid" } }, /column 'dcid' holds the entities/],
    ["dcid,Year", {}, /there is no column for a variable/],
  ])("without dates make one fatal finding with its cure: %s", async (header, more, expected) => {
    const { sink, diagnostics, messages } = await wide(header, more, "x/1,1.5,7");
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatch(/^fatal Config_MissingColumn a\.csv:[12]$/);
    expect(messages[0]).toMatch(expected);
  });

  test("that the config calls variables are no dates", async () => {
    const { sink, messages } = await loadTexts({
      ...config(
        { "a.csv": { format: "variablePerColumn", provenance: "P" } },
        { variables: { Wage: { name: "Wage" } } },
      ),
      "a.csv": "dcid,Wage,jobs\nx/1,2020,3\n",
    });
    expect(sink.observations).toEqual([]);
    expect(messages).toEqual([expect.stringMatching(/'Wage', is one of the config's variables/)]);
  });

  test("that may be years and do not say so are read as dates, with a warning", async () => {
    const { sink, diagnostics, messages } = await wide("dcid,Wage,jobs");
    expect(observationsOf(sink)).toEqual(["jobs x/1 2020 3", "jobs x/1 2020 3"]);
    expect(diagnostics).toEqual(["warning Config_AssumedDates a.csv:1"]);
    expect(messages[0]).toContain('"date": "Year"');
  });

  test.each(["year", "Date", "TIME_PERIOD", "Month", "Jahr"])(
    "headed %s are dates without a word",
    async (heading) => {
      const { diagnostics } = await wide(`dcid,${heading},jobs`);
      expect(diagnostics).toEqual([]);
    },
  );

  test.each([";", "|", "\t"])("parted by %j are one fatal finding", async (delimiter) => {
    const { sink, diagnostics, messages } = await loadTexts({
      ...config(perRow("e")),
      "a.csv": `e,v,d,x\nx/1,V,2020,1\n`.replaceAll(",", delimiter),
    });
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(["fatal CSV_HeaderFailure a.csv:1"]);
    expect(messages[0]).toMatch(/not by commas; save it as comma-separated CSV/);
  });

  test("to ignore that are a slip of one that is read are reported, and others are not", async () => {
    const loadIgnoring = async (...ignoreColumns: string[]) => {
      const { diagnostics, messages } = await wide("dcid,Year,jobs_online", { ignoreColumns });
      return [...diagnostics, ...messages];
    };
    expect(await loadIgnoring("jobs_onlin")).toEqual([
      "warning Config_MissingColumn a.csv:1",
      "ignoreColumns names a column that the table does not have: 'jobs_onlin' (is 'jobs_online' meant?)",
    ]);
    expect(await loadIgnoring("remarks")).toEqual([]);
  });

  test("that are missing are reported in one finding", async () => {
    const { diagnostics, messages } = await loadTexts({
      ...config(perRow("e")),
      "a.csv": "place,series,d,x\nx/1,V,2020,1\n",
    });
    expect(diagnostics).toEqual(["fatal Config_MissingColumn a.csv:1"]);
    expect(messages[0]).toContain("'e', 'v'; columns are 'place, series, d, x'");
  });
});

describe("the config", () => {
  test.each(["", " \n", "{}", "\uFEFF{ }\n"])(
    "that says nothing is refused with the cure: %j",
    async (text) => {
      const texts = { "config.json": text, "a.csv": "dcid,date,v\nx,2020,1\n" };
      await expect(loadTexts(texts)).rejects.toThrow(
        /config\.json: is empty; name the tables, as in/,
      );
    },
  );

  test.each([
    '{ "input_files": { "a.csv": {} } }',
    '{ "inputFile": [] }',
    '{ "InputFiles": {} }',
    '{ "inputFiels": {}, "x": 1 }',
  ])("that misspells inputFiles is told what is missing: %s", async (text) => {
    const loading = loadTexts({ "config.json": text, "v.mcf": "Node: dcid:n\ntypeOf: dcs:T\n" });
    const { diagnostics, messages } = await loading;
    expect(diagnostics).toContain("error Config_NoInputFiles config.json:1");
    expect(messages.join("\n")).toContain("without it no table is read");
  });

  test("of something else is none", async () => {
    const { diagnostics } = await loadTexts({
      "config.json": '{ "port": 80 }',
      "o.csv": "entity,variable,date,value\nE,V,2020,1\n",
    });
    expect(diagnostics).toEqual(["info Source_UnrecognisedFile config.json"]);
  });

  test("may say how a variable is measured, with numbers as well as texts", async () => {
    const variables = {
      Wage: { unit: "dcs:USDollar", scalingFactor: 1000, observationPeriod: "P1Y" },
      Share: { name: "Share" },
    };
    const properties = { unit: "Percent", scalingFactor: 100 };
    const { sink, diagnostics } = await loadTexts({
      ...config(
        {
          "a.csv": { provenance: "P", observationProperties: properties },
          "b.csv": { provenance: "P", format: "variablePerRow" },
        },
        { variables },
      ),
      "a.csv": "dcid,date,Wage,Share\nx/1,2020,1,2\n",
      "b.csv": "entity,variable,date,value,unit\nx/1,Wage,2021,3,\nx/1,Wage,2022,4,Euro\n",
    });
    const measured = sink.observations.map(({ unit, scalingFactor, observationPeriod }) =>
      [unit, scalingFactor, observationPeriod].join(" "),
    );
    expect(measured).toEqual([
      "USDollar 1000 P1Y",
      "Percent 100 ",
      "USDollar 1000 P1Y",
      "Euro 1000 P1Y",
    ]);
    expect(diagnostics).toEqual([]);
  });

  test("of a folder within is that of a folder of its own", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config(perRow("e")),
      "a.csv": "e,v,d,x\nh1,V,2020,1\n",
      "entities/config.json": JSON.stringify({
        inputFiles: {
          "e.csv": {
            importType: "entities",
            rowEntityType: "Hospital",
            idColumn: "id",
            provenance: "P",
          },
        },
        sources: { T: { url: "https://t.org", provenances: { P: "https://t.org/p" } } },
        entities: { Hospital: { name: "Hospital" } },
      }),
      "entities/e.csv": "id,name\nh1,One\n",
    });
    expect(diagnostics).toEqual([]);
    expect(sink.lines).toContain("h1 typeOf Hospital");
    // Both have a provenance P, and each its own.
    expect(sink.lines).toContain('c/p/1 url "https://s.org/p"');
    expect(sink.lines).toContain('c/p/2 url "https://t.org/p"');
    expect(sink.lines).toContain("h1 includedIn c/p/2");
  });
});

describe("what is nearly right", () => {
  const rows = "e,v,d,x\nx/1,V,2020,1\n";
  const mapped = { entity: "e", variable: "v", date: "d", value: "x" };

  test("mappings that are turned around are read as they are meant, with one warning", async () => {
    const columnMappings = { e: "entity", v: "variable", d: "date", x: "value" };
    const { sink, diagnostics, messages } = await loadTexts({
      ...config({ "a.csv": { format: "variablePerRow", provenance: "P", columnMappings } }),
      "a.csv": rows,
    });
    expect(observationsOf(sink)).toEqual(["V x/1 2020 1"]);
    expect(diagnostics).toEqual(["warning Config_TurnedMappings config.json:7"]);
    expect(messages[0]).toContain('as in \'"entity": "e"\'');
  });

  test("a column in other capitals is named", async () => {
    const columnMappings = { ...mapped, entity: "E" };
    const { messages } = await loadTexts({
      ...config({ "a.csv": { format: "variablePerRow", provenance: "P", columnMappings } }),
      "a.csv": rows,
    });
    expect(messages).toEqual([expect.stringContaining("'E' (is 'e' meant?); columns are")]);
  });

  test("a file in other capitals is named", async () => {
    const { messages } = await loadTexts({
      ...config({ "A.csv": { provenance: "P" }, "b.csv": { provenance: "P" } }),
      "a.csv": "dcid,date,V\nx/1,2020,1\n",
      "b.csv": "dcid,date,V\nx/1,2020,1\n",
    });
    expect(messages).toContain("no file of the folder is 'A.csv'; is 'a.csv' meant?");
  });

  test("a unit among the properties of a variable is reported, as its observations do not get it", async () => {
    const given = config(
      { "a.csv": { provenance: "P" } },
      { variables: { V: { properties: { unit: "Percent" } }, W: { unit: "Percent" } } },
    );
    const { diagnostics, messages } = await loadTexts({
      ...given,
      "a.csv": "dcid,date,V,W\nx/1,2020,1,2\n",
    });
    expect(diagnostics.filter((one) => one.includes("BadValue"))).toHaveLength(1);
    expect(messages).toContain(
      "no observation of 'V' of variables gets the unit 'Percent': write it beside 'properties', not in it",
    );
  });

  test("a listed file in a sub-folder that is out of reach is reported as such", async () => {
    const { diagnostics, messages } = await loadTexts({
      ...config({ "data/a.csv": { provenance: "P" }, "b.csv": { provenance: "P" } }),
      "data/a.csv": "dcid,date,V\nx/1,2020,1\n",
      "b.csv": "dcid,date,V\nx/1,2020,1\n",
    });
    expect(diagnostics).toContain("error Config_OutOfReach config.json:3");
    expect(messages[0]).toMatch(/'data\/a\.csv' lies in a sub-folder, and includeInputSubdirs/);
  });

  test.each([";", "\t", "|"])("a dump table with %j is reported as such", async (delimiter) => {
    const loading = loadTexts({
      "a.csv": "entity,variable,date,value\nx,v,2020,1\n".replaceAll(",", delimiter),
    });
    await expect(loading).rejects.toThrow(/its cells are parted by '.*' and not by commas/);
  });
});

describe("rows that end before the last column", () => {
  const wide = { "a.csv": { format: "variablePerColumn", provenance: "P" } };
  const table = (...rows: string[]) =>
    loadTexts({ ...config(wide), "a.csv": `place,year,A,B\n${rows.join("\n")}\n` });

  test("are reported once, with the first line, where all others fill that column", async () => {
    const found = await table(
      "x/a,2020,1,2",
      "x/a,2021,12",
      "x/b,2020,1,2",
      "x/c,2020,13",
      "x/d,2020,1,2",
    );
    expect(found.diagnostics).toEqual([
      "warning CSV_ShortRows a.csv:3",
      "info StrSplit_EmptyToken_value a.csv:3",
    ]);
    expect(found.messages[0]).toContain("has 3 cells, the header has 4");
    expect(found.messages[0]).toContain("Rows as short: 2");
  });

  test.each([
    ["the column has empty cells", ["x/a,2020,1,2", "x/a,2021,1", "x/b,2020,1,", "x/b,2021,1,2"]],
    ["most rows end so", ["x/a,2020,1,2", "x/a,2021,1", "x/b,2020,1"]],
  ])("are usual where %s", async (_, rows) => {
    const empty = ["info StrSplit_EmptyToken_value a.csv:3"];
    expect((await table(...rows)).diagnostics).toEqual(empty);
  });
});
