/** Empty cells of tables of custom folders, and columns of texts. */
import { expect, test } from "vitest";
import { lintTexts } from "../../lint/lint-texts.ts";
import { loadTexts } from "../load-texts.ts";

const folder = (csv: string, format: string) => ({
  "config.json": JSON.stringify({
    inputFiles: { "o.csv": { format, provenance: "P" } },
    sources: { S: { url: "https://s.example.org", provenances: { P: "https://s.example.org/p" } } },
  }),
  "o.csv": csv,
});

const wide = "dcid,date,V,W,X\np/1,2020,1,,\np/1,2021,1,3,\np/2,2020,,4,\np/2,2021,,4,\n";
const long = "entity,variable,date,value\np/1,V,2020,\np/1,V,2021,2\np/2,V,2020,\n";
const told = {
  wide: [
    "info StrSplit_EmptyToken_value o.csv:2 empty cell: column 'W'",
    "info StrSplit_EmptyToken_value o.csv:4 empty cell: column 'V'; 2 cells of it are empty",
    "warning CSV_EmptyColumn o.csv:2 column 'X' has no value in any of 4 rows",
  ],
  long: [
    "info StrSplit_EmptyToken_value o.csv:2 empty cell: column 'value'; 2 cells of it are empty",
  ],
};

test.each([
  ["variablePerColumn", wide, told.wide],
  ["variablePerRow", long, told.long],
])(
  "are one finding for each column, in a load and in a check: %s",
  async (format, csv, expected) => {
    const { diagnostics, messages } = await loadTexts(folder(csv, format));
    expect(diagnostics.map((one, at) => `${one} ${messages[at]}`).sort()).toEqual(expected);
    const linted = await lintTexts(folder(csv, format));
    const found = linted.found.map((one, at) => `${one} ${linted.messages[at]}`);
    expect(found.filter((one) => /Empty/.test(one)).sort()).toEqual(expected);
    const cells = linted.report.counters.filter(
      ({ counter }) => counter === "StrSplit_EmptyToken_value",
    );
    expect(cells.map(({ count }) => count)).toEqual([format === "variablePerRow" ? 2 : 3]);
  },
);

test("a table without empty cells has no such finding, and a row without a date has no cells", async () => {
  const { diagnostics } = await loadTexts(folder("dcid,date,V\np/1,2020,1\n", "variablePerColumn"));
  expect(diagnostics).toEqual([]);
});

test("a wrong unit of a variable's config is reported in the config, and that of a row in the row", async () => {
  const config = {
    inputFiles: {
      "o.csv": { format: "variablePerColumn", provenance: "P" },
      "r.csv": { format: "variablePerRow", provenance: "P" },
    },
    variables: { V: { name: "V" }, W: { unit: "USDolar" } },
  };
  const found = async (rows: string) => {
    const linted = await lintTexts({
      "config.json": JSON.stringify(config, null, 1),
      "o.csv": "dcid,date,V,W\np/1,2020,1,2\n",
      "r.csv": `entity,variable,date,value,unit\n${rows}`,
    });
    return linted.found.filter((one) => one.includes("MisspeltName_unit"));
  };
  expect(await found("p/1,W,2021,3,\n")).toEqual([
    "warning Graph_MisspeltName_unit config.json:17",
  ]);
  expect(await found("p/1,V,2021,3,Eurro\np/1,W,2020,3,Percnt\n")).toEqual([
    "warning Graph_MisspeltName_unit config.json:17",
    "warning Graph_MisspeltName_unit r.csv:2",
    "warning Graph_MisspeltName_unit r.csv:3",
  ]);
});

test("a column of texts is told how to leave it out, until a number stands in it", async () => {
  const csv =
    "dcid,date,V,Notes,Later\np/1,2020,1,,\np/1,2021,bad,good,\np/1,2022,$5,to be checked,\np/1,2023,3,4,soon\np/1,2024,4,late,\n";
  const { diagnostics, messages } = await loadTexts(folder(csv, "variablePerColumn"));
  const cure = "; if these are texts, name their column in ignoreColumns of the config";
  expect(messages.filter((_, at) => diagnostics[at]?.includes("NotANumber"))).toEqual([
    "'bad' is not a number; it is not loaded: column 'V'",
    `'good' is not a number; it is not loaded${cure}: column 'Notes'`,
    "'$5' is not a number; it is not loaded: column 'V'",
    `'to be checked' is not a number; it is not loaded${cure}: column 'Notes'`,
    `'soon' is not a number; it is not loaded${cure}: column 'Later'`,
    "'late' is not a number; it is not loaded: column 'Notes'",
  ]);
  const long = await loadTexts(
    folder("entity,variable,date,value\np/1,V,2020,good\n", "variablePerRow"),
  );
  expect(long.messages).toEqual(["'good' is not a number; it is not loaded: column 'value'"]);
});

test.each([
  ["dcid,date,V,W\np/1,2022/23,1,2\n", ", nor any other of its row"],
  ["dcid,date,V\np/1,2022/23,1\n", ""],
])("a row without a date loses all its values: %j", async (csv, lost) => {
  const { messages } = await loadTexts(folder(csv, "variablePerColumn"));
  expect(messages).toEqual([
    `'2022/23' is not a date, such as 2020, 2020-07 or 2020-07-31; the observation is not loaded${lost}`,
  ]);
});

test("a date that is loaded as written loses nothing", async () => {
  const { messages } = await loadTexts(
    folder("dcid,date,V,W\np/1,2022-1,1,2\n", "variablePerColumn"),
  );
  expect(messages.join()).toMatch(/it is loaded as written$/);
});
