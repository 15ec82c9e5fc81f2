/** Tables of the World Bank that describe indicators and countries become nodes. */
import { expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

test("an indicator has its name, its note and its source", async () => {
  const { sink, diagnostics } = await loadTexts({
    "Metadata_Indicator_API.csv":
      '\uFEFF"INDICATOR_CODE","INDICATOR_NAME","SOURCE_NOTE","SOURCE_ORGANIZATION",\r\n' +
      '"SP.POP.TOTL","Population, total","A note,\r\nof two lines","Ourselves",\r\n',
  });
  expect(diagnostics).toEqual([]);
  expect(sink.triples.map(({ predicate, object }) => [predicate, object])).toEqual([
    ["typeOf", "StatisticalVariable"],
    ["name", '"Population, total"'],
    ["description", '"A note,\\nof two lines"'],
    ["footnote", '"Ourselves"'],
  ]);
});

test("a country has its name; rows about groups are counted", async () => {
  const { sink, diagnostics } = await loadTexts({
    "Metadata_Country_API.csv":
      "Country Code,Region,IncomeGroup,SpecialNotes,TableName\nFRA,Europe,High income,,France\nWLD,,,All,World\n",
  });
  expect(sink.triples.map(({ subject, object }) => [subject, object])).toEqual([
    ["country/FRA", "Country"],
    ["country/FRA", '"France"'],
  ]);
  expect(diagnostics).toEqual(["info Layout_LeftOut Metadata_Country_API.csv"]);
});
