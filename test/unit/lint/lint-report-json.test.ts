import { expect, test } from "vitest";
import { toReportJson } from "../../../src/lint/lint-report.ts";
import { lintTexts } from "./lint-texts.ts";

test("each level has its counters", () => {
  const levels = ["info", "warning", "error", "fatal"] as const;
  const report = {
    levels: { info: 1, warning: 1, error: 1, fatal: 1 },
    counters: levels.map((level) => ({ level, counter: `C_${level}`, count: 1, findings: [] })),
    findings: [],
    series: [],
    ...{ fileCount: 0, bytes: 0, rowCount: 0, others: undefined },
  };
  expect(toReportJson(report).levelSummary).toEqual({
    LEVEL_INFO: { counters: { C_info: "1" } },
    LEVEL_WARNING: { counters: { C_warning: "1" } },
    LEVEL_ERROR: { counters: { C_error: "1" } },
    LEVEL_FATAL: { counters: { C_fatal: "1" } },
  });
});

test("the official tool's shape", async () => {
  const { report } = await lintTexts({
    "places.mcf": "Node: dcid:a/1\nname: x\n",
    "o.csv": "entity,variable,date,value,unit\na/1,V,2000,1,U\na/1,V,2001,3,U\na/1,V,2003,3,U\n",
  });
  const official = toReportJson(report);
  expect(JSON.parse(JSON.stringify(official))).toEqual({
    levelSummary: {
      LEVEL_INFO: { counters: { Graph_NotLoaded: "1" } },
      LEVEL_WARNING: {
        counters: {
          StatsCheck_Data_Holes: "1",
          StatsCheck_MaxPercentFluctuationGreaterThan100: "1",
        },
      },
      LEVEL_ERROR: { counters: { Sanity_MissingOrEmpty_typeOf: "1" } },
    },
    entries: [
      {
        level: "LEVEL_ERROR",
        location: { file: "places.mcf", lineNumber: "1" },
        userMessage: "node 'a/1' has no typeOf",
        counterKey: "Sanity_MissingOrEmpty_typeOf",
      },
      {
        level: "LEVEL_INFO",
        userMessage: expect.stringContaining("names of the schema"),
        counterKey: "Graph_NotLoaded",
      },
    ],
    statsCheckSummary: [
      {
        placeDcid: "a/1",
        statVarDcid: "V",
        measurementMethod: "",
        observationPeriod: "",
        scalingFactor: "",
        unit: "U",
        validationCounters: [
          {
            counterKey: "StatsCheck_MaxPercentFluctuationGreaterThan100",
            problemPoints: [
              { date: "2000", values: [{ value: { type: "NUMBER", value: "1" } }] },
              { date: "2001", values: [{ value: { type: "NUMBER", value: "3" } }] },
            ],
            percentDifference: 200,
          },
          {
            counterKey: "StatsCheck_Data_Holes",
            additionalDetails: "Possible data hole found. Dates in this series: 2000, 2001, 2003",
          },
        ],
      },
    ],
    commandArgs: {
      existenceChecks: true,
      resolution: "RESOLUTION_MODE_LOCAL",
      numThreads: 1,
      statChecks: true,
      observationAbout: true,
      allowNanSvobs: false,
      checkMeasurementResult: true,
      coordinatesResolution: false,
      includeRuntimeMetadata: false,
    },
  });
  expect(official).toStrictEqual(JSON.parse(JSON.stringify(official)));
});

test("of sources without findings", async () => {
  const { report } = await lintTexts({ "a.mcf": "# nothing yet\n" });
  const { levelSummary, entries, ...rest } = toReportJson(report);
  expect([levelSummary, entries, Object.keys(rest)]).toEqual([{}, [], ["commandArgs"]]);
});
