/** First lines of tables that are no headers, or that the rows below do not fit. */
import { describe, expect, test } from "vitest";
import { dataHint, headerProblem } from "../../../../src/load/custom/header-problems.ts";
import type { InputEntry } from "../../../../src/load/custom/input-entries.ts";
import { loadTexts } from "../load-texts.ts";
import { config, perRow } from "./config-texts.ts";

describe("the header of a table with a variable per column", () => {
  const table = (...lines: string[]) =>
    loadTexts({ ...config({ "a.csv": { provenance: "P" } }), "a.csv": `${lines.join("\n")}\n` });

  test.each([
    [
      "a name too many for all rows is refused: values would stand below other names",
      ["dcid,date,v,w,x", "x/a,2020,410,80", "x/a,2021,412,81"],
      "the header has 5 names, and each row has 4 cells: which name has no column?",
    ],
    [
      "a name too few for all rows is refused once",
      ["dcid,date,v", "x/a,2020,4,20", "x/a,2021,4,21", "x/a,2022,5,1"],
      "the header has 3 names, and each row has 4 cells: is a name missing, or has a number a comma",
    ],
    [
      "rows of several widths, all shorter, is refused",
      ["dcid,date,v,w,x", "x/a,2020,410,80", "x/a,2021,412"],
      "each row has 3 to 4 cells",
    ],
    [
      "data in all cells is refused, and the header is asked for",
      ["x/a,2020,410,80", "x/a,2021,412,81"],
      "its first line is a row of data, 'x/a, 2020, 410, 80'",
    ],
  ])("with %s", async (_, lines, problem) => {
    const { sink, diagnostics, messages } = await table(...lines);
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(["fatal CSV_HeaderFailure a.csv:1"]);
    expect(messages[0]).toContain(problem);
  });

  test("that is a row with the name of a place is refused: its second cell is a date", async () => {
    const found = await table("North Hospital,2020,410,80", "North Hospital,2021,412,81");
    expect(found.sink.observations).toEqual([]);
    expect(found.diagnostics).toEqual(["fatal Config_MissingColumn a.csv:1"]);
    expect(found.messages[0]).toContain("is the line with the names of the columns missing");
  });

  test.each([
    ["ages in months as names", ["dcid,date,0,6,12", "x/a,2020,1,2,3"], 3],
    ["years as names of variables", ["dcid,year,2019,2020", "x/a,2020,1,2"], 2],
    ["a last column without any cell", ["dcid,date,v,notes", "x/a,2020,1,", "x/a,2021,2,"], 2],
    ["a row that fits among short ones", ["dcid,date,v,w", "x/a,2020,1", "x/a,2021,1,2"], 3],
    ["a note below it", ["dcid,date,v,w", "x/a,2020,1,2", "Source: us"], 2],
  ])("with %s is read", async (_, lines, count) => {
    expect((await table(...lines)).sink.observations).toHaveLength(count);
  });
});

test("a table per row without its header is asked for it where its columns are missed", async () => {
  const { diagnostics, messages } = await loadTexts({
    ...config(perRow("e")),
    "a.csv": "x/a,V,2020,410\nx/a,V,2021,412\n",
  });
  expect(diagnostics).toEqual(["fatal Config_MissingColumn a.csv:1"]);
  expect(messages[0]).toContain("is the line with the names of the columns missing?");
});

test("a table of a custom folder with a header alone is an error", async () => {
  const { diagnostics, messages } = await loadTexts({
    ...config({ "a.csv": { provenance: "P" } }),
    "a.csv": "dcid,date,v\n",
  });
  expect(diagnostics).toEqual(["error CSV_NoRows a.csv"]);
  expect(messages[0]).toContain("write rows, or take the table out");
});

test("a format of columns beside mappings of variable and value is refused once, with the line of the config", async () => {
  const { diagnostics, messages } = await loadTexts({
    ...config({
      "a.csv": {
        format: "variablePerColumn",
        provenance: "P",
        columnMappings: { entity: "e", variable: "v", date: "d", value: "x" },
      },
    }),
    "a.csv": "e,v,d,x\nx/a,V,2020,1\nx/a,V,2021,2\n",
  });
  expect([...diagnostics, ...messages]).toEqual([
    "fatal Config_BadValue a.csv:1",
    'no row is loaded: line 3 of config.json says "format": "variablePerColumn", and its columnMappings name ' +
      "'v' and 'x' as column of variables or values, which only tables with " +
      '"format": "variablePerRow" have: change one of the two',
  ]);
});

test("a name of a column with characters that nobody sees is shown with them", async () => {
  const { diagnostics, messages } = await loadTexts({
    ...config({ "a.csv": { provenance: "P" } }),
    "a.csv": "dcid,date,Count_Nurse\u00a0\nx/a,2020,\u22121\nx/a,2021,2\n",
  });
  expect(diagnostics).toEqual([
    "warning CSV_HeaderFailure a.csv:1",
    "error Sanity_SVObs_Value_NotANumber a.csv:2",
  ]);
  expect(messages[0]).toBe(
    "the name of column 'Count_Nurse<U+00A0>' has characters that nobody sees: is 'Count_Nurse' meant?",
  );
  expect(messages[1]).toContain("'<U+2212>1' is not a number");
});

describe("a first line", () => {
  const mapping = { key: "entity", column: "x", line: 1 };
  const problemOf = (header: readonly string[], more: object = {}, isLacking = false) => {
    const entry = { importType: "observations", mappings: [], ...more } as unknown as InputEntry;
    return headerProblem(header, entry, isLacking);
  };
  const data = (text: string) =>
    `its first line is a row of data, '${text}': write a line with the names of the columns above it`;
  const parted = (by: string) =>
    `its cells are parted by '${by}' and not by commas; save it as comma-separated CSV`;
  const title = (text: string) =>
    `its first line with text holds '${text}' alone; the first line names the columns: take titles above it out`;

  test.each<[header: readonly string[], problem: string | undefined]>([
    [["geoId/06", "2020", "5"], data("geoId/06, 2020, 5")],
    [["dcid:geoId/06", "1,000", ""], data("dcid:geoId/06, 1,000, ")],
    [["2020", "5"], data("2020, 5")],
    [["", "2020", "5"], undefined],
    [["geoId/06", "country/USA"], undefined],
    [["North", "2020", "5"], undefined],
    [["dcid", "date", "v", "date", "v"], "column 'date' is there twice"],
    [["dcid", "date", "", "v", ""], undefined],
    [["dcid;date;v"], parted(";")],
    [["dcid\tdate\tv"], parted("tab")],
    [["dcid|date|v"], parted("|")],
    [["dcid;date;v", "w"], undefined],
    [["dcid"], undefined],
    [["Jobs of men"], title("Jobs of men")],
    [["", "Jobs", ""], title("Jobs")],
    [["Jobs", "", "2"], undefined],
    [[""], undefined],
  ])("%j", (header, problem) => {
    expect(problemOf(header)).toBe(problem);
  });

  test("that is a row of data is no header where nothing is mapped, or what is mapped lacks", () => {
    const header = ["geoId/06", "2020", "5"];
    expect(problemOf(header, { mappings: [mapping] })).toBe(undefined);
    expect(problemOf(header, { mappings: [mapping] }, true)).toBe(data("geoId/06, 2020, 5"));
  });

  test("of nodes may have one name", () => {
    expect(problemOf(["", "Jobs", ""], { importType: "entities" })).toBe(undefined);
    expect(problemOf(["the name"], { importType: "events" })).toBe(undefined);
  });

  test("without any wanted name and with a number or a date looks like data", () => {
    const hint =
      "; this line looks like a row of data: is the line with the names of the columns missing?";
    expect(dataHint(["North", "2020"], ["entity", "date"])).toBe(hint);
    expect(dataHint(["North", "1,000"], ["entity"])).toBe(hint);
    expect(dataHint(["North", "South"], ["entity"])).toBe("");
    expect(dataHint(["North", "2020", "date"], ["entity", "date"])).toBe("");
  });
});

describe("a header that stands again below is named once, and is no row", () => {
  test.each<[string, object, string, string, string[]]>([
    [
      "a variable per column",
      { provenance: "P" },
      "dcid,date,v,w",
      "x/a,2020,1,2",
      ["x/a", "x/a", "x/b", "x/b"],
    ],
    ["a variable per row", perRow("e")["a.csv"], "e,v,d,x", "x/a,V,2020,1", ["x/a", "x/b"]],
    [
      "entities",
      { importType: "entities", rowEntityType: "Shop", idColumn: "id", provenance: "P" },
      "id,title,size",
      "x/a,First,2",
      ["x/a", "x/b"],
    ],
  ])("of %s", async (_name, entry, header, row, entities) => {
    const again = header.replace(",", ' ,"').replace(/(,"\w+)/, '$1"');
    const { sink, diagnostics, messages } = await loadTexts({
      ...config({ "a.csv": entry }),
      "a.csv": `${header}\n${row}\n${header}\n${row.replace("x/a", "x/b")}\n${again}\n`,
    });
    const said = diagnostics.map((one, at) => `${one} ${messages[at]}`);
    expect(said.filter((one) => !one.includes("Config_UnusedVariable"))).toEqual(
      [3, 5].map(
        (line) =>
          `warning CSV_UnexpectedRow a.csv:${line} the header stands again in line ${line}, which is no row: '${header.replaceAll(",", ", ")}'`,
      ),
    );
    const shops = sink.lines.filter((one) => one.endsWith(" typeOf Shop"));
    const read = shops.length > 0 ? shops : sink.observations.map(({ entity }) => entity);
    expect(read.map((one) => one.split(" ")[0])).toEqual(entities);
  });

  test("a row with one name of the header alone is a row", async () => {
    const { sink } = await loadTexts({
      ...config({ "a.csv": { importType: "entities", rowEntityType: "T", idColumn: "id" } }),
      "a.csv": "id,title\nid\n",
    });
    expect(sink.lines.join("\n")).toContain("id typeOf");
  });
});
