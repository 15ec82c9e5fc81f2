import { expect, test } from "vitest";
import { failsStrict } from "../../../src/lint/strict.ts";
import { lintTexts } from "./lint-texts.ts";

const fails = (level: string, counters: readonly string[]) =>
  counters.filter((counter) => failsStrict({ level, counter }));

test("errors fail a strict check, whatever they are about, and notes never do", () => {
  const counters = ["StatsCheck_Data_Holes", "Graph_VariableAsEntity"];
  expect(fails("error", counters)).toEqual(counters);
  expect(fails("fatal", counters)).toEqual(counters);
  expect(fails("info", counters)).toEqual([]);
});

test("warnings of data that became something else fail a strict check", () => {
  const otherData = [
    "CSV_EmptyColumn",
    "CSV_HeaderFailure",
    "CSV_ShortRows",
    "Config_AssumedDates",
    "Config_BadValue",
    "Config_MissingColumn",
    "Config_OtherEntityType",
    "Config_OtherFile",
    "Config_OutOfReach",
    "Config_StaleConversion",
    "Config_UnknownKey",
    "Config_UnknownProvenance",
    "Config_UnmappedColumn",
    "Config_UnusedVariable",
    "Existence_MissingReference_containedInPlace",
    "Existence_MissingReference_observationAbout",
    "Existence_MissingReference_variableMeasured",
    "Graph_MisspeltName_unit",
    "Graph_MisspeltName_variableMeasured",
    "Graph_MisspeltProperty",
    "Graph_ScalingFactorOfOnePlace",
    "Graph_TotalAsEntity",
    "Graph_UnitOfOnePlace",
    "Graph_VariableAsEntity",
    "Graph_VariableOfOtherType",
    "Graph_VariableWithoutObservations",
    "MCF_EmptyFile",
    "Manifest_UnknownKey",
    "Resolution_PrefixedDcid",
    "Resolution_TotalRow",
    "Sanity_UnexpectedPropInStatVarObservation",
    "Source_UnrecognisedFile",
    "Source_CopiedFile",
    "Source_UnusedTemplate",
    "StrSplit_BadQuotesInToken",
    "StrSplit_MultiToken_value",
    "TMCF_SameObservation",
  ];
  expect(fails("warning", otherData)).toEqual(otherData);
});

test("all other warnings, as those about odd values, pass a strict check", () => {
  const others = [
    "",
    "StatsCheck_Data_Holes",
    "StatsCheck_MaxPercentFluctuationGreaterThan100",
    "Existence_MissingReference_unit",
    "Graph_MisspeltName_",
    "Graph_OddSize",
    "Graph_InvalidPeriod",
    "My_MCF_EmptyFile",
    "MCF_EmptyFiles",
    "StrSplit_MultiToken_",
  ];
  expect(fails("warning", others)).toEqual([]);
});

test("a place that lies in one that nothing describes fails a strict check, where others are described", async () => {
  const state = (dcid: string, parent: string) =>
    `Node: dcid:lr/${dcid}\ntypeOf: dcs:State\nname: "${dcid}"\ncontainedInPlace: dcid:lr/${parent}\n\n`;
  const country = 'Node: dcid:lr/SI\ntypeOf: dcs:Country\nname: "Slovenia"\n\n';
  const failing = async (parent: string) => {
    const { report } = await lintTexts({
      "a.mcf": country + state("one", "SI") + state("two", parent),
    });
    return report.findings.filter(failsStrict).map(({ counter, line }) => `${counter} ${line}`);
  };
  expect(await failing("SL")).toEqual(["Existence_MissingReference_containedInPlace 13"]);
  expect(await failing("SI")).toEqual([]);
});
