import { describe, expect, test } from "vitest";
import { Names } from "../../../../src/load/rdf/linked-nodes.ts";
import { type JsonNode, parseJson } from "../../../../src/load/values/json-text.ts";

const nodeOf = (value: unknown): JsonNode => parseJson(JSON.stringify(value), "a.jsonld");

function namesOf(...contexts: readonly unknown[]): { names: Names; problems: string[] } {
  const names = new Names();
  const problems = contexts.flatMap((context) => names.addContext(nodeOf(context)));
  return { names, problems };
}

describe("a name without a context", () => {
  const { names } = namesOf();
  test.each([
    ["dcid:geoId/06", "geoId/06"],
    ["dcs:name", "name"],
    ["schema:name", "name"],
    ["https://datacommons.org/browser/geoId/06", "geoId/06"],
    ["http://datacommons.org/browser/geoId/06", "geoId/06"],
    ["https://schema.org/name", "name"],
    ["http://schema.org/name", "name"],
    ["https://elsewhere.example/name", "https://elsewhere.example/name"],
    ["other:name", "other:name"],
    ["name", "name"],
    [":name", ":name"],
    ["@id", "@id"],
    ["", ""],
  ])("%s is %s", (text, expected) => {
    expect(names.nameOf(text)).toBe(expected);
  });
});

describe("a name", () => {
  test("is a term, a term of a term, or a keyword by another name", () => {
    const { names, problems } = namesOf({
      label: "schema:name",
      called: "label",
      id: "@id",
      kind: { "@id": "@type" },
      place: { "@id": "dcid:containedInPlace", "@type": "@id" },
    });
    expect(problems).toEqual([]);
    expect(["label", "called", "id", "kind", "place"].map((one) => names.nameOf(one))).toEqual([
      "name",
      "name",
      "@id",
      "@type",
      "containedInPlace",
    ]);
  });

  test("loses the prefix of somebody else's, which is declared; an address stays whole", () => {
    const { names } = namesOf({ ex: "https://example.org/", http: "https://example.org/" });
    expect(names.nameOf("ex:a")).toBe("a");
    expect(names.nameOf("ex:a:b")).toBe("a:b");
    expect(names.nameOf("xe:a")).toBe("xe:a");
    expect(names.nameOf("http://a.example/b")).toBe("http://a.example/b");
    expect(names.nameOf("ex://a")).toBe("ex://a");
  });

  test("is of the vocabulary, which may have a prefix; texts with a colon are not", () => {
    const { names } = namesOf({ "@vocab": "dcid:" });
    expect(names.nameOf("name")).toBe("name");
    const far = namesOf({ "@vocab": "https://example.org/" }).names;
    expect(far.nameOf("name")).toBe("https://example.org/name");
    expect(far.nameOf("x:name")).toBe("x:name");
    expect(far.nameOf("@type")).toBe("@type");
    const own = namesOf({ "@vocab": "https://schema.org/", "@base": "https://example.org/" }).names;
    expect(own.nameOf("name")).toBe("name");
    expect(own.nameOf("@base")).toBe("@base");
  });

  test("that leads to itself, or through more than ten others, ends somewhere", () => {
    const { names } = namesOf({ a: "b", b: "a", c: "c:d" });
    expect(["a", "b"]).toContain(names.nameOf("a"));
    expect(names.nameOf("c")).toMatch(/^(?:c:)?d+/);
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`t${at}`, `t${at + 1}`]),
    );
    const long = namesOf({ ...chain, t12: "dcid:end" }).names;
    expect(long.nameOf("t3")).toBe("end");
    expect(long.nameOf("t2")).not.toBe("end");
  });
});

describe("a context", () => {
  test("may be a list; the last word counts", () => {
    const { names, problems } = namesOf([{ n: "dcid:one" }, { n: "dcid:two" }]);
    expect(problems).toEqual([]);
    expect(names.nameOf("n")).toBe("two");
  });

  test.each([
    [
      "https://example.org/context",
      ["the context https://example.org/context is elsewhere and is not read"],
    ],
    [
      ["a", { n: { "@type": "@id" } }],
      ["the context a is elsewhere and is not read", noId("n")],
    ],
    [{ n: 5, m: { "@id": 6 }, k: null, "@version": 1.1 }, [noId("n"), noId("m"), noId("k")]],
    [{ "@vocab": null, "@language": "en", "a@": "dcid:b" }, []],
    [null, []],
    [7, []],
  ])("%j says what is not read", (context, expected) => {
    expect(namesOf(context).problems).toEqual(expected);
  });

  test("has terms that end in @, and none that begin with it", () => {
    const { names } = namesOf({ "a@": "dcid:b", "@odd": "dcid:c" });
    expect(names.nameOf("a@")).toBe("b");
    expect(names.nameOf("@odd")).toBe("@odd");
  });
});

function noId(term: string): string {
  return `the term ${term} of the context has no @id`;
}
