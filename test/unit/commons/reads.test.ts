/** The reads at the root: plain values, here and far away. */
import { beforeAll, describe, expect, expectTypeOf, test, vi } from "vitest";
import { Catalog } from "../../../src/catalog/catalog.ts";
import { type Commons, open, type SparqlObject } from "../../../src/index.ts";
import { Governor } from "../../../src/options/governor.ts";
import { openRemote, type RemoteCommons } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const graph = `Node: dcid:country/USA
typeOf: dcs:Country
name: "United States"

Node: dcid:geoId/06
typeOf: dcs:State
name: "California"
containedInPlace: dcid:country/USA
alternateName: "CA", "Golden State"

Node: dcid:geoId/48
typeOf: dcs:State
containedInPlace: dcid:country/USA

Node: dcid:__proto__
typeOf: dcs:State
name: "Prototype"

Node: dcid:Count_Person
typeOf: dcs:StatisticalVariable
name: "Total population"
`;
const rows = `entity,variable,date,value,import_name
geoId/06,Count_Person,2020,1,Census
geoId/06,Count_Person,2021,2,Census
geoId/06,Count_Person,2022,9,Other
geoId/48,Count_Person,2020,none,Census
__proto__,Count_Person,2020,7,Census
`;

let near: Commons;
let far: RemoteCommons;
beforeAll(async () => {
  near = await open({ "graph.mcf": graph, "rows.csv": rows });
  far = await openRemote(new MemoryStore(snapshotOf(near, 512)));
});

/** The same near and far. */
async function both<Result>(ask: (commons: Commons) => Result): Promise<Result> {
  const here = ask(near);
  expect(await ask(far as unknown as Commons)).toEqual(here);
  return here;
}

describe("a name", () => {
  test.each([
    ["geoId/06", "California"],
    ["__proto__", "Prototype"],
    ["geoId/48", undefined],
    ["nothing", undefined],
    ["", undefined],
  ])("of %j is %j", async (dcid, name) => {
    expect(await both((commons) => commons.name(dcid))).toBe(name);
  });
});

test("values are texts and dcids in the order of the endpoint; without them, empty", async () => {
  expect(await both((one) => one.values("geoId/06", "containedInPlace"))).toEqual(["country/USA"]);
  expect(await both((one) => one.values("geoId/06", "alternateName"))).toEqual([
    "CA",
    "Golden State",
  ]);
  expect(await both((one) => one.values("country/USA", "<-containedInPlace"))).toEqual([
    "geoId/06",
    "geoId/48",
  ]);
  expect(await both((one) => one.values("geoId/06", "nothing"))).toEqual([]);
  expect(await both((one) => one.values("nothing", "name"))).toEqual([]);
  expect(() => near.values("geoId/06", "->[")).toThrow(
    expect.objectContaining({ code: "EXPRESSION" }),
  );
});

test("values are those of all pages", async () => {
  const nodes = Array.from({ length: 1200 }, (_, at) => `Node: dcid:n${at}\ntypeOf: dcs:Town\n`);
  const many = await open({ "many.mcf": nodes.join("\n") });
  expect(new Set(many.values("Town", "<-typeOf")).size).toBe(1200);
  expect(many.entities("Town<-typeOf")).toHaveLength(1200);
});

test("entities are those that an expression leads to", async () => {
  const states = "country/USA<-containedInPlace+{typeOf:State}";
  expect(await both((one) => one.entities(states))).toEqual(["geoId/06", "geoId/48"]);
  expect(await both((one) => one.entities("geoId/06->containedInPlace"))).toEqual(["country/USA"]);
  expect(await both((one) => one.entities("geoId/06->name"))).toEqual([]);
  expect(await both((one) => one.entities("nothing<-containedInPlace"))).toEqual([]);
  expect(() => near.entities("geoId/06")).toThrow(expect.objectContaining({ code: "EXPRESSION" }));
  await expect(far.entities("geoId/06")).rejects.toMatchObject({ code: "EXPRESSION" });
});

describe("observations", () => {
  const select = ["variable", "entity", "date", "value", "facet"] as const;
  const asked = (date: string) =>
    near.v2.observation({
      date,
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
      select,
    }).byVariable!["Count_Person"]!.byEntity!["geoId/06"]!.orderedFacets![0]!;

  test("the latest is of the facet that the endpoint has first", async () => {
    const latest = await both((one) => one.latest("Count_Person", "geoId/06"));
    const { facetId, observations } = asked("LATEST");
    const { facet, ...point } = latest!;
    expect(point).toEqual(observations![0]);
    expect(facet).toMatchObject({ facetId });
  });

  test("a series is of the facet that the endpoint has first, with its facet at hand", async () => {
    const series = await both((one) => one.series("Count_Person", "geoId/06"));
    const { facetId, observations } = asked("");
    expect(series).toStrictEqual(observations);
    expect(JSON.stringify(series)).toBe(JSON.stringify(observations));
    expect(series.facet).toMatchObject({ facetId, importName: expect.any(String) });
    expect(await far.series("Count_Person", "geoId/06").then(({ facet }) => facet)).toEqual(
      series.facet,
    );
  });

  test("about __proto__ are about that node", () => {
    expect(near.latest("Count_Person", "__proto__")).toMatchObject({ date: "2020", value: 7 });
  });

  test.each([
    ["Count_Person", "geoId/48"],
    ["Count_Person", "nothing"],
    ["nothing", "geoId/06"],
  ])("of %s about %s are none", async (variable, entity) => {
    expect(await both((one) => one.latest(variable, entity))).toBeUndefined();
    const series = await both((one) => one.series(variable, entity));
    expect([series.length, series.facet]).toEqual([0, undefined]);
  });
});

test("a search finds places by name and variables by what they are about", async () => {
  expect(await both((one) => one.search("California"))).toContainEqual({
    dcid: "geoId/06",
    name: "California",
    types: ["State"],
  });
  const [variable] = await both((one) => one.search("population"));
  expect(variable).toEqual({
    dcid: "Count_Person",
    name: "Total population",
    types: ["StatisticalVariable"],
  });
  expect(await both((one) => one.search("xyzzy"))).toEqual([]);
  // As of a field that somebody cleared.
  expect(await both((one) => one.search(""))).toEqual([]);
  // The beginning of a name, as it is typed.
  const begun = await both((one) => one.search(" calif"));
  expect(begun.map(({ name }) => name)).toEqual(["California"]);
});

test.each([
  ["Calfornia", ["California"]],
  ["claifornia", ["California"]],
  ["asdf", []],
])("a search for places mends slips: %s", async (text, names) => {
  const found = await both((one) => one.search(text));
  expect(found.map(({ name }) => name)).toEqual(names);
});

test("a search takes slips, other names and several words, as catalog.search does", async () => {
  const firstOf = async (text: string) => (await both((one) => one.search(text)))[0]?.dcid;
  for (const text of ["califronia", "Calfornia", "golden state", "state golden", "geoId/06"]) {
    expect(await firstOf(text), text).toBe("geoId/06");
    expect(near.catalog.search({ text }).lines[0]?.dcid, text).toBe("geoId/06");
  }
  const mixed = await both((one) => one.search("people of california"));
  expect(mixed.map(({ dcid }) => dcid).sort()).toEqual(["Count_Person", "geoId/06"]);
});

test("a search finds first a place that is named with the place around it", async () => {
  expect((await both((one) => one.search("California, United States")))[0]?.dcid).toBe("geoId/06");
  const towns = await open({
    "towns.mcf": `Node: dcid:state/a
typeOf: dcs:State
name: "Aland"

Node: dcid:state/b
typeOf: dcs:State
name: "Bland"

Node: dcid:town/a
typeOf: dcs:City
name: "Springfield"
containedInPlace: dcid:state/a

Node: dcid:town/b
typeOf: dcs:City
name: "Springfield"
containedInPlace: dcid:state/b
`,
  });
  expect(towns.search("Springfield, Bland")[0]?.dcid).toBe("town/b");
  expect(towns.search("Springfield, Aland")[0]?.dcid).toBe("town/a");
});

test("the steps of a search for a slip count towards the limits of its call", () => {
  const searches = vi.spyOn(Catalog.prototype, "searchWithin");
  const steps = vi.spyOn(Governor.prototype, "work");
  near.search("califronia", { timeout: 60_000 });
  const [ours, counting] = [searches.mock.calls[0]?.[1], [...steps.mock.contexts]];
  vi.restoreAllMocks();
  expect(ours).toBeInstanceOf(Governor);
  expect(counting).toContain(ours);
});

describe("rows of a query", () => {
  test("are objects by names, without a member's value where a cell has none", async () => {
    const rows = await both((one) =>
      one.sparql(
        "SELECT ?state ?name WHERE { ?state typeOf State . OPTIONAL { ?state name ?name } }",
      ),
    );
    expect(rows).toContainEqual({ state: "geoId/06", name: "California" });
    expect(rows.find(({ state }) => state === "geoId/48")?.name).toBeUndefined();
    expect(await both((one) => one.sparql("SELECT ?x WHERE { ?x typeOf Nothing }"))).toEqual([]);
  });

  test("are of the extended dialect, unless the call says otherwise", () => {
    const query = "SELECT (COUNT(*) AS ?count) WHERE { ?s typeOf State }";
    expect(near.sparql(query)).toEqual([{ count: "3" }]);
    expect(() => near.sparql(query, { dialect: "documented" })).toThrow(/./);
  });

  test("have the names of the query as their type", () => {
    expectTypeOf<SparqlObject<"SELECT ?a ?b WHERE { ?a name ?b . ?c name ?b }">>().toEqualTypeOf<{
      readonly a: string | undefined;
      readonly b: string | undefined;
    }>();
    type Lines = SparqlObject<"SELECT DISTINCT ?a\n  ?b\nWHERE { ?a name ?b }">;
    expectTypeOf<keyof Lines>().toEqualTypeOf<"a" | "b">();
    expectTypeOf<keyof SparqlObject<"SELECT ?a { ?a name ?b }">>().toEqualTypeOf<"a">();
    expectTypeOf<
      keyof SparqlObject<"SELECT (COUNT(?a) AS ?n) WHERE { }">
    >().toEqualTypeOf<string>();
    expectTypeOf<keyof SparqlObject<"SELECT * WHERE { ?a name ?b }">>().toEqualTypeOf<string>();
    expectTypeOf<keyof SparqlObject>().toEqualTypeOf<string>();
    const [row] = near.sparql("SELECT ?a WHERE { ?a typeOf Country }");
    expect(row?.a).toBe("country/USA");
    expectTypeOf(far.sparql("SELECT ?a WHERE { ?a typeOf State }")).resolves.toEqualTypeOf<
      { readonly a: string | undefined }[]
    >();
  });
});

test("limits of a call hold", async () => {
  const limits = { maxRows: 0 };
  const reads: readonly ((one: Commons) => unknown)[] = [
    (one) => one.name("geoId/06", limits),
    (one) => one.values("geoId/06", "name", limits),
    (one) => one.entities("country/USA<-containedInPlace+{typeOf:State}", limits),
    (one) => one.latest("Count_Person", "geoId/06", limits),
    (one) => one.series("Count_Person", "geoId/06", limits),
    (one) => one.search("population", limits),
    (one) => one.sparql("SELECT ?x WHERE { ?x typeOf State }", limits),
  ];
  for (const read of reads) {
    expect(() => read(near)).toThrow(
      expect.objectContaining({ code: "LIMIT", setting: expect.any(String) }),
    );
    await expect(read(far as unknown as Commons)).rejects.toMatchObject({ rpc: { code: 8 } });
  }
});

test("what is no text is refused with the argument's name", () => {
  expect(() => near.name(undefined as never)).toThrow("'dcid' is a text, not undefined");
  expect(() => near.latest("a", 7 as never)).toThrow("'entity' is a text, not 7");
  expect(() => near.search({} as never)).toThrow("'text' is a text");
});

test("a variable in the place of the entity is refused, since nothing would be found", async () => {
  for (const one of [near, far as unknown as Commons]) {
    await expect(async () => await one.latest("geoId/06", "Count_Person")).rejects.toThrow(
      "latest takes a variable, then an entity: 'Count_Person' is a variable of 'geoId/06'",
    );
    await expect(async () => await one.series("geoId/06", "Count_Person")).rejects.toThrow(
      TypeError,
    );
    expect(await one.latest("geoId/06", "geoId/06")).toBeUndefined();
  }
});

test("names that the world lacks find nothing in any read, and explain says which and what is nearest", async () => {
  const query = "SELECT ?n WHERE { ?p typeOf State . ?p nmae ?n }";
  for (const one of [near, far as unknown as Commons]) {
    expect(await one.values("geoId/06", "nmae")).toEqual([]);
    expect(await one.sparql(query)).toEqual([]);
    const { reason, suggestions } = await one.explain({ sparql: { query } });
    expect(reason).toBe("no triple has the property 'nmae'");
    expect(suggestions).toContainEqual({ kind: "property", value: "name" });
  }
});

test("a name that a query selects and does not find is refused", async () => {
  for (const one of [near, far as unknown as Commons]) {
    await expect(
      async () => await one.sparql("SELECT ?nmae WHERE { ?p name ?name }"),
    ).rejects.toThrow(/Unrecognized name: nmae at \[1:8\]/);
  }
});

test("an endpoint asked by a text says that a request is an object", () => {
  expect(() => near.v2.sparql("SELECT ?a WHERE { ?a typeOf State }" as never)).toThrow(
    "v2.sparql: a request is an object by parameters, not a text",
  );
});
