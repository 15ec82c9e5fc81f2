import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Facet } from "../../../src/stats/facet-fields.ts";
import { facetId } from "../../../src/stats/facets.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

interface Example extends Omit<Facet, "provenanceUrl" | "provenanceId"> {
  readonly expected: string;
}

describeWithReference("facet ids of the real service", () => {
  test("every worked example", () => {
    const file = readFileSync(`${referenceRoot}/facts/facet_id_examples.json`, "utf8");
    const { examples } = JSON.parse(file) as { examples: Example[] };
    expect(examples.length).toBeGreaterThan(10);
    for (const { expected, ...facet } of examples) {
      expect(facetId({ ...facet, provenanceUrl: "", provenanceId: "" })).toBe(expected);
    }
  });
});
