import { describe, expect, test } from "vitest";
import { paramsOf } from "../../../../src/adapters/edge/request-reader.ts";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { v2Endpoints } from "../../../../src/adapters/v2/endpoints.ts";
import { v2ObservationText } from "../../../../src/adapters/v2/v2-observation.ts";
import type { V2ObservationRequest } from "../../../../src/adapters/v2-shapes.ts";
import { Governor } from "../../../../src/options/governor.ts";
import { type FacetRow, type ObservationRow, worldOf } from "../../../oracle/small-world.ts";

const method = (measurementMethod: string): Partial<FacetRow> => ({ measurementMethod });

const rows: ObservationRow[] = [
  // Of Part and Total, only the methods M and N have the same dates; N is the greater text.
  ["Part", "geoId/06", "2020", "1", method("M")],
  ["Part", "geoId/06", "2021", "2", method("M")],
  ["Part", "geoId/06", "2020", "10", method("N")],
  ["Part", "geoId/06", "2021", "20", method("N")],
  ["Part", "geoId/06", "2019", "7", method("Longer")],
  ["Part", "geoId/06", "2020", "7", method("Longer")],
  ["Part", "geoId/06", "2021", "7", method("Longer")],
  ["Part", "geoId/06", "2022", "many", method("N")],
  ["Total", "geoId/06", "2020", "4", method("M")],
  ["Total", "geoId/06", "2021", "5", method("M")],
  ["Total", "geoId/06", "2020", "0", method("Z")],
  ["Total", "geoId/48", "2020", "8"],
  ["Other", "geoId/06", "1999", "8"],
];
const world = worldOf([], rows);

const all = ["date", "value", "entity", "variable"] as const;

const requestOf = (formula: string, ...dcids: string[]): V2ObservationRequest => ({
  variable: { formula },
  entity: { dcids: dcids.length > 0 ? dcids : ["geoId/06"] },
  select: all,
});

const ask = (request: V2ObservationRequest) =>
  JSON.parse(JSON.stringify(invoke(v2Endpoints["v2.observation"], world, request)));

const seriesOf = (...values: [date: string, value: number][]) => ({
  observations: values.map(([date, value]) => ({ date, value })),
  obsCount: values.length,
  earliestDate: values[0]?.[0],
  latestDate: values.at(-1)?.[0],
});

describe("variable.formula", () => {
  test("each part is the series with the greatest method among those with the longest common dates", () => {
    const formula = "Part / Total";
    const orderedFacets = [seriesOf(["2020", 10 / 4], ["2021", 20 / 5])];
    const byEntity = { "geoId/06": { orderedFacets } };
    expect(ask(requestOf(formula))).toEqual({ byVariable: { [formula]: { byEntity } } });
  });

  test("a filter chooses the series of a part, and its empty fields say nothing", () => {
    const formula = "Part[mm=M;ut=] / Total";
    expect(ask(requestOf(formula)).byVariable[formula].byEntity["geoId/06"].orderedFacets).toEqual([
      seriesOf(["2020", 1 / 4], ["2021", 2 / 5]),
    ]);
  });

  test("date and filter of the request have no effect", () => {
    const request = requestOf("Part / Total");
    const cut = { ...request, date: "1900", filter: { facet_ids: ["1"] } };
    expect(ask(cut)).toEqual(ask(request));
  });

  test("an entity without any data has an empty facet", () => {
    const formula = "Total + Total";
    expect(ask(requestOf(formula, "geoId/48", "nowhere")).byVariable[formula].byEntity).toEqual({
      "geoId/48": { orderedFacets: [seriesOf(["2020", 16])] },
      nowhere: { orderedFacets: [{}] },
    });
  });

  test.each([
    ["Part[mm=X] + Total", "no data for Part"],
    ["Nothing + Total", "no data for Nothing"],
    ["Other + Total", "no same date range for input time series sets"],
    ["Part[mm=M] / (Total[mm=M] - Total)", "denominator cannot be zero"],
    ["Part", "unsupported AST type *ast.Ident"],
  ])("%s fails: %s", (formula, message) => {
    const error = expect.objectContaining({
      message,
      rpc: { code: 2, status: 500, detail: "internal" },
    });
    expect(() => ask(requestOf(formula))).toThrow(error);
  });

  test("does not count beside variables, and without values", () => {
    const both = { ...requestOf("Part / Total"), variable: { dcids: ["Other"], formula: "(" } };
    expect(Object.keys(ask(both).byVariable)).toEqual(["Other"]);
    expect(ask({ ...requestOf("("), select: ["entity", "variable"] })).toEqual({
      byVariable: {
        Other: { byEntity: { "geoId/06": {} } },
        Part: { byEntity: { "geoId/06": {} } },
        Total: { byEntity: { "geoId/06": {} } },
      },
    });
  });

  test("the answer as text is the same", () => {
    const request = requestOf("Total + Total", "geoId/48", "nowhere");
    const params = paramsOf(v2Endpoints["v2.observation"], request);
    expect(JSON.parse(v2ObservationText(world, params, new Governor()))).toEqual(ask(request));
  });
});
