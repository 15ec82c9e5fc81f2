import { describe, expect, test } from "vitest";
import { noId } from "../../../../src/load/statements/sink.ts";
import type { Graph } from "../../../../src/store/graph/graph.ts";
import { graphColumns } from "../../../../src/store/graph-columns.ts";
import { noTerm } from "../../../../src/store/texts/dictionary.ts";
import { WorldBuilder } from "../../../../src/world/world.ts";

/** Mountain View in Santa Clara County; one type from two provenances, one name that is a node. */
function smallGraph(): Graph {
  const sink = new WorldBuilder();
  const [city, county, typeOf, within, name] = [
    "geoId/0649670",
    "geoId/06085",
    "typeOf",
    "containedInPlace",
    "name",
  ].map((dcid) => sink.node(dcid)) as [number, number, number, number, number];
  const [one, other] = [sink.node("dc/base/One"), sink.node("dc/base/Other")];
  sink.link(city, typeOf, sink.node("City"), other);
  sink.link(city, typeOf, sink.node("City"), one);
  sink.link(city, typeOf, sink.node("AdministrativeArea"), one);
  sink.link(city, within, county, one);
  sink.link(city, name, county, noId);
  sink.attribute(city, name, sink.literal("Mountain View"), one);
  sink.attribute(city, name, sink.literal("Ciudad"), one);
  sink.attribute(county, sink.node("note"), sink.literal("Mountain View"), one);
  return sink.freeze().world.graph;
}

describe("Graph", () => {
  const graph = smallGraph();
  const { dictionary } = graph;
  const node = (dcid: string) => dictionary.nodeOf(dcid)!;
  const predicate = (dcid: string) => graph.predicateOf(dcid)!;
  const city = node("geoId/0649670");

  test("numbers predicates by byte order and knows which nodes are none", () => {
    const dcids = ["containedInPlace", "name", "note", "typeOf"];
    expect(dcids.map(predicate)).toEqual([0, 1, 2, 3]);
    expect(graph.predicateOf("City")).toBeUndefined();
    expect(graph.predicateOf("zzz")).toBeUndefined();
    expect(graph.predicateOf("")).toBeUndefined();
  });

  test("knows the dcids of predicates and provenances, and knows them again", () => {
    const dcids = ["containedInPlace", "name", "note", "typeOf"];
    for (const _ of "..") {
      expect(dcids.map((_dcid, at) => graph.predicateDcid(at))).toEqual(dcids);
      expect([0, 1, 2].map((at) => graph.provenanceDcid(at))).toEqual([
        undefined,
        "dc/base/One",
        "dc/base/Other",
      ]);
    }
  });

  test("finds the name that was loaded first, and only a literal", () => {
    expect(dictionary.textOf(graph.nameOf(city))).toBe("Mountain View");
    expect(graph.nameOf(node("geoId/06085"))).toBe(noTerm);
  });

  test("lists types once for each provenance", () => {
    const { start, end } = graph.typeRows(city);
    const types = Array.from(graph.out.terms.subarray(start, end), (id) => dictionary.textOf(id));
    expect(types).toEqual(["AdministrativeArea", "City", "City"]);
    const none = graph.typeRows(node("City"));
    expect(none.end - none.start).toBe(0);
  });

  test("has a triple whatever its provenance, and not its reverse", () => {
    const county = node("geoId/06085");
    expect(graph.has(city, predicate("containedInPlace"), county)).toBe(true);
    expect(graph.has(county, predicate("containedInPlace"), city)).toBe(false);
    expect(graph.has(city, predicate("typeOf"), node("City"))).toBe(true);
    expect(graph.has(city, predicate("typeOf"), county)).toBe(false);
    expect(graph.has(city, predicate("name"), dictionary.literalOf("Ciudad")!)).toBe(true);
  });

  test("gives a literal's arcs in from every subject that has it", () => {
    const { start, end } = graph.in.rows(dictionary.literalOf("Mountain View")!);
    const subjects = Array.from(graph.in.terms.subarray(start, end), (id) => dictionary.textOf(id));
    expect(subjects).toEqual(["geoId/0649670", "geoId/06085"]);
  });

  test("knows the rows of a predicate, and makes their list once", () => {
    const graph = smallGraph();
    const { out } = graph;
    for (const one of ["containedInPlace", "name", "note", "typeOf"].map(predicate)) {
      const rows = [...out.predicates.keys()].filter((row) => out.predicates[row] === one);
      expect([...graph.rowsOfPredicate(one)]).toEqual(rows);
      expect(graph.rowsOfPredicate(one)).toBe(graph.rowsOfPredicate(one));
      const { start, end } = graph.rowsByPredicate(one);
      expect(rows.map((_, at) => graph.rowByPredicate(start + at))).toEqual(rows);
      expect(end - start).toBe(rows.length);
    }
  });

  test("gives the values of a node as an array, outwards unless inwards is asked for", () => {
    const county = node("geoId/06085");
    const within = predicate("containedInPlace");
    expect(graph.valuesOf(city, within)).toEqual([county]);
    expect(graph.valuesOf(county, within)).toEqual([]);
    expect(graph.valuesOf(county, within, "in")).toEqual([city]);
    expect(graph.predicatesOf(city, "out")).toEqual(
      ["containedInPlace", "name", "typeOf"].map(predicate),
    );
  });

  test("has a column with the set of types of each node", () => {
    const sets = Array.from({ length: dictionary.nodeCount }, (_, id) => graph.typeSetOf(id));
    expect([...graph.typeSets]).toEqual(sets);
    expect(sets.filter((set) => set > 0)).toHaveLength(1);
  });

  test("counts triples and subjects", () => {
    const graph = smallGraph();
    expect(graph.tripleCount).toBe(8);
    expect(graph.subjectCount).toBe(2);
    let bytes = 0;
    for (const { name, kind } of graphColumns) {
      if (kind === undefined) bytes += graph.source.column(name).byteLength;
    }
    expect(graph.byteLength).toBe(bytes);
    expect(bytes).toBeGreaterThan(graph.out.byteLength + graph.in.byteLength);
  });

  test("has no types at all where nothing is typed", () => {
    const sink = new WorldBuilder();
    sink.link(sink.node("a"), sink.node("p"), sink.node("b"), noId);
    expect(sink.freeze().world.graph.typeRows(0)).toEqual({ start: 0, end: 0 });
  });
});
