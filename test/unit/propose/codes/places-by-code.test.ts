/** Codes of places: those of countries as the runtime knows them, and those that publishers make. */
import { describe, expect, test } from "vitest";
import {
  type CodeKind,
  countryNamed,
  isCountryCode,
  isRegionOfWorld,
  kindOf,
  placeOf,
} from "../../../../src/propose/codes/places-by-code.ts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const pairs = letters.flatMap((one) => letters.map((two) => one + two));
const triples = pairs.flatMap((two) => letters.map((one) => two + one));
const numbers = Array.from({ length: 1000 }, (_, at) => String(at).padStart(3, "0"));
const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const dcid = (code: string, kind: CodeKind) => placeOf(code, kind)?.dcid;
const isCountry = (code: string, kind: CodeKind) =>
  dcid(code, kind)?.startsWith("country/") === true;

describe("codes of countries", () => {
  test("of two letters are those that the runtime has a name for, but for groups and the past", () => {
    const none =
      "AC AN BU CP CQ CS DD DG DY EA EU EW EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO RH SU TA TP UN VD WK XA XB YD YU ZR ZZ";
    const named = pairs.filter((code) => english.of(code) !== undefined);
    const known = pairs.filter((code) => isCountry(code, "alpha2") && code !== "EL");
    expect(known).toEqual(named.filter((code) => !none.split(" ").includes(code)));
  });

  test("of three digits are those of two letters, as the runtime writes them", () => {
    for (const number of numbers) {
      const country = dcid(number, "numeric");
      if (country?.startsWith("country/") !== true) continue;
      const two = new Intl.Locale(`und-${number}`).region ?? "";
      expect([number, dcid(two, "alpha2")]).toEqual([number, country]);
    }
    expect(numbers.filter((number) => isCountry(number, "numeric"))).toHaveLength(249);
  });

  test("of three letters are in their dcids, and every one has one of two letters", () => {
    const known = triples.filter(isCountryCode);
    expect(known.map((code) => dcid(code, "alpha3"))).toEqual(
      known.map((code) => `country/${code}`),
    );
    const byTwo = new Set(pairs.map((code) => dcid(code, "alpha2") ?? ""));
    byTwo.delete("");
    expect(known.map((code) => `country/${code}`)).toEqual(
      [...byTwo].filter((one) => one.startsWith("country/")).sort(),
    );
    expect(known).toContain("XKX");
    expect(["WLD", "FR", "fra", "FRAX", ""].filter(isCountryCode)).toEqual([]);
  });

  test("may lack their zeros, and may have the sign of a text", () => {
    expect(["'4", "4", "04", "'004", "250", "'250"].map((code) => dcid(code, "numeric"))).toEqual([
      ...Array(4).fill("country/AFG"),
      ...Array(2).fill("country/FRA"),
    ]);
    expect(["4'", "0", "000", "1000", ""].map((code) => dcid(code, "numeric"))).toEqual([
      ...Array(5).fill(undefined),
    ]);
  });

  test("have their names in English", () => {
    const names = ["France", " France ", "Greece", "Kosovo", "united kingdom", "Earth", ""];
    expect(names.map((name) => countryNamed(name))).toEqual([
      "country/FRA",
      "country/FRA",
      "country/GRC",
      "country/XKX",
      undefined,
      undefined,
      undefined,
    ]);
    for (const code of pairs.filter((one) => isCountry(one, "alpha2"))) {
      expect([code, countryNamed(english.of(code) ?? code)]).toEqual([code, dcid(code, "alpha2")]);
    }
  });
});

test.each([
  "Deutschland",
  "Alemania",
  "Allemagne",
  "Germania",
  "Duitsland",
  "Niemcy",
  "Alemanha",
  "Tyskland",
])("a country has its name in another language only where this is asked: %s", (name) => {
  expect([countryNamed(name), countryNamed(name, true)]).toEqual([undefined, "country/DEU"]);
  expect(countryNamed("Germany", true)).toBe("country/DEU");
});

describe("groups of places", () => {
  test("that the public graph has are its nodes", () => {
    const codes =
      "WLD OWID_WRL OWID_AFR OWID_ASI OWID_EUR OWID_NAM OWID_SAM OWID_OCE OWID_KOS W00".split(" ");
    expect(codes.map((code) => dcid(code, "alpha3"))).toEqual(
      "Earth Earth africa asia europe northamerica southamerica oceania country/XKX Earth".split(
        " ",
      ),
    );
    const m49 = "001 002 142 150 003 005 009 '1 9".split(" ");
    expect(m49.map((code) => dcid(code, "numeric"))).toEqual(
      "Earth africa asia europe northamerica southamerica oceania Earth oceania".split(" "),
    );
  });

  test("that a publisher makes have a name each, and the publisher in their dcid", () => {
    const who = "AFR AMR EMR EUR SEAR WPR".split(" ").map((code) => `WHO_${code}`);
    const found = [...triples, ...numbers, ...who].flatMap((code) => {
      const kind = /^\d/.test(code) ? "numeric" : "alpha3";
      const { name, ...place } = placeOf(code, kind) ?? {};
      return name === undefined ? [] : [{ ...place, code, name }];
    });
    const published = found.filter(({ dcid }) => !dcid?.startsWith("placeGroup/"));
    const dcids = published.map(({ dcid }) => dcid);
    expect(dcids).toEqual(
      published.map(({ code }) => {
        const publisher = /^\d/.test(code) ? "m49" : code.startsWith("WHO_") ? "who" : "worldBank";
        return `${publisher}/${code}`;
      }),
    );
    expect(new Set(published.map(({ type }) => type))).toEqual(new Set(["Place"]));
    // No name is a code, and what has the same name is the same place for other publishers.
    expect(published.filter(({ name }) => !/^[A-Z].*[a-z)]/.test(name))).toEqual([]);
    const counts = ["worldBank", "who", "m49"].map(
      (one) => dcids.filter((dcid) => dcid?.startsWith(`${one}/`)).length,
    );
    expect(counts).toEqual([49, 6, 28]);
    expect(placeOf("ARB", "alpha3")).toEqual({
      dcid: "worldBank/ARB",
      name: "Arab World",
      type: "Place",
    });
  });

  test("of Europe and of others are places of their own", () => {
    const codes = [
      ...["EU", "EU27", "EU28", "EU27_2020", "EU_V", "EU27_V", "EA", "EA19", "EA20", "U2"],
      ...["EEA", "EEA30", "EEA30_2007", "EFTA", "OECD", "OECDE", "G7", "G20"],
    ];
    for (const kind of ["alpha3", "alpha2", "nuts"] as const) {
      expect(codes.map((code) => placeOf(code, kind))).toEqual(
        codes.map((code) => ({ dcid: `placeGroup/${code}`, name: code, type: "Place" })),
      );
    }
    const others = [
      "EU2",
      "EU272",
      "EU27_20",
      "EA1",
      "U22",
      "EEA_2007x",
      "G8",
      "G",
      "xEU27",
      "EU27x",
      "EFTAx",
      "xEA",
    ];
    for (const kind of ["alpha3", "alpha2"] as const) {
      expect(others.filter((code) => placeOf(code, kind) !== undefined)).toEqual([]);
    }
    expect(placeOf("OWID_HIC", "alpha3")?.dcid).toBe("placeGroup/OWID_HIC");
    expect([placeOf("xOWID_HIC", "alpha3"), placeOf("HIC", "alpha2")]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("places within countries", () => {
  test.each<[CodeKind, string, string | undefined]>([
    ["nuts", "DE", "country/DEU"],
    ["nuts", "EL", "country/GRC"],
    ["nuts", "UK", "country/GBR"],
    ["nuts", "DE1", "nuts/DE1"],
    ["nuts", "DE11", "nuts/DE11"],
    ["nuts", "DEA1C", "nuts/DEA1C"],
    ["nuts", "DEA1C2", undefined],
    ["nuts", "xDE1", undefined],
    ["nuts", "US1", undefined],
    ["nuts", "DE-1", undefined],
    ["nuts", "QQ", undefined],
    ["states", "CA", "geoId/06"],
    ["states", "DC", "geoId/11"],
    ["states", "PR", "geoId/72"],
    ["states", "ca", undefined],
    ["geoid", "0100000US", "country/USA"],
    ["geoid", "0400000US06", "geoId/06"],
    ["geoid", "0500000US06037", "geoId/06037"],
    ["geoid", "0600000US2501300000", "geoId/2501300000"],
    ["geoid", "1400000US06037101110", "geoId/06037101110"],
    ["geoid", "1500000US060371011101", "geoId/060371011101"],
    ["geoid", "1600000US0644000", "geoId/0644000"],
    ["geoid", "310M600US31080", "geoId/C31080"],
    ["geoid", "860Z200US94110", "zip/94110"],
    ["geoid", "0400000US", undefined],
    ["geoid", "9990000US06", undefined],
    ["geoid", "x0400000US06", undefined],
    ["geoid", "0400000US06x", undefined],
    ["geoid", "040000US06", undefined],
    ["geoid", "0400000MX06", undefined],
  ])("%s: %s is %s", (kind, code, place) => {
    expect(placeOf(code, kind)).toEqual(place === undefined ? undefined : { dcid: place });
  });

  test("every country with regions has them by its two letters", () => {
    const all =
      "AL AT BE BG CH CY CZ DE DK EE EL ES FI FR HR HU IE IS IT LI LT LU LV ME MK MT NL NO PL PT RO RS SE SI SK TR UK";
    expect(pairs.filter((code) => placeOf(`${code}1`, "nuts") !== undefined)).toEqual(
      all.split(" "),
    );
  });

  test("the states are fifty, the District and Puerto Rico, and each has two digits of its own", () => {
    const found = pairs.flatMap((code) => dcid(code, "states") ?? []);
    expect(new Set(found).size).toBe(52);
    expect(found.filter((one) => !/^geoId\/\d\d$/.test(one))).toEqual([]);
  });
});

test("parts of the world are known by words and by codes, and countries are none", () => {
  const parts = [
    ...["Africa", "America", "Americas", "Antarctica", "Arab World", "Asia", "Caribbean"],
    ...[
      "Eastern Mediterranean",
      "Europe",
      "European Region",
      "Middle East",
      "Oceania",
      "South Pacific",
    ],
    ...["World", "Western Asia", "AFRO", "EURO", "amro", "APAC", "EMEA", "LATAM", "MENA", "SSA"],
    ...["ARB", "EU27_2020", "WHO_EUR"],
  ];
  expect(parts.filter((one) => !isRegionOfWorld(one))).toEqual([]);
  const others = [
    "France",
    "Worldwide",
    "Asian",
    "Mexico",
    "FRA",
    "xAPAC",
    "APACx",
    "afr0",
    "xEURO",
    "EUROx",
    "WLDx",
    "Pacifica",
    "",
  ];
  expect(others.filter(isRegionOfWorld)).toEqual([]);
});

describe("how the codes of a column are written", () => {
  const at = (heading: string, cells: string) =>
    kindOf(
      heading,
      cells.split(" ").filter((cell) => cell !== ""),
    );

  test.each<[string, string, string | undefined]>([
    // The heading says it.
    ["M49", "4 8 12", "numeric"],
    ["Area Code (M49)", "'004 '008", "numeric"],
    ["iso_n3", "250", "numeric"],
    ["ison3", "250", "numeric"],
    ["numeric", "250", "numeric"],
    ["UN code", "250", "numeric"],
    ["un_code", "250", "numeric"],
    ["Run code", "250", undefined],
    ["iso3", "FRA", "alpha3"],
    ["ISO 3", "FRA", "alpha3"],
    ["iso-3", "FRA", "alpha3"],
    ["alpha3", "FRA", "alpha3"],
    ["alpha-3", "FRA", "alpha3"],
    ["alpha 3", "FRA", "alpha3"],
    ["iso_a3", "FRA", "alpha3"],
    ["isoa3", "FRA", "alpha3"],
    ["iso2", "FR", "alpha2"],
    ["iso_2", "FR", "alpha2"],
    ["alpha2", "FR", "alpha2"],
    ["alpha_2", "FR", "alpha2"],
    ["iso a2", "FR", "alpha2"],
    ["isoa2", "FR", "alpha2"],
    // Of what is said, a third is enough, and three tenths are.
    ["iso3", "FRA DEU ITA a b c d e f g", "alpha3"],
    ["iso3", "FRA DEU a b c d e f g h", undefined],
    ["iso3", "FR DE", "alpha2"],
    ["iso3", "", undefined],
    // Codes say it themselves, under any heading.
    ["x", "0500000US06037 0500000US06039", "geoid"],
    ["x", "0500000US06037 a", undefined],
    // States.
    ["state", "CA NY", "states"],
    ["us state", "CA NY", "states"],
    ["stabbr", "CA NY", "states"],
    ["st_abbr", "CA NY", "states"],
    ["postal", "CA NY", "states"],
    ["USPS", "CA NY", "states"],
    ["state", "CA QQ", undefined],
    ["state", "", undefined],
    ["estate", "CA NY", undefined],
    ["geo", "CA DE", "either"],
    ["code", "DE CO", "either"],
    ["geo", "CA NY", undefined],
    ["country", "CA DE", "alpha2"],
    ["iso", "CA DE", "alpha2"],
    ["Land", "CA DE", "alpha2"],
    ["alpha", "CA DE", "alpha2"],
    ["geo", "CA FR", "alpha2"],
    // Regions and their countries.
    ["geo", "DE DE1 DE11", "nuts"],
    ["geo", "DE1 EU27_2020", "nuts"],
    ["geo", "DE FR EU27_2020", "alpha2"],
    ["geo", "DE FR EA19", "alpha2"],
    ["geo", "DE1 x1x y2y", undefined],
    // Four fifths of others.
    ["country", "FRA DEU ITA ESP x", "alpha3"],
    ["country", "FRA DEU ITA x", undefined],
    ["country", "FR DE IT ES x", "alpha2"],
    ["country", "FR DE IT x", undefined],
    ["geo", "", undefined],
    ["x", "FRA DEU", undefined],
  ])("%s: %s → %s", (heading, cells, kind) => {
    expect(at(heading, cells)).toBe(kind);
  });

  test("is looked for below headings of places only", () => {
    const headings = [
      ..."geo,geography,ref_area,refarea,REF_AREA,location,loc,code,entity,area,reporter,partner".split(
        ",",
      ),
      ..."economy,geo (x),code.x,isocode,Country or area,alpha,Item code,Bundesland,nuts,tl2,ITTER107,reg_id".split(
        ",",
      ),
    ];
    expect(headings.filter((one) => at(one, "FRA DEU") !== "alpha3")).toEqual([]);
    const others = [
      "xgeo",
      "geox",
      "barcode",
      "codex",
      "location2",
      "areas",
      "tl",
      "xtl2",
      "xreg_id",
      "value",
    ];
    expect(others.filter((one) => at(one, "FRA DEU") !== undefined)).toEqual([]);
  });
});
