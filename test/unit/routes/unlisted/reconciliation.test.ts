/** `/v1/recon/…` and `/v1/bulk/find/entities` over a few places. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

const square = (west: number, south: number, side: number) => {
  const [east, north] = [west + side, south + side];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return JSON.stringify(JSON.stringify({ type: "Polygon", coordinates: [ring] }));
};

const graph = `Node: dcid:country/USA
typeOf: dcs:Country
name: "United States"
wikidataId: "Q30"
isoCode: "US"
geoJsonCoordinates: ${square(-10, -10, 20)}

Node: dcid:geoId/06085
typeOf: dcs:County
name: "Santa Clara County"
containedInPlace: dcid:country/USA
wikidataId: "Q110739"
geoId: "06085"
placeId: "ChIJd"
population: "1"
geoJsonCoordinates: ${square(-1, -1, 4)}

Node: dcid:school/1
typeOf: dcs:SchoolDistrict
name: "Santa Clara"
containedInPlace: dcid:country/USA
geoJsonCoordinates: ${square(-1, -1, 3)}

Node: dcid:school/2
typeOf: dcs:SchoolDistrict
wikidataId: "Q110739"
geoJsonCoordinates: ${square(-1, -1, 2)}

Node: dcid:city/1
typeOf: dcs:City
name: "Santa Clara"
containedInPlace: dcid:country/USA
`;

let commons: Commons;
beforeAll(async () => {
  commons = await open({ "places.mcf": graph });
});
const ask = (path: string, body: object) => answerTo(commons, `/v1/${path}`, body);
const refusal = (path: string, body: object) => refusalOf(commons, `/v1/${path}`, body);

describe("/v1/recon/resolve/id", () => {
  const path = "recon/resolve/id";

  test("answers identifiers of one kind for those of another, descending; unknown ones are absent", () => {
    const ids = ["Q110739", "Q1", "Q30"];
    expect(ask(path, { in_prop: "wikidataId", out_prop: "dcid", ids })).toEqual({
      entities: [
        { inId: "Q30", outIds: ["country/USA"] },
        { inId: "Q110739", outIds: ["geoId/06085", "school/2"] },
      ],
    });
    expect(ask(path, { inProp: "dcid", outProp: "isoCode", ids: ["country/USA"] })).toEqual({
      entities: [{ inId: "country/USA", outIds: ["US"] }],
    });
    for (const inProp of ["description", "name}", "nothing"]) {
      expect(ask(path, { inProp, outProp: "dcid", ids: ["California"] })).toEqual({});
    }
  });

  test("refuses what lacks a part, and says what was sent", () => {
    const { message, ...answer } = refusal(path, { in_prop: "wikidataId", ids: ["Q1", "Q2"] });
    expect(answer).toEqual({ status: 400, code: 3 });
    expect(message).toBe("invalid input: in_prop: wikidataId, out_prop: , ids: [Q1 Q2]");
    expect(refusal(path, {}).message).toBe("invalid input: in_prop: , out_prop: , ids: []");
    expect(refusalOf(commons, "/v1/recon/resolve/id?in_prop=a").status).toBe(0);
  });
});

describe("/v1/recon/resolve/coordinate", () => {
  const path = "recon/resolve/coordinate";
  const coordinates = [
    { latitude: 0.5, longitude: 0 },
    { latitude: 80, longitude: 0.25 },
  ];

  test("has all places at a coordinate, several of one type among them, in the order of the request", () => {
    const places = [
      { dcid: "geoId/06085", dominantType: "County" },
      { dcid: "country/USA", dominantType: "Country" },
      { dcid: "school/1", dominantType: "SchoolDistrict" },
      { dcid: "school/2", dominantType: "SchoolDistrict" },
    ];
    expect(ask(path, { coordinates })).toEqual({
      placeCoordinates: [
        { latitude: 0.5, placeDcids: places.map(({ dcid }) => dcid), places },
        { latitude: 80, longitude: 0.25 },
      ],
    });
  });

  test("keeps places of the wanted types", () => {
    const { placeCoordinates } = ask(path, { coordinates, placeTypes: ["Country", "City"] }) as {
      readonly placeCoordinates: readonly { readonly placeDcids?: readonly string[] }[];
    };
    expect(placeCoordinates.map(({ placeDcids }) => placeDcids)).toEqual([
      ["country/USA"],
      undefined,
    ]);
  });

  test("answers nothing to nothing, and refuses what is no coordinate", () => {
    expect(ask(path, {})).toEqual({});
    const wrong = refusal(path, { coordinates: [{ latitude: "north" }] });
    expect(wrong).toEqual({ status: 400, code: 3, message: "coordinates[0].latitude: a number" });
    expect(refusal(path, { coordinates: "0,0" }).message).toBe("coordinates: a list of objects");
  });
});

describe("/v1/recon/entity/resolve", () => {
  const path = "recon/entity/resolve";
  const usa = {
    ids: [
      { prop: "wikidataId", val: "Q30" },
      { prop: "isoCode", val: "US" },
      { prop: "dcid", val: "country/USA" },
    ],
    probability: 1,
  };
  const typed = (value: string) => ({ typedValues: [{ type: "TEXT", value }] });

  test("takes the first identifier that is known, and answers all others, descending", () => {
    const ids = [
      { prop: "wikidataId", val: "Q110739" },
      { prop: "dcid", val: "nobody" },
      { prop: "isoCode", val: "US" },
    ];
    const entities = [
      { sourceId: "a", entityIds: { ids } },
      { source_id: "c", entity_ids: { ids: [{ prop: "color", val: "red" }] } },
      { sourceId: "b", subGraph: { nodes: { b: { pvs: { wikidataId: typed("Q30") } }, x: {} } } },
    ];
    expect(ask(path, { entities })).toEqual({
      resolvedEntities: [
        { sourceId: "c" },
        { sourceId: "b", resolvedIds: [usa] },
        { sourceId: "a", resolvedIds: [usa] },
      ],
    });
  });

  test("has no probability where there are several candidates", () => {
    const ids = [{ prop: "wikidataId", val: "Q110739" }];
    const { resolvedEntities } = ask(path, {
      entities: [{ sourceId: "a", entityIds: { ids } }],
    }) as {
      readonly resolvedEntities: readonly object[];
    };
    const id = { prop: "wikidataId", val: "Q110739" };
    const county = [id, { prop: "placeId", val: "ChIJd" }, { prop: "geoId", val: "06085" }];
    expect(resolvedEntities).toEqual([
      {
        sourceId: "a",
        resolvedIds: [
          { ids: [...county, { prop: "dcid", val: "geoId/06085" }] },
          { ids: [id, { prop: "dcid", val: "school/2" }] },
        ],
      },
    ]);
  });

  test("answers nothing to nothing, and refuses what is no list", () => {
    expect(ask(path, {})).toEqual({});
    expect(refusal(path, { entities: ["a"] }).message).toBe("entities: a list of objects");
  });
});

describe("/v1/bulk/find/entities", () => {
  const path = "bulk/find/entities";

  test("has the places whose name is the whole description, by description and type", () => {
    const entities = [
      { description: "santa clara", type: "City" },
      { description: "Santa Clara, United States" },
      { description: "Santa Clara" },
      { description: "Santa Clara", type: "Nothing{" },
      { description: "" },
      { description: "somewhere" },
    ];
    expect(ask(path, { entities })).toEqual({
      entities: [
        { description: "Santa Clara", dcids: ["city/1", "school/1"] },
        { description: "Santa Clara", type: "Nothing{" },
        { description: "Santa Clara, United States", dcids: ["city/1", "school/1"] },
        { description: "santa clara", type: "City", dcids: ["city/1"] },
        { description: "somewhere" },
      ],
    });
  });

  test("refuses no entities and too many", () => {
    expect(refusal(path, { entities: [] })).toEqual({
      status: 400,
      code: 3,
      message: "empty input",
    });
    const entities = Array.from({ length: 5001 }, () => ({ description: "x" }));
    expect(refusal(path, { entities }).message).toBe(
      "exceeded max number of entities per request (5000): 5001",
    );
  });
});

describe("identifiers", () => {
  const world = (...lines: readonly string[]) =>
    open({ "a.mcf": ["Node: dcid:a", "typeOf: dcs:City", ...lines, ""].join("\n") });
  const idsOf = async (commons: Commons, entity: object) => {
    const body = { entities: [{ sourceId: "s", ...entity }] };
    const { resolvedEntities } = answerTo(commons, "/v1/recon/entity/resolve", body) as {
      readonly resolvedEntities: readonly {
        readonly resolvedIds?: readonly { readonly ids: readonly { readonly prop: string }[] }[];
      }[];
    };
    return resolvedEntities[0]?.resolvedIds?.[0]?.ids.map(({ prop }) => prop);
  };

  test.each([
    ...["unDataCode", "geoId", "isoCode", "nutsCode", "wikidataId", "geoNamesId", "istatId"],
    ...["austrianMunicipalityKey", "indianCensusAreaCode2011", "indianCensusAreaCode2001"],
    ...["lgdCode", "udiseCode", "fips52AlphaCode", "countryAlpha3Code", "countryNumericCode"],
  ])("by %s find an entity, and are listed with it", async (property) => {
    const commons = await world(`${property}: "12"`);
    const sent = { entityIds: { ids: [{ prop: property, val: 12 }] } };
    expect(await idsOf(commons, sent)).toEqual([property, "dcid"].sort().reverse());
  });

  test("by other properties find nothing, and those that end as such are listed", async () => {
    const commons = await world(
      ...['wikidataId: "Q1"', 'ownId: "1"', 'otherID: "2"', 'someCode: "3"'],
      ...['IdNumber: "4"', 'Codex: "5"', 'name: "A"'],
    );
    const known = { entity_ids: { ids: [{ prop: "wikidataId", val: "Q1" }] } };
    expect(await idsOf(commons, known)).toEqual([
      "wikidataId",
      "someCode",
      "ownId",
      "otherID",
      "dcid",
    ]);
    for (const prop of ["ownId", "name", "wikidata", ""]) {
      const ids = [{ prop, val: "1" }];
      expect(await idsOf(commons, { entityIds: { ids } })).toBeUndefined();
    }
    for (const val of ["", null, true, {}]) {
      const ids = [{ prop: "wikidataId", val }];
      expect(await idsOf(commons, { entityIds: { ids } })).toBeUndefined();
    }
  });

  test.each<[input: string, output: string, ids: readonly string[]]>([
    ["wikidataId", "dcid", ["a"]],
    ["wikidataId", "name", ["A"]],
    ["name", "wikidataId", []],
    ["description", "dcid", []],
    ["geoCoordinate", "dcid", []],
    ["wikidataId", "->dcid", []],
    ["<-wikidataId", "dcid", []],
    ["wikidata Id", "dcid", []],
  ])("of %s give those of %s", async (input, output, outIds) => {
    const commons = await world('wikidataId: "Q1"', 'name: "A"');
    const body = { in_prop: input, out_prop: output, ids: ["Q1"] };
    const answer = answerTo(commons, "/v1/recon/resolve/id", body) as {
      readonly entities?: readonly { readonly inId: string; readonly outIds?: readonly string[] }[];
    };
    expect(answer.entities?.flatMap((one) => one.outIds ?? []) ?? []).toEqual(outIds);
  });

  test.each([
    ["City", true],
    ["State", false],
    ["Ci ty", false],
    ["City}", false],
    ["[City,State]", false],
  ])("places of the type %s have the description: %j", async (type, isFound) => {
    const commons = await world('name: "A"');
    const entities = [{ description: "A", type }];
    expect(answerTo(commons, "/v1/bulk/find/entities", { entities })).toEqual({
      entities: [{ description: "A", type, ...(isFound && { dcids: ["a"] }) }],
    });
  });
});
