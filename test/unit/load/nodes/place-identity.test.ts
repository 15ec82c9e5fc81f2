/** Which place a node without a dcid is. */
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../../src/disk/disk-tree.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { load } from "../../../../src/load/load.ts";
import { resolverOver } from "../../../../src/resolve/resolver-over.ts";
import { loadMcfText, loadTexts, type Texts, withFolder } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

const square = (x: number, y: number): string =>
  JSON.stringify({
    type: "Polygon",
    coordinates: [
      [
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
        [x, y],
      ],
    ],
  }).replaceAll('"', '\\"');

const known = `Node: dcid:country/FRA
typeOf: Country
name: "France"
isoCode: FR
geoJsonCoordinates: "${square(2, 48)}"

Node: dcid:wikidataId/Q90
typeOf: City
name: "Paris"
wikidataId: "Q90"
nutsCode: FR101

Node: dcid:geoId/4855752
typeOf: City
name: "Paris"
geoId: 4855752

Node: dcid:geoId/48
typeOf: State
name: "Texas"
`;

/** Loads the node `X` with a resolver: `tag` stands at the dcid that it got. */
async function identify(node: string, texts: Texts = {}) {
  const block = `Node: X\n${node}\ntag: yes\n`;
  return await withFolder({ "known.mcf": known, ...texts, "x.mcf": block }, async (folder) => {
    const sink = new RecordingSink();
    const log = new DiagnosticLog();
    const { diagnostics } = await load(onDisk(folder), sink, {}, log, undefined, resolverOver);
    return {
      dcids: sink.triples.filter(({ predicate }) => predicate === "tag").map((row) => row.subject),
      counters: diagnostics.counters.map(({ level, counter }) => `${level} ${counter}`),
    };
  });
}

const failed = (type: string): string => `error Resolution_DcidAssignmentFailure_${type}`;

describe("by identifiers", () => {
  test.each([
    ["typeOf: Country\nisoCode: FR", "country/FRA"],
    ['typeOf: dcs:Place\nwikidataId: "Q90"', "wikidataId/Q90"],
    ["typeOf: City\nnutsCode: FR101\nwikidataId: Q90", "wikidataId/Q90"],
    ["typeOf: City\ngeoId: 4855752\nname: Berlin", "geoId/4855752"],
    // Texas has no geoId here, but is named by one.
    ["typeOf: Place\ngeoId: 48", "geoId/48"],
  ])("%j is %s", async (node, dcid) => {
    expect(await identify(node)).toEqual({ dcids: [dcid], counters: [] });
  });

  test("that differ, which is neither", async () => {
    expect(await identify("typeOf: Place\nwikidataId: Q90\nisoCode: FR")).toEqual({
      dcids: [],
      counters: [
        "error Resolution_DivergingDcidsForExternalIds_isoCode_wikidataId",
        failed("Place"),
      ],
    });
  });

  test.each([
    ["isoCode: XX\nwikidataId: Q0", "iso/XX", ["isoCode", "wikidataId"]],
    ["wikidataId: Q0\ngeoId: 99", "geoId/99", ["geoId", "wikidataId"]],
    ["nutsCode: XX1", "nuts/XX1", ["nutsCode"]],
    ["countryAlpha3Code: ABC", "country/ABC", ["countryAlpha3Code"]],
    ["lgdCode: 7", "lgdCode/7", ["lgdCode"]],
    ['isoCode: "__proto__"', "iso/__proto__", ["isoCode"]],
    ['isoCode: "\u{10000}"', "iso/\u{10000}", ["isoCode"]],
    // One that is found is enough.
    ["isoCode: FR\nlgdCode: 7", "country/FRA", ["lgdCode"]],
  ])("that nothing has: %j is %s", async (ids, dcid, unknown) => {
    expect(await identify(`typeOf: Place\n${ids}\nname: Paris`)).toEqual({
      dcids: [dcid],
      counters: unknown.map((property) => `warning Resolution_UnresolvedExternalId_${property}`),
    });
  });

  test("that would make too long a dcid", async () => {
    const length = (at: number) => `typeOf: Place\nisoCode: ${"x".repeat(at - "iso/".length)}`;
    expect((await identify(length(256))).dcids).toHaveLength(1);
    expect(await identify(length(257))).toEqual({
      dcids: [],
      counters: ["error Sanity_VeryLongDcid", failed("Place")],
    });
  });

  test("that are references, empty or of no place do not count", async () => {
    expect(await identify("typeOf: Place\nisoCode: dcid:FR")).toMatchObject({ dcids: [] });
    expect(await identify('typeOf: Place\nisoCode: ""')).toMatchObject({ dcids: [] });
    expect(await identify("typeOf: Company\nisoCode: FR")).toEqual({
      dcids: [],
      counters: [failed("Company")],
    });
  });
});

describe("by coordinate", () => {
  test("the place that holds it, before the name", async () => {
    const node = "typeOf: Place\nlatitude: 48.5\nlongitude: 2.5\nname: Texas";
    expect(await identify(node)).toEqual({ dcids: ["country/FRA"], counters: [] });
  });

  test.each(["latitude: 48.5", "latitude: 48.5\nlongitude: NaN", "latitude: x\nlongitude: 2.5"])(
    "%j is none",
    async (place) => {
      expect((await identify(`typeOf: Place\n${place}`)).counters).toEqual([failed("Place")]);
    },
  );

  test("nowhere, by name", async () => {
    const node = "typeOf: Place\nlatitude: 0\nlongitude: 0\nname: Texas";
    expect((await identify(node)).dcids).toEqual(["geoId/48"]);
  });
});

describe("by name", () => {
  test("among those of the type, or of all if it is any place", async () => {
    expect(await identify("typeOf: Country\nname: France")).toMatchObject({
      dcids: ["country/FRA"],
    });
    expect(await identify("typeOf: Place\nname: France")).toMatchObject({ dcids: ["country/FRA"] });
    expect(await identify("typeOf: State\nname: France")).toEqual({
      dcids: [],
      counters: [failed("State")],
    });
  });

  test("the first of several, which is reported", async () => {
    const { dcids, counters } = await identify("typeOf: City\nname: Paris");
    expect(dcids).toHaveLength(1);
    expect(counters).toEqual(["info Resolution_SeveralEntities"]);
  });
});

describe("rows", () => {
  const template = `Node: E:T->P
typeOf: C:T->Type
isoCode: C:T->Iso
tag: yes

Node: E:T->O
typeOf: StatVarObservation
variableMeasured: v
observationAbout: E:T->P
observationDate: 2000
value: 1`;

  test("have places of their own, whichever file is read first", async () => {
    const texts = { "a.tmcf": template, "a.csv": "Type,Iso\nCountry,FR\nCountry,XX\nCompany,FR" };
    const { dcids, counters } = await identify("dcid: y", texts);
    expect(dcids).toEqual(["y", "country/FRA", "iso/XX"]);
    expect(counters).toEqual([
      "warning Resolution_UnresolvedExternalId_isoCode",
      failed("Company"),
      "error Resolution_IrreplaceableLocalRef",
      "error Resolution_UnassignableNodeDcid",
    ]);
  });

  test("report an unknown identifier once", async () => {
    const rows = "Country,XX\n".repeat(9);
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": template,
      "a.csv": `Type,Iso\n${rows}`,
    });
    expect(sink.observations).toHaveLength(9);
    expect(diagnostics).toEqual(["warning Resolution_UnresolvedExternalId_isoCode a.csv:2"]);
  });

  test("may refer to nodes of other files that are named by what they say", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": "Node: E:T->P\ntypeOf: Place\nisoCode: C:T->Iso\nnear: C:T->Near",
      "a.csv": "Iso,Near\nXX,l:There",
      "b.mcf": "Node: There\ntypeOf: Place\nisoCode: YY",
    });
    expect(sink.lines).toContain("iso/XX near iso/YY");
    expect(diagnostics.every((line) => line.startsWith("warning"))).toBe(true);
  });
});

test("without anything to ask, places are named by their first identifier", async () => {
  const { sink } = await loadMcfText("Node: X\ntypeOf: City\nwikidataId: Q64\nname: Berlin");
  expect(sink.lines).toContain('wikidataId/Q64 name "Berlin"');
});

describe("each of the tool's", () => {
  test.each([
    ["unDataCode", "unDataCode/7"],
    ["geoId", "geoId/7"],
    ["isoCode", "iso/7"],
    ["nutsCode", "nuts/7"],
    ["wikidataId", "wikidataId/7"],
    ["geoNamesId", "geoNamesId/7"],
    ["istatId", "istatId/7"],
    ["austrianMunicipalityKey", "austrianMunicipalityKey/7"],
    ["indianCensusAreaCode2011", "indianCensusAreaCode2011/7"],
    ["indianCensusAreaCode2001", "indianCensusAreaCode2001/7"],
    ["lgdCode", "lgdCode/7"],
    ["udiseCode", "udiseCode/7"],
    ["fips52AlphaCode", "fips52AlphaCode/7"],
    ["countryAlpha3Code", "country/7"],
    ["countryNumericCode", "countryNumericCode/7"],
  ])("identifiers names a place: %s", async (property, dcid) => {
    const { sink } = await loadMcfText(`Node: X\ntypeOf: City\n${property}: "7"`);
    expect(sink.lines).toContain(`${dcid} typeOf City`);
  });

  test.each([
    ...["Place", "Continent", "Country", "State", "Province", "County", "City", "StateComponent"],
    ...["CensusCoreBasedStatisticalArea", "USMetropolitanDivision", "CensusCountyDivision"],
    ...["CensusTract", "CensusBlockGroup", "CensusZipCodeTabulationArea", "CongressionalDistrict"],
    ...["SchoolDistrict", "ElementarySchoolDistrict", "HighSchoolDistrict", "CommutingZone"],
    ...["Borough", "Town", "Village", "Neighborhood"],
    ...["EurostatNUTS1", "EurostatNUTS2", "EurostatNUTS3", "AdministrativeArea"],
    ...["AdministrativeArea1", "AdministrativeArea2", "AdministrativeArea3"],
    ...["AdministrativeArea4", "AdministrativeArea5"],
  ])("types of places is one: %s", async (type) => {
    const { sink } = await loadMcfText(`Node: X\ntypeOf: ${type}\ngeoId: "7"`);
    expect(sink.lines).toContain(`geoId/7 typeOf ${type}`);
  });
});

test.each([
  ["typeOf: Song\nname: x", 0],
  ["typeOf: Song\nabout: City\nname: x", 0],
  ["typeOf: City", 0],
  ["typeOf: City\nlatitude: 1", 0],
  ["typeOf: City\nlatitude: 1\nlongitude: 2", 1],
  ["typeOf: City\nname: x", 1],
  ["typeOf: Song\ntypeOf: City\nname: x", 1],
  ["typeOf: City\ngeoId: 7", 1],
  ["dcid: a\ntypeOf: City\nname: x", 0],
])("what looks places up is made only if something asks: %j, %i times", async (node, times) => {
  let made = 0;
  await withFolder({ "a.mcf": `Node: A\n${node}\n` }, async (folder) => {
    const makeResolver = async () => {
      made += 1;
      return { resolve: () => [] };
    };
    const log = new DiagnosticLog();
    await load(onDisk(folder), new RecordingSink(), {}, log, undefined, makeResolver);
  });
  expect(made).toBe(times);
});
