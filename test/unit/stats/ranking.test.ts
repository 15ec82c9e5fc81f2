import { describe, expect, test } from "vitest";
import { type Facet, unsetSource } from "../../../src/stats/facet-fields.ts";
import {
  defaultScore,
  inferiorScore,
  type RankedSeries,
  Ranking,
  type RankOrder,
} from "../../../src/stats/ranking.ts";

const unset: Facet = {
  ...unsetSource,
  provenanceId: "",
};

const scoreOf = (facet: Partial<Facet>) => defaultScore({ ...unset, ...facet });

describe("defaultScore", () => {
  test("is 100 for what no rule knows", () => {
    expect(scoreOf({})).toBe(100);
    expect(scoreOf({ importName: "Unheard" })).toBe(100);
    expect(scoreOf({ importName: "__proto__" })).toBe(100);
  });

  test("asks for everything that a rule lists", () => {
    const importName = "USCensusPEP_Annual_Population";
    const measurementMethod = "CensusPEPSurvey";
    expect(scoreOf({ importName, measurementMethod, observationPeriod: "P1Y" })).toBe(0);
    expect(scoreOf({ importName, measurementMethod, observationPeriod: "P1M" })).toBe(100);
    expect(scoreOf({ importName, measurementMethod })).toBe(100);
    expect(scoreOf({ importName })).toBe(100);
  });

  test("lets a rule that lists more win over one that lists less", () => {
    const importName = "NASA_WetBulbComputation_Aggregation";
    expect(scoreOf({ importName, measurementMethod: "NASA_Mean_HadGEM2-AO" })).toBe(0);
    expect(scoreOf({ importName, measurementMethod: "Other" })).toBe(1);
  });

  test("tells a listed empty text from one that is not listed", () => {
    expect(scoreOf({ importName: "UNEnergy" })).toBe(0);
    expect(scoreOf({ importName: "UNEnergy", measurementMethod: "M" })).toBe(100);
    expect(scoreOf({ importName: "WorldDevelopmentIndicators", measurementMethod: "M" })).toBe(4);
    expect(scoreOf({ importName: "EurostatData" })).toBe(2);
    expect(
      scoreOf({ importName: "EurostatData", measurementMethod: "EurostatRegionalPopulationData" }),
    ).toBe(3);
  });

  test("makes two imports inferior, each with its own method only", () => {
    const wikipedia = { importName: "WikipediaStatsData", measurementMethod: "Wikipedia" };
    const wikidata = { importName: "WikidataPopulation", measurementMethod: "WikidataPopulation" };
    expect([wikipedia, wikidata].map(scoreOf)).toEqual([1001, 1003]);
    expect(Math.min(scoreOf(wikipedia), scoreOf(wikidata))).toBeGreaterThan(inferiorScore);
    expect(scoreOf({ importName: "WikidataPopulation" })).toBe(100);
  });
});

/** A series that differs from a plain one in what is given. */
function series(
  given: Partial<Omit<RankedSeries, "facet">> & { facet?: Partial<Facet> } = {},
): RankedSeries {
  const { facet, ...rest } = given;
  return { score: 100, latestDate: "2020", count: 5, ...rest, facet: { ...unset, ...facet } };
}

describe("the three orders", () => {
  const ranking = new Ranking();
  const isBefore = (order: RankOrder, a: RankedSeries, b: RankedSeries) => {
    const compare = ranking.comparator(order);
    expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
    return compare(a, b) < 0;
  };
  const orders: RankOrder[] = ["series", "cohort", "facet"];

  test.each(orders)("%s: score decides first", (order) => {
    const worse = series({ score: 5, latestDate: "2024", count: 99 });
    const better = series({ score: 4, facet: { measurementMethod: "z", importName: "z" } });
    expect(isBefore(order, better, worse)).toBe(true);
  });

  test.each<[RankOrder, boolean]>([
    ["series", true],
    ["cohort", false],
    ["facet", true],
  ])("%s: recency and then count decide: %s", (order, isRecencyUsed) => {
    // Alphabetically last, so that only its dates or count can put it first.
    const last = { measurementMethod: "z" };
    const plain = series({ facet: { measurementMethod: "a" } });
    expect(isBefore(order, series({ latestDate: "2020-06", facet: last }), plain)).toBe(
      isRecencyUsed,
    );
    expect(isBefore(order, series({ count: 6, facet: last }), plain)).toBe(isRecencyUsed);
    const lateAndFew = series({ latestDate: "2021", count: 1 });
    if (isRecencyUsed) expect(isBefore(order, lateAndFew, series())).toBe(true);
    else expect(ranking.comparator(order)(lateAndFew, series())).toBe(0);
  });

  test("series puts the import before the measurement, facet after, cohort leaves it out", () => {
    // As with OECDRegionalDemography and its _Population sibling (behaviour: observation 6).
    const plain = series({ facet: { importName: "A", provenanceUrl: "https://z" } });
    const sibling = series({ facet: { importName: "A_B", provenanceUrl: "https://a" } });
    expect(isBefore("series", plain, sibling)).toBe(true);
    expect(isBefore("facet", sibling, plain)).toBe(true);
    expect(isBefore("cohort", sibling, plain)).toBe(true);
    const [one, other] = [
      series({ facet: { importName: "A" } }),
      series({ facet: { importName: "B" } }),
    ];
    expect(isBefore("series", one, other)).toBe(true);
    expect(isBefore("facet", one, other)).toBe(true);
    expect(ranking.comparator("cohort")(one, other)).toBe(0);
  });

  test.each(orders)("%s: measurement decides field by field, unset first", (order) => {
    const fields = [
      "measurementMethod",
      "observationPeriod",
      "scalingFactor",
      "unit",
      "provenanceUrl",
    ] as const;
    for (const [at, field] of fields.entries()) {
      const next = fields[at + 1];
      const later = series({ facet: { [field]: "b" } });
      const earlier = series({ facet: { [field]: "a", ...(next && { [next]: "z" }) } });
      expect(isBefore(order, earlier, later)).toBe(true);
      expect(isBefore(order, series(), earlier)).toBe(true);
    }
  });

  test.each(orders)("%s: byte order, not UTF-16 order", (order) => {
    const units = ["\uffff", "\u{10000}"].map((unit) => series({ facet: { unit } }));
    expect(isBefore(order, units[0]!, units[1]!)).toBe(true);
  });
});

describe("a ranking of one's own", () => {
  class ByUnit {
    readonly preferred: string;
    constructor(preferred: string) {
      this.preferred = preferred;
    }
    score({ unit }: Facet): number {
      return unit === this.preferred ? 0 : 1;
    }
    compare(a: RankedSeries, b: RankedSeries): number {
      return this.score(a.facet) - this.score(b.facet) || a.count - b.count;
    }
  }

  test("scores facets and orders series, with its own state at hand", () => {
    const ranking = new Ranking(new ByUnit("Euro"));
    expect(ranking.score({ ...unset, unit: "Euro" })).toBe(0);
    const [few, many, euro] = [
      series({ count: 1 }),
      series({ count: 9, latestDate: "2024" }),
      series({ count: 20, facet: { unit: "Euro" } }),
    ];
    for (const order of ["series", "cohort", "facet"] as const) {
      expect([many, few, euro].sort(ranking.comparator(order))).toEqual([euro, few, many]);
    }
  });

  test("keeps the built-in orders when it only scores", () => {
    const ranking = new Ranking({ score: () => 7 });
    expect(ranking.score({ ...unset, importName: "WorldDevelopmentIndicators" })).toBe(7);
    expect(ranking.comparator("series")).toBe(new Ranking().comparator("series"));
  });
});
