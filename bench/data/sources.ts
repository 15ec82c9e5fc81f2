/** Who publishes the generated observations. */

/** One import with one way of measuring; texts are empty when unset. */
export interface Source {
  readonly importName: string;
  readonly url: string;
  /** As the service shows it, without the mark of an aggregate. */
  readonly method: string;
  readonly period: string;
  readonly unit: string;
  readonly scalingFactor: string;
  readonly isAggregate: boolean;
}

/** Prefix of the dcid of an import's provenance node. */
export const baseProvenance = "dc/base/";

/** Provenances of the generated triples. */
export const provenances = {
  schema: `${baseProvenance}BaseSchema`,
  sources: `${baseProvenance}Provenances`,
  variables: `${baseProvenance}HumanReadableStatVars`,
  places: `${baseProvenance}BaseGeos`,
  wikidata: `${baseProvenance}WikidataOtherIdGeos`,
} as const;

const imports: readonly (readonly [importName: string, url: string])[] = [
  ["CensusACS5YearSurvey", "https://www.census.gov/programs-surveys/acs/data"],
  ["USCensusPEP_Annual_Population", "https://www.census.gov/programs-surveys/popest.html"],
  ["BLS_LAUS", "https://www.bls.gov/lau/"],
  ["WorldDevelopmentIndicators", "https://datatopics.worldbank.org/world-development-indicators/"],
  ["EurostatData", "https://ec.europa.eu/eurostat/data/database"],
  ["CDC500", "https://www.cdc.gov/places/"],
  ["EIA_Electricity", "https://www.eia.gov/opendata/qb.php"],
  ["EPA_GHGRP", "https://www.epa.gov/ghgreporting"],
  ["FBI_Crime", "https://ucr.fbi.gov/crime-in-the-u.s"],
  ["USDA_FoodAtlas", "https://www.ers.usda.gov/data-products/"],
  ["WHO_GHO", "https://www.who.int/data/gho"],
  ["OECDRegionalDemography", "https://data.oecd.org/"],
];

const measured: readonly Omit<Source, "importName" | "url">[] = [
  measuredBy("CensusACS5yrSurvey", "P1Y"),
  measuredBy("", "P1Y", "Percent", "100"),
  { ...measuredBy("CensusACS5yrSurvey", "P5Y"), isAggregate: true },
  { ...measuredBy("", "P1Y", "USDollar"), isAggregate: true },
  measuredBy("BLSSeasonallyUnadjusted", "P1M"),
];

/** Every import measures in a few of the ways; yearly ones come before monthly ones. */
export const sources: readonly Source[] = measured.flatMap((way, number) =>
  imports
    .filter((_, at) => number < 2 || at % (number + 1) === 0)
    .map(([importName, url]) => ({ importName, url, ...way })),
);

/** The imports, each once. */
export const publishers: ReadonlyMap<string, string> = new Map(imports);

function measuredBy(
  method: string,
  period: string,
  unit = "",
  scalingFactor = "",
): Omit<Source, "importName" | "url"> {
  return { method, period, unit, scalingFactor, isAggregate: false };
}
