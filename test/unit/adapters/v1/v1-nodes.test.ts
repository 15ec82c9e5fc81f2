import { describe, expect, test } from "vitest";
import { fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import { RestService } from "../../../../src/adapters/edge/service.ts";
import { v1Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { ArcEntry } from "../../../../src/adapters/shapes.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const geo = "dc/base/Geo";

const triples: TripleRow[] = [
  ["geoId/06", "typeOf", "State", geo],
  ["geoId/06", "name", "=California", geo],
  ["geoId/06", "containedInPlace", "country/USA", geo],
  ["geoId/06", "linkedContainedInPlace", "Earth", geo],
  ["country/USA", "typeOf", "Country", geo],
  ["country/USA", "name", "=United States", geo],
  ["geoId/0600", "typeOf", "City", geo],
  ["geoId/0600", "name", "=Alameda", geo],
  ["geoId/0600", "containedInPlace", "geoId/06", geo],
  ["__proto__", "name", "=odd", geo],
];
const world = worldOf(triples);
const v1 = v1Methods(world);
const json = (response: unknown) => JSON.stringify(response);

/** 1203 values over three nodes, in two properties and both kinds. */
const many: TripleRow[] = [];
for (let at = 0; at < 400; at++) {
  const number = String(at).padStart(3, "0");
  many.push(["hub/b", "near", `a/${number}`, geo], ["hub/a", "near", `a/${number}`, geo]);
  many.push(["hub/b", "label", `=text ${number}`, geo]);
}
for (const node of ["hub/a", "hub/b", "hub/c"]) many.push([node, "typeOf", "Hub", geo]);
const big = v1Methods(worldOf(many));

describe("/v1/triples/{direction}/{dcid}", () => {
  test("documented: triples by property, entries as in v2", () => {
    expect(json(v1.triples({ direction: "out", node: "geoId/06" }))).toBe(
      json({
        triples: {
          containedInPlace: {
            nodes: [
              { name: "United States", types: ["Country"], dcid: "country/USA", provenanceId: geo },
            ],
          },
          name: { nodes: [{ provenanceId: geo, value: "California" }] },
          typeOf: { nodes: [{ types: ["Thing"], dcid: "State", provenanceId: geo }] },
        },
      }),
    );
    expect(v1.triples({ direction: "in", node: "geoId/06" })).toEqual({
      triples: {
        containedInPlace: {
          nodes: [{ name: "Alameda", types: ["City"], dcid: "geoId/0600", provenanceId: geo }],
        },
      },
    });
  });

  test.each(["nowhere", "Earth"])("nothing known is an empty object: %s", (node) => {
    expect(v1.triples({ direction: "out", node })).toEqual({});
  });

  test("__proto__ is a dcid like any other", () => {
    expect(json(v1.triples({ direction: "out", node: "__proto__" }))).toBe(
      '{"triples":{"name":{"nodes":[{"provenanceId":"dc/base/Geo","value":"odd"}]}}}',
    );
  });

  test("documented: nextToken until none is returned", () => {
    const values: string[] = [];
    let nextToken = "";
    const sizes: number[] = [];
    do {
      const page = big.triples({ direction: "out", node: "hub/b", nextToken });
      const entries = Object.values(page.triples ?? {}).flatMap(({ nodes }) => nodes);
      sizes.push(entries.length);
      values.push(...entries.map(({ dcid, value }) => dcid ?? value ?? ""));
      nextToken = page.nextToken ?? "";
    } while (nextToken !== "");
    expect(sizes).toEqual([500, 301]);
    expect(new Set(values).size).toBe(801);
  });
});

describe("/v1/bulk/triples/{direction}", () => {
  test("documented: data in request order, also of nodes without triples", () => {
    const { data } = v1.bulkTriples({
      direction: "in",
      nodes: ["nowhere", "geoId/06", "geoId/0600", "nowhere"],
    });
    expect(json(data?.map(({ node, triples }) => [node, Object.keys(triples ?? {})]))).toBe(
      '[["nowhere",[]],["geoId/06",["containedInPlace"]],["geoId/0600",[]]]',
    );
    expect(json(data?.[0])).toBe('{"node":"nowhere"}');
  });

  test("no nodes: an empty object", () => {
    expect(v1.bulkTriples({ direction: "out", nodes: [] })).toEqual({});
  });

  test("pages repeat every node, those on other pages without triples", () => {
    const request = { direction: "out", nodes: ["hub/c", "hub/b", "hub/a"] } as const;
    const first = big.bulkTriples(request);
    const second = big.bulkTriples({ ...request, nextToken: first.nextToken ?? "" });
    const third = big.bulkTriples({ ...request, nextToken: second.nextToken ?? "" });
    const sizes = [first, second, third].map(({ data }) =>
      data?.map(({ node, triples = {} }) => {
        const counts = Object.entries(triples).map(
          ([label, { nodes }]) => `${label} ${nodes.length}`,
        );
        return `${node}: ${counts.join(", ")}`;
      }),
    );
    expect(sizes).toEqual([
      ["hub/c: ", "hub/b: label 99", "hub/a: near 400, typeOf 1"],
      ["hub/c: ", "hub/b: label 301, near 199", "hub/a: "],
      ["hub/c: typeOf 1", "hub/b: near 201, typeOf 1", "hub/a: "],
    ]);
    expect(third.nextToken).toBeUndefined();
  });

  test.each([
    ["nodes", { direction: "out", nodes: ["hub/b"] }],
    ["direction", { direction: "in", nodes: ["hub/c", "hub/b", "hub/a"] }],
  ] as const)("a token of other %s is refused", (_what, request) => {
    const nodes = ["hub/c", "hub/b", "hub/a"];
    const nextToken = big.bulkTriples({ direction: "out", nodes }).nextToken ?? "";
    expect(() => big.bulkTriples({ ...request, nextToken })).toThrow(
      expect.objectContaining({
        code: "TOKEN",
        message: expect.stringContaining("invalid pagination token"),
      }),
    );
    expect(() => big.triples({ direction: "out", node: "hub/b", nextToken })).toThrow(
      "invalid pagination token",
    );
  });

  test("a token of another endpoint is refused", () => {
    const [direction, node] = ["out", "hub/b"] as const;
    const nextToken = big.triples({ direction, node }).nextToken ?? "";
    expect(nextToken).not.toBe("");
    const ofAll = big.bulkTriples({ direction, nodes: [node] }).nextToken ?? "";
    const request = { direction, nodes: [node] };
    expect(() => big.bulkTriples({ ...request, nextToken })).toThrow("another request");
    expect(() => big.triples({ direction, node, nextToken: ofAll })).toThrow("another request");
  });

  test("the whole way through fetch, by both methods", async () => {
    const fetch = fetchOf(new RestService(endpoints, world));
    const asked = { direction: "out", nodes: ["geoId/06", "x"] } as const;
    const expected = json(v1.bulkTriples(asked));
    const get = fetch("/v1/bulk/triples/out?nodes=geoId/06&nodes=x&key=k");
    const body = json({ nodes: asked.nodes });
    const post = fetch("/v1/bulk/triples/out?key=k", { method: "POST", body });
    expect(await (await get).text()).toBe(expected);
    expect(await (await post).text()).toBe(expected);
    const self = await fetch("/core/api/v1/triples/out/geoId/06");
    expect(await self.text()).toBe(json(v1.triples({ direction: "out", node: "geoId/06" })));
  });
});

describe("/v1/bulk/property/values/{direction}", () => {
  test("values of one property, nodes in request order", () => {
    const nodes = ["country/USA", "geoId/06", "dummy"];
    expect(json(v1.bulkPropertyValues({ direction: "out", nodes, property: "name" }))).toBe(
      json({
        data: [
          { node: "country/USA", values: [{ provenanceId: geo, value: "United States" }] },
          { node: "geoId/06", values: [{ provenanceId: geo, value: "California" }] },
          { node: "dummy" },
        ],
      }),
    );
    expect(v1.bulkPropertyValues({ direction: "in", nodes, property: "unheard" })).toEqual({
      data: nodes.map((node) => ({ node })),
    });
    expect(v1.bulkPropertyValues({ direction: "in", nodes: [], property: "name" })).toEqual({});
  });

  test("__proto__ may be the property", () => {
    const odd = v1Methods(worldOf([["x", "__proto__", "=1"]]));
    const request = { direction: "out", nodes: ["x"], property: "__proto__" } as const;
    expect(odd.bulkPropertyValues(request)).toEqual({
      data: [{ node: "x", values: [{ value: "1" }] }],
    });
  });

  test("a limit sets the size of a page; pages together are the whole", () => {
    const request = { direction: "out", nodes: ["hub/b", "hub/a"], property: "near" } as const;
    for (const [limit, pages] of [
      [undefined, 2],
      [0, 2],
      [1000, 2],
      [300, 3],
      [399, 3],
    ] as const) {
      const found = new Map<string, ArcEntry[]>();
      let nextToken = "";
      let count = 0;
      do {
        const page = big.bulkPropertyValues({ ...request, nextToken, ...(limit && { limit }) });
        for (const { node, values = [] } of page.data ?? []) {
          found.set(node, [...(found.get(node) ?? []), ...values]);
        }
        nextToken = page.nextToken ?? "";
        count++;
      } while (nextToken !== "");
      expect(count).toBe(pages);
      for (const values of found.values()) {
        expect(values.map(({ dcid }) => dcid)).toEqual(
          Array.from({ length: 400 }, (_, at) => `a/${String(at).padStart(3, "0")}`),
        );
      }
      expect([...found.keys()]).toEqual(["hub/b", "hub/a"]);
    }
  });

  test.each([
    ["property", { property: "label" }],
    ["direction", { direction: "in" }],
    ["nodes", { nodes: ["hub/b"] }],
  ] as const)("a token of another %s is refused", (_what, other) => {
    const request = { direction: "out", nodes: ["hub/b", "hub/a"], property: "near" } as const;
    const nextToken = big.bulkPropertyValues(request).nextToken ?? "";
    expect(() => big.bulkPropertyValues({ ...request, ...other, nextToken })).toThrow(
      "it belongs to another request",
    );
  });

  test("a token of values is none of triples", () => {
    const rows = many.filter(([, property]) => property === "near");
    const near = v1Methods(worldOf(rows));
    const nodes = ["hub/b", "hub/a"];
    const nextToken = near.bulkTriples({ direction: "out", nodes }).nextToken ?? "";
    const request = { direction: "out", nodes, property: "near", nextToken } as const;
    expect(() => near.bulkPropertyValues(request)).toThrow("it belongs to another request");
  });

  test("linked: places of a type at any depth, name and dcid", () => {
    const request = { property: "containedInPlace", nodes: ["country/USA", "dummy"] } as const;
    expect(json(v1.linkedPropertyValues({ ...request, valueNodeType: "City" }))).toBe(
      '{"data":[{"node":"country/USA","values":[{"name":"Alameda","dcid":"geoId/0600"}]},' +
        '{"node":"dummy"}]}',
    );
    expect(v1.linkedPropertyValues({ ...request, nodes: [], valueNodeType: "City" })).toEqual({});
  });
});
