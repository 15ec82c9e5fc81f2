/** What is asked about a node to find out which place it is, and what comes of the answers. */
import { describe, expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { PlaceIdentities, saysWhichPlace } from "../../../../src/load/nodes/place-identity.ts";
import type { NodeBlock, PropertyValue } from "../../../../src/load/values/mcf-value.ts";
import { FindingTexts } from "../finding-texts.ts";

type Said = readonly (readonly [property: string, text: string, kind?: PropertyValue["kind"]])[];
type Answers = Readonly<Record<string, readonly string[]>>;

const blockOf = (said: Said): NodeBlock => ({
  name: "X",
  line: 1,
  values: said.map(([property, text, kind = "text"], at) => {
    return { property, kind, text, line: at + 2 };
  }),
});

/** The dcid of each node in turn, the questions that were asked, and what was reported. */
function identify(answers: Answers | undefined, ...nodes: readonly Said[]) {
  const asked: string[] = [];
  const resolve = ({ property, type, text }: { property: string; type: string; text: string }) => {
    const question = [property, ...(type === "" ? [] : [type]), text].join(" ");
    asked.push(question);
    return answers?.[question] ?? [];
  };
  const log = new FindingTexts();
  const source = { log: new FileLog(log, "f"), provenance: 0, prefixes: new Set<string>() };
  const places = new PlaceIdentities(answers && { resolve });
  const dcids = nodes.map((said) => places.dcidOf(blockOf(said), source));
  return { dcids, asked, told: log.texts };
}

describe("identifiers", () => {
  test("are asked for in the order of the tool, each as such and as the dcid that it makes", () => {
    const node: Said = [
      ["wikidataId", "Q1"],
      ["name", "N"],
      ["geoId", "06", "number"],
    ];
    expect(identify({ "wikidataId Q1": ["a"] }, node)).toEqual({
      dcids: ["a"],
      asked: ["geoId 06", "dcid geoId/06", "wikidataId Q1"],
      told: [
        "warning Resolution_UnresolvedExternalId_geoId f:4 no loaded node has the geoId '06'; the place is loaded as 'a'",
      ],
    });
    expect(
      identify({ "dcid geoId/06": ["geoId/06"], "wikidataId Q1": ["geoId/06"] }, node),
    ).toEqual({
      dcids: ["geoId/06"],
      asked: ["geoId 06", "dcid geoId/06", "wikidataId Q1"],
      told: [],
    });
  });

  test("that nothing has name the place by the first", () => {
    const node: Said = [
      ["isoCode", "XX"],
      ["unDataCode", "7"],
    ];
    const unresolved = (property: string, text: string, line: number) =>
      `warning Resolution_UnresolvedExternalId_${property} f:${line} no loaded node has the ${property} '${text}'; the place is loaded as 'unDataCode/7'`;
    const told = [unresolved("unDataCode", "7", 3), unresolved("isoCode", "XX", 2)];
    const asked = ["unDataCode 7", "dcid unDataCode/7", "isoCode XX", "dcid iso/XX"];
    expect(identify({}, node)).toEqual({ dcids: ["unDataCode/7"], asked, told });
    expect(identify(undefined, node)).toEqual({ dcids: ["unDataCode/7"], asked: [], told });
  });

  test("of several places make it none of them, whatever their order", () => {
    const answers = { "isoCode FR": ["a"], "wikidataId Q1": ["b"], "wikidataId Q2": ["a"] };
    const [iso, wiki]: Said = [
      ["isoCode", "FR"],
      ["wikidataId", "Q1"],
    ];
    const diverging = "isoCode 'FR' is 'a' and wikidataId 'Q1' is 'b': node 'X' is neither";
    for (const node of [
      [iso!, wiki!],
      [wiki!, iso!],
    ]) {
      expect(identify(answers, node)).toEqual({
        dcids: [undefined],
        asked: ["isoCode FR", "wikidataId Q1"],
        told: [`error Resolution_DivergingDcidsForExternalIds_isoCode_wikidataId f:1 ${diverging}`],
      });
    }
    expect(identify(answers, [iso!, ["wikidataId", "Q2"]]).dcids).toEqual(["a"]);
    const twice: Said = [
      ["unDataCode", "7"],
      ["isoCode", "FR"],
    ];
    expect(identify({ "isoCode FR": ["a"], "unDataCode 7": ["b"] }, twice).told).toEqual([
      "error Resolution_DivergingDcidsForExternalIds_isoCode_unDataCode f:1 isoCode 'FR' is 'a' and unDataCode '7' is 'b': node 'X' is neither",
    ]);
  });

  test("that are long make no dcid", () => {
    const node = (length: number): Said => [["isoCode", "x".repeat(length - "iso/".length)]];
    expect(identify(undefined, node(256)).dcids[0]).toHaveLength(256);
    expect(identify(undefined, node(257))).toEqual({
      dcids: [undefined],
      asked: [],
      told: [
        "error Sanity_VeryLongDcid f:1 the dcid of node 'X' would have 257 characters; at most 256 are allowed",
      ],
    });
  });

  test.each<[kind: PropertyValue["kind"], text: string]>([
    ["text", ""],
    ["reference", "FR"],
    ["local", "FR"],
    ["complex", "[x]"],
  ])("are texts and numbers: none of the kind %s is %j", (kind, text) => {
    expect(identify({}, [["isoCode", text, kind]])).toEqual({
      dcids: [undefined],
      asked: [],
      told: [],
    });
  });
});

describe("a coordinate", () => {
  const at = (latitude: string, longitude: string, ...more: Said): Said => [
    ["latitude", latitude],
    ["longitude", longitude, "number"],
    ...more,
  ];
  const name = ["name", "N"] as const;

  test.each<[latitude: string, longitude: string, question: string]>([
    ["37.40", "-122.10", "37.4#-122.1"],
    ["1e1", "2f", "10#2"],
    ["0", "0D", "0#0"],
  ])("of %s and %s is asked for as %s", (latitude, longitude, question) => {
    const node = at(latitude, longitude, name);
    expect(identify({ [`geoCoordinate ${question}`]: ["a"] }, node)).toEqual({
      dcids: ["a"],
      asked: [`geoCoordinate ${question}`],
      told: [],
    });
  });

  test("where nothing is leaves the name", () => {
    expect(identify({ "description N": ["b"] }, at("1", "2", name))).toEqual({
      dcids: ["b"],
      asked: ["geoCoordinate 1#2", "description N"],
      told: [],
    });
    expect(identify({}, at("1", "2")).dcids).toEqual([undefined]);
  });

  test.each<[what: string, node: Said]>([
    ["a longitude is missing", [["latitude", "1"], name]],
    ["a latitude is missing", [["longitude", "1"], name]],
    ["one is no number", at("north", "2", name)],
    ["one is empty", at("", "2", name)],
    ["one is no number that is finite", at("1", "1e999", name)],
  ])("is none where %s", (_, node) => {
    expect(identify({}, node).asked).toEqual(["description N"]);
  });
});

describe("a name", () => {
  test.each<[types: readonly string[], type: string]>([
    [["City"], "City "],
    [["Place"], ""],
    [["Song", "County"], "County "],
    [["Song"], ""],
    [["Place", "City"], ""],
    [[], ""],
  ])("of a node of types %j is looked for among those of %j", (types, type) => {
    const node: Said = [
      ["about", "City"],
      ...types.map((text) => ["typeOf", text, "reference"] as const),
      ["name", "N"],
    ];
    expect(identify({}, node).asked).toEqual([`description ${type}N`]);
  });

  test("of several places is the first, which is reported, and each is asked for once", () => {
    const answers = { "description N": ["a", "b", "c"], "description M": ["d", "e"] };
    const node = (text: string): Said => [["name", text]];
    expect(identify(answers, node("N"), node("M"), node("N"))).toEqual({
      dcids: ["a", "d", "a"],
      asked: ["description N", "description M"],
      told: [
        "info Resolution_SeveralEntities f:1 'N' may be 'a' or 'b'; the first is taken",
        "info Resolution_SeveralEntities f:1 'M' may be 'd' or 'e'; the first is taken",
        "info Resolution_SeveralEntities f:1 'N' may be 'a' or 'b'; the first is taken",
      ],
    });
  });

  test("that is no text or is missing says nothing", () => {
    for (const node of [[["name", "N", "reference"]], [["name", ""]], []] as Said[]) {
      expect(identify({}, node)).toEqual({ dcids: [undefined], asked: [], told: [] });
    }
  });
});

test.each<[properties: readonly string[], says: boolean]>([
  [["name"], true],
  [["typeOf", "geoId"], true],
  [["latitude", "longitude"], true],
  [["latitude", "population"], false],
  [["longitude"], false],
  [["typeOf"], false],
  [[], false],
])("a node with the properties %j can be looked up: %s", (properties, says) => {
  expect(saysWhichPlace(new Set(properties))).toBe(says);
});
