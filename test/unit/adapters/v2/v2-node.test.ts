import { describe, expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { V2NodeResponse } from "../../../../src/adapters/v2-shapes.ts";
import type { RelationExpression } from "../../../../src/expr-parser/parse-relation.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";
import { sized } from "../../../property/runs.ts";

const geo = "dc/base/Geo";
const wiki = "dc/base/Wiki";

const triples: TripleRow[] = [
  ["country/USA", "typeOf", "Country", geo],
  ["country/USA", "name", "=United States", geo],
  ["geoId/06", "typeOf", "State", geo],
  ["geoId/06", "typeOf", "AdministrativeArea1", geo],
  ["geoId/06", "name", "=California", geo],
  ["geoId/06", "name", "=California", wiki],
  ["geoId/06", "containedInPlace", "country/USA", geo],
  ["geoId/06", "containedInPlace", "usc/PacificDivision", geo],
  ["geoId/06", "linkedContainedInPlace", "Earth", geo],
  ["geoId/06", "linkedMember", "Earth", geo],
  ["geoId/06", "linkedMemberOf", "Earth", geo],
  ["geoId/06", "nameWithLanguage", "=California@es", geo],
  ["geoId/06", "nameWithLanguage", "=Californie@fr", geo],
  ["geoId/06", "mixed", "=zebra", geo],
  ["geoId/06", "mixed", "country/USA", geo],
  ["geoId/06001", "typeOf", "County", geo],
  ["geoId/06001", "containedInPlace", "geoId/06", geo],
  ["geoId/0600", "typeOf", "City", geo],
  ["geoId/0600", "name", "=Alameda", geo],
  ["geoId/0600", "containedInPlace", "geoId/06001", geo],
  ["loop/a", "next", "loop/b", geo],
  ["loop/b", "next", "loop/a", geo],
  ["__proto__", "name", "=odd", geo],
];
const world = worldOf(triples);

/** Also asks what is not an expression: the endpoint has to say so. */
function ask(nodes: string[], property: string, nextToken = ""): V2NodeResponse {
  const request = { nodes, property: property as RelationExpression, nextToken };
  return invoke(endpoints["v2.node"], world, request);
}

/** JSON keeps the order of members, which is part of the answer. */
const json = (response: V2NodeResponse) => JSON.parse(JSON.stringify(response));

describe("labels only", () => {
  test("outgoing labels ascend and hide internal closure edges", () => {
    expect(json(ask(["geoId/06"], "->")).data).toEqual({
      "geoId/06": {
        properties: ["containedInPlace", "mixed", "name", "nameWithLanguage", "typeOf"],
      },
    });
  });

  test("incoming labels; an unknown node keeps its key", () => {
    expect(json(ask(["geoId/06", "nowhere"], "<-")).data).toEqual({
      "geoId/06": { properties: ["containedInPlace"] },
      nowhere: {},
    });
  });
});

describe("values", () => {
  test("one literal from two provenances is two entries, by provenance", () => {
    expect(JSON.stringify(ask(["geoId/06"], "->name"))).toBe(
      '{"data":{"geoId/06":{"arcs":{"name":{"nodes":[' +
        '{"provenanceId":"dc/base/Geo","value":"California"},' +
        '{"provenanceId":"dc/base/Wiki","value":"California"}]}}}}}',
    );
  });

  test("a node entry has name, types, dcid and provenance in that order", () => {
    expect(JSON.stringify(ask(["geoId/06001"], "->containedInPlace"))).toBe(
      '{"data":{"geoId/06001":{"arcs":{"containedInPlace":{"nodes":[{"name":"California",' +
        '"types":["AdministrativeArea1","State"],"dcid":"geoId/06","provenanceId":"dc/base/Geo"}' +
        "]}}}}}",
    );
  });

  test("a node that is defined nowhere is a Thing without a name", () => {
    const { nodes } = json(ask(["geoId/06"], "->containedInPlace")).data["geoId/06"].arcs
      .containedInPlace;
    expect(nodes[1]).toEqual({ types: ["Thing"], dcid: "usc/PacificDivision", provenanceId: geo });
  });

  test("literals come before nodes", () => {
    const { nodes } = json(ask(["geoId/06"], "->mixed")).data["geoId/06"].arcs.mixed;
    expect(nodes.map((entry: object) => Object.keys(entry))).toEqual([
      ["provenanceId", "value"],
      ["name", "types", "dcid", "provenanceId"],
    ]);
  });

  test("several properties: labels ascend, one without values is absent", () => {
    const { arcs } = json(ask(["geoId/06001"], "->[typeOf, name, containedInPlace]")).data[
      "geoId/06001"
    ];
    expect(Object.keys(arcs)).toEqual(["containedInPlace", "typeOf"]);
  });

  test("the wildcard shows every label but the internal ones, which answer by name", () => {
    const { arcs } = json(ask(["geoId/06"], "->*")).data["geoId/06"];
    expect(Object.keys(arcs)).not.toContain("linkedContainedInPlace");
    expect(Object.keys(arcs)).toHaveLength(5);
    const named = json(ask(["geoId/06"], "->linkedContainedInPlace")).data["geoId/06"];
    expect(Object.keys(named.arcs)).toEqual(["linkedContainedInPlace"]);
  });

  test("nodes answer in request order and once each", () => {
    expect(Object.keys(json(ask(["geoId/06", "a", "country/USA", "a"], "->name")).data)).toEqual([
      "geoId/06",
      "a",
      "country/USA",
    ]);
  });

  test("a node that is repeated counts once", () => {
    const request = { nodes: Array<string>(9).fill("geoId/06"), property: "->typeOf" } as const;
    const limits = { maxRows: 3 };
    expect(invoke(endpoints["v2.node"], world, request, limits)).toEqual(
      ask(["geoId/06"], "->typeOf"),
    );
  });

  test("no nodes: an empty answer", () => {
    expect(ask([], "->name")).toEqual({});
  });

  test("__proto__ is a dcid like any other", () => {
    const text = JSON.stringify(ask(["__proto__", "constructor"], "->name"));
    expect(text).toContain('"__proto__":{"arcs":{"name":{"nodes":[{');
    expect(text).toContain('"constructor":{}');
  });
});

test("what is on no page takes no time; what a filter looks at does", () => {
  const rows: TripleRow[] = [];
  for (let at = 0; at < 9000; at++) rows.push(["hub", "a", `=${at}`]);
  for (let at = 0; at < 3000; at++) rows.push(["hub", `b${at}`, "=1"]);
  const wide = worldOf(rows);
  const unknown = Array.from({ length: 1500 }, (_, at) => `x${10_000 + at}`);
  const askInNoTime = (nodes: string[], property: RelationExpression) => () =>
    invoke(endpoints["v2.node"], wide, { nodes, property }, { timeout: 0 });
  expect(askInNoTime(["hub"], "->a")).not.toThrow();
  expect(askInNoTime(["hub"], "->*")).not.toThrow();
  expect(askInNoTime(["hub", ...unknown], "->a")).not.toThrow();
  expect(askInNoTime(["hub"], "->a{typeOf:City}")).toThrow("takes longer than 0 ms");
});

describe("filters on one hop", () => {
  test.each([
    ["<-containedInPlace{typeOf:County}", ["geoId/06001"]],
    ["<-containedInPlace{typeOf:City}", undefined],
    ["<-containedInPlace{typeOf:[City, County]}", ["geoId/06001"]],
    ["<-containedInPlace{typeOf:County, containedInPlace:geoId/06}", ["geoId/06001"]],
    ["<-containedInPlace{typeOf:County, containedInPlace:country/USA}", undefined],
    ["<-containedInPlace{nothing:here}", undefined],
  ])("%s", (property, dcids) => {
    const { arcs } = json(ask(["geoId/06"], property)).data["geoId/06"];
    const found = arcs?.containedInPlace.nodes.map(({ dcid }: { dcid: string }) => dcid);
    expect(found).toEqual(dcids);
  });

  test("a filter value may be a literal", () => {
    const { arcs } = json(ask(["geoId/06001"], "<-containedInPlace{name:Alameda}")).data[
      "geoId/06001"
    ];
    expect(arcs.containedInPlace.nodes[0].dcid).toBe("geoId/0600");
  });

  test("$lang takes any number of languages", () => {
    const many = Array.from({ length: sized(14_000, 140_000) }, (_, at) => `x${at}`);
    const { arcs } = json(ask(["geoId/06"], `->nameWithLanguage{$lang:[${many},fr]}`)).data[
      "geoId/06"
    ];
    expect(arcs.nameWithLanguage.nodes).toHaveLength(1);
  });

  test("$lang keeps literals of one language", () => {
    const { arcs } = json(ask(["geoId/06"], "->[name, nameWithLanguage{$lang:fr}]")).data[
      "geoId/06"
    ];
    expect(arcs.nameWithLanguage.nodes).toEqual([{ provenanceId: geo, value: "Californie@fr" }]);
    expect(arcs.name.nodes).toHaveLength(2);
  });
});

describe("chains", () => {
  test("containment entries are name and dcid, ascending, without provenance", () => {
    expect(json(ask(["country/USA"], "<-containedInPlace+")).data["country/USA"].arcs).toEqual({
      "containedInPlace+": {
        nodes: [
          { name: "California", dcid: "geoId/06" },
          { name: "Alameda", dcid: "geoId/0600" },
          { dcid: "geoId/06001" },
        ],
      },
    });
  });

  test("the filter tests what is reached, not the path", () => {
    const { arcs } = json(ask(["country/USA"], "<-containedInPlace+{typeOf:City}")).data[
      "country/USA"
    ];
    expect(arcs["containedInPlace+"].nodes).toEqual([{ name: "Alameda", dcid: "geoId/0600" }]);
  });

  test("other properties keep types; a cycle ends and reaches its start", () => {
    expect(json(ask(["loop/a"], "->next+")).data["loop/a"].arcs["next+"].nodes).toEqual([
      { dcid: "loop/a" },
      { dcid: "loop/b" },
    ]);
  });

  test("only a chain of containment leaves types out", () => {
    const odd = worldOf([
      ["a", "containedInPlace+", "b"],
      ["a", "next", "b"],
      ["b", "typeOf", "City"],
    ]);
    const entries = (property: RelationExpression) => {
      const { data } = invoke(endpoints["v2.node"], odd, { nodes: ["a"], property });
      return Object.values(data?.["a"]?.arcs ?? {}).map(({ nodes }) => nodes?.[0]?.types);
    };
    expect(entries("->*")).toEqual([["City"], ["City"]]);
    expect(entries("->next+")).toEqual([["City"]]);
  });

  test("literals are reached, too: they come first and are only a value", () => {
    const odd = worldOf([
      ["a", "alias", "b"],
      ["a", "alias", "=z"],
      ["b", "alias", "=y"],
      ["b", "typeOf", "City"],
    ]);
    const { data } = invoke(endpoints["v2.node"], odd, { nodes: ["a"], property: "->alias+" });
    expect(data?.["a"]?.arcs?.["alias+"]?.nodes).toEqual([
      { value: "y" },
      { value: "z" },
      { types: ["City"], dcid: "b" },
    ]);
  });

  test("nothing found is an empty object", () => {
    expect(json(ask(["geoId/0600"], "<-containedInPlace+")).data).toEqual({ "geoId/0600": {} });
  });

  test("documented limit: recursion depth of + chaining is 10 hops", () => {
    const chain = worldOf(
      Array.from({ length: 12 }, (_, hop): TripleRow => [`n${hop}`, "next", `n${hop + 1}`]),
    );
    const { data } = invoke(endpoints["v2.node"], chain, { nodes: ["n0"], property: "->next+" });
    expect(data?.["n0"]?.arcs?.["next+"]?.nodes?.map(({ dcid }) => dcid)).toEqual(
      Array.from({ length: 10 }, (_, hop) => `n${hop + 1}`).sort(),
    );
  });
});

describe("refusals", () => {
  test.each([
    ["->name->typeOf", 13, "grpc: error while marshaling: proto: Marshal called with nil"],
    ["->*+", 3, "invalid filter for ->*+"],
    ["<-*+", 3, "invalid filter for <-*+"],
    ["name", 3, "arc string should start with arrow (-> or <-) but got name"],
  ])("%s", (property, code, message) => {
    expect(() => ask(["geoId/06"], property)).toThrow(
      expect.objectContaining({ rpc: expect.objectContaining({ code }), message }) as Error,
    );
  });
});

test("the cause of the real service's wordless error says which parameter is missing", () => {
  const request = { nodes: ["geoId/06"] } as never;
  expect(() => invoke(endpoints["v2.node"], world, request)).toThrow(
    expect.objectContaining({
      rpc: expect.objectContaining({ code: 13 }),
      cause: expect.objectContaining({ message: "property is missing" }),
    }) as Error,
  );
});

describe("pages", () => {
  const crowded = worldOf([
    ...Array.from({ length: 1203 }, (_, at): TripleRow => {
      const subject = `city/${String(at).padStart(4, "0")}`;
      return [subject, "typeOf", "City", at % 2 === 0 ? geo : wiki];
    }),
    ["State", "name", "=State", geo],
    ["geoId/06", "typeOf", "State", geo],
  ]);
  const page = (nodes: string[], property: RelationExpression, nextToken = "") =>
    invoke(endpoints["v2.node"], crowded, { nodes, property, nextToken });

  test("500 rows over all nodes, then the rest, each once", () => {
    const dcids: string[] = [];
    const sizes: number[] = [];
    let token: string | undefined = "";
    while (token !== undefined) {
      const { data, nextToken } = page(["State", "City"], "<-typeOf", token);
      expect(Object.keys(data ?? {})).toEqual(["State", "City"]);
      const entries = ["City", "State"].flatMap(
        (node) => data?.[node]?.arcs?.["typeOf"]?.nodes ?? [],
      );
      sizes.push(entries.length);
      dcids.push(...entries.map(({ dcid }) => dcid ?? ""));
      token = nextToken;
    }
    expect(sizes).toEqual([500, 500, 204]);
    expect(new Set(dcids).size).toBe(1204);
    expect(dcids).toEqual([...dcids].sort());
  });

  test("exactly one full page has no successor", () => {
    const full = worldOf(
      Array.from({ length: 500 }, (_, at): TripleRow => [`n${at}`, "typeOf", "City"]),
    );
    const response = invoke(endpoints["v2.node"], full, { nodes: ["City"], property: "<-typeOf" });
    expect(response.nextToken).toBeUndefined();
    expect(response.data?.["City"]?.arcs?.["typeOf"]?.nodes).toHaveLength(500);
  });

  test("white space in the expression and the order of nodes do not matter to a token", () => {
    const { nextToken } = page(["City", "State"], "<- typeOf");
    expect(page(["State", "City"], "<-typeOf", nextToken).data?.["City"]?.arcs).toBeDefined();
  });

  test("a token of another request is refused", () => {
    const { nextToken } = page(["City"], "<-typeOf");
    expect(() => page(["City", "State"], "<-typeOf", nextToken)).toThrow(
      "invalid pagination token: it belongs to another request",
    );
  });

  test.each([
    ["value", worldOf([["geoId/06", "typeOf", "City", wiki]])],
    ["provenance", worldOf([["city/0499", "typeOf", "City"]])],
  ])("a token of data with another %s is refused", (_what, other) => {
    const { nextToken } = page(["City"], "<-typeOf");
    const property = "<-typeOf";
    const request = { nodes: ["City"], property, nextToken: nextToken ?? "" } as const;
    expect(() => invoke(endpoints["v2.node"], other, request)).toThrow(
      "invalid pagination token: it belongs to other data",
    );
  });

  test("every edit of one character is refused", () => {
    const token = page(["City"], "<-typeOf").nextToken ?? "";
    expect(token).not.toBe("");
    for (let at = 0; at < token.length; at++) {
      const edited = `${token.slice(0, at)}${token[at] === "x" ? "y" : "x"}${token.slice(at + 1)}`;
      expect(() => page(["City"], "<-typeOf", edited)).toThrow("invalid pagination token");
    }
  });
});
