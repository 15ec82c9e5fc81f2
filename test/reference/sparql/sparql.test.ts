/** Recorded answers of the real service, and every example query of its documents and tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { load } from "../../../src/load/load.ts";
import { placeTypes } from "../../../src/sparql/plan.ts";
import { querySparql, type SparqlResponse } from "../../../src/sparql/run/evaluate.ts";
import { WorldBuilder } from "../../../src/world/world.ts";
import { worldOf } from "../../oracle/small-world.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

interface RecordedCase {
  readonly id: string;
  readonly world: string;
  readonly endpoint: string;
  readonly request: { readonly query?: string; readonly sparql?: string };
  readonly compare: readonly string[];
  readonly expected: SparqlResponse;
}

interface Example {
  readonly query: string;
  /** Null where the documented answer is an error. */
  readonly header: readonly string[] | null;
  readonly result: string;
}

const read = (path: string) => readFileSync(join(referenceRoot, path), "utf8");

describeWithReference("recorded SPARQL answers", () => {
  const endpoints = ["v2/sparql", "query", "v1/query"];

  test("all of them", async () => {
    const cases = read("corpus/cases/visible.jsonl")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as RecordedCase)
      .filter(({ endpoint }) => endpoints.includes(endpoint));
    expect(cases.length).toBeGreaterThan(15);
    const builder = new WorldBuilder();
    await load(onDisk(join(referenceRoot, "corpus/worlds/sparql-01")), builder);
    const { world } = builder.freeze();
    for (const { id, request, compare, expected } of cases) {
      const answer = querySparql(world, request.query ?? request.sparql ?? "");
      expect(answer.header, id).toEqual(expected.header);
      if (compare.includes("ordered:rows")) expect(answer.rows, id).toEqual(expected.rows);
      else expect(sorted(answer), id).toEqual(sorted(expected));
    }
  });

  function sorted({ rows = [] }: SparqlResponse): string[] {
    return rows.map((row) => JSON.stringify(row)).sort();
  }
});

describeWithReference("documented example queries", () => {
  const world = worldOf(
    [
      ["geoId/06", "typeOf", "State"],
      ["geoId/06", "name", "=California"],
      ["geoId/21", "typeOf", "State"],
      ["geoId/21", "name", "=Kentucky"],
      ["geoId/10001", "typeOf", "County"],
      ["geoId/10001", "name", "=Kent County"],
      ["geoId/10001", "containedInPlace", "geoId/10"],
      ["geoId/10", "typeOf", "State"],
      ["country/ABW", "typeOf", "Country"],
      ["dc/p/1", "typeOf", "StatisticalPopulation"],
      ["dc/p/1", "populationType", "Person"],
      ["dc/p/1", "numConstraints", "=0"],
      ["dc/p/1", "location", "geoId/06"],
      ["dc/o/1", "typeOf", "Observation"],
      ["dc/o/1", "measuredProperty", "count"],
      ["dc/o/1", "measuredValue", "=39538223"],
      ["dc/o/1", "observedNode", "dc/p/1"],
      ["dc/o/2", "typeOf", "WeatherObservation"],
      ["dc/o/2", "measuredProperty", "temperature"],
      ["dc/o/2", "meanValue", "=12.5"],
      ["dc/o/2", "observationDate", "=2018-01"],
      ["dc/o/2", "observedNode", "geoId/4261000"],
    ],
    [
      [
        "LifeExpectancy_Person_47Years",
        "country/HUN",
        "1993",
        "26.4",
        { observationPeriod: "P1Y" },
      ],
      [
        "Count_Person",
        "country/USA",
        "2020",
        "329484123",
        { measurementMethod: "CensusPEPSurvey" },
      ],
    ],
  );
  // One example leaves out the patterns of its selected columns.
  const gap = "... one pattern per selected property ...";
  const columns = ["variableMeasured", "value", "observationDate", "observationPeriod"]
    .concat("measurementMethod", "unit", "scalingFactor", "samplePopulation", "location")
    .map((property) => `?o ${property} ?${property} .`)
    .join(" ");

  const examples = () =>
    (JSON.parse(read("facts/sparql_examples.json")) as Example[]).map((one) => ({
      ...one,
      query: one.query.replace(gap, columns),
      isError: one.header === null || one.result.includes("is unbound"),
    }));

  test("every one has its documented header, or is an error", () => {
    expect(examples().length).toBeGreaterThan(20);
    for (const { query, header, isError } of examples()) {
      if (isError) {
        expect(() => querySparql(world, query), query).toThrow("Unrecognized name");
        continue;
      }
      const answer = querySparql(world, query);
      const documented = header?.filter((name) => name !== "...") ?? [];
      expect(answer.header.slice(0, documented.length), query).toEqual(documented);
      for (const { cells } of answer.rows ?? []) expect(cells.length).toBe(answer.header.length);
    }
  });

  test("those that the small world can answer do", () => {
    const answers = examples().filter(({ isError }) => !isError);
    const found = answers.flatMap(({ query }) =>
      (querySparql(world, query).rows ?? []).map(({ cells }) =>
        cells.map(({ value = "" }) => value).join("|"),
      ),
    );
    expect(new Set(found)).toEqual(
      new Set([
        "California",
        "geoId/06|California",
        "geoId/06|geoId/06",
        "geoId/10001|Kent County",
        "California|geoId/06",
        "Kentucky|geoId/21",
        "12.5",
        "26.4",
        "26.4|1993",
      ]),
    );
  });

  test("the place types are those of the real service", () => {
    const { tableTypes } = JSON.parse(read("facts/sparql_table_types.json")) as {
      tableTypes: { parent: string; children?: string[] }[];
    };
    const place = tableTypes.find(({ parent }) => parent === "Place");
    expect(placeTypes).toEqual(["Place", ...(place?.children ?? [])]);
  });
});
