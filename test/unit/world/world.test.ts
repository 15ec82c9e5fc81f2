import { describe, expect, test } from "vitest";
import { type FacetSource, noId } from "../../../src/load/statements/sink.ts";
import { unsetSource } from "../../../src/stats/facet-fields.ts";
import type { FacetEntry } from "../../../src/stats/facets.ts";
import { WorldBuilder } from "../../../src/world/world.ts";

const unset: FacetSource = {
  provenance: noId,
  ...unsetSource,
};

describe("WorldBuilder", () => {
  test("freezes empty", () => {
    const { world, ...counts } = new WorldBuilder().freeze();
    expect(counts).toEqual({
      repeatedObservations: 0,
      conflictingObservations: 0,
      conflicts: [],
      same: [],
      incompleteObservations: 0,
      incomplete: [],
    });
    expect(world.graph.dictionary.termCount).toBe(0);
    expect(world.graph.tripleCount).toBe(0);
    expect(world.observations.pointCount).toBe(0);
    expect(Object.isFrozen(world)).toBe(true);
  });

  test("gives one id to a text, whether it comes as a string or as bytes", () => {
    const sink = new WorldBuilder();
    const bytes = Buffer.from("<é>");
    expect(sink.nodeOf(bytes, 1, 3)).toBe(sink.node("é"));
    expect(sink.literalOf(bytes, 1, 3)).toBe(sink.literal("é"));
    expect(sink.dateOf(bytes, 1, 3)).toBe(sink.date("é"));
    expect(sink.node("other")).not.toBe(sink.node("é"));
  });

  test("keeps nodes that only observations know, and the texts of values as literals", () => {
    const sink = new WorldBuilder();
    const same = "1,234";
    sink.observation(sink.node(same), sink.node("e"), sink.facet(unset), sink.date(same), same);
    const { graph, observations } = sink.freeze().world;
    const variable = graph.dictionary.nodeOf(same)!;
    expect(graph.dictionary.literalOf(same)).toBe(2);
    expect(observations.seriesOfVariable(variable)).toEqual({ start: 0, end: 1 });
    expect(observations.valueOf(0)).toBe(same);
    expect(observations.dateOf(0)).toBe(same);
    expect(graph.out.rows(variable)).toEqual({ start: 0, end: 0 });
  });

  test("refuses to freeze again or to take more", () => {
    const sink = new WorldBuilder();
    sink.node("a");
    sink.freeze();
    expect(() => sink.node("b")).toThrow("frozen");
    expect(() => sink.freeze()).toThrow("frozen");
  });
});

describe("facet sources", () => {
  test("that are equal have one id, whatever the order of their fields", () => {
    const sink = new WorldBuilder();
    const source = { ...unset, importName: "I", unit: "U" };
    const reversed = Object.fromEntries(Object.entries(source).reverse()) as typeof source;
    expect(sink.facet(reversed)).toBe(sink.facet(source));
  });

  test("that differ have two, even when their values follow each other alike", () => {
    const sink = new WorldBuilder();
    const { importName: _importName, provenanceUrl: _provenanceUrl, ...rest } = unset;
    const one = sink.facet({ importName: "x", provenanceUrl: "y", ...rest });
    const other = sink.facet({ provenanceUrl: "x", importName: "y", ...rest });
    expect(other).not.toBe(one);
  });

  test("are taken as they are when they are given", () => {
    const sink = new WorldBuilder();
    const source = { ...unset, importName: "before" };
    sink.facet(source);
    source.importName = "after";
    expect(sink.freeze().world.observations.facets[0]!.importName).toBe("before");
  });

  test("hold hostile names", () => {
    const sink = new WorldBuilder();
    const names = ["__proto__", "constructor", "\ud800", ""];
    for (const importName of names) sink.facet({ ...unset, importName });
    const { facets } = sink.freeze().world.observations;
    expect(facets.map(({ importName }) => importName).sort()).toEqual([...names].sort());
  });
});

describe("import name and URL of a facet", () => {
  /** The facet of a source with a provenance node that may have a name, URLs and more. */
  function facetOf(
    provenance: string | undefined,
    given: Partial<FacetSource>,
    attributes: readonly (readonly [property: string, value: string])[] = [],
  ): FacetEntry {
    const sink = new WorldBuilder();
    for (const [property, value] of attributes) {
      sink.attribute(sink.node(provenance!), sink.node(property), sink.literal(value), noId);
    }
    const node = provenance === undefined ? noId : sink.node(provenance);
    sink.facet({ ...unset, ...given, provenance: node });
    return sink.freeze().world.observations.facets[0]!;
  }

  test.each<[string, FacetEntry, Partial<FacetEntry>]>([
    [
      "come from dc/base/<ImportName> and its url, whatever its name",
      facetOf("dc/base/HumanReadable", {}, [
        ["name", "Human Readable"],
        ["url", "https://a.example"],
      ]),
      {
        importName: "HumanReadable",
        provenanceUrl: "https://a.example",
        provenanceId: "dc/base/HumanReadable",
      },
    ],
    [
      "come from the name of another provenance",
      facetOf("dc/p/xyz", {}, [["name", "Custom Prov"]]),
      { importName: "Custom Prov", provenanceUrl: "", provenanceId: "dc/p/xyz" },
    ],
    [
      "are the name that was loaded first, as everywhere, and the URL that is first in byte order",
      facetOf("p", {}, [
        ["name", "Second in the alphabet"],
        ["name", "First in the alphabet"],
        ["url", "https://b.example"],
        ["url", "https://a.example"],
      ]),
      { importName: "Second in the alphabet", provenanceUrl: "https://a.example" },
    ],
    [
      "fall back to the last part of the dcid",
      facetOf("dc/p/xyz", {}),
      { importName: "xyz", provenanceUrl: "", provenanceId: "dc/p/xyz" },
    ],
    [
      "fall back to the whole dcid without a slash",
      facetOf("xyz", {}, [["name", ""]]),
      { importName: "xyz" },
    ],
    [
      "are as given where a name is given",
      facetOf("dc/base/Other", { importName: "Given" }, [["url", "https://a.example"]]),
      { importName: "Given", provenanceUrl: "", provenanceId: "dc/base/Other" },
    ],
    [
      "are as given where only a URL is given",
      facetOf("dc/base/Other", { provenanceUrl: "https://given.example" }),
      {
        importName: "",
        provenanceUrl: "https://given.example",
        provenanceId: "dc/base/Other",
      },
    ],
    [
      "imply a provenance where there is none",
      facetOf(undefined, { importName: "Given" }),
      { importName: "Given", provenanceId: "dc/base/Given" },
    ],
    [
      "may both be unset",
      facetOf(undefined, { unit: "USDollar" }),
      { importName: "", provenanceUrl: "", provenanceId: "", unit: "USDollar" },
    ],
  ])("%s", (_, facet, expected) => {
    expect(facet).toMatchObject(expected);
  });

  test("may be a node", () => {
    const sink = new WorldBuilder();
    const provenance = sink.node("p");
    sink.link(provenance, sink.node("url"), sink.node("https://node.example"), noId);
    sink.facet({ ...unset, provenance });
    const { facets } = sink.freeze().world.observations;
    expect(facets[0]!.provenanceUrl).toBe("https://node.example");
  });

  test("make facets with ids and scores, numbered in their order and frozen", () => {
    const sink = new WorldBuilder();
    for (const importName of ["WorldDevelopmentIndicators", "CanadaStatistics"]) {
      sink.facet({ ...unset, importName, observationPeriod: "P1Y" });
    }
    const { facets } = sink.freeze().world.observations;
    expect(facets.map(({ facetId, score, importName }) => [facetId, score, importName])).toEqual([
      ["4044864534", 100, "CanadaStatistics"],
      ["3981252704", 4, "WorldDevelopmentIndicators"],
    ]);
    expect(facets.every((facet) => Object.isFrozen(facet))).toBe(true);
  });
});
