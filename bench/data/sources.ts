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
  ["BLS_CPI", "https://www.bls.gov/cpi/"],
  ["NOAA_GHCN", "https://www.ncei.noaa.gov/products/land-based-station"],
  ["IndiaCensus", "https://censusindia.gov.in/"],
  ["NASA_Fires", "https://firms.modaps.eosdis.nasa.gov/"],
  ["USGS_Earthquakes", "https://earthquake.usgs.gov/"],
  ["UNEnergy", "https://unstats.un.org/unsd/energystats/"],
  ["UN_SDG", "https://unstats.un.org/sdgs/"],
  ["NCES_CommonCoreData", "https://nces.ed.gov/ccd/"],
];

const methods = [
  "CensusACS5yrSurvey",
  "",
  "CensusPEPSurvey",
  "BLSSeasonallyUnadjusted",
  "OECDRegionalStatistics",
];
const periods = ["P1Y", "P1Y", "", "P1M", "P5Y"];
const units = ["", "USDollar", "", "Percent", "", "Celsius", ""];
/** Every import measures in so many ways. */
const ways = 3;

export const sources: readonly Source[] = Array.from(
  { length: imports.length * ways },
  (_, number) => {
    const [importName, url] = imports[number % imports.length]!;
    const way = Math.floor(number / imports.length);
    return {
      importName,
      url,
      method: methods[(number + way) % methods.length]!,
      period: periods[(number * 3 + way) % periods.length]!,
      unit: units[number % units.length]!,
      scalingFactor: number % 9 === 8 ? "100" : "",
      isAggregate: number % 7 === 6,
    };
  },
);

/** The imports, each once. */
export const publishers: ReadonlyMap<string, string> = new Map(imports);
