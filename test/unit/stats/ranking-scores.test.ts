/** The table of scores, as the real service has it (behaviour: observation 6). */
import { describe, expect, test } from "vitest";
import { type Facet, unsetSource } from "../../../src/stats/facet-fields.ts";
import { defaultScore, type ScoreRule, scoreByRules } from "../../../src/stats/ranking.ts";

const unset: Facet = { ...unsetSource, provenanceId: "" };

const known: readonly [importName: string, condition: Partial<Facet>, score: number][] = [
  [
    "USCensusPEP_Annual_Population",
    { measurementMethod: "CensusPEPSurvey", observationPeriod: "P1Y" },
    0,
  ],
  ["CensusACS5YearSurvey", { measurementMethod: "CensusACS5yrSurvey" }, 1],
  ["CensusACS5YearSurvey_AggCountry", { measurementMethod: "CensusACS5yrSurvey" }, 1],
  ["CensusUSAMedianAgeIncome", { measurementMethod: "CensusACS5yrSurvey" }, 1],
  ["USDecennialCensus_RedistrictingRelease", { measurementMethod: "USDecennialCensus" }, 2],
  ["EurostatData", { measurementMethod: "EurostatRegionalPopulationData" }, 3],
  ["EurostatData", { measurementMethod: "" }, 2],
  ["WorldDevelopmentIndicators", {}, 4],
  ["IndiaCensus_Primary", {}, 5],
  ["WikipediaStatsData", { measurementMethod: "Wikipedia" }, 1001],
  ["WikidataPopulation", { measurementMethod: "WikidataPopulation" }, 1003],
  ["BLS_LAUS", { measurementMethod: "BLSSeasonallyUnadjusted" }, 0],
  ["BLS_CPS", { measurementMethod: "BLSSeasonallyAdjusted" }, 1],
  ["NYT_COVID19", { measurementMethod: "NYT_COVID19_GitHub" }, 0],
  ["CDC500", { measurementMethod: "AgeAdjustedPrevalence" }, 0],
  ["UNEnergy", { measurementMethod: "" }, 0],
  ["EIA_Electricity", {}, 1],
  ["NOAA_EPA_Observed_Historical_Weather", {}, 0],
  ["Copernicus_ECMWF_ERA5_Monthly", {}, 1],
  ["NASA_NEXDCP30", { measurementMethod: "NASA_Mean_CCSM4", observationPeriod: "P1M" }, 2],
  ["NASA_NEXDCP30_AggrDiffStats", { observationPeriod: "P1M" }, 3],
  ["NASA_NEXDCP30_StatVarSeriesAggr", { observationPeriod: "P1M" }, 4],
  ["NASA_WetBulbComputation_Aggregation", { measurementMethod: "NASA_Mean_HadGEM2-AO" }, 0],
  ["NASA_WetBulbComputation_Aggregation", {}, 1],
  ["NASA_WetBulbComputation", { measurementMethod: "NASA_Mean_HadGEM2-AO" }, 2],
  [
    "NASA_NEXGDDP_CMIP6_Subnational_AggrDiffStats_LongRangeProjections",
    { measurementMethod: "NASA_Mean_CMIP6_GFDL-ESM4" },
    0,
  ],
  [
    "NASA_NEXGDDP_CMIP6_Subnational_AggrDiffStats_LongRangeProjections",
    { measurementMethod: "NASA_Mean_CMIP6_GFDL-CM4" },
    1,
  ],
  ["FBIHateCrimePublications", {}, 0],
  ["FBIHateCrime", {}, 1],
  ["USFEMA_NationalRiskIndex", { unit: "USDollar" }, 0],
  ["USFEMA_NationalRiskIndex", { unit: "FemaNationalRiskScore" }, 1],
  ["EarthquakeUSGS_Agg", { observationPeriod: "P1Y" }, 0],
];

test.each(known)("%s with %j has its score", (importName, condition, score) => {
  expect(defaultScore({ ...unset, importName, ...condition })).toBe(score);
});

test.each(known.filter(([, condition]) => Object.values(condition).some((text) => text !== "")))(
  "%s with other things than %j has another score",
  (importName, condition, score) => {
    for (const field of Object.keys(condition)) {
      const other = { ...unset, importName, ...condition, [field]: "Other" };
      expect(defaultScore(other)).not.toBe(score);
    }
  },
);

describe("of rules that match", () => {
  const scoreOf = (rules: readonly ScoreRule[]) =>
    scoreByRules(rules, { ...unset, importName: "I", unit: "U", observationPeriod: "P1Y" });
  const bothWays = (rules: readonly ScoreRule[]) => [scoreOf(rules), scoreOf([...rules].reverse())];

  test("that with more conditions counts, wherever it stands", () => {
    const more: ScoreRule = ["I", { unit: "U", observationPeriod: "P1Y" }, 9];
    expect(bothWays([["I", { unit: "U" }, 1], more, ["I", {}, 2]])).toEqual([9, 9]);
  });

  test("the lower score counts where conditions are as many", () => {
    const equals: readonly ScoreRule[] = [
      ["I", { unit: "U" }, 7],
      ["I", { observationPeriod: "P1Y" }, 5],
      ["I", { unit: "U" }, 6],
    ];
    expect(bothWays(equals)).toEqual([5, 5]);
    expect(
      bothWays([
        ["I", {}, 200],
        ["I", {}, 300],
      ]),
    ).toEqual([200, 200]);
  });

  test("none is of another import", () => {
    expect(
      scoreOf([
        ["J", {}, 1],
        ["", {}, 2],
      ]),
    ).toBe(100);
  });
});
