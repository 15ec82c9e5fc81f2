import { describe, expect, test } from "vitest";
import { world } from "../../../src/testing.ts";

const california = () =>
  world()
    .place("geoId/06", "California", "State", "country/USA")
    .series("Count_Person", "geoId/06", { 2022: 39_029_342, 2023: 38_965_193 });

describe("a world that a test writes", () => {
  test("answers names, types and places", async () => {
    const commons = await california().open();
    expect(commons.v2.node({ nodes: ["geoId/06"], property: "->[name, typeOf]" })).toStrictEqual({
      data: {
        "geoId/06": {
          arcs: {
            name: { nodes: [{ value: "California" }] },
            typeOf: { nodes: [{ dcid: "State", types: ["Thing"] }] },
          },
        },
      },
    });
  });

  test("answers observations of several dates and facets", async () => {
    const commons = await california()
      .series("Count_Person", "geoId/06", { 2023: 39e6 }, { importName: "Other", unit: "People" })
      .open();
    const { byVariable, facets } = commons.v2.observation({
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
      select: ["variable", "entity", "date", "value"],
    });
    const series = byVariable!["Count_Person"]!.byEntity!["geoId/06"]!.orderedFacets!;
    expect(series.map(({ observations }) => observations)).toEqual([
      [
        { date: "2022", value: 39_029_342 },
        { date: "2023", value: 38_965_193 },
      ],
      [{ date: "2023", value: 39_000_000 }],
    ]);
    expect(Object.values(facets!)).toContainEqual({ importName: "Other", unit: "People" });
  });

  test("takes texts, numbers, flags and nodes as values", async () => {
    const commons = await world()
      .node("x", { note: 'a "quoted", long\ntext', area: 7, open: true, near: { dcid: "y" } })
      .open();
    const { arcs } = commons.v2.node({ nodes: ["x"], property: "->*" }).data!["x"]!;
    expect(arcs).toMatchObject({
      note: { nodes: [{ value: 'a "quoted", long\ntext' }] },
      area: { nodes: [{ value: "7" }] },
      open: { nodes: [{ value: "true" }] },
      near: { nodes: [{ dcid: "y" }] },
    });
  });

  test("takes several values, and a dcid that is a member of every object", async () => {
    const commons = await world()
      .node("__proto__", { name: ["A", "B"] })
      .open();
    const { data } = commons.v2.node({ nodes: ["__proto__"], property: "->name" });
    expect(Object.hasOwn(data!, "__proto__")).toBe(true);
    const { arcs } = Object.entries(data!)[0]![1];
    expect(arcs!["name"]!.nodes!.map(({ value }) => value)).toEqual(["A", "B"]);
  });

  test("holds what is added: files, a Commons, another world", async () => {
    const first = await california().open();
    const commons = await world()
      .add(first)
      .add({ "a.mcf": "Node: dcid:a\ntypeOf: dcs:City\n" })
      .add(new File(["Node: dcid:b\ntypeOf: dcs:City\n"], "a.mcf"))
      .add(world().place("c", "C", "City").add({ "a.mcf": "Node: dcid:d\ntypeOf: dcs:City\n" }))
      .place("e", "E", "City")
      .open();
    expect(commons.info.observationCount).toBe(2);
    for (const dcid of ["geoId/06", "a", "b", "c", "d", "e"]) {
      expect(commons.engine.graph.dictionary.nodeOf(dcid)).toBeDefined();
    }
  });

  test("adds a snapshot", async () => {
    const chunks: Uint8Array[] = [];
    await (await california().open()).save(
      new WritableStream({ write: (chunk: Uint8Array) => void chunks.push(chunk) }),
    );
    const bytes = Buffer.concat(chunks);
    for (const snapshot of [bytes, new Blob([bytes])]) {
      expect((await world().add(snapshot).open()).info.observationCount).toBe(2);
    }
  });

  test("may be empty", async () => {
    const commons = await world().open();
    expect(commons.info.observationCount).toBe(0);
    expect(commons.v2.node({ nodes: ["x"], property: "->" })).toEqual({ data: { x: {} } });
  });

  test("refuses a node without a dcid, and other mistakes, where they are made", () => {
    expect(() => world().node("", {})).toThrow("a node needs a dcid");
    expect(() => world().node("x", { "": "y" })).toThrow("an arc of 'x' needs a property");
    expect(() => world().series("", "x", {})).toThrow("a series needs a variable");
    expect(() => world().series("v", "", {})).toThrow("a series of 'v' needs an entity");
  });
});
