/** Rows of custom tables that are read as bytes, and those that are read as texts. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { open } from "../../../../src/index.ts";
import { failsStrict } from "../../../../src/lint/strict.ts";
import type { Diagnostic } from "../../../../src/load/bytes/diagnostics.ts";
import { MemoryTree, memoryRoot } from "../../../../src/load/bytes/memory-tree.ts";
import { load } from "../../../../src/load/load.ts";
import { Statements } from "../../../../src/load/statements/statements.ts";
import { loadTexts } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";
import { PlacedSink } from "../twin-runs.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function into(sink: RecordingSink, entry: object, rows: readonly string[]) {
  const sources = { s: { url: "http://s", provenances: { p: "http://p" } } };
  const inputFiles = { "a.csv": { provenance: "p", ...entry } };
  const texts = {
    "config.json": JSON.stringify({ inputFiles, sources }),
    "a.csv": rows.join("\n"),
  };
  const files = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
  const told: Diagnostic[] = [];
  const options = { onDiagnostic: (one: Diagnostic) => told.push(one) };
  await load([{ tree: new MemoryTree(files), path: memoryRoot }], sink, options);
  return told.map(({ counter, line, message }) => `${counter}:${line} ${message}`);
}

/** What a table becomes, which is the same as if all was texts, and the values that were. */
async function loaded(entry: object, ...rows: readonly string[]) {
  const observation = vi.spyOn(Statements.prototype, "observation").mockClear();
  const [sink, twin] = [new RecordingSink(), new PlacedSink()];
  const told = await into(sink, entry, rows);
  const asTexts = observation.mock.calls.map(([{ value }]) => value);
  observation.mockClear();
  expect(await into(twin, entry, rows)).toEqual(told);
  expect(observation).toHaveBeenCalledTimes(twin.observations.length);
  expect(sink.observations).toEqual(twin.observations);
  expect(sink.lines).toEqual(twin.lines);
  return { sink, told, asTexts };
}

const valuesOf = (sink: RecordingSink) =>
  sink.observations.map(({ variable, entity, date, value, unit }) =>
    [variable, entity, date, value, unit].join(" "),
  );

test("a variable per column: only odd values and odd keys are read as texts", async () => {
  const { sink, asTexts, told } = await loaded(
    { entityType: "Place", format: "variablePerColumn", observationProperties: { unit: "Meter" } },
    "dcid,year,cats,dogs",
    "geoId/06,2020,1,2",
    'geoId/06,2021,,"1,000"',
    "geoId/07,2020,n,3",
    "geoId/07,2020-1,4,5",
    ",2020,6,7",
  );
  expect(asTexts).toEqual(["1000", "4", "5"]);
  expect(valuesOf(sink)).toEqual([
    "cats geoId/06 2020 1 Meter",
    "dogs geoId/06 2020 2 Meter",
    "dogs geoId/06 2021 1000 Meter",
    "dogs geoId/07 2020 3 Meter",
    "cats geoId/07 2020-1 4 Meter",
    "dogs geoId/07 2020-1 5 Meter",
  ]);
  expect(told.map((one) => one.split(" ")[0])).toEqual([
    "Sanity_ThousandsInObsValue:3",
    "Sanity_SVObs_Value_NotANumber:4",
    "Sanity_InvalidObsDate:5",
    "Sanity_MissingOrEmpty_entity:6",
    "StrSplit_EmptyToken_value:3",
  ]);
  expect(sink.lines).toContain("geoId/07 typeOf Place");
});

const long = { format: "variablePerRow", columnMappings: { unit: "in" } };

test("a variable per row: only odd values and odd keys are read as texts", async () => {
  const { sink, asTexts, told } = await loaded(
    long,
    "in,entity,variable,date,value",
    "USD,e,v,2020,1",
    ",e,dcid:v,2021,2",
    'EUR,f,w,2020,"1,000"',
    "EUR,f,w,2021,",
    "EUR,f,w,2022-1,3",
    "EUR,f,,2023,4",
  );
  expect(asTexts).toEqual(["1000", "3"]);
  expect(valuesOf(sink)).toEqual([
    "v e 2020 1 USD",
    "v e 2021 2 ",
    "w f 2020 1000 EUR",
    "w f 2022-1 3 EUR",
  ]);
  expect(told.map((one) => one.split(" ")[0])).toEqual([
    "Sanity_ThousandsInObsValue:4",
    "Sanity_InvalidObsDate:6",
    "Sanity_MissingOrEmpty_variable:7",
    "StrSplit_EmptyToken_value:5",
  ]);
});

test("properties that series cannot hold make all rows texts", async () => {
  const more = { observationProperties: { stdError: "2" } };
  const perRow = await loaded(
    { ...long, ...more },
    "in,entity,variable,date,value",
    "USD,e,v,2020,1",
  );
  const perColumn = await loaded({ ...more }, "dcid,year,cats", "e,2020,1");
  for (const { sink, asTexts } of [perRow, perColumn]) {
    expect(asTexts).toEqual(["1"]);
    expect(sink.lines.filter((line) => line.includes("stdError"))).toHaveLength(1);
  }
});

test("observations of more than three entities are refused with their names", async () => {
  const columnMappings = {
    "dcid:observationAbout": "a",
    "x:one": "b",
    "x:two": "c",
    "x:three": "d",
    "dcid:variableMeasured": "v",
    "dcid:observationDate": "t",
    "dcid:value": "n",
  };
  const entry = { format: "variablePerRow", columnMappings };
  const { told, sink } = await loaded(entry, "a,b,c,d,v,t,n", "a,b,c,d,v,2020,1");
  expect(sink.observations).toEqual([]);
  expect(told).toEqual([
    "Config_TooManyEntities:1 no row is loaded: an observation is about 3 entities at most; " +
      "columnMappings names 4: observationAbout, x:one, x:two, x:three",
  ]);
});

test.each([
  [{ format: "variablePerColumn" }, "place,date,n"],
  [{ format: "variablePerRow", columnMappings: { variable: "v" } }, "v,entity,date,value"],
])(
  "dates such as 06/30/2023 are read with the month first, and said once: %j",
  async (entry, header) => {
    const isPerRow = "columnMappings" in entry;
    const rows = ["06/30/2023,5", "1/2/2023,6", "30/06/2023,7"].map(
      (row) => `${isPerRow ? "n," : ""}geoId/06,${row}`,
    );
    const { sink, told } = await loaded(entry, header, ...rows);
    const found = sink.observations.filter((one) =>
      /2023-06-30|2023-01-02/.test(JSON.stringify(one)),
    );
    expect([found.length, sink.observations.length]).toEqual([2, 2]);
    expect(told.filter((one) => one.startsWith("Sanity_ReadObsDate"))).toEqual([
      "Sanity_ReadObsDate:2 dates such as '06/30/2023' are read with the month first, as 2023-06-30",
    ]);
    expect(told.filter((one) => one.startsWith("Sanity_InvalidObsDate"))).toEqual([
      expect.stringMatching(/'30\/06\/2023' is not a date, such as 2023-06-30; /),
    ]);
  },
);

test("a date in which the day may stand first is a warning, which strictness counts", async () => {
  const { info } = await open({
    "a.csv": "dcid,date,v\nx/a,01/07/2021,5\nx/b,02/07/2021,6\n",
    "config.json": JSON.stringify({
      inputFiles: { "a.csv": { provenance: "P" } },
      sources: { S: { url: "https://s.org/x", provenances: { P: "https://s.org/p" } } },
    }),
  });
  const dates = info.diagnostics.counters.filter(({ counter }) => counter === "Sanity_ReadObsDate");
  expect(dates).toMatchObject([{ level: "warning", count: 1 }]);
  expect(dates[0]?.examples).toMatchObject([
    {
      line: 2,
      message:
        "dates such as '01/07/2021' are read with the month first, as 2021-01-07; if the day stands first, write 2021-07-01",
    },
  ]);
  expect(dates.every(failsStrict)).toBe(true);
});

test("cells that say that there is no value are counted, whatever the form of the table", async () => {
  const wide = { "a.csv": "dcid,date,v\nx/a,2020,NaN\nx/a,2021,-\nx/a,2022,\nx/a,2023,4\n" };
  const long = { "a.csv": "entity,variable,date,value\nx/a,V,2020,n/a\nx/a,V,2021,4\n" };
  const counted = async (table: Record<string, string>) => {
    const { sink, diagnostics } = await loadTexts({
      "config.json": JSON.stringify({
        inputFiles: { "a.csv": { provenance: "P" } },
        sources: { S: { url: "https://s.org/x", provenances: { P: "https://s.org/p" } } },
      }),
      ...table,
    });
    expect(sink.observations).toHaveLength(1);
    return diagnostics;
  };
  expect(await counted(wide)).toEqual([
    "info Sanity_NoValueInObs a.csv:2",
    "info Sanity_NoValueInObs a.csv:3",
    "info StrSplit_EmptyToken_value a.csv:4",
  ]);
  expect(await counted(long)).toEqual(["info Sanity_NoValueInObs a.csv:2"]);
});

test("observations about one entity by another property keep that property", async () => {
  const columnMappings = { "x:from": "from", variable: "v", date: "d", value: "n" };
  const sink = new RecordingSink();
  const inputFiles = [{ pattern: "a.csv", provenance: "p", columnMappings }];
  const files = {
    "config.json": JSON.stringify({ inputFiles }),
    "a.csv": "from,v,d,n\na,V,2020,1\n,V,2021,2\n",
  };
  const tree = new MemoryTree(
    Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const),
  );
  await load([{ tree, path: memoryRoot }], sink);
  const about = sink.observations.map(({ entities, date }) => ({ entities, date }));
  expect(about).toEqual([{ entities: { from: "a" }, date: "2020" }]);
});

test("a unit far to the right in a wide table is that of its row", async () => {
  const far = Array.from({ length: 40 }, (_, at) => `c${at}`);
  const row = (date: string, unit: string) =>
    ["e", "v", date, "1", ...far.map(() => ""), unit].join();
  const ignoreColumns = far;
  const { sink } = await loaded(
    { format: "variablePerRow", ignoreColumns },
    ["entity", "variable", "date", "value", ...far, "unit"].join(),
    row("2020", "A"),
    row("2021", "A"),
    row("2022", "B"),
    row("2023", ""),
  );
  expect(valuesOf(sink)).toEqual(["v e 2020 1 A", "v e 2021 1 A", "v e 2022 1 B", "v e 2023 1 "]);
});

describe("rows of a table", () => {
  const counted = async (...rows: string[]) => {
    const { sink, report, diagnostics, messages } = await loadTexts({
      "config.json": JSON.stringify({
        inputFiles: { "a.csv": { format: "variablePerRow", provenance: "P" } },
        sources: { S: { provenances: { P: "https://s.org/p" } } },
      }),
      "a.csv": ["entity,variable,date,value", ...rows].join("\n"),
    });
    const told = diagnostics.map((one, at) => `${one} ${messages[at]}`);
    return { count: report.rowCount, told, values: sink.observations.map(({ value }) => value) };
  };

  test("are counted, unless they are empty", async () => {
    expect(
      await counted("e,v,2020,1", ",,,", "e,v,2021,n/a", "", "e,v,soon,2", '"e",v,2022,"3"'),
    ).toEqual({
      count: 4,
      values: ["1", "3"],
      told: [
        "info Sanity_NoValueInObs a.csv:4 'n/a' says that there is no value: column 'value'",
        "error Sanity_InvalidObsDate a.csv:6 'soon' is not a date, such as 2020, 2020-07 or 2020-07-31; the observation is not loaded",
      ],
    });
  });

  test("that a quote swallows are reported", async () => {
    expect(await counted('e,"v,2020,1', "e,v,2021,2", 'e,v",2022,3', "e,v,2023,4")).toEqual({
      count: 2,
      values: ["4"],
      told: [
        "error StrSplit_BadQuotesInToken a.csv:2 a quote in column 'variable' is closed 2 lines below, and the cell holds rows of the table: nothing from line 2 to 4 is loaded",
      ],
    });
  });

  test("are missing, if there is a header alone, and not if some cannot be read", async () => {
    expect((await counted()).told).toEqual([
      "error CSV_NoRows a.csv the table has a header and no rows: write rows, or take the table out of the load",
    ]);
    const { told } = await counted('e,"v"x,2020,1');
    expect(told.map((one) => one.split(" ")[1])).toEqual(["StrSplit_BadQuotesInToken"]);
  });
});
