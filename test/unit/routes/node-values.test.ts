/** Properties of nodes, read for routes. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import {
  arcsOf,
  descendants,
  entriesOf,
  firstTexts,
  textsOf,
} from "../../../src/routes/node-values.ts";

const graph = `Node: dcid:all
typeOf: dcs:Country

Node: dcid:a
typeOf: dcs:State
name: "A"
alias: "a", "b"
containedInPlace: dcid:all

Node: dcid:b
typeOf: dcs:County
name: "B"
containedInPlace: dcid:a, dcid:all

Node: dcid:c
typeOf: dcs:Town, dcs:County
containedInPlace: dcid:b

Node: dcid:lost
typeOf: dcs:Town
`;
let commons: Commons;
beforeAll(async () => {
  commons = await open({ "a.mcf": graph });
});

describe("places inside of a place", () => {
  test.each([
    ["all", "County", ["b", "c"]],
    ["all", "[State]", ["a"]],
    ["all", "[State,Town]", ["a", "c"]],
    ["all", "[ State , Town ]", ["a", "c"]],
    ["all", " Town ", ["c"]],
    ["all", "[State,Nothing]", ["a"]],
    ["all", "Nothing", []],
    ["all", "[State", []],
    ["a", "Town", ["c"]],
    ["c", "Town", []],
    ["nowhere", "Town", []],
    ["Town", "Town", ["c", "lost"]],
    ["Nothing", "Nothing", []],
  ])("%s of type %s", (place, type, dcids) => {
    expect(descendants(commons, place, type)).toEqual(dcids);
  });

  test("are none in a world where nothing lies in anything", async () => {
    const flat = await open({ "a.mcf": "Node: dcid:all\ntypeOf: dcs:Country\n" });
    expect(descendants(flat, "all", "Country")).toEqual([]);
  });
});

test("a property's first text is empty where there is none", () => {
  const texts = firstTexts(commons, ["a", "c", "nowhere", "a"], "alias");
  expect([...texts]).toEqual([
    ["a", "a"],
    ["c", ""],
    ["nowhere", ""],
  ]);
  expect(firstTexts(commons, ["a"]).get("a")).toBe("A");
});

test("entries are those of the arrow, of the property and within the filter", () => {
  const dcids = (arrow: "->" | "<-", filter?: string) =>
    [...entriesOf(commons, ["all", "b"], arrow, "containedInPlace", filter)].map(
      ([dcid, entries]) => [dcid, textsOf(entries)],
    );
  expect(dcids("->")).toEqual([
    ["all", []],
    ["b", ["a", "all"]],
  ]);
  expect(dcids("<-")).toEqual([
    ["all", ["a", "b"]],
    ["b", ["c"]],
  ]);
  expect(dcids("<-", "{typeOf:State}")).toEqual([
    ["all", ["a"]],
    ["b", []],
  ]);
  expect(textsOf()).toEqual([]);
  expect(textsOf([{ dcid: "a" }, { value: "b" }, { value: "b" }, { dcid: "a" }, {}])).toEqual([
    "a",
    "b",
  ]);
});

test("values of more than a page are all there, in order, by property", async () => {
  const members = Array.from({ length: 1300 }, (_, at) => `m${1000 + at}`);
  const lines = members.map((dcid) => `Node: dcid:${dcid}\nof: dcid:top\nin: dcid:top\n`);
  const large = await open({ "a.mcf": lines.join("\n") });
  const arcs = arcsOf(large, ["top"], "<-[of, in]").get("top");
  expect([...(arcs ?? [])].map(([property, entries]) => [property, textsOf(entries)])).toEqual([
    ["in", members],
    ["of", members],
  ]);
  expect(arcsOf(large, [], "<-[of, in]").size).toBe(0);
});
