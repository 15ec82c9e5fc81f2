/** JSON-stat of the service's own formatter, which no request reaches there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unlimited } from "../../../src/options/governor.ts";
import { componentsFor } from "../../../src/sdmx/components.ts";
import type { SeriesTexts } from "../../../src/sdmx/found-series.ts";
import { jsonStatOf } from "../../../src/sdmx/json-stat.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

interface Fixture {
  readonly dimensions: readonly string[];
  readonly series: readonly {
    readonly dimensions: Readonly<Record<string, string>>;
    readonly attributes?: Readonly<Record<string, string>>;
    readonly points: readonly (readonly [date: string, value: string])[];
  }[];
  readonly expected: object;
}

/** Whatever a series has, in the order of the fixture's dimensions. */
function seriesOf({ dimensions: names, series }: Fixture): SeriesTexts[] {
  const inner = names.filter((name) => name !== "TIME_PERIOD" && name !== "variableMeasured");
  const fields: readonly string[] = [
    "unit",
    "measurementMethod",
    "observationPeriod",
    "provenance",
  ];
  return series.map(({ dimensions, attributes = {}, points }) => ({
    variable: dimensions["variableMeasured"] ?? "",
    entities: inner.filter((name) => !fields.includes(name)).map((name) => dimensions[name] ?? ""),
    facet: {
      unit: dimensions["unit"] ?? "",
      measurementMethod: dimensions["measurementMethod"] ?? "",
      observationPeriod: dimensions["observationPeriod"] ?? "",
      provenanceId: dimensions["provenance"] ?? "",
      scalingFactor: attributes["scalingFactor"] ?? "",
      facetId: attributes["facetId"] ?? "",
      importName: "",
      provenanceUrl: "",
      isDcAggregate: false,
      score: 0,
    },
    each: (take) => {
      for (const [date, value] of points) take(date, value);
    },
  }));
}

describeWithReference("JSON-stat", () => {
  const fixtures = () =>
    readFileSync(join(referenceRoot, "corpus2/fixtures/jsonstat.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Fixture)
      // One has other components than the dataflow.
      .filter(({ dimensions }) => dimensions.at(-1) === "TIME_PERIOD");

  test("is that of the service", () => {
    expect(fixtures()).toHaveLength(3);
    for (const fixture of fixtures()) {
      const { dimensions, expected } = fixture;
      const components = componentsFor(dimensions.slice(1, -5));
      const series = seriesOf(fixture);
      const dataset = jsonStatOf({ components, series: () => series }, unlimited);
      expect(dataset).toEqual(expected);
    }
  });
});
