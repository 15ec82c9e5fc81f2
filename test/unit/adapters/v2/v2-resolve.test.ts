import { describe, expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { V2ResolveRequest } from "../../../../src/adapters/v2-shapes.ts";
import { CommonsError } from "../../../../src/errors/errors.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";
import { sized } from "../../../property/runs.ts";

const square = (half: number) =>
  `=${JSON.stringify({
    type: "Polygon",
    coordinates: [
      [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
        [-half, -half],
      ],
    ],
  })}`;

const triples: TripleRow[] = [
  ["country/USA", "typeOf", "Country"],
  ["country/USA", "wikidataId", "=Q30"],
  ["country/USA", "geoJsonCoordinates", square(40)],
  ["geoId/06", "typeOf", "AdministrativeArea1"],
  ["geoId/06", "typeOf", "State"],
  ["geoId/06", "name", "=California"],
  ["geoId/06", "wikidataId", "=Q99"],
  ["geoId/06", "geoJsonCoordinates", square(20)],
  ["geoId/2111872", "typeOf", "City"],
  ["geoId/2111872", "name", "=California"],
  ["geoId/2111872", "geoJsonCoordinates", square(10)],
  ["b/tract", "typeOf", "CensusTract"],
  ["b/tract", "geoJsonCoordinates", square(10)],
  ["a/tract", "typeOf", "CensusTract"],
  ["a/tract", "geoJsonCoordinates", square(10)],
  ["x/area", "typeOf", "Something"],
  ["x/area", "geoJsonCoordinates", square(10)],
  ["Count_Person", "typeOf", "StatisticalVariable"],
  ["Count_Person", "name", "=Total population"],
  ["dc/topic/Population", "typeOf", "Topic"],
  ["dc/topic/Population", "name", "=Population"],
];
const world = worldOf(triples);

const ask = (request: V2ResolveRequest) => invoke(endpoints["v2.resolve"], world, request);

function refusal(request: V2ResolveRequest): string {
  try {
    ask(request);
  } catch (error) {
    expect(error).toBeInstanceOf(CommonsError);
    expect(error).toMatchObject({ rpc: { code: 3, status: 400 } });
    return (error as Error).message;
  }
  throw new Error("was not refused");
}

describe("by identifier", () => {
  test("only inputs that matched, descending", () => {
    expect(ask({ nodes: ["Q30", "foo", "Q99", "Q30"], property: "<-wikidataId->dcid" })).toEqual({
      entities: [
        { node: "Q99", candidates: [{ dcid: "geoId/06" }] },
        { node: "Q30", candidates: [{ dcid: "country/USA" }] },
      ],
    });
  });

  test("nothing matched: an empty answer", () => {
    expect(ask({ nodes: ["foo"], property: "<-wikidataId->dcid" })).toEqual({});
    expect(ask({ nodes: [], property: "<-wikidataId->dcid" })).toEqual({});
    expect(ask({ nodes: ["foo"], property: "<-unheard->dcid" })).toEqual({});
  });

  test("another property's value stands in dcid; a type filter is passed over", () => {
    const property = "<-dcid{typeOf:City}->wikidataId";
    expect(ask({ nodes: ["geoId/06"], property })).toEqual({
      entities: [{ node: "geoId/06", candidates: [{ dcid: "Q99" }] }],
    });
  });

  test("tens of thousands of inputs", () => {
    const nodes = Array.from({ length: sized(20_000, 100_000) }, (_, at) => `Q${at}`);
    expect(ask({ nodes, property: "<-wikidataId->dcid" }).entities).toHaveLength(2);
  });
});

describe("by coordinate", () => {
  const property = "<-geoCoordinate->dcid";

  test("small areas first, then other types and dcids ascending", () => {
    expect(JSON.stringify(ask({ nodes: ["0#0"], property }))).toBe(
      '{"entities":[{"node":"0#0","candidates":[' +
        '{"dcid":"geoId/2111872","dominantType":"City"},' +
        '{"dcid":"geoId/06","dominantType":"State"},' +
        '{"dcid":"country/USA","dominantType":"Country"},' +
        '{"dcid":"x/area"},' +
        '{"dcid":"a/tract","dominantType":"CensusTract"},' +
        '{"dcid":"b/tract","dominantType":"CensusTract"}]}]}',
    );
  });

  test("an entity for every input, as sent and in order", () => {
    const nodes = ["+30#-30.000", "80#0", "30#30", "80#0"];
    const country = [{ dcid: "country/USA", dominantType: "Country" }];
    expect(ask({ nodes, property })).toEqual({
      entities: [
        { node: "+30#-30.000", candidates: country },
        { node: "80#0" },
        { node: "30#30", candidates: country },
        { node: "80#0" },
      ],
    });
  });

  test("the filter looks at the dominant type only", () => {
    const filtered = (type: string) =>
      ask({ nodes: ["0#0"], property: `<-geoCoordinates{typeOf:${type}}->dcid` }).entities?.[0];
    expect(filtered("State")?.candidates).toHaveLength(1);
    expect(filtered("[State, City]")?.candidates).toHaveLength(2);
    expect(filtered("AdministrativeArea1")).toEqual({ node: "0#0" });
  });

  test("refuses what is not a coordinate", () => {
    expect(refusal({ nodes: ["0#0", "here"], property })).toBe(
      "invalid coordinate expression: here",
    );
  });

  test("no coordinates: an empty answer", () => {
    expect(ask({ nodes: [], property })).toEqual({});
  });
});

describe("by name", () => {
  test("is the default and answers in request order with dcids only", () => {
    const california = [{ dcid: "geoId/06" }, { dcid: "geoId/2111872" }];
    expect(ask({ nodes: ["foo", "California", "", "foo", "california"] })).toEqual({
      entities: [
        { node: "foo" },
        { node: "California", candidates: california },
        { node: "foo" },
        { node: "california", candidates: california },
      ],
    });
  });

  test("keeps places of any of the types", () => {
    const property = "<-description{typeOf:AdministrativeArea1}->dcid";
    expect(ask({ nodes: ["California"], property })).toEqual({
      entities: [{ node: "California", candidates: [{ dcid: "geoId/06" }] }],
    });
  });

  test("refuses nothing at all and more than 5000 texts", () => {
    expect(refusal({ nodes: [] })).toBe("empty input");
    expect(refusal({ nodes: ["", ""] })).toBe("empty input");
    expect(refusal({ nodes: Array(5001).fill("x") })).toBe(
      "exceeded max number of entities per request (5000): 5001",
    );
    expect(ask({ nodes: [...Array(5000).fill("x"), ""] }).entities).toHaveLength(5000);
  });
});

describe("by what variables are about", () => {
  const resolver = "indicator";

  test("has score, sentence and type, in the order of the service", () => {
    const text = JSON.stringify(ask({ nodes: ["population", "unheard"], resolver }));
    expect(text).toMatch(
      /^\{"entities":\[\{"node":"population","candidates":\[\{"dcid":"dc\/topic\/Population","metadata":\{"score":"1\.0000","sentence":"Population"\},"typeOf":\["Topic"\]\},\{"dcid":"Count_Person","metadata":\{"score":"0\.\d{4}","sentence":"Total population"\},"typeOf":\["StatisticalVariable"\]\}\]\},\{"node":"unheard"\}\]\}$/,
    );
  });

  test("keeps the wanted type; no other types are indicators", () => {
    const found = (type: string) =>
      ask({ nodes: ["population"], resolver, property: `<-description{typeOf:${type}}->dcid` });
    expect(found("Topic").entities?.[0]?.candidates?.map(({ dcid }) => dcid)).toEqual([
      "dc/topic/Population",
    ]);
    expect(found("[Topic, StatisticalVariable, City]").entities?.[0]?.candidates).toHaveLength(2);
    expect(found("City")).toEqual({});
  });

  test("refuses more than 5000 questions; none are an empty answer", () => {
    expect(refusal({ nodes: Array(100_000).fill("x"), resolver })).toBe(
      "exceeded max number of entities per request (5000): 100000",
    );
    expect(ask({ nodes: [], resolver })).toEqual({});
  });
});

describe("requests", () => {
  test("say what is wrong with them", () => {
    expect(refusal({ nodes: ["x"], property: "<-description" })).toBe(
      "Invalid inputs in request. Invalid 'property' expression: must define exactly two parts (incoming and outgoing arcs). Found 1 parts",
    );
  });

  test("without nodes are answered as documented", () => {
    expect(() => ask({} as V2ResolveRequest)).toThrow(
      expect.objectContaining({ rpc: expect.objectContaining({ code: 13, status: 500 }) }),
    );
  });

  test("are not cut at commas", () => {
    expect(ask({ nodes: ["California, foo"] }).entities?.[0]?.node).toBe("California, foo");
  });

  test("take odd texts for what they are", () => {
    const nodes = ["__proto__", "constructor", "\ud800", "x".repeat(1e6)];
    for (const resolver of ["place", "indicator"] as const) {
      expect(ask({ nodes, resolver })).toEqual({ entities: nodes.map((node) => ({ node })) });
    }
    expect(ask({ nodes, property: "<-__proto__->dcid" })).toEqual({});
  });
});
