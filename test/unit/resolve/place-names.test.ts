import { describe, expect, test } from "vitest";
import { MadeInSteps } from "../../../src/options/governor.ts";
import { PlaceNames } from "../../../src/resolve/place-names.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";

function namesIn(triples: readonly TripleRow[], observations: readonly ObservationRow[] = []) {
  const world = worldOf(triples, observations);
  const names = new MadeInSteps(() => PlaceNames.of(world)).finished();
  return (text: string, ...types: string[]) =>
    names.find(text, types).map((place) => world.graph.dictionary.textOf(place));
}

const place = (dcid: string, type: string, name: string, inside?: string): TripleRow[] => [
  [dcid, "typeOf", type],
  [dcid, "name", `=${name}`],
  ...(inside === undefined ? [] : ([[dcid, "containedInPlace", inside]] as TripleRow[])),
];
const population = (dcid: string, count: number): ObservationRow => [
  "Count_Person",
  dcid,
  "2020",
  `${count}`,
];

const find = namesIn([
  ...place("country/USA", "Country", "United States"),
  ["country/USA", "isoCode", "=US"],
  ["country/USA", "nameWithLanguage", "=Vereinigte Staaten@de"],
  ["country/USA", "nameWithLanguage", "=United States@en"],
  ...place("country/CAN", "Country", "Canada"),
  ["country/CAN", "countryAlpha2Code", "=CA"],
  ...place("geoId/06", "State", "California", "country/USA"),
  ["geoId/06", "isoCode", "=US-CA"],
  ["geoId/06", "alternateName", "=Golden State"],
  ...place("geoId/06085", "County", "Santa Clara County", "geoId/06"),
  ...place("geoId/0649670", "City", "Mountain View", "geoId/06085"),
  ...place("geoId/0539", "Town", "Mountain View", "geoId/05"),
  ...place("geoId/05", "State", "Arkansas", "country/USA"),
  ["geoId/05", "abbreviation", "=AR"],
  ...place("geoId/36", "State", "New York", "country/USA"),
  ...place("geoId/3651000", "City", "New York", "geoId/36"),
  ["geoId/3651000", "alternateName", "=New York City"],
  ["zip/94043", "typeOf", "CensusZipCodeTabulationArea"],
  ["zip/94043", "containedInPlace", "geoId/06085"],
  ["wikidataId/Q2", "typeOf", "City"],
  ["wikidataId/Q2", "name", "=São Paulo"],
  ["California", "typeOf", "Class"],
  ["California", "name", "=California"],
  ["Count_CA", "typeOf", "StatisticalVariable"],
  ["Count_CA", "name", "=Canada"],
  ["x/loop", "typeOf", "City"],
  ["x/loop", "name", "=Loop"],
  ["x/loop", "containedInPlace", "x/loop"],
]);

describe("PlaceNames", () => {
  test("finds by name, whatever its case, spaces and commas", () => {
    for (const text of ["California", "california", "CALIFORNIA", " cali fornia,", "Cali,fornia"]) {
      expect(find(text)).toEqual(["geoId/06"]);
    }
    expect(find("Californi")).toEqual([]);
    expect(find("California State")).toEqual([]);
  });

  test("composed and combined accents are the same, missing ones are not", () => {
    expect(find("São Paulo")).toEqual(["wikidataId/Q2"]);
    expect(find("Sa\u0303o Paulo")).toEqual(["wikidataId/Q2"]);
    expect(find("Sao Paulo")).toEqual([]);
  });

  test("finds by alternate names and names in other languages, without their tags", () => {
    expect(find("golden state")).toEqual(["geoId/06"]);
    expect(find("Vereinigte Staaten")).toEqual(["country/USA"]);
    expect(find("Vereinigte Staaten@de")).toEqual([]);
  });

  test("finds by code as it is written", () => {
    expect(find("AR")).toEqual(["geoId/05"]);
    expect(find("US")).toEqual(["country/USA"]);
    expect(find("US-CA")).toEqual(["geoId/06"]);
    expect(find("ar")).toEqual([]);
    expect(find("us")).toEqual([]);
  });

  test("an ambiguous code means all its bearers", () => {
    expect(find("CA")).toEqual(["country/CAN", "geoId/06"]);
    expect(find("CA US")).toEqual(["geoId/06"]);
  });

  test("finds zip codes and ISO codes of countries by dcid", () => {
    expect(find("94043")).toEqual(["zip/94043"]);
    expect(find("94043, California")).toEqual(["zip/94043"]);
    expect(find("94044")).toEqual([]);
    expect(find("CAN")).toEqual(["country/CAN"]);
    expect(find("can")).toEqual([]);
  });

  test("an ambiguous name means all its bearers", () => {
    expect(find("Mountain View")).toEqual(["geoId/0539", "geoId/0649670"]);
    expect(find("New York")).toEqual(["geoId/36", "geoId/3651000"]);
  });

  test.each([
    ["Mountain View, CA", ["geoId/0649670"]],
    ["Mountain View CA", ["geoId/0649670"]],
    ["mountain view, california", ["geoId/0649670"]],
    ["Mountain View, CA, USA", ["geoId/0649670"]],
    ["Mountain View, Santa Clara County, CA", ["geoId/0649670"]],
    ["Mountain View, AR", ["geoId/0539"]],
    ["Mountain View, US", ["geoId/0539", "geoId/0649670"]],
    ["Mountain View, Canada", []],
    ["Mountain View, CA, Canada", []],
    ["Mountain View, ca", []],
    ["CA, Mountain View", []],
    ["New York, New York", ["geoId/3651000"]],
    ["New York City, New York, United States", ["geoId/3651000"]],
    ["California California", []],
    ["Loop Loop Loop", ["x/loop"]],
  ])("%s", (text, expected) => {
    expect(find(text)).toEqual(expected);
  });

  test("knows places only, not classes or variables of the same name", () => {
    expect(find("California")).not.toContain("California");
    expect(find("Canada")).toEqual(["country/CAN"]);
  });

  test("keeps places of a type, dominant or not, type by type and once", () => {
    expect(find("Mountain View", "City")).toEqual(["geoId/0649670"]);
    expect(find("Mountain View", "City", "Town")).toEqual(["geoId/0649670", "geoId/0539"]);
    expect(find("New York", "State", "City", "State")).toEqual(["geoId/36", "geoId/3651000"]);
    expect(find("New York", "Planet")).toEqual([]);
    expect(find("New York", "__proto__")).toEqual([]);
  });

  test.each(["", " ", ", ,", "foo", "__proto__", "\ud800", "\u{1F600}"])(
    "%j is not a place",
    (text) => {
      expect(find(text)).toEqual([]);
    },
  );

  test("takes long texts as a whole or not at all, in no time", () => {
    const long = Array.from({ length: 20 }, (_, at) => `Word${at}`).join(" ");
    const findLong = namesIn([...place("a", "City", long, "b"), ...place("b", "State", "Bee")]);
    expect(findLong(long)).toEqual(["a"]);
    expect(findLong(`${long} Bee`)).toEqual([]);
    const started = performance.now();
    for (const text of ["x".repeat(1e6), "Bee ".repeat(250_000), ",".repeat(1e6)]) {
      expect(findLong(text)).toEqual([]);
    }
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe("order", () => {
  test("population descending, then unknown ones by kind of name, then dcid", () => {
    const findGeorgia = namesIn(
      [
        ...place("a/small", "Town", "Georgia"),
        ...place("b/state", "State", "Georgia"),
        ...place("c/country", "Country", "Sakartvelo"),
        ["c/country", "alternateName", "=Georgia"],
        ...place("d/code", "City", "Other"),
        ["d/code", "abbreviation", "=Georgia"],
        ...place("e/also", "Town", "Georgia"),
        ...place("f/country", "Country", "Gruziya"),
        ["f/country", "alternateName", "=Georgia"],
      ],
      [population("c/country", 3_700_000), population("b/state", 10_000_000)],
    );
    expect(findGeorgia("Georgia")).toEqual([
      "b/state",
      "c/country",
      "a/small",
      "e/also",
      "f/country",
      "d/code",
    ]);
  });

  test("beyond fifteen, only places that are not known to have less than 2000 people", () => {
    const dcids = Array.from({ length: 20 }, (_, at) => `p/${String.fromCharCode(97 + at)}`);
    const triples = dcids.flatMap((dcid) => place(dcid, "City", "Springfield"));
    const counts = [...Array(14).fill(5000), 2000, 2000, 1999, 1, 0];
    const findAll = namesIn(
      triples,
      counts.map((count, at) => population(dcids[at]!, count)),
    );
    expect(findAll("Springfield")).toEqual([...dcids.slice(0, 16), "p/t"]);
    expect(namesIn(triples)("Springfield")).toEqual(dcids);
    const fewer = namesIn(triples.slice(0, 30), [population("p/a", 3)]);
    expect(fewer("Springfield")).toHaveLength(15);
  });
});

test("containment is followed ten steps and no further", () => {
  const chain = Array.from({ length: 13 }, (_, at) =>
    place(`n/${at}`, "City", `Number${String.fromCharCode(97 + at)}`, `n/${at + 1}`),
  ).flat();
  const findIn = namesIn(chain);
  expect(findIn("Numbera Numberk")).toEqual(["n/0"]);
  expect(findIn("Numbera Numberl")).toEqual([]);
});

test("a world without places has no names", () => {
  expect(namesIn([["x", "name", "=X"]])("X")).toEqual([]);
});
