import { describe, expect, test } from "vitest";
import { observationId } from "../../../../src/ids/observation-id.ts";
import { loadTexts } from "../load-texts.ts";

describe("observation tables", () => {
  test("of the dump: the facet has a provenance node", async () => {
    const { sink, diagnostics, report } = await loadTexts({
      "a.csv": `entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties
geoId/06,Count,2020,1.50,dc/base/A,USD,100,Census,P1Y,
geoId/06,Count,2021,2,,,,,,{}
`,
    });
    expect(sink.observations).toEqual([
      {
        variable: "Count",
        entity: "geoId/06",
        date: "2020",
        value: "1.50",
        provenance: "dc/base/A",
        importName: "",
        provenanceUrl: "",
        measurementMethod: "Census",
        observationPeriod: "P1Y",
        scalingFactor: "100",
        unit: "USD",
        isDcAggregate: false,
      },
      {
        variable: "Count",
        entity: "geoId/06",
        date: "2021",
        value: "2",
        provenance: "dc/base/a",
        importName: "",
        provenanceUrl: "",
        measurementMethod: "",
        observationPeriod: "",
        scalingFactor: "",
        unit: "",
        isDcAggregate: false,
      },
    ]);
    expect(diagnostics).toEqual([]);
    expect(report.rowCount).toBe(2);
  });

  test("a header is read whatever follows its quotes", async () => {
    const { sink, diagnostics, report } = await loadTexts({
      "a.csv": '"entity"x,variable,date,value\nE,V,2020,1\nE,V,2021,2\n',
    });
    expect(sink.observations.map(({ date, value }) => [date, value])).toEqual([
      ["2020", "1"],
      ["2021", "2"],
    ]);
    expect(diagnostics).toEqual([]);
    expect(report.rowCount).toBe(2);
  });

  test("rows with text after a closing quote count, and lines that are empty do not", async () => {
    const { sink, diagnostics, report } = await loadTexts({
      "a.csv": 'variable,date,value,entity\n"V"x,2020,1,E\n""x\n\n""\nV,2021,2,E\r',
    });
    expect(sink.observations.map(({ entity }) => entity)).toEqual(["E\r"]);
    expect(diagnostics).toEqual(["error StrSplit_BadQuotesInToken a.csv:2"]);
    expect(report.rowCount).toBe(2);
  });

  test("properties that are no object are reported in every row, the same ones too", async () => {
    const { diagnostics } = await loadTexts({
      "a.csv": "variable,entity,date,value,properties\nV,E,2020,1,x\nV,E,2021,1,x\nV,E,2022,1,{}\n",
    });
    expect(diagnostics).toEqual([
      "error CSV_UnexpectedRow a.csv:2",
      "error CSV_UnexpectedRow a.csv:3",
    ]);
  });

  test.each([
    ["", {}],
    ["mine", { provenance: "mine" }],
  ])(
    "flattened: name and URL are as they stand there; else the caller's: '%s'",
    async (own, options) => {
      const { sink, diagnostics } = await loadTexts(
        {
          "a.csv": `variable,entity,date,value,import_name,provenance_url,measurement_method,observation_period,unit,scaling_factor,is_dc_aggregate
V,E,2020,1,Imp,http://a,,,,,true
V,E,2020,1,,,,,,,
V,E,2020,1,,,,,,,maybe
`,
        },
        options,
      );
      expect(
        sink.observations.map(({ provenance, importName, provenanceUrl, isDcAggregate }) => [
          provenance,
          importName,
          provenanceUrl,
          isDcAggregate,
        ]),
      ).toEqual([
        ["", "Imp", "http://a", true],
        [own, "", "", false],
        [own, "", "", false],
      ]);
      expect(diagnostics).toEqual(["warning CSV_UnexpectedRow a.csv:4"]);
    },
  );

  test("the required columns are enough", async () => {
    const { sink } = await loadTexts({ "a.csv": "value,date,variable,entity\n1,2020,V,E\n" });
    expect(sink.observations).toMatchObject([{ variable: "V", entity: "E", date: "2020" }]);
  });

  test("what a row lacks is reported with its line", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.csv":
        "entity,variable,date,value\nE,V,2020,\n,V,2020,1\nE,,2020,1\nE,V,,\nE,V,2020\nE,V,2020,0",
    });
    expect(sink.observations.map(({ value }) => value)).toEqual(["0"]);
    expect(diagnostics).toEqual([
      "info Sanity_MissingOrEmpty_value a.csv:2",
      "error Sanity_MissingOrEmpty_observationAbout a.csv:3",
      "error Sanity_MissingOrEmpty_variableMeasured a.csv:4",
      "error Sanity_MissingOrEmpty_observationDate a.csv:5",
      "info Sanity_MissingOrEmpty_value a.csv:5",
      "error CSV_InconsistentRows a.csv:6",
    ]);
  });

  test("each further property is kept and reported once", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      "a.csv": `entity,variable,date,value,properties
E,V,2020,1,"{""age"": ""1""}"
E,V,2021,1,"{""age"": ""2"", ""sex"": ""f""}"
E,V,2022,1,"{""sex"": ""m""}"
E,V,2023,1,no JSON
`,
    });
    expect(sink.observations.length).toBe(4);
    expect(diagnostics).toEqual([
      "info Sanity_UnexpectedPropInStatVarObservation a.csv:2",
      "info Sanity_UnexpectedPropInStatVarObservation a.csv:3",
      "error CSV_UnexpectedRow a.csv:5",
    ]);
    const kept = sink.triples.map(({ predicate, object }) => `${predicate} ${object}`);
    expect(kept).toEqual(['age "1"', 'age "2"', 'sex "f"', 'sex "m"']);
    expect(new Set(sink.triples.map(({ subject }) => subject)).size).toBe(3);
    expect(messages.map((message) => /'(.*?)'/.exec(message)?.[1])).toEqual([
      "age",
      "sex",
      "no JSON",
    ]);
  });

  test("repetition, long cells and other alphabets come out as they went in", async () => {
    const long = "x".repeat(500);
    const rows = [
      ["E", "V", "2020", "1", "U"],
      ["E", "V", "2021", "12345678901234567890.5", "U"],
      ["F", "V", "2021", "一二", "U"],
      [long, "V", "2021", `${long}一`, "Ü"],
      [`${long}y`, "W", "2021", "-0", "U"],
      ["", "V", "2021", "1", "U"],
      [`${long}y`, "W", "2021", "é", ""],
    ];
    const { sink } = await loadTexts({
      "a.csv": `entity,variable,date,value,unit\n${rows.map((row) => row.join(",")).join("\n")}`,
    });
    expect(
      sink.observations.map(({ entity, variable, date, value, unit }) => [
        entity,
        variable,
        date,
        value,
        unit,
      ]),
    ).toEqual(rows.filter(([entity]) => entity !== ""));
  });

  test("rows larger than a chunk and chunks that end anywhere", async () => {
    const big = "y".repeat(1_200_000);
    const rows = Array.from({ length: 6_000 }, (_, index) => `e${index},V,2020,${index}`);
    rows[3_000] = `"${big}\n""q""",V,2020,3000`;
    rows[5_000] = "bad";
    const { sink, diagnostics } = await loadTexts({
      "a.csv": `entity,variable,date,value\n${rows.join("\n")}`,
    });
    expect(sink.observations.length).toBe(5_999);
    expect(sink.observations[3_000]?.entity).toBe(`${big}\n"q"`);
    expect(sink.observations.at(-1)).toMatchObject({ entity: "e5999", value: "5999" });
    expect(diagnostics).toEqual(["error CSV_InconsistentRows a.csv:5003"]);
  });

  test("a quote that never ends leaves out its row alone", async () => {
    const text = 'entity,variable,date,value\n"a,b,2000,1\na,b,2001,2\n';
    const { sink, diagnostics } = await loadTexts({ "a.csv": text });
    expect(sink.observations.map(({ date }) => date)).toEqual(["2001"]);
    expect(diagnostics).toEqual(["error StrSplit_BadQuotesInToken a.csv:2"]);
  });
});

test("a listed table keeps further properties, on each row that has them", async () => {
  const { sink, diagnostics } = await loadTexts({
    "manifest.json": '{ "observations": "o.csv" }',
    "o.csv": `entity,variable,date,value,provenance,unit,properties
E,V,2020,1,P,U,"{""dcs:stdError"": 2, ""none"": null, ""list"": [1]}"
E,V,FY20,1,P,U,"{""more"": true}"
E,V,2021,1,P,U,"{""more"": true}"
E,V,2022,1,P,U,[]
E,V,2023,1,P,U,null
`,
  });
  expect(sink.triples.map(({ predicate, object }) => `${predicate} ${object}`)).toEqual([
    'stdError "2"',
    'list "[1]"',
    'more "true"',
  ]);
  expect(new Set(sink.triples.map(({ provenance }) => provenance))).toEqual(new Set(["P"]));
  // What the real service makes of entity, variable, date, value and unit.
  expect(sink.triples[0]?.subject).toBe(
    observationId({
      observationAbout: "E",
      variableMeasured: "V",
      observationDate: "2020",
      value: "1",
      observationPeriod: "",
      unit: "U",
      measurementMethod: "",
      scalingFactor: "",
    }),
  );
  expect(diagnostics).toEqual([
    "info Sanity_UnexpectedPropInStatVarObservation o.csv:2",
    "info Sanity_UnexpectedPropInStatVarObservation o.csv:2",
    "info Sanity_UnexpectedPropInStatVarObservation o.csv:3",
    "error Sanity_InvalidObsDate o.csv:3",
    "error CSV_UnexpectedRow o.csv:5",
  ]);
});
