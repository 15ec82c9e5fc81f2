/** Types, parents and names of places, and what a map of a place shows. */
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import {
  displayNames,
  parentsOf,
  shownAround,
  typesOf,
} from "../../../../src/routes/website/website-places.ts";

/** A node with properties. */
const node = (dcid: string, properties: Readonly<Record<string, string>>) =>
  [`Node: dcid:${dcid}`, ...Object.entries(properties).map((pair) => pair.join(": ")), ""].join(
    "\n",
  );
const place = (dcid: string, types: string, within = "") =>
  node(dcid, {
    ...(types && { typeOf: types }),
    ...(within && { containedInPlace: within }),
  });
const world = (...nodes: readonly string[]) => open({ "a.mcf": nodes.join("\n") });

describe("of several types", () => {
  test.each([
    ["State", "AdministrativeArea1, State", "State"],
    ["a place and a town", "Place, Town", "Town"],
    ["two types, the first by dcid", "County, City", "City"],
    [
      "of administrative areas the last",
      "AdministrativeArea1, AdministrativeArea2",
      "AdministrativeArea2",
    ],
    ["the administrative area is left for a place", "AdministrativeArea1, Place", "Place"],
    ["a district before a place", "District, Place", "District"],
    ["one that is all there is", "AdministrativeArea3", "AdministrativeArea3"],
    ["none", "", ""],
  ])("%s counts", async (_, types, expected) => {
    const commons = await world(place("a", types, "b"));
    expect([...typesOf(commons, ["a", "nobody"])]).toEqual([
      ["a", expected],
      ["nobody", ""],
    ]);
  });
});

describe("parents", () => {
  const types = [
    "Village",
    "Borough",
    "Town",
    "City",
    "CensusZipCodeTabulationArea",
    "County",
    "EurostatNUTS3",
    "EurostatNUTS2",
    "EurostatNUTS1",
    "State",
    "CensusDivision",
    "CensusRegion",
    "Country",
    "Continent",
    "Place",
  ];
  const others = ["AdministrativeArea1", "AdministrativeArea5", "Neighborhood"];

  test("are those of types that contain others, the smallest first", async () => {
    // The order of dcids is against that of sizes.
    const names = new Map([...types, ...others].map((type, at) => [type, `p${30 - at}`]));
    const dcids = [...names.values()].map((dcid) => `dcid:${dcid}`).join(", ");
    const commons = await world(
      place("a", "House", dcids),
      ...[...names].map(([type, dcid]) => node(dcid, { typeOf: type, name: `"the ${type}"` })),
    );
    const expected = types.map((type) => ({ dcid: names.get(type), type, name: `the ${type}` }));
    expect(parentsOf(commons, ["a"]).get("a")).toEqual(expected);
    expect([...parentsOf(commons, ["nobody", "p30"])]).toEqual([
      ["nobody", []],
      ["p30", []],
    ]);
  });

  test("are looked for in ten steps, and each is in the answer once", async () => {
    const chain = Array.from({ length: 14 }, (_, at) =>
      place(`s${10 + at}`, "Place", `dcid:s${11 + at}, dcid:s${Math.min(12 + at, 24)}`),
    );
    const commons = await world(...chain, place("s24", "Place"));
    const single = await world(
      ...Array.from({ length: 14 }, (_, at) => place(`s${10 + at}`, "Place", `dcid:s${11 + at}`)),
      place("s24", "Place"),
    );
    const dcidsOf = (parents: readonly { readonly dcid: string }[] = []) =>
      parents.map(({ dcid }) => dcid);
    expect(dcidsOf(parentsOf(single, ["s10"]).get("s10"))).toEqual(
      Array.from({ length: 10 }, (_, at) => `s${11 + at}`),
    );
    expect(dcidsOf(parentsOf(commons, ["s18"]).get("s18"))).toEqual([
      "s19",
      "s20",
      "s21",
      "s22",
      "s23",
      "s24",
    ]);
  });

  test("of a place within itself are the others", async () => {
    const commons = await world(
      place("a", "County", "dcid:a, dcid:b"),
      place("b", "State", "dcid:b"),
    );
    expect(parentsOf(commons, ["a"]).get("a")).toEqual([{ dcid: "b", type: "State", name: "" }]);
  });
});

describe("a map without a type shows", () => {
  test.each([
    ["states of the United States", place("country/USA", "Country"), "country/USA", "State"],
    ["countries of the Earth", place("Earth", "Place"), "Earth", "Country"],
    ["areas of a country", place("country/FRA", "Country"), "country/FRA", "AdministrativeArea1"],
    ["counties of a state", place("geoId/06", "State"), "geoId/06", "County"],
    ["smaller areas of an area", place("a", "AdministrativeArea1"), "a", "AdministrativeArea2"],
  ])("%s", async (_, mcf, dcid, type) => {
    expect(shownAround(await world(mcf), dcid)).toEqual({ place: dcid, type });
  });

  test.each([
    ["counties", "County", "State"],
    ["areas", "AdministrativeArea2", "AdministrativeArea1"],
  ])(
    "%s beside a place, in the smallest place around that shows such ones",
    async (_, own, around) => {
      const commons = await world(
        place("a", own, "dcid:town, dcid:around, dcid:country"),
        place("town", "Town"),
        place("around", around),
        place("country", "Country"),
      );
      // Administrative areas are no parents.
      const expected = around === "State" ? { place: "around", type: own } : undefined;
      expect(shownAround(commons, "a")).toEqual(expected);
    },
  );

  test.each([
    ["a county in a county is beside its neighbours there", "County", "County", "County"],
    ["an area of the third level has nothing around it", "AdministrativeArea3", "State", undefined],
    ["a town shows nothing", "Town", "State", undefined],
    ["a county that is in no state shows nothing", "County", "Country", undefined],
  ])("%s", async (_, own, around, type) => {
    const commons = await world(place("a", own, "dcid:around"), place("around", around));
    expect(shownAround(commons, "a")).toEqual(type && { place: "around", type });
  });
});

describe("names as shown", () => {
  test.each([
    ["a place in a state of the United States", '"US-CA"', "Alameda, CA"],
    ["a place in a state of another country", '"BR-SP"', "Alameda"],
    ["a code that only has the letters of one", '"AUS-CA"', "Alameda"],
    ["a code without its second part", '"US-"', "Alameda"],
    ["no code", '""', "Alameda"],
  ])("%s", async (_, isoCode, expected) => {
    const commons = await world(
      node("a", { typeOf: "County", name: '"Alameda"', containedInPlace: "dcid:s, dcid:t" }),
      node("s", { typeOf: "State", name: '"S"', isoCode }),
      node("t", { typeOf: "Country", name: '"T"', isoCode: '"US-TT"' }),
    );
    expect([...displayNames(commons, ["a", "s", "nobody"])]).toEqual([
      ["a", expected],
      ["s", "S"],
      ["nobody", ""],
    ]);
  });

  test.each([
    ["the English one of several", '"Roma@it", "Rome@en"', "Rome"],
    ["none, where there are others but no English one", '"Roma@it"', ""],
    ["the plain one, where none has a language", "", "plain"],
  ])("%s", async (_, nameWithLanguage, expected) => {
    const named = nameWithLanguage === "" ? {} : { nameWithLanguage };
    const commons = await world(node("a", { typeOf: "City", name: '"plain"', ...named }));
    expect(displayNames(commons, ["a"]).get("a")).toBe(expected);
  });
});
