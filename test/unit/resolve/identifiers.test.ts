import { describe, expect, test } from "vitest";
import { matchIdentifiers } from "../../../src/resolve/identifiers.ts";
import { worldOf } from "../../oracle/small-world.ts";

const world = worldOf(
  [
    ["country/USA", "wikidataId", "=Q30"],
    ["country/USA", "isoCode", "=US"],
    ["geoId/06", "wikidataId", "=Q99", "dc/base/A"],
    ["geoId/06", "wikidataId", "=Q99", "dc/base/B"],
    ["x/twin", "wikidataId", "=Q99"],
    ["geoId/06", "isoCode", "=US-CA"],
    ["geoId/06", "containedInPlace", "country/USA"],
    ["x/odd", "near", "Q30"],
    ["x/odd", "near", "=Q30"],
    ["x/odd", "near", "=\u{1F600}"],
    ["x/odd", "near", "=\uffff"],
    ["__proto__", "wikidataId", "=constructor"],
  ],
  [["Count_Person", "x/seen", "2020", "1"]],
);

const match = (texts: string[], input: string, output = "dcid") =>
  matchIdentifiers(world, texts, input, output);

describe("matchIdentifiers", () => {
  test("answers matched inputs only, once each and descending, nodes ascending", () => {
    expect(match(["Q30", "foo", "Q99", "Q30"], "wikidataId")).toEqual([
      { text: "Q99", values: ["geoId/06", "x/twin"] },
      { text: "Q30", values: ["country/USA"] },
    ]);
  });

  test("compares exactly", () => {
    expect(match(["q30", " Q30", "Q3", ""], "wikidataId")).toEqual([]);
  });

  test("matches references by dcid as well as literals", () => {
    expect(match(["country/USA"], "containedInPlace")).toEqual([
      { text: "country/USA", values: ["geoId/06"] },
    ]);
    expect(match(["Q30"], "near")).toEqual([{ text: "Q30", values: ["x/odd"] }]);
  });

  test("leads to any other property; without a value there is no match", () => {
    expect(match(["Q30", "Q99"], "wikidataId", "isoCode")).toEqual([
      { text: "Q99", values: ["US-CA"] },
      { text: "Q30", values: ["US"] },
    ]);
    expect(match(["Q30"], "wikidataId", "nutsCode")).toEqual([]);
    expect(match(["Q99"], "wikidataId", "containedInPlace")).toEqual([
      { text: "Q99", values: ["country/USA"] },
    ]);
  });

  test("orders values and inputs by bytes, not by UTF-16 units", () => {
    expect(match(["x/odd"], "dcid", "near")[0]?.values).toEqual(["Q30", "\uffff", "\u{1F600}"]);
    expect(match(["\uffff", "\u{1F600}"], "near").map(({ text }) => text)).toEqual([
      "\u{1F600}",
      "\uffff",
    ]);
  });

  test("dcid as input asks what exists: described or observed", () => {
    const asked = ["country/USA", "x/seen", "Count_Person", "Q30", "isoCode", "nowhere", "name"];
    expect(match(asked, "dcid").map(({ text }) => text)).toEqual([
      "x/seen",
      "country/USA",
      "Count_Person",
    ]);
    expect(match(["geoId/06"], "dcid", "isoCode")).toEqual([
      { text: "geoId/06", values: ["US-CA"] },
    ]);
  });

  test("takes odd texts for what they are", () => {
    expect(match(["constructor", "__proto__", "\ud800"], "wikidataId")).toEqual([
      { text: "constructor", values: ["__proto__"] },
    ]);
    expect(match(["x"], "__proto__")).toEqual([]);
    expect(match(["Q30"], "wikidataId", "constructor")).toEqual([]);
  });
});
