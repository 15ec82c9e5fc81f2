import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Fetch, fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import { RestService } from "../../../../src/adapters/edge/service.ts";
import { v0Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const from = "dc/base/Census";

/** A node with the given values; `typeOf` comes first. */
function node(dcid: string, type: string, values: Record<string, string>): TripleRow[] {
  return Object.entries({ typeOf: type, ...values }).map(
    ([property, value]): TripleRow => [dcid, property, value, from],
  );
}

const person = { populationType: "Person" };
const male = { ...person, gender: "Male" };
const count = { measuredProperty: "count", measurementMethod: "ACS" };

const triples: TripleRow[] = [
  ...node("geoId/06", "State", { name: "=California" }),
  ...node("geoId/42", "State", { name: "=Pennsylvania" }),
  ...node("geoId/72", "State", {}),
  ...node("geoId/06085", "County", { name: "=Santa Clara" }),
  ...node("dc/p/all06", "StatisticalPopulation", { ...person, location: "geoId/06" }),
  ...node("dc/p/male06", "StatisticalPopulation", {
    ...male,
    location: "geoId/06",
    name: "=Men of California",
    constraintProperties: "gender",
    numConstraints: "=1",
  }),
  ...node("dc/p/young06", "StatisticalPopulation", {
    ...male,
    location: "geoId/06",
    age: "Years16Onwards",
  }),
  ...node("dc/p/male42", "StatisticalPopulation", { ...male, location: "geoId/42" }),
  ...node("dc/p/male72", "StatisticalPopulation", { ...male, location: "geoId/72" }),
  ...node("dc/p/maleCounty", "StatisticalPopulation", { ...male, location: "geoId/06085" }),
  ["dc/p/male06", "location", "geoId/06", "dc/base/Other"],
  ...node("dc/o/all1", "Observation", {
    ...count,
    observedNode: "dc/p/all06",
    observationDate: "=2011",
    measuredValue: "=38",
  }),
  ...node("dc/o/male1", "Observation", {
    ...count,
    observedNode: "dc/p/male06",
    observationDate: "=2011",
    observationPeriod: "=P1Y",
    measuredValue: "=6167949",
    marginOfError: "=933",
    stdError: "=0",
  }),
  ...node("dc/o/male2", "Observation", {
    measuredProperty: "age",
    observedNode: "dc/p/male06",
    observationDate: "=2011",
    medianValue: "=38.5",
    unit: "Year",
  }),
  ...node("dc/o/male3", "Observation", {
    ...count,
    observedNode: "dc/p/male06",
    observationDate: "=2012",
    measuredValue: "=1",
  }),
  ...node("dc/o/young1", "Observation", {
    ...count,
    observedNode: "dc/p/young06",
    observationDate: "=2011",
    measuredValue: "=unknown",
  }),
  ...node("dc/o/male42", "Observation", {
    ...count,
    observedNode: "dc/p/male42",
    observationDate: "=2011",
    measuredValue: "=7",
  }),
  ...node("dc/o/male72", "Observation", {
    ...count,
    observedNode: "dc/p/male72",
    observationDate: "=2011-06",
    measuredValue: "=8",
  }),
  ...node("dc/o/place", "Observation", {
    measuredProperty: "particulateMatter25",
    observedNode: "geoId/06",
    observationDate: "=2014-04-04",
    meanValue: "=4.1583",
  }),
  ["named", "name", "=A place with nothing to tell", from],
  ...node("epa/1", "Station", { location: "geoId/06" }),
  ...node("dc/o/odd", "Observation", { observedNode: "__proto__", measuredValue: "=1" }),
];
const world = worldOf(triples);
const v0 = v0Methods(world);

const male06 = [
  {
    measuredProp: "count",
    measuredValue: 6167949,
    marginOfError: 933,
    stdError: 0,
    measurementMethod: "ACS",
    observationDate: "2011",
    observationPeriod: "P1Y",
  },
  { measuredProp: "age", medianValue: 38.5, unit: "Year", observationDate: "2011" },
];

describe("/bulk/pop-obs", () => {
  test("documented: name, populations by dcid and the node's own observations", () => {
    expect(JSON.stringify(v0.popObs({ dcid: "geoId/06" }))).toBe(
      JSON.stringify({
        name: "California",
        populations: {
          "dc/p/all06": {
            popType: "Person",
            observations: [
              {
                measuredProp: "count",
                measuredValue: 38,
                measurementMethod: "ACS",
                observationDate: "2011",
              },
            ],
          },
          "dc/p/male06": {
            popType: "Person",
            numConstraints: 1,
            propertyValues: { gender: "Male" },
            observations: [
              ...male06,
              {
                measuredProp: "count",
                measuredValue: 1,
                measurementMethod: "ACS",
                observationDate: "2012",
              },
            ],
          },
          "dc/p/young06": {
            popType: "Person",
            numConstraints: 2,
            propertyValues: { age: "Years16Onwards", gender: "Male" },
            observations: [
              {
                measuredProp: "count",
                measuredValue: "unknown",
                measurementMethod: "ACS",
                observationDate: "2011",
              },
            ],
          },
        },
        observations: [
          {
            measuredProp: "particulateMatter25",
            meanValue: 4.1583,
            observationDate: "2014-04-04",
            observedNode: "geoId/06",
          },
        ],
      }),
    );
  });

  test("what there is not is absent", () => {
    const county = v0.popObs({ dcid: "geoId/06085" });
    expect(county).toEqual({
      name: "Santa Clara",
      populations: {
        "dc/p/maleCounty": {
          popType: "Person",
          numConstraints: 1,
          propertyValues: { gender: "Male" },
        },
      },
    });
    expect(v0.popObs({ dcid: "__proto__" })).toEqual({
      observations: [{ measuredValue: 1, observedNode: "__proto__" }],
    });
  });

  test("what is not there is no member, not an undefined one", () => {
    for (const dcid of ["geoId/06", "geoId/72", "geoId/06085", "__proto__"]) {
      const answer = v0.popObs({ dcid });
      expect(answer).toStrictEqual(JSON.parse(JSON.stringify(answer)));
    }
  });

  test.each(["nowhere", "State", "epa/1", "named"])(
    "documented: the decoded object is empty when there are neither: %s",
    (dcid) => {
      expect(v0.popObs({ dcid })).toEqual({});
    },
  );
});

describe("/bulk/place-obs", () => {
  const ask = (more: object) =>
    v0.placeObs({
      placeType: "State",
      populationType: "Person",
      observationDate: "2011",
      ...more,
    });
  const gender = { property: "gender", value: "Male" };
  const age = { property: "age", value: "Years16Onwards" };
  const places = (more: object) => ask(more).places?.map(({ place }) => place);

  test("documented: places with name, dcid and observations, ascending", () => {
    expect(JSON.stringify(ask({ pvs: [gender] }))).toBe(
      JSON.stringify({
        places: [
          { name: "California", place: "geoId/06", observations: male06 },
          {
            name: "Pennsylvania",
            place: "geoId/42",
            observations: [
              {
                measuredProp: "count",
                measuredValue: 7,
                measurementMethod: "ACS",
                observationDate: "2011",
              },
            ],
          },
        ],
      }),
    );
  });

  test("the constraints are all of a population's, in any order", () => {
    expect(ask({}).places?.[0]?.observations[0]).toMatchObject({ measuredValue: 38 });
    for (const pvs of [
      [gender, age],
      [age, gender],
    ]) {
      expect(ask({ pvs }).places?.[0]?.observations).toMatchObject([{ measuredValue: "unknown" }]);
    }
    expect(ask({ pvs: [age] })).toEqual({});
  });

  test("a repeated property fits nothing", () => {
    expect(ask({ pvs: [gender, gender] })).toEqual({});
    expect(ask({ pvs: [{ ...gender, value: "Female" }, gender] })).toEqual({});
  });

  test("the date is compared as text; a place without a name has none", () => {
    const june = ask({ pvs: [gender], observationDate: "2011-06" });
    expect(june).toStrictEqual(JSON.parse(JSON.stringify(june)));
    expect(june.places).toEqual([
      { place: "geoId/72", observations: [expect.objectContaining({ measuredValue: 8 })] },
    ]);
    expect(places({ pvs: [gender], observationDate: "2012" })).toEqual(["geoId/06"]);
  });

  test.each([
    { placeType: "Planet" },
    { populationType: "Household" },
    { observationDate: "1999" },
    { placeType: "County", pvs: [gender] },
    { pvs: [{ property: "__proto__", value: "x" }] },
  ])("documented: an empty object results when nothing matches: %j", (more) => {
    expect(ask(more)).toEqual({});
  });
});

describe("payloads", () => {
  const headers = { "X-API-Key": "k" };
  const popObs = "/bulk/pop-obs?dcid=geoId/06";
  const placeObs = {
    placeType: "State",
    populationType: "Person",
    observationDate: "2011",
    pvs: [{ property: "gender", value: "Male" }],
  };
  const payloadOf = async (response: Promise<Response>) => {
    const answer = (await (await response).json()) as { payload: string };
    expect(Object.keys(answer)).toEqual(["payload"]);
    return answer.payload;
  };
  const ask = (fetch: Fetch, body: object = placeObs) =>
    fetch("/bulk/place-obs", { method: "POST", body: JSON.stringify(body) });
  /** The documented recipe for `/bulk/place-obs`. */
  const unpack = (payload: string): unknown => {
    const bytes = Buffer.from(JSON.parse(payload) as string, "base64");
    return JSON.parse(new TextDecoder().decode(inflateSync(bytes)));
  };

  test("documented: /bulk/pop-obs decodes by parsing the string as JSON", async () => {
    const payload = await payloadOf(
      fetchOf(new RestService(endpoints, world))(popObs, { headers }),
    );
    expect(JSON.parse(payload)).toEqual(
      JSON.parse(JSON.stringify(v0.popObs({ dcid: "geoId/06" }))),
    );
  });

  test("documented: /bulk/place-obs is a JSON string of base64 of deflated JSON", async () => {
    const payload = await payloadOf(ask(fetchOf(new RestService(endpoints, world))));
    expect(unpack(payload)).toEqual(JSON.parse(JSON.stringify(v0.placeObs(placeObs))));
  });

  test("nothing found is an empty object inside of the payload", async () => {
    const fetch = fetchOf(new RestService(endpoints, world));
    expect(await payloadOf(fetch("/bulk/pop-obs?dcid=x", { headers }))).toBe("{}");
    expect(unpack(await payloadOf(ask(fetch, { ...placeObs, placeType: "x" })))).toEqual({});
  });

  test("each can be packed as the other", async () => {
    const envelopes = { "v0.popObs": "deflated", "v0.placeObs": "payload" } as const;
    const fetch = fetchOf(new RestService(endpoints, world, { envelopes }));
    const popObsPayload = await payloadOf(fetch(popObs, { headers }));
    expect(unpack(popObsPayload)).toEqual(
      JSON.parse(JSON.stringify(v0.popObs({ dcid: "geoId/06" }))),
    );
    // What older Python clients do: characters outside of the alphabet are passed over.
    expect(inflateSync(Buffer.from(popObsPayload, "base64"))).toBeInstanceOf(Buffer);
    const placeObsPayload = await payloadOf(ask(fetch));
    expect(placeObsPayload).toBe(JSON.stringify(v0.placeObs(placeObs)));
  });

  test.each([
    ["/node/triples?dcids=geoId/06", () => v0.triples({ dcids: ["geoId/06"] })],
    ["/node/property-labels?dcids=geoId/06", () => v0.propertyLabels({ dcids: ["geoId/06"] })],
    [
      "/node/property-values?dcids=geoId/06&property=name",
      () => v0.propertyValues({ dcids: ["geoId/06"], property: "name" }),
    ],
    [
      "/node/places-in?dcids=geoId/06&placeType=City",
      () => v0.placesIn({ dcids: ["geoId/06"], placeType: "City" }),
    ],
  ])("documented: payload is a string that decodes: %s", async (path, typed) => {
    const payload = await payloadOf(fetchOf(new RestService(endpoints, world))(path, { headers }));
    expect(payload).toBe(JSON.stringify(typed()));
  });

  test("documented: /place/stat-vars is not packed", async () => {
    const response = fetchOf(new RestService(endpoints, world))("/place/stat-vars?dcids=x", {
      headers,
    });
    expect(await (await response).json()).toEqual({ places: { x: {} } });
  });
});
