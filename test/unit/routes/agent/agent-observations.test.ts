/** `/v2/agent/get_observations` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "../unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});
const ask = (tool: string, body: object) => answerTo(commons, `/v2/agent/${tool}`, body);
const refusal = (tool: string, body: object) => refusalOf(commons, `/v2/agent/${tool}`, body);

describe("get_observations", () => {
  const columns = ["observationAbout", "date", "value"];
  const inUsa = { observationAbout: { parent_dcid: "country/USA", child_type: "State" } };

  test("is of the source with the most places, at its latest date", () => {
    expect(ask("get_observations", { variable_dcid: "Income", entities: inUsa })).toMatchObject({
      variable: { dcid: "Income", name: "Income of people", typeOf: ["StatisticalVariable"] },
      entityMetadata: {
        columns: ["dcid", "name", "typeOf"],
        rows: [
          ["geoId/06", "California", ["State"]],
          ["geoId/48", "Texas", ["State"]],
        ],
      },
      data: {
        columns,
        rows: [
          ["geoId/06", "2021", 11],
          ["geoId/48", "2021-06", 0],
        ],
      },
      sourceMetadata: { importName: "A", unit: "USDollar", provenanceUrl: "https://a.example/" },
      alternativeSources: [{ sourceMetadata: { importName: "B" }, placesFoundCount: 1 }],
    });
  });

  test.each([
    ["all", undefined, undefined, ["2020", "2021-06"]],
    ["2021", undefined, undefined, ["2021-06"]],
    ["2021-05", undefined, undefined, []],
    ["range", "2021", undefined, ["2021-06"]],
    ["range", undefined, "2020-12-31", ["2020"]],
    ["range", "2020", "2021-06", ["2020", "2021-06"]],
  ])("at %s, from %s to %s", (date, start, end, dates) => {
    const { data } = ask("get_observations", {
      variable_dcid: "Income",
      entities: { observationAbout: ["geoId/48"] },
      date,
      date_range_start: start,
      date_range_end: end,
    }) as { readonly data: { readonly rows?: readonly (readonly unknown[])[] } };
    expect((data.rows ?? []).map(([, day]) => day)).toEqual(dates);
  });

  test("has places in the order of their bytes", async () => {
    const places = ["\u{1F600}", "\uFF5E", "a"];
    const rows = places.map((place) => `${place},Count,2020,1`);
    const world = await open({ "o.csv": `entity,variable,date,value\n${rows.join("\n")}\n` });
    const body = { variable_dcid: "Count", entities: { observationAbout: places } };
    const answer = answerTo(world, "/v2/agent/get_observations", body);
    const { data } = answer as {
      readonly data: { readonly rows: readonly (readonly unknown[])[] };
    };
    expect(data.rows.map(([place]) => place)).toEqual(["a", "\uFF5E", "\u{1F600}"]);
  });

  test("is of the wanted source, and without texts", () => {
    const { sourceMetadata } = ask("get_observations", {
      variable_dcid: "Income",
      entities: { observationAbout: ["geoId/06"] },
      date: "2022",
    }) as { readonly sourceMetadata: { readonly sourceId: string } };
    const wanted = {
      variable_dcid: "Income",
      entities: { observationAbout: ["geoId/06"] },
      source_override: sourceMetadata.sourceId,
    };
    expect(ask("get_observations", wanted)).toMatchObject({
      data: { rows: [["geoId/06", "2022", 12]] },
      sourceMetadata: { importName: "B" },
    });
    const age = { variable_dcid: "Age", entities: { observationAbout: ["geoId/06"] }, date: "all" };
    expect(ask("get_observations", age)).toMatchObject({
      data: { rows: [["geoId/06", "2021", 37]] },
    });
  });

  test("in the older form has a list of points for each place", () => {
    const question = { variable_dcid: "Income", place_dcid: "country/USA" };
    const answer = ask("get_observations", { ...question, child_place_type: "State" });
    expect(answer).toMatchObject({
      resolvedParentPlace: { dcid: "country/USA" },
      childPlaceType: "State",
      placeObservations: [
        { place: { dcid: "geoId/06" }, timeSeries: [{ date: "2021", value: 11 }] },
        { place: { dcid: "geoId/48" }, timeSeries: [{ date: "2021-06", value: 0 }] },
      ],
      sourceMetadata: { importName: "A" },
    });
    expect(ask("get_observations", question)).toMatchObject({
      sourceMetadata: { sourceId: "unknown" },
    });
  });

  test("knows no other dimension", () => {
    const entities = { sourceCountry: ["country/USA"], observationAbout: ["geoId/06"] };
    expect(ask("get_observations", { variable_dcid: "Income", entities })).toMatchObject({
      data: {},
      entityMetadata: { columns: ["dcid", "name", "typeOf"] },
    });
  });

  test.each([
    [{ entities: inUsa }, "variable_dcid must be specified"],
    [{ variable_dcid: "Age" }, "either entities map or place_dcid must be specified"],
    [{ variable_dcid: "Age", entities: { a: "b" } }, 'slot "a": invalid entity specification'],
    [{ variable_dcid: "Age", entities: { a: [1] } }, "list contains non-string element"],
    [{ variable_dcid: "Age", entities: { a: {} } }, "missing 'parent_dcid'"],
    [{ variable_dcid: "Age", place_dcid: "geoId/06", date: "2020-13" }, "invalid date format"],
    [{ variable_dcid: "Age", place_dcid: "geoId/06", date: "2021-02-29" }, "invalid date format"],
    [{ variable_dcid: "Age", place_dcid: "geoId/06", date: "range" }, "must specify start_date"],
    [
      { variable_dcid: "Age", place_dcid: "geoId/06", date: "all", date_range_end: "2020" },
      "cannot specify start/end range",
    ],
    [
      {
        variable_dcid: "Age",
        place_dcid: "geoId/06",
        date: "range",
        date_range_start: "2021",
        date_range_end: "2020",
      },
      "start_date cannot be after end_date",
    ],
  ])("refuses %j", (question, message) => {
    const refused = refusal("get_observations", question);
    expect(refused).toMatchObject({ status: 400, code: 3 });
    expect(refused.message).toContain(message);
  });
});

describe("observations about several entities", () => {
  const table =
    "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties";
  const row = (from: string, to: string, date: string, value: number) =>
    `,Loans,${date},${value},dc/base/L,,,,,"{""donor"": ""country/${from}"", ""recipient"": ""country/${to}""}"`;
  let loans: Commons;
  beforeAll(async () => {
    loans = await open({
      "o.csv": [
        table,
        row("USA", "CAN", "2020", 1),
        row("USA", "CAN", "2021", 2),
        row("USA", "MEX", "2021", 3),
        row("FRA", "MEX", "2021", 4),
      ].join("\n"),
      "g.mcf": `Node: dcid:Loans
typeOf: dcs:StatisticalVariable
name: "Loans"

Node: dcid:country/MEX
typeOf: dcs:Country
name: "Mexico"
containedInPlace: dcid:northamerica

Node: dcid:country/CAN
typeOf: dcs:Country
name: "Canada"
containedInPlace: dcid:northamerica
`,
    });
  });
  const rows = (entities: object, more: object = {}) => {
    const body = { variable_dcid: "Loans", entities, ...more };
    const { data } = answerTo(loans, "/v2/agent/get_observations", body) as {
      readonly data: { readonly columns?: unknown; readonly rows?: readonly unknown[] };
    };
    return data.rows ?? [];
  };

  test("are asked by each of their properties", () => {
    expect(rows({ donor: ["country/USA"] })).toEqual([
      ["country/USA", "country/CAN", "2021", 2],
      ["country/USA", "country/MEX", "2021", 3],
    ]);
    expect(rows({ donor: ["country/USA"], recipient: ["country/CAN"] }, { date: "all" })).toEqual([
      ["country/USA", "country/CAN", "2020", 1],
      ["country/USA", "country/CAN", "2021", 2],
    ]);
    const inside = { parent_dcid: "northamerica", child_type: "Country" };
    expect(rows({ recipient: inside })).toHaveLength(3);
    expect(rows({ recipient: ["country/MEX"], donor: ["country/FRA", "country/GBR"] })).toEqual([
      ["country/FRA", "country/MEX", "2021", 4],
    ]);
    expect(rows({ observationAbout: ["country/USA"] })).toEqual([]);
  });

  test("have variables that name these properties, and the places that have data by any of them", () => {
    const question = { query: "loans", place_dcids: ["country/CAN", "country/USA", "country/GBR"] };
    expect(answerTo(loans, "/v2/agent/search_indicators", question)).toMatchObject({
      variableCandidates: {
        rows: [["Loans", "Loans", ["country/CAN", "country/USA"], ["donor", "recipient"]]],
      },
    });
  });
});
