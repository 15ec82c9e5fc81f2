/** Parameters, errors and limits of the v1 and unversioned rows, as documented. */
import { describe, expect, test } from "vitest";
import { echoFetch, failure, failureOf } from "./echo.ts";

const fetch = echoFetch();
type Params = Record<string, unknown>;
const headers = { "X-API-Key": "k" };
const get = async (path: string) => (await fetch(path, { headers })).json() as Promise<Params>;
const send = (path: string, body: unknown) =>
  fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
const post = async (path: string, body: unknown) =>
  (await send(path, body)).json() as Promise<Params>;

describe("documented: /v1/bulk/triples/{direction}", () => {
  const asked = { direction: "out", nodes: ["geoId/06", "country/USA"], nextToken: "" };

  test("GET repeats nodes, POST sends a list", async () => {
    const path = "/v1/bulk/triples/out";
    expect(await get(`${path}?nodes=geoId/06&nodes=country%2FUSA`)).toEqual(asked);
    expect(await post(path, { nodes: asked.nodes })).toEqual(asked);
  });

  test.each(["in", "out"])("direction is a part of the path: %s", async (direction) => {
    expect(await get(`/v1/bulk/triples/${direction}?nodes=x`)).toMatchObject({ direction });
  });

  test("GET repeats the request with nextToken", async () => {
    const { nextToken } = await get("/v1/bulk/triples/out?nodes=x&nextToken=H4s%2BI+A=");
    expect(nextToken).toBe("H4s+I+A=");
  });

  test("POST may send entities, a text, for nodes", async () => {
    const path = "/v1/bulk/triples/out";
    const body = { entities: "geoId/06", nextToken: "H4sI" };
    expect(await post(path, body)).toEqual({ ...asked, nodes: ["geoId/06"], nextToken: "H4sI" });
    expect(await post(path, { entities: asked.nodes })).toEqual(asked);
    expect(await post(path, { nodes: ["geoId/06"], entities: ["country/USA"] })).toEqual(asked);
  });

  test("the path's direction counts before any other", async () => {
    const other = await post("/v1/bulk/triples/out?direction=in", { nodes: "x", direction: "in" });
    expect(other).toMatchObject({ direction: "out" });
  });

  test.each(["sideways", "OUT", "in%20", "__proto__"])(
    "another direction is refused: %s",
    async (direction) => {
      const text = "uri should be /v1/triples/out/ or /v1/triples/in/";
      expect(await failureOf(fetch(`/v1/bulk/triples/${direction}?key=k&nodes=x`))).toEqual(
        failure(400, 3, text),
      );
    },
  );

  test("a longer path is another endpoint", async () => {
    expect(await failureOf(fetch("/v1/bulk/triples/out/x?key=k&nodes=x"))).toEqual(
      failure(404, 5, "Method does not exist.", "service_control"),
    );
  });
});

describe("documented: /v1/triples/in/{dcid}", () => {
  test.each([
    ["geoId/06", "geoId/06"],
    ["geoId%2F06", "geoId/06"],
    ["geoId/06/", "geoId/06"],
    ["geoId/06%2F", "geoId/06/"],
    ["a//b", "a//b"],
    ["%C3%85land", "Åland"],
    ["Åland", "Åland"],
    ["a+b", "a+b"],
    ["a%2Bb%3Fc%23d%25", "a+b?c#d%"],
    ["__proto__", "__proto__"],
  ])("%s names %s", async (path, node) => {
    const asked = { direction: "in", node, nextToken: "" };
    expect(await get(`/v1/triples/in/${path}?key=k`)).toEqual(asked);
  });

  test.each(["/v1/triples", "/v1/triples/in", "/v1/triples/in/"])(
    "documented: Missing required path parameter → code 3: %s",
    async (path) => {
      expect(await failureOf(fetch(`${path}?key=k`))).toEqual(
        failure(400, 3, "Invalid request URI"),
      );
    },
  );

  test("is GET only", async () => {
    expect((await failureOf(send("/v1/triples/in/x", {}))).status).toBe(404);
  });
});

describe("documented: /v1/observations/point/<a>/<b>", () => {
  const asked = { entity: "country/USA", variable: "Count_Person", date: "", facet: "" };
  const path = "/v1/observations/point";

  test.each([
    ["country/USA/Count_Person", asked],
    ["country%2FUSA/Count_Person", asked],
    ["x/dc%2Fabc", { ...asked, entity: "x", variable: "dc/abc" }],
    ["country%2FUSA/dc%2Fabc", { ...asked, variable: "dc/abc" }],
    ["country/USA/Count_Person?date=2015&facet=77", { ...asked, date: "2015", facet: "77" }],
    ['country/USA/Count_Person?date=""', asked],
  ])("%s", async (rest, params) => {
    expect(await get(`${path}/${rest}`)).toEqual(params);
  });

  test.each(["", "/", "/country", "/country/"])("too short: %s", async (rest) => {
    for (const kind of ["point", "series"]) {
      const short = fetch(`/v1/observations/${kind}${rest}?key=k`);
      expect(await failureOf(short)).toEqual(failure(400, 3, "Invalid request URI"));
    }
  });

  test("an empty entity is a missing argument", async () => {
    expect(await failureOf(fetch(`${path}//Count_Person?key=k`))).toEqual(
      failure(400, 3, "Missing required argument: entity"),
    );
  });
});

describe("v1 bulk observations", () => {
  test("lists, flag and date in query and body, in both spellings", async () => {
    const asked = { entities: ["a", "b"], variables: ["v"], allFacets: true, date: "2010" };
    const path = "/v1/bulk/observations/point";
    const query = "entities=a&entities=b&variables=v&date=2010";
    expect(await get(`${path}?${query}&all_facets=true`)).toEqual(asked);
    expect(await get(`${path}?${query}&allFacets=true`)).toEqual(asked);
    expect(await post(path, asked)).toEqual(asked);
    expect(await post(path, { ...asked, allFacets: undefined, all_facets: "true" })).toEqual(asked);
  });

  test("no argument is required", async () => {
    const unset = { entities: [], variables: [], allFacets: false };
    expect(await post("/v1/bulk/observations/series", {})).toEqual(unset);
    expect(await post("/v1/bulk/observations/point", {})).toEqual({ ...unset, date: "" });
  });

  test.each(["yes", "1", "", "TRUE"])("a flag is true or false, not %j", async (text) => {
    const request = fetch(`/v1/bulk/observations/series?key=k&allFacets=${text}`);
    expect(await failureOf(request)).toEqual(
      failure(400, 3, `all_facets: invalid value "${text}" for type TYPE_BOOL`),
    );
  });

  test.each([
    [{}, "missing required argument: linked_entity"],
    [{ linked_entity: "x" }, "linked_property can only be 'containedInPlace'"],
    [
      { linked_entity: "x", linked_property: "geoOverlaps" },
      "linked_property can only be 'containedInPlace'",
    ],
    [
      { linked_entity: "x", linked_property: "containedInPlace" },
      "missing required argument: variables",
    ],
    [
      { linked_entity: "x", linked_property: "containedInPlace", variables: [] },
      "missing required argument: variables",
    ],
    [
      { linked_entity: "x", linked_property: "containedInPlace", variables: ["v"] },
      "missing required argument: entity_type",
    ],
  ])("linked forms refuse %j", async (body, message) => {
    for (const kind of ["point", "series"]) {
      const request = send(`/v1/bulk/observations/${kind}/linked`, body);
      expect(await failureOf(request)).toEqual(failure(400, 3, message));
    }
  });
});

describe("v1 bulk property values", () => {
  test("reads what the Python client sends", async () => {
    const body = { nodes: ["geoId/06"], property: "name" };
    expect(await post("/v1/bulk/property/values/out", body)).toEqual({
      ...body,
      direction: "out",
      limit: 0,
      nextToken: "",
    });
  });

  test("refuses what it cannot do", async () => {
    const path = "/v1/bulk/property/values";
    expect(await failureOf(send(`${path}/up`, { nodes: ["x"], property: "name" }))).toEqual(
      failure(400, 3, "uri should be /v1/bulk/property/out/** or /v1/bulk/property/in/**"),
    );
    expect(await failureOf(send(`${path}/out`, { nodes: ["x"] }))).toEqual(
      failure(400, 3, "missing required argument: property"),
    );
    expect(await failureOf(send(`${path}/in/linked`, { nodes: ["x"], property: "name" }))).toEqual(
      failure(400, 3, "only support property containedInPlace"),
    );
  });
});

describe("documented: parameters of the unversioned endpoints", () => {
  test.each([
    ["/node/triples", { dcids: ["a", "b"], limit: 0 }],
    ["/node/property-labels", { dcids: ["a", "b"] }],
    ["/place/stat-vars", { dcids: ["a", "b"] }],
    ["/place/stat-var", { dcids: ["a", "b"] }],
  ])("%s takes dcids", async (path, asked) => {
    expect(await get(`${path}?dcids=a&dcids=b`)).toEqual(asked);
    expect(await get(`${path}?dcids=&dcids=a&dcids=b`)).toEqual(asked);
    expect(await post(path, { dcids: ["a", "b"] })).toEqual(asked);
  });

  test("/node/triples takes limit", async () => {
    expect(await get("/node/triples?dcids=a&limit=5")).toMatchObject({ limit: 5 });
    expect(await post("/node/triples", { dcids: "a", limit: 100 })).toMatchObject({ limit: 100 });
  });

  test("/node/property-values takes property, valueType, direction and limit", async () => {
    const path = "/node/property-values";
    const asked = { dcids: ["a"], property: "p", valueType: "T", direction: "in", limit: 9 };
    expect(await get(`${path}?dcids=a&property=p&valueType=T&direction=in&limit=9`)).toEqual(asked);
    expect(await post(path, asked)).toEqual(asked);
    const { valueType, ...rest } = asked;
    expect(await post(path, { ...rest, value_type: valueType })).toEqual(asked);
    const least = { valueType: "", direction: "", limit: 0 };
    expect(await post(path, { dcids: ["a"], property: "p" })).toMatchObject(least);
  });

  test("/node/places-in takes placeType", async () => {
    const asked = { dcids: ["a"], placeType: "City" };
    expect(await get("/node/places-in?dcids=a&placeType=City")).toEqual(asked);
    expect(await post("/node/places-in", { dcids: ["a"], place_type: "City" })).toEqual(asked);
  });

  test("/bulk/pop-obs takes dcid, by GET only", async () => {
    expect(await get("/bulk/pop-obs?dcid=geoId/06")).toEqual({ dcid: "geoId/06" });
    expect((await failureOf(send("/bulk/pop-obs", { dcid: "geoId/06" }))).status).toBe(404);
  });

  test("/bulk/place-obs takes a body, by POST only, with or without a key", async () => {
    const rest = { placeType: "City", populationType: "Person", observationDate: "2015" };
    const body = { ...rest, pvs: [{ property: "gender", value: "Male" }] };
    const asked = { ...body, key: "" };
    expect(await post("/bulk/place-obs", body)).toEqual(asked);
    expect(await post("/bulk/place-obs", { ...body, key: "k" })).toEqual({ ...body, key: "k" });
    const snake = {
      place_type: "City",
      population_type: "Person",
      observation_date: "2015",
      pvs: body.pvs[0],
    };
    expect(await post("/bulk/place-obs", snake)).toEqual(asked);
    const without = await fetch("/bulk/place-obs", { method: "POST", body: JSON.stringify(body) });
    expect(await without.json()).toEqual(asked);
    expect(await post("/bulk/place-obs", rest)).toEqual({ ...asked, pvs: [] });
    expect(await post("/bulk/place-obs", { ...rest, pvs: [{}] })).toMatchObject({
      pvs: [{ property: "", value: "" }],
    });
    expect((await failureOf(fetch("/bulk/place-obs?key=k"))).status).toBe(404);
  });

  test("pvs hold objects of texts and nothing else", async () => {
    const body = { placeType: "City", populationType: "Person", observationDate: "2015" };
    const refusal = (pvs: unknown) => failureOf(send("/bulk/place-obs", { ...body, pvs }));
    const type = "datacommons.PropertyValue";
    expect(await refusal(["x"])).toEqual(
      failure(400, 3, `pvs[0]: invalid value "x" for type ${type}`),
    );
    expect(await refusal([{ property: "a" }, null])).toEqual(
      failure(400, 3, `pvs[1]: invalid value null for type ${type}`),
    );
    expect(await refusal([{ property: ["a"] }])).toEqual(
      failure(400, 3, "pvs[0].property: invalid value [...] for type TYPE_STRING"),
    );
    expect(await refusal(JSON.parse('[{"__proto__": "a"}]'))).toEqual(
      failure(400, 3, `Could not find field "__proto__" in the type "${type}".`),
    );
  });
});

describe("documented: Errors", () => {
  const both = (path: string, request: Record<string, string>) => [
    fetch(`${path}?key=k&${new URLSearchParams(request)}`),
    send(path, request),
  ];

  test.each([
    ["/node/property-values", {}],
    ["/node/property-values", { dcids: "a" }],
    ["/node/property-values", { property: "p" }],
    ["/node/property-values", { dcids: "", property: "p" }],
    ["/node/property-values", { dcids: "a", property: "" }],
    ["/node/places-in", {}],
    ["/node/places-in", { dcids: "a" }],
    ["/node/places-in", { placeType: "City" }],
  ])("Missing required arguments on %s → 400, 3: %j", async (path, request) => {
    for (const answer of both(path, request as Record<string, string>)) {
      expect(await failureOf(answer)).toEqual(failure(400, 3, "Missing required arguments"));
    }
  });

  test.each(["/node/property-labels", "/place/stat-vars", "/place/stat-var"])(
    "Missing required arguments, some endpoints append the missing name: %s",
    async (path) => {
      for (const answer of [
        ...both(path, {}),
        ...both(path, { dcids: "" }),
        send(path, { dcids: [] }),
      ]) {
        expect(await failureOf(answer)).toEqual(
          failure(400, 3, "Missing required arguments: dcid"),
        );
      }
    },
  );

  test("Empty dcids on /node/triples → 500, 2, must provide DCIDs", async () => {
    const path = "/node/triples";
    for (const answer of [
      ...both(path, {}),
      ...both(path, { dcids: "" }),
      send(path, { dcids: [] }),
    ]) {
      expect(await failureOf(answer)).toEqual(failure(500, 2, "must provide DCIDs"));
    }
  });

  test("Missing dcid on /bulk/pop-obs → 500, 2, must provide a DCID", async () => {
    for (const query of ["", "&dcid="]) {
      expect(await failureOf(fetch(`/bulk/pop-obs?key=k${query}`))).toEqual(
        failure(500, 2, "must provide a DCID"),
      );
    }
  });

  test.each(["placeType", "populationType", "observationDate"])(
    "Missing %s on /bulk/place-obs → 500, 2, missing required arguments",
    async (name) => {
      const body = { placeType: "City", populationType: "Person", observationDate: "2015" };
      for (const absent of [undefined, null, ""]) {
        expect(await failureOf(send("/bulk/place-obs", { ...body, [name]: absent }))).toEqual(
          failure(500, 2, "missing required arguments"),
        );
      }
    },
  );

  test.each(["up", "IN", "inout"])("direction is only out or in: %s", async (direction) => {
    for (const answer of both("/node/property-values", { dcids: "a", property: "p", direction })) {
      expect(await failureOf(answer)).toEqual(failure(400, 3, "direction can only be in or out"));
    }
  });

  test.each([
    ["/node/triples?dcids=", "a b"],
    ["/node/triples?dcids=x&dcids=", "a,b"],
    ["/node/property-labels?dcids=", "a,b"],
    ["/place/stat-vars?dcids=", "a, b"],
    ["/bulk/pop-obs?dcid=", "a b"],
    ["/v1/bulk/triples/out?nodes=", "a b"],
    ["/v1/triples/out/", "a b"],
  ])("a dcid has neither space nor comma: %s%s", async (path, dcid) => {
    const answer = fetch(path + encodeURIComponent(dcid), { headers });
    expect(await failureOf(answer)).toEqual(
      failure(400, 3, `CheckValidDCIDs failed with invalid node: ${dcid}`),
    );
  });

  test("a limit that is no integer", async () => {
    for (const limit of ["abc", "1.5", "99999999999"]) {
      expect(await failureOf(fetch(`/node/triples?key=k&dcids=a&limit=${limit}`))).toEqual(
        failure(400, 3, `limit: invalid value "${limit}" for type TYPE_INT32`),
      );
    }
  });
});
