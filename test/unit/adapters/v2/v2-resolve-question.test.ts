import { describe, expect, test } from "vitest";
import { readResolveQuestion } from "../../../../src/adapters/v2/v2-resolve.ts";

const unset = { nodes: [], property: "", resolver: "", target: "", expandTopics: false };
const read = (request: Partial<typeof unset>) => readResolveQuestion({ ...unset, ...request });

function refusal(request: Partial<typeof unset>): string {
  try {
    read(request);
  } catch (error) {
    expect(error).toMatchObject({ code: "REQUEST" });
    return (error as Error).message;
  }
  throw new Error("was not refused");
}

describe("readResolveQuestion", () => {
  test("defaults to places by name", () => {
    expect(read({})).toEqual({ kind: "name", input: "description", output: "dcid", types: [] });
    expect(read({ resolver: "place", target: "base_only" })).toEqual(read({}));
    expect(read({ target: "custom_only" })).toEqual(read({ target: "base_and_custom" }));
  });

  test.each([
    ["<-description->dcid", "name", "description", "dcid", []],
    ["<-description{typeOf:City}->dcid", "name", "description", "dcid", ["City"]],
    [
      "<- description { typeOf: [City, Town, City] } -> dcid",
      "name",
      "description",
      "dcid",
      ["City", "Town"],
    ],
    ["<-[description{typeOf:City}]->dcid", "name", "description", "dcid", ["City"]],
    ["<-geoCoordinate->dcid", "coordinate", "geoCoordinate", "dcid", []],
    ["<-geoCoordinates{typeOf:City}->dcid", "coordinate", "geoCoordinates", "dcid", ["City"]],
    ["<-wikidataId->dcid", "identifier", "wikidataId", "dcid", []],
    ["<-wikidataId{typeOf:City}->isoCode", "identifier", "wikidataId", "isoCode", ["City"]],
    ["<-dcid->dcid", "identifier", "dcid", "dcid", []],
    ["<-__proto__->constructor", "identifier", "__proto__", "constructor", []],
    ["<-*->dcid", "identifier", "*", "dcid", []],
  ] as const)("reads %s", (property, kind, input, output, types) => {
    expect(read({ property })).toEqual({ kind, input, output, types });
  });

  test("asks for indicators when told to", () => {
    expect(read({ resolver: "indicator" })).toMatchObject({ kind: "indicator", types: [] });
    const property = "<-description{typeOf:Topic}->dcid";
    expect(read({ resolver: "indicator", property })).toMatchObject({ types: ["Topic"] });
  });

  const prefix = "Invalid inputs in request. Invalid 'property' expression: ";
  const twoParts = "must define exactly two parts (incoming and outgoing arcs). Found";
  test.each([
    ["<-description", `${twoParts} 1 parts`],
    ["<-description->dcid->name", `${twoParts} 3 parts`],
    [" ", `${twoParts} 0 parts`],
    ["->description->dcid", "must start with an incoming arc and end with an outgoing arc"],
    ["<-description<-dcid", "must start with an incoming arc and end with an outgoing arc"],
    ["<-[]->dcid", "input property must be provided"],
    ["<-[name, url]->dcid", "input property must be provided"],
    ["<-name->[]", "output property must be provided"],
    ["<-name->[dcid, name]", "output property must be provided"],
    ["<-description{typeOf:City, name:X}->dcid", "only 'typeOf' filter is supported"],
    ["<-description{name:X}->dcid", "invalid filter key 'name'. Only 'typeOf' filter is supported"],
    [
      "<-description->name",
      "given input property 'description', output property can only be 'dcid'",
    ],
    [
      "<-geoCoordinate->name",
      "given input property 'geoCoordinate', output property can only be 'dcid'",
    ],
    [
      "description->dcid",
      "rpc error: code = InvalidArgument desc = invalid expression string: description->dcid, expected alternating arrows and properties (e.g., ->name)",
    ],
    [
      "<-description{typeOf}->dcid",
      "rpc error: code = InvalidArgument desc = invalid filter string: {typeOf}, filter must start with a key:value pair (e.g., {typeOf:City})",
    ],
  ])("refuses %j", (property, reason) => {
    expect(refusal({ property })).toBe(prefix + reason);
  });

  test("refuses other properties for indicators", () => {
    const resolver = "indicator";
    expect(refusal({ resolver, property: "<-name->dcid" })).toBe(
      `${prefix}indicator resolution only supports 'description' as input property`,
    );
    expect(refusal({ resolver, property: "<-description->name" })).toBe(
      `${prefix}indicator resolution only supports 'dcid' as output property`,
    );
  });

  test("names every wrong parameter, in order", () => {
    const target =
      "Invalid 'target': valid values are 'custom_only', 'base_only', 'base_and_custom'";
    const resolver = "Invalid 'resolver': valid values are 'indicator', 'place', 'topic'";
    const property = `Invalid 'property' expression: ${twoParts} 1 parts`;
    expect(refusal({ target: "x", resolver: "Place", property: "->dcid" })).toBe(
      `Invalid inputs in request. ${target}. ${resolver}. ${property}`,
    );
    expect(refusal({ target: "x" })).toBe(`Invalid inputs in request. ${target}`);
    expect(refusal({ resolver: "__proto__" })).toBe(`Invalid inputs in request. ${resolver}`);
  });

  test("looks for topics as for indicators, of no other type", () => {
    const topics = { kind: "indicator", input: "description", output: "dcid", types: ["Topic"] };
    expect(read({ resolver: "topic" })).toEqual(topics);
    const property = "<-description{typeOf:[Topic, StatisticalVariable]}->dcid";
    expect(read({ resolver: "topic", property })).toEqual(topics);
    const variables = "<-description{typeOf:StatisticalVariable}->dcid";
    expect(read({ resolver: "topic", property: variables }).types).toEqual([""]);
    expect(refusal({ resolver: "topic", property: "<-name->dcid" })).toContain("'description'");
  });
});
