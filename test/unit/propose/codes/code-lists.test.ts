/** Words and codes of statistical offices: each with what it means, and near misses that mean nothing. */
import { describe, expect, test } from "vitest";
import {
  areKindsOfNumbers,
  arePowers,
  furtherColumn,
  isWhole,
  measurementAt,
  partsIn,
  periodOf,
  unitOf,
} from "../../../../src/propose/codes/code-lists.ts";

/** Each text, in small letters and capitals; and the same with a letter before or after it, which means nothing. */
function expectOnly(
  words: readonly string[],
  meaningOf: (text: string) => unknown,
  means: unknown,
) {
  expect(words.map((word) => [word, meaningOf(word)])).toEqual(words.map((word) => [word, means]));
  const capitals = words.map((word) => word.toUpperCase());
  expect(capitals.map((word) => [word, meaningOf(word)])).toEqual(
    capitals.map((word) => [word, means]),
  );
  const others = words.flatMap((word) => [`x${word}`, `${word}x`]);
  expect(others.filter((other) => meaningOf(other) !== undefined)).toEqual([]);
}

const nothing = undefined;

describe("headings", () => {
  test.each<[string, string]>([
    ["dimension gender", "sex gender Geschlecht sexe sexo sesso"],
    [
      "dimension age",
      "age Alter âge edad età age_group age_groups agegroup ageclass age_band ageband altersgruppe",
    ],
    [
      "dimension placeOfResidenceClassification",
      "residence type_of_residence residence_area residence_type urban_rural urbanrural urban/rural urban-rural urban_and_rural urbanisation urbanization degurba",
    ],
    ["dimension race", "race"],
    ["dimension ethnicity", "ethnicity"],
    [
      "dimension educationalAttainment",
      "education educ_lev educ_level education_level education_attainment isced isced2011",
    ],
    ["dimension occupation", "occupation isco isco08"],
    ["dimension", "nace nace_ nace_r2 nacer2 nace2 industry sector activity economic_activity"],
    ["dimension citizenship", "citizen citizenship"],
    [
      "dimension seasonalAdjustment",
      "adjustment seasonal_adjustment seasonal_adj seasonaladj seas_adjust seas_adj s_adj",
    ],
    ["dimension", "price_base pricebase transformation unit_type breakdown classif1"],
    ["period", "freq frequency freq_code"],
    [
      "multiplier",
      "unit_mult unitmult unit_multiplier power_code powercode power_code_code scale scalar_factor scalarfactor multiplier magnitude",
    ],
    ["method", "measurement_method measurementmethod method collection_method collectionmethod"],
  ])("%s", (means, words) => {
    const use = (heading: string) => {
      const found = furtherColumn(heading);
      return found && [found.role, ...(found.property ? [found.property] : [])].join(" ");
    };
    const all = words
      .split(" ")
      .map((word) => (word === "power_code_code" ? "power_code code" : word));
    expectOnly(all, use, means);
    const apart = all.map((word) => word.replace(/_/g, " ")).filter((word) => word !== "s adj");
    const known = apart.filter((word) => !/^(?:nace |freq code)/.test(word));
    expect(known.map((word) => [word, use(word)])).toEqual(known.map((word) => [word, means]));
  });

  test("of flags and notes stand alone or beside other words", () => {
    const words = ["flag", "flags", "footnote", "foot note", "foot_notes", "note", "notes"];
    const all = [...words, "comment", "comments", "remark", "remarks"];
    const around = all.flatMap((one) => [
      one,
      `OBS_${one}`,
      `value ${one}`,
      `x.${one}`,
      `${one}_x`,
      `${one} x`,
      `${one}.x`,
      `${one}1`,
    ]);
    const whole = ["obs_status", "Observation status", "conf_status", "confidentiality status"];
    const more = ["obs_conf", "OBS_CONFIDENTIALITY", "obs_pre_break", "OBS_PRE_BREAK_VALUE"];
    const lone = ["decimals", "TIME_FORMAT", "pre_break_value", "title_compl", "Anmerkungen"];
    const notes = [...around, ...whole, ...more, ...lone];
    expect(notes.filter((one) => furtherColumn(one)?.role !== "note")).toEqual([]);
    const others = [
      ...all.flatMap((one) => [`x${one.replace(/[ _]/, "")}`, `${one}x`]),
      ...whole.map((one) => `x${one}`),
    ];
    const parts = lone.flatMap((one) => [`x${one}`, `${one}x`]);
    const near = ["notable", "flagship", "obsstatus", "obs_x", "time format"];
    expect([...others, ...parts, ...near].filter((one) => furtherColumn(one) !== nothing)).toEqual(
      [],
    );
  });

  test("of numbers that are powers of ten are fewer than those of multipliers", () => {
    const powers = [
      "unit_mult",
      "UNIT MULTIPLIER",
      "unitmult",
      "power_code",
      "powercode",
      "Power Code Code",
    ];
    expect(powers.filter((one) => !arePowers(one))).toEqual([]);
    const others = [
      "scale",
      "multiplier",
      "xunit_mult",
      "unit_multx",
      "xpower code",
      "power codex",
    ];
    expect(others.filter(arePowers)).toEqual([]);
  });
});

const sexOf = (code: string) => furtherColumn("sex")?.meaningOf?.(code);
const ageOf = (code: string) => furtherColumn("age")?.meaningOf?.(code);
const adjustmentOf = (code: string) => furtherColumn("s_adj")?.meaningOf?.(code);

describe("codes", () => {
  test.each([
    [
      "Female",
      "f female females women woman girl girls sex_f w frauen weiblich femme femmes mujer mujeres femmine",
    ],
    [
      "Male",
      "m male males men man boy boys sex_m männer männlich homme hommes hombre hombres maschi",
    ],
  ])("of sexes: %s", (value, words) => {
    const near = (code: string) =>
      /^(?:sex_)?(?:fe)?(?:fx|mx|xf|xm)$/.test(code) ? nothing : sexOf(code);
    expectOnly(words.split(" "), near, { value, name: value });
  });

  test.each(["Urban", "Rural"])("of residence: %s", (value) => {
    const words = ["", " area", " areas", " population"].map((word) => `${value}${word}`);
    const residenceOf = (code: string) => furtherColumn("residence")?.meaningOf?.(code);
    expectOnly(words, residenceOf, { value, name: value });
  });

  test("of all people or things", () => {
    const words =
      "t _t _z tot total all sex_t age_total age_y_total age_years_total both bothsexes both_sexes person persons all_ages mf m+f insgesamt gesamt total_-_sex total_-_gender total_-_age";
    const written = words.split(" ").map((word) => {
      const isName = /^(?:both|all|total)_/.test(word);
      return isName ? word.replaceAll("_", " ") : word;
    });
    // `age__total` has no words between, and is none.
    const all = written.filter((word) => word !== "age_total");
    expectOnly(all, (code) => (isWhole(code) ? "all" : nothing), "all");
    expect(["", "age_total", "person s", "total - race", "both  sexes"].filter(isWhole)).toEqual(
      [],
    );
  });

  test.each<[string, string, string | undefined]>([
    ["Y15T24 Y15-24 15-24 15–24 15to24 15bis24 15_24 AGE_Y15T24", "15 to 24 years", "Years15To24"],
    ["0-4 00-04 Y0T4", "0 to 4 years", "Years0To4"],
    ["65-129", "65 to 129 years", "Years65To129"],
    ["65-130 65T999 Y_GE65 YGE65 GE65 ge_65 _ge65 65+ 065+", "65 years and over", "Years65Onwards"],
    ["Y_LT5 YLT5 LT5 lt_5 <5", "under 5 years", "YearsUpto4"],
    ["LT1 Y_LT1", "under 1 years", "YearsUpto0"],
    ["Y5 5 05 005 AGE_Y5 5years 5yrs 5yr 5year 5Jahre 5Jahr 5ans", "5 years", "Years5"],
  ])("of ages: %s", (codes, name, value) => {
    const all = codes.split(" ");
    expect(all.map((code) => [code, ageOf(code)])).toEqual(
      all.map((code) => [code, { value, name }]),
    );
  });

  test.each<[string, string | undefined]>([
    ["15 to 24 years", "Years15To24"],
    ["15  -  24 yrs", "Years15To24"],
    ["15 bis 24 Jahre", "Years15To24"],
    ["15 - 24 years of age", "Years15To24"],
    ["15 to 24 year old", "Years15To24"],
    ["65 years", "Years65"],
    ["65 years old", "Years65"],
    ["65 +", "Years65Onwards"],
    ["65 and over", "Years65Onwards"],
    ["65  and older", "Years65Onwards"],
    ["65 or more", "Years65Onwards"],
    ["65 plus", "Years65Onwards"],
    ["65 plus years", "Years65Onwards"],
    ["under 5", "YearsUpto4"],
    ["below 5 years", "YearsUpto4"],
    ["less than 5", "YearsUpto4"],
    ["<  5", "YearsUpto4"],
    ["under 0", nothing],
    ["years 5", nothing],
    ["5 years or so", nothing],
    ["5 months", nothing],
    ["Yx5", nothing],
    ["xY5", nothing],
    ["x15-24", nothing],
    ["15-24x", nothing],
    ["1500-24", nothing],
    ["15-2400", nothing],
    ["xGE65", nothing],
    ["GE65x", nothing],
    ["GE6500", nothing],
    ["x65+", nothing],
    ["65+x", nothing],
    ["6500+", nothing],
    ["xLT5", nothing],
    ["LT5x", nothing],
    ["LT5000", nothing],
    ["2020", nothing],
    ["x5", nothing],
    ["old", nothing],
    ["", nothing],
  ])("of ages in words: %s", (code, value) => {
    expect(ageOf(code)?.value).toBe(value);
  });

  test.each([
    ["SeasonallyAdjusted", "sa,sca,y,seasonally adjusted"],
    ["NotSeasonallyAdjusted", "nsa,n,not seasonally adjusted,unadjusted"],
  ])("of adjustments: %s", (value, words) => {
    const ownOf = (code: string) => (code === "xnsa" ? nothing : adjustmentOf(code));
    expectOnly(words.split(","), ownOf, { value });
  });

  test.each([
    ["P1Y", "a,annual,yearly,annually"],
    ["P6M", "s,h,half-yearly,halfyearly,semi-annual,semiannual"],
    ["P3M", "q,quarterly"],
    ["P1M", "m,monthly"],
    ["P1W", "w,weekly"],
    ["P1D", "d,b,daily"],
    ["PT1M", "n"],
  ])("of frequencies: %s", (period, words) => {
    expectOnly(words.split(","), periodOf, period);
  });

  test.each([
    ["Percent", "pc,pt,pct,percent,percentage,%"],
    ["USDollar", "usd,us dollar,us dollars,us$,$"],
    ["Euro", "eur,euro,euros,€"],
    ["Person", "ps,pers,person,persons,people"],
  ])("of units: %s", (unit, words) => {
    expectOnly(words.split(","), unitOf, unit);
  });
});

test.each([
  ["Kilometer", "km"],
  ["SquareKilometer", "km2"],
  ["SquareKilometer", "km²"],
  ["SquareKilometer", "sq km"],
  ["SquareMeter", "m2"],
  ["SquareMeter", "m²"],
  ["CubicMeter", "m3"],
  ["CubicMeter", "m³"],
  ["Kilowatt", "kW"],
  ["Megawatt", "MW"],
  ["Gigawatt", "GW"],
  ["Acre", "acres"],
  ["Mile", "miles"],
  ["SquareMile", "sq mi"],
  ["SquareMile", "square miles"],
  ["Liter", "liters"],
  ["Liter", "litres"],
  ["Hectare", "ha"],
  ["Hectare", "hectares"],
  ["MetricTon", "tonnes"],
  ["Millimeter", "mm"],
  ["Kilogram", "kg"],
  ["KilowattHour", "kWh"],
  ["MegawattHour", "MWh"],
  ["GigawattHour", "GWh"],
  ["Celsius", "°C"],
])("measurements at the end of headings: %s, as %s", (unit, sign) => {
  const headings = [`Cats (${sign})`, `Cats (${sign}) `, `Cats (a) (${sign})`];
  const ofOneWord = sign.includes(" ") ? [] : [`Cats, ${sign}`, `Cats in ${sign}`];
  const all = [...headings, ...ofOneWord];
  expect(all.map((one) => [one, measurementAt(one)])).toEqual(all.map((one) => [one, unit]));
  const others = [`Cats ${sign}`, `Cats (${sign}) b`, `Cats in ${sign} b`, `Cats (x${sign})`, sign];
  expect(others.filter((one) => measurementAt(one) !== undefined)).toEqual([]);
});

describe("words that say what a number is", () => {
  const expected =
    "forecast forecasts projected projection projections budget budgeted plan planned target targets soll prognose prognosen prévision prévisions";
  const others =
    "actual actuals history historic historical ist réel réels réelle réelles nominal real gross net brutto netto";

  test.each(expected.split(" "))("alone: %s", (word) => {
    expect(areKindsOfNumbers([word, "Cats"])).toBe(true);
    expect(areKindsOfNumbers([`x${word}`, `${word}x`])).toBe(false);
  });

  test.each(others.split(" "))("beside another one: %s", (word) => {
    expect(areKindsOfNumbers([word, "Net"])).toBe(true);
    expect(areKindsOfNumbers([word, "Cats"])).toBe(false);
    expect(areKindsOfNumbers([`x${word}`, "Net", `${word}x`])).toBe(false);
  });
});

describe("headings that are the parts of one variable", () => {
  const meant = (codes: readonly string[]) => {
    const parts = partsIn(codes);
    return parts && [parts.property, ...codes.map((code) => parts.partOf(code)?.value)];
  };

  test.each<[string, string | undefined]>([
    ["Male,Female", "gender Male Female"],
    ["Total,m,f", "gender  Male Female"],
    ["0-14,15-64,65+", "age Years0To14 Years15To64 Years65Onwards"],
    ["all ages,under 5", "age  YearsUpto4"],
    ["Y5,Y6", "age Years5 Years6"],
    ["Rural areas,Urban areas,Total", "placeOfResidenceClassification Rural Urban "],
  ])("%s", (codes, means) => {
    expect(meant(codes.split(","))?.join(" ")).toBe(means);
  });

  test.each([
    "Male,65+",
    "5,6",
    "15,16",
    "Total",
    "Cats,Dogs",
    "Male,Cats",
    "2020,2021",
    "race",
    "",
  ])("none: %s", (codes) => {
    expect(partsIn(codes.split(",").filter((code) => code !== ""))).toBeUndefined();
  });

  test("what is no code of them means nothing", () => {
    expect(partsIn(["Male", "Female"])?.partOf("Cats")).toBeUndefined();
  });
});
