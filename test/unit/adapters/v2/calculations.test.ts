import { describe, expect, test } from "vitest";
import { paramsOf } from "../../../../src/adapters/edge/request-reader.ts";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { v2Endpoints } from "../../../../src/adapters/v2/endpoints.ts";
import { v2ObservationText } from "../../../../src/adapters/v2/v2-observation.ts";
import type { V2ObservationRequest } from "../../../../src/adapters/v2-shapes.ts";
import { Governor } from "../../../../src/options/governor.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { facetId } from "../../../../src/stats/facets.ts";
import {
  type FacetRow,
  type ObservationRow,
  type TripleRow,
  worldOf,
} from "../../../oracle/small-world.ts";

const calculation = (dcid: string, output: string, input: string): TripleRow[] => [
  [dcid, "typeOf", "StatisticalCalculation"],
  [dcid, "outputProperty", output],
  [dcid, "inputPropertyExpression", `=${input}`],
];
const yearly: Partial<FacetRow> = { importName: "Import", observationPeriod: "P1Y" };
const census: Partial<FacetRow> = { ...yearly, measurementMethod: "Census" };

const triples: TripleRow[] = [
  ...calculation("c/Sum", "Sum", "A + B"),
  ...calculation("c/Half", "Half", "(100 - A) / (2.5 * 2)"),
  ...calculation("c/Two1", "Two", "A + B"),
  ...calculation("c/Two2", "Two", "B * 10"),
  ...calculation("c/Filter", "Filter", "C[mm=Census;op=P1Y] * 2"),
  ...calculation("c/PartFilter", "PartFilter", "C[mm=Census] * 2"),
  ...calculation("c/Deep", "Deep", "Sum + A"),
  ...calculation("c/Zero", "Zero", "A / Nil"),
  ...calculation("c/Numbers", "Numbers", "2 * 3"),
  ...calculation("c/Direct", "Direct", "A * 2"),
  ...calculation("c/Four", "Four", "A * 4"),
  ["c/NoCalculation", "outputProperty", "Nothing"],
  ["c/NoCalculation", "inputPropertyExpression", "=A + B"],
  ["geoId/06", "containedInPlace", "country/USA"],
  ["geoId/06", "typeOf", "State"],
  ["geoId/48", "containedInPlace", "country/USA"],
  ["geoId/48", "typeOf", "State"],
];
const rows: ObservationRow[] = [
  ["A", "geoId/06", "2020", "10", yearly],
  ["A", "geoId/06", "2021", "20", yearly],
  ["B", "geoId/06", "2020", "5", yearly],
  ["B", "geoId/06", "2020", "500", census],
  ["B", "geoId/48", "2020", "6", yearly],
  ["C", "geoId/06", "2020", "7", census],
  ["C", "geoId/06", "2020", "8", { observationPeriod: "P1M" }],
  ["Nil", "geoId/06", "2020", "0", yearly],
  ["Direct", "geoId/06", "1999", "77", yearly],
  ["Four", "geoId/48", "1999", "4", yearly],
];
const world = worldOf(triples, rows);

const all = ["date", "value", "entity", "variable"] as const;
const states = { expression: "country/USA<-containedInPlace+{typeOf:State}" } as const;

function ask(request: Partial<V2ObservationRequest>, calculations = true) {
  const full = { entity: { dcids: ["geoId/06"] }, select: all, ...request };
  const row = v2Endpoints["v2.observation"];
  const answer = JSON.parse(JSON.stringify(invoke(row, world, full, { calculations })));
  const written = v2ObservationText(world, paramsOf(row, full), new Governor(), { calculations });
  expect(JSON.parse(written)).toEqual(answer);
  return answer;
}

/** The values of a variable by entity, in the facets' order. */
function valuesOf(variable: string, request: Partial<V2ObservationRequest> = {}) {
  const answer = ask({ ...request, variable: { dcids: [variable] } });
  const byEntity: Record<
    string,
    { orderedFacets?: { observations: { date: string; value: number }[] }[] }
  > = answer.byVariable[variable].byEntity ?? {};
  return Object.fromEntries(
    Object.entries(byEntity).map(([entity, { orderedFacets = [] }]) => [
      entity,
      orderedFacets.map(({ observations }) => observations.map(({ date, value }) => [date, value])),
    ]),
  );
}

describe("a listed entity without a series", () => {
  test("gets one that is calculated, as an aggregate of the inputs' facet", () => {
    const aggregate = { ...unsetSource, ...yearly, isDcAggregate: true, provenanceId: "" };
    const id = facetId(aggregate);
    expect(ask({ variable: { dcids: ["Sum"] } })).toEqual({
      byVariable: {
        Sum: {
          byEntity: {
            "geoId/06": {
              orderedFacets: [
                {
                  facetId: id,
                  observations: [{ date: "2020", value: 15 }],
                  obsCount: 1,
                  earliestDate: "2020",
                  latestDate: "2020",
                },
              ],
            },
          },
        },
      },
      facets: { [id]: { importName: "Import", observationPeriod: "P1Y", isDcAggregate: true } },
    });
  });

  test("gets none without the option", () => {
    expect(ask({ variable: { dcids: ["Sum"] } }, false)).toEqual({
      byVariable: { Sum: { byEntity: { "geoId/06": {} } } },
    });
  });

  test("numbers keep all dates of a series", () => {
    expect(valuesOf("Half")).toEqual({
      "geoId/06": [
        [
          ["2020", 18],
          ["2021", 16],
        ],
      ],
    });
  });

  test("formulas are tried one after the other, entity by entity", () => {
    const entity = { dcids: ["geoId/06", "geoId/48", "nowhere"] };
    expect(valuesOf("Two", { entity })).toEqual({
      "geoId/06": [[["2020", 15]]],
      "geoId/48": [[["2020", 60]]],
      nowhere: [],
    });
  });

  test("a filter compares all four fields", () => {
    expect(valuesOf("Filter")).toEqual({ "geoId/06": [[["2020", 14]]] });
    expect(valuesOf("PartFilter")).toEqual({ "geoId/06": [] });
  });

  test("inputs are cut to the date of the request first", () => {
    expect(valuesOf("Half", { date: "LATEST" })).toEqual({ "geoId/06": [[["2021", 16]]] });
    expect(valuesOf("Sum", { date: "LATEST" })).toEqual({ "geoId/06": [] });
    expect(valuesOf("Sum", { date: "2021" })).toEqual({ "geoId/06": [] });
  });

  test("inputs must be loaded, and a series of its own stays", () => {
    expect(valuesOf("Deep")).toEqual({ "geoId/06": [] });
    expect(valuesOf("Direct")).toEqual({ "geoId/06": [[["1999", 77]]] });
    expect(valuesOf("Nothing")).toEqual({ "geoId/06": [] });
  });

  test.each([
    ["Zero", "denominator cannot be zero"],
    ["Numbers", "formula missing variables"],
  ])("%s fails: %s", (variable, message) => {
    const rpc = { code: 3, status: 400, detail: "internal" };
    expect(() => valuesOf(variable)).toThrow(expect.objectContaining({ message, rpc }));
  });
});

describe("a variable that no entity of an expression has", () => {
  test("is calculated by the first formula that gives any entity a value", () => {
    expect(valuesOf("Two", { entity: states })).toEqual({ "geoId/06": [[["2020", 15]]] });
    expect(valuesOf("Sum", { entity: states, date: "2020" })).toEqual({
      "geoId/06": [[["2020", 15]]],
    });
  });

  test("is not calculated where one entity has it", () => {
    expect(valuesOf("Direct", { entity: states })).toEqual({ "geoId/06": [[["1999", 77]]] });
  });
});

describe("existence", () => {
  const existing = (variable: string, calculations: boolean) => {
    const request = { variable: { dcids: [variable] }, select: ["entity", "variable"] as const };
    const entity = { dcids: ["geoId/06", "geoId/48"] };
    const { byVariable } = ask({ ...request, entity }, calculations);
    return Object.keys(byVariable[variable].byEntity ?? {});
  };

  test("an entity has what can be calculated from what it has, in any facet", () => {
    expect(existing("Two", true)).toEqual(["geoId/06", "geoId/48"]);
    expect(existing("Filter", true)).toEqual(["geoId/06"]);
    expect(existing("Deep", true)).toEqual([]);
    expect(existing("Two", false)).toEqual([]);
  });

  test("the list of an entity's variables has only loaded ones", () => {
    const { byVariable } = ask({ select: ["entity", "variable"] });
    expect(Object.keys(byVariable)).toEqual(["A", "B", "C", "Direct", "Nil"]);
    const two = ask({
      select: ["entity", "variable"],
      entity: { dcids: ["geoId/06", "geoId/48"] },
    });
    expect(two.byVariable.Four).toEqual({ byEntity: { "geoId/48": {} } });
  });
});
