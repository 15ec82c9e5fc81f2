/** Which facet of a place comes first (behaviour: observation 6). */

import { compareUtf8 } from "../store/texts/utf8.ts";
import { type Facet, measuredFields } from "./facet-fields.ts";
import type { FacetEntry } from "./facets.ts";

/** What the comparators look at. */
export interface RankedSeries {
  readonly facet: Facet;
  /** The facet's score; lower is better. */
  readonly score: number;
  /** Date of the last observation; a later one compares greater by byte order. */
  readonly latestDate: string;
  readonly count: number;
}

/** Replaces the built-in ranking. */
export interface FacetRanking {
  /**
   * Lower is better; the built-in ranking gives 100 to what it does not know. A facet above
   * `inferiorScore` is left out of LATEST answers unless it is the best that an entity has.
   */
  score(facet: Facet): number;
  /** Order of an entity's series; default: by score, then as the real service does. */
  compare?(a: RankedSeries, b: RankedSeries): number;
}

/** Facets that score above this are inferior. */
export const inferiorScore = 1000;

const baseScore = 100;

type Measured = Partial<Pick<Facet, "measurementMethod" | "observationPeriod" | "unit">>;

const method = (measurementMethod: string): Measured => ({ measurementMethod });
const period = (observationPeriod: string): Measured => ({ observationPeriod });
const unit = (of: string): Measured => ({ unit: of });
const acs = method("CensusACS5yrSurvey");
const cmip6 = "NASA_NEXGDDP_CMIP6_Subnational_AggrDiffStats_LongRangeProjections";

/** Import, what else must be equal ("" means: must be empty), score. */
export type ScoreRule = readonly [importName: string, match: Measured, score: number];

const rules: readonly ScoreRule[] = [
  ["USCensusPEP_Annual_Population", { ...method("CensusPEPSurvey"), ...period("P1Y") }, 0],
  ["CensusACS5YearSurvey", acs, 1],
  ["CensusACS5YearSurvey_AggCountry", acs, 1],
  ["CensusUSAMedianAgeIncome", acs, 1],
  ["USDecennialCensus_RedistrictingRelease", method("USDecennialCensus"), 2],
  ["EurostatData", method("EurostatRegionalPopulationData"), 3],
  ["EurostatData", method(""), 2],
  ["WorldDevelopmentIndicators", {}, 4],
  ["IndiaCensus_Primary", {}, 5],
  ["WikipediaStatsData", method("Wikipedia"), 1001],
  ["WikidataPopulation", method("WikidataPopulation"), 1003],
  ["BLS_LAUS", method("BLSSeasonallyUnadjusted"), 0],
  ["BLS_CPS", method("BLSSeasonallyAdjusted"), 1],
  ["NYT_COVID19", method("NYT_COVID19_GitHub"), 0],
  ["CDC500", method("AgeAdjustedPrevalence"), 0],
  ["UNEnergy", method(""), 0],
  ["EIA_Electricity", {}, 1],
  ["NOAA_EPA_Observed_Historical_Weather", {}, 0],
  ["Copernicus_ECMWF_ERA5_Monthly", {}, 1],
  ["NASA_NEXDCP30", { ...method("NASA_Mean_CCSM4"), ...period("P1M") }, 2],
  ["NASA_NEXDCP30_AggrDiffStats", period("P1M"), 3],
  ["NASA_NEXDCP30_StatVarSeriesAggr", period("P1M"), 4],
  ["NASA_WetBulbComputation_Aggregation", method("NASA_Mean_HadGEM2-AO"), 0],
  ["NASA_WetBulbComputation_Aggregation", {}, 1],
  ["NASA_WetBulbComputation", method("NASA_Mean_HadGEM2-AO"), 2],
  [cmip6, method("NASA_Mean_CMIP6_GFDL-ESM4"), 0],
  [cmip6, method("NASA_Mean_CMIP6_GFDL-CM4"), 1],
  ["FBIHateCrimePublications", {}, 0],
  ["FBIHateCrime", {}, 1],
  ["USFEMA_NationalRiskIndex", unit("USDollar"), 0],
  ["USFEMA_NationalRiskIndex", unit("FemaNationalRiskScore"), 1],
  ["EarthquakeUSGS_Agg", period("P1Y"), 0],
];

/** The real service's score. */
export function defaultScore(facet: Facet): number {
  return scoreByRules(rules, facet);
}

/** Of the matching rules that with most conditions counts, of equals that with the lower score. */
export function scoreByRules(from: readonly ScoreRule[], facet: Facet): number {
  let best = baseScore;
  let conditionsMost = -1;
  for (const [importName, match, score] of from) {
    if (importName !== facet.importName) continue;
    const conditions = Object.entries(match) as [keyof Measured, string][];
    if (!conditions.every(([key, value]) => facet[key] === value)) continue;
    if (conditions.length < conditionsMost) continue;
    best = conditions.length > conditionsMost ? score : Math.min(best, score);
    conditionsMost = conditions.length;
  }
  return best;
}

type Comparator = (a: RankedSeries, b: RankedSeries) => number;

const byScore: Comparator = (a, b) => a.score - b.score;

const byRecency: Comparator = (a, b) =>
  compareUtf8(b.latestDate, a.latestDate) || b.count - a.count;

const byMeasurement: Comparator = ({ facet: a }, { facet: b }) =>
  byMeasuredFields(a, b) || compareUtf8(a.provenanceUrl, b.provenanceUrl);

function byMeasuredFields(a: Facet, b: Facet): number {
  for (const field of measuredFields) {
    const order = compareUtf8(a[field], b[field]);
    if (order !== 0) return order;
  }
  return 0;
}

const byImport: Comparator = (a, b) => compareUtf8(a.facet.importName, b.facet.importName);

/** The three orders of the real service, by the kind of question. */
export type RankOrder = "series" | "cohort" | "facet";

const orders: Record<RankOrder, Comparator> = {
  /** Values of listed entities, and of all dates of an expression's entities. */
  series: (a, b) => byScore(a, b) || byRecency(a, b) || byImport(a, b) || byMeasurement(a, b),
  /** Values at one date of an expression's entities: dates and counts do not matter. */
  cohort: (a, b) => byScore(a, b) || byMeasurement(a, b),
  /** Facets without values. */
  facet: (a, b) => byScore(a, b) || byRecency(a, b) || byMeasurement(a, b) || byImport(a, b),
};

/** Scores and comparators in force: the built-in ones or the caller's. */
export class Ranking {
  readonly #custom: FacetRanking | undefined;

  constructor(custom?: FacetRanking) {
    this.#custom = custom;
  }

  score(facet: Facet): number {
    return this.#custom === undefined ? defaultScore(facet) : this.#custom.score(facet);
  }

  /** One comparator serves all questions: the caller's. */
  get hasOneOrder(): boolean {
    return this.#custom?.compare !== undefined;
  }

  comparator(order: RankOrder): Comparator {
    return this.#custom?.compare?.bind(this.#custom) ?? orders[order];
  }
}

// The built-in orders of facets as numbers, so that series are ranked without comparing texts.

export class FacetOrders {
  readonly #facets: readonly FacetEntry[];
  readonly #ranks = new Map<RankOrder, Uint32Array>();

  constructor(facets: readonly FacetEntry[]) {
    this.#facets = facets;
  }

  /**
   * Rank of every facet among series that share last date and count; equal where the order does
   * not distinguish them. Found on the first call.
   */
  ranks(order: RankOrder): Uint32Array {
    const known = this.#ranks.get(order);
    if (known !== undefined) return known;
    const compare = new Ranking().comparator(order);
    const series = this.#facets.map(
      (facet): RankedSeries => ({ facet, score: facet.score, latestDate: "", count: 0 }),
    );
    const numbers = Uint32Array.from(series, (_, number) => number);
    numbers.sort((a, b) => compare(series[a]!, series[b]!));
    const ranks = new Uint32Array(numbers.length);
    for (let at = 1, rank = 0; at < numbers.length; at++) {
      if (compare(series[numbers[at - 1]!]!, series[numbers[at]!]!) !== 0) rank++;
      ranks[numbers[at]!] = rank;
    }
    this.#ranks.set(order, ranks);
    return ranks;
  }
}
