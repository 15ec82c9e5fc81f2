import { describe, expect, test } from "vitest";
import { Catalog } from "../../../src/catalog/catalog.ts";
import { open } from "../../../src/index.ts";
import { facetId } from "../../../src/stats/facets.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";

const { catalog } = await open({
  "town.mcf": `Node: dcid:geo/1
typeOf: dcid:Town
name: "Áno Town"

Node: dcid:geo/2
typeOf: dcid:Town

Node: dcid:Count
typeOf: dcid:StatisticalVariable
name: "Number of people"
`,
  "obs.csv": `entity,variable,date,value,unit
geo/1,Count,2020,5,
geo/1,Count,2021,6,
geo/1,Income,2019,7,USDollar
geo/3,Count,2022,8,
`,
});

describe("a catalog", () => {
  test("has variables without a node", () => {
    expect(catalog.variables()).toMatchObject([
      {
        dcid: "Count",
        name: "Number of people",
        entityCount: 2,
        seriesCount: 2,
        observationCount: 3,
        firstDate: "2020",
        lastDate: "2022",
        entityTypes: ["Town"],
        units: [""],
      },
      { dcid: "Income", observationCount: 1, units: ["USDollar"] },
    ]);
    expect(catalog.variables()[1]).not.toHaveProperty("name");
  });

  test("names facets as answers do", () => {
    const facets = catalog.facets();
    expect(facets.map(({ unit, observationCount }) => [unit, observationCount])).toEqual([
      ["", 3],
      ["USDollar", 1],
    ]);
    for (const facet of facets) expect(facet.facetId).toBe(facetId(facet));
    expect(catalog.variables()[1]?.facetIds).toEqual([facets[1]?.facetId]);
    expect(catalog.facets({ search: "usdollar" })).toEqual(facets.slice(1));
  });

  test("counts triples of properties", () => {
    expect(catalog.properties()).toEqual([
      { dcid: "name", tripleCount: 2 },
      { dcid: "typeOf", tripleCount: 3 },
    ]);
  });

  test("tells how much of a type is covered", () => {
    expect(catalog.coverage("Count", "Town")).toMatchObject({
      entityCount: 1,
      nodeCount: 2,
      observationCount: 2,
    });
    const nothing = {
      entityCount: 0,
      seriesCount: 0,
      observationCount: 0,
      firstDate: "",
      lastDate: "",
    };
    expect(catalog.coverage("Count", "City")).toEqual({ ...nothing, nodeCount: 0 });
    expect(catalog.coverage("nobody", "Town")).toEqual({ ...nothing, nodeCount: 2 });
    expect(catalog.coverage("__proto__", "constructor")).toEqual({ ...nothing, nodeCount: 0 });
  });
});

describe("a search", () => {
  const dcids = (lines: readonly { dcid: string }[]) => lines.map(({ dcid }) => dcid);

  test("finds lines that hold every word in dcid or name, whatever the case", () => {
    expect(dcids(catalog.variables({ search: "PEOPLE number" }))).toEqual(["Count"]);
    const words = { search: "people income", meaning: false };
    expect(dcids(catalog.variables(words))).toEqual([]);
    expect(catalog.count("variables", words)).toBe(0);
    expect(dcids(catalog.entities({ search: "geo/ áno" }))).toEqual(["geo/1"]);
    expect(dcids(catalog.types({ search: " " }))).toEqual(["StatisticalVariable", "Town"]);
  });

  test("finds variables by what they mean, the best first, page by page", () => {
    const search = "how many inhabitants";
    expect(dcids(catalog.variables({ search }))[0]).toBe("Count");
    expect(catalog.variables({ search, meaning: false })).toEqual([]);
    const all = catalog.variables({ search });
    expect(catalog.count("variables", { search })).toBe(all.length);
    expect(catalog.variables({ search, offset: 1 })).toEqual(all.slice(1));
    expect(catalog.variables({ search, limit: 0 })).toEqual([]);
  });

  test("gives part of the lines", () => {
    expect(dcids(catalog.entities({ limit: 2 }))).toEqual(["Count", "geo/1"]);
    expect(dcids(catalog.entities({ offset: 2, limit: 1 }))).toEqual(["geo/2"]);
    expect(dcids(catalog.entities({ offset: 9 }))).toEqual([]);
    expect(dcids(catalog.entities({ type: "Town", limit: 1 }))).toEqual(["geo/1"]);
    expect(dcids(catalog.variables({ type: "Town", offset: 1 }))).toEqual(["Income"]);
    expect(catalog.facets({ limit: 0 })).toEqual([]);
  });

  test.each([{ limit: -1 }, { limit: 1.5 }, { offset: Number.NaN }])("refuses %o", (search) => {
    expect(() => catalog.variables(search)).toThrow(TypeError);
    expect(() => catalog.facets(search)).toThrow(/'(limit|offset)' is a whole number from 0 on/);
  });
});

describe("observations about several entities", () => {
  const triples: TripleRow[] = [
    ["USA", "typeOf", "Country"],
    ["CAN", "typeOf", "Country"],
    ["Air", "typeOf", "Way"],
    ...["from", "to", "by"].map((p): TripleRow => ["Migrants", "observationProperties", p]),
  ];
  const several = new Catalog(
    worldOf(triples, [
      ["Migrants", { by: "Air", from: "USA", to: "CAN" }, "2024", "7"],
      ["Migrants", { by: "Air", from: "USA", to: "MEX" }, "2024", "3"],
      ["Migrants", { by: "Sea", from: "USA", to: "MEX" }, "2023", "3"],
      ["People", "USA", "2020", "9"],
    ]),
  );

  test("count for each of them", () => {
    const counts = several.entities().map(({ dcid, variableCount }) => [dcid, variableCount]);
    expect(counts).toEqual([
      ["Air", 1],
      ["CAN", 1],
      ["MEX", 1],
      ["Sea", 1],
      ["USA", 2],
    ]);
    expect(several.types().map(({ dcid, observedCount }) => [dcid, observedCount])).toEqual([
      ["Country", 2],
      ["Way", 1],
    ]);
  });

  test("give their variable all entities and their types", () => {
    const [migrants, people] = several.variables();
    expect(migrants).toMatchObject({ entityCount: 5, entityTypes: ["Country", "Way"] });
    expect(people).toMatchObject({ entityCount: 1, entityTypes: ["Country"] });
    expect(several.variables({ type: "Country" })).toEqual([migrants, people]);
    expect(several.variables({ type: "Way" })).toEqual([migrants]);
    expect(several.coverage("Migrants", "Country")).toMatchObject({
      entityCount: 2,
      nodeCount: 2,
      seriesCount: 3,
    });
    expect(several.coverage("Migrants", "Way")).toMatchObject({ entityCount: 1, seriesCount: 2 });
  });
});
