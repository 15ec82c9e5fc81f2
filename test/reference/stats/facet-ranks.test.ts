import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Facet, unsetSource } from "../../../src/stats/facet-fields.ts";
import { defaultScore, inferiorScore } from "../../../src/stats/ranking.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

type Match = Partial<Pick<Facet, "measurementMethod" | "observationPeriod" | "unit">>;

interface Rule {
  readonly importName: string;
  readonly match: Match;
  readonly score: number;
}

interface RankTable {
  readonly baseScore: number;
  readonly inferiorIfScoreGreaterThan: number;
  readonly rules: readonly Rule[];
}

/** The note of the table, taken literally. */
function tableScore({ rules, baseScore }: RankTable, facet: Facet): number {
  const matching = rules
    .filter(({ importName }) => importName === facet.importName)
    .map(({ match, score }) => ({ match: Object.entries(match), score }))
    .filter(({ match }) => match.every(([key, value]) => facet[key as keyof Match] === value));
  matching.sort((a, b) => b.match.length - a.match.length || a.score - b.score);
  return matching[0]?.score ?? baseScore;
}

describeWithReference("facet scores of the real service", () => {
  test("every import with every method, period and unit that some rule names", () => {
    const file = readFileSync(`${referenceRoot}/facts/facet_ranks.json`, "utf8");
    const table = JSON.parse(file) as RankTable;
    expect(table.rules.length).toBeGreaterThan(30);
    expect(table.inferiorIfScoreGreaterThan).toBe(inferiorScore);
    const named = (key: keyof Match) => [
      ...new Set(["", "Other", ...table.rules.flatMap(({ match }) => match[key] ?? [])]),
    ];
    for (const importName of ["", "Other", ...table.rules.map((rule) => rule.importName)]) {
      for (const measurementMethod of named("measurementMethod")) {
        for (const observationPeriod of named("observationPeriod")) {
          for (const unit of named("unit")) {
            const facet: Facet = {
              ...unsetSource,
              importName,
              measurementMethod,
              observationPeriod,
              unit,
              provenanceId: "",
            };
            expect(defaultScore(facet), JSON.stringify(facet)).toBe(tableScore(table, facet));
          }
        }
      }
    }
  });
});
