/** `catalog.search`: places, variables, types and all other nodes by words. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";

let commons: Commons;
beforeAll(async () => {
  const state = (dcid: string, name: string, more = "") =>
    `Node: dcid:${dcid}\ntypeOf: dcs:State\nname: "${name}"\n${more}`;
  commons = await open({
    "a.mcf": [
      state("geoId/06", "California", 'alternateName: "Golden State"\n'),
      state("geoId/48", "Texas"),
      state("x/Nowhere", "Nowhere"),
      'Node: dcid:Count_Person\ntypeOf: dcs:StatisticalVariable\nname: "Total population"\ndescription: "How many people live there"\n',
      'Node: dcid:Count_Farm\ntypeOf: dcs:StatisticalVariable\nname: "Farms"\n',
      'Node: dcid:dc/topic/Work\ntypeOf: dcs:Topic\nname: "Work"\n',
    ].join("\n"),
    "observations.csv": [
      "entity,variable,date,value",
      "geoId/06,Count_Person,2020,1",
      "geoId/48,Count_Person,2020,2",
      "geoId/06,Hours_of_Work,2020,3",
    ].join("\n"),
  });
});

const find = (text: string, more: object = {}) =>
  commons.catalog.search({ text, ...more }).lines.map(({ dcid }) => dcid);

describe("a search for everything", () => {
  test("finds places, variables, types and topics together", () => {
    expect(find("population of texas").sort()).toEqual(["Count_Person", "geoId/48"]);
    expect(find("State")[0]).toBe("State");
    expect(find("work")).toEqual(["dc/topic/Work", "Hours_of_Work"]);
  });

  test("finds by other names, descriptions and dcids, with slips", () => {
    expect(find("golden")).toEqual(["geoId/06"]);
    expect(find("live")).toEqual(["Count_Person"]);
    expect(find("hours")).toEqual(["Hours_of_Work"]);
    expect(find("californai")).toEqual(["geoId/06"]);
    expect(find("zzzz")).toEqual([]);
  });

  test("finds variables by what they mean, unless words alone are wanted", () => {
    expect(find("agriculture")[0]).toBe("Count_Farm");
    expect(find("agriculture", { meaning: false })).toEqual([]);
  });

  test("says what a node is and how much was observed of it", () => {
    expect(commons.catalog.search({ text: "california" }).lines).toEqual([
      { dcid: "geoId/06", name: "California", kind: "node", types: ["State"], observed: 2 },
    ]);
    expect(commons.catalog.search({ text: "Count_Person" }).lines[0]).toEqual({
      dcid: "Count_Person",
      name: "Total population",
      kind: "variable",
      types: [],
      observed: 2,
    });
  });

  test("takes a total population for the population, and what has data before what has none", async () => {
    const { catalog } = await open({
      "a.mcf": ["populationType", "populationZone"]
        .map((dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:Property\nname: "${dcid}"\n`)
        .concat('Node: dcid:Count_Aged\nname: "Population aged 5"\n')
        .concat('Node: dcid:Count_Person\nname: "Total population"\n')
        .join("\n"),
      "b.csv": "entity,variable,date,value\na,Count_Aged,2020,1\na,Count_Person,2020,1\n",
    });
    const { lines } = catalog.search({ text: "population" });
    expect(lines.map(({ dcid }) => dcid)).toEqual([
      "Count_Person",
      "Count_Aged",
      "populationType",
      "populationZone",
    ]);
  });

  test("keeps places or variables with observations, and a type", () => {
    expect(find("nowhere", { kind: "place" })).toEqual([]);
    expect(find("farms", { kind: "variable" })).toEqual([]);
    expect(find("work", { kind: "variable" })).toEqual(["Hours_of_Work"]);
    expect(find("population", { type: "State" })).toEqual(["Count_Person"]);
    expect(find("texas", { type: "County" })).toEqual([]);
  });

  test("without a text lists all variables, or all nodes of a type, the most observed first", () => {
    expect(find("", { kind: "variable" })).toEqual(["Count_Person", "Hours_of_Work"]);
    expect(find("", { type: "State" })).toEqual(["geoId/06", "geoId/48", "x/Nowhere"]);
    expect(find(" ")).toEqual([]);
  });

  test("counts what was searched, and reports how words were read", () => {
    const page = commons.catalog.search({ text: "texsa of farmz", kind: "variable", limit: 1 });
    expect(page).toMatchObject({ searched: 2, left: 0 });
    const all = commons.catalog.search({ text: "txeas quux" });
    expect(all.searched).toBe(commons.catalog.entities().length + 1);
    expect(all.words).toEqual([
      { asked: "txea", found: ["texa"], isSlip: true },
      { asked: "quux", found: [], isSlip: true },
    ]);
  });

  test("refuses a kind that is none", () => {
    expect(() => commons.catalog.search({ text: "a", kind: "town" })).toThrow(
      /kind.*variable.*place/,
    );
  });
});
