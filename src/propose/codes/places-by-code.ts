/** Codes of places as publishers write them → dcids: of countries, their groups, regions, and places of the United States. */
import type { CodedPlace } from "../../load/described/column-option.ts";
import { countryCodes } from "./place-codes.ts";

/** A way to write codes. */
export type CodeKind = "alpha3" | "alpha2" | "numeric" | "nuts" | "geoid" | "states";

const byAlpha3 = new Map<string, string>();
const byAlpha2 = new Map<string, string>();
const byNumber = new Map<string, string>();
for (const row of `${countryCodes.trim()} XKXXK000`.split(/\s+/)) {
  const [code, two, number] = [row.slice(0, 3), row.slice(3, 5), row.slice(5)];
  byAlpha3.set(code, `country/${code}`);
  byAlpha2.set(two, `country/${code}`);
  if (number !== "000") byNumber.set(number, `country/${code}`);
}
// As Eurostat writes Greece and the United Kingdom.
byAlpha2.set("EL", "country/GRC").set("UK", "country/GBR");

/** Of countries, as English writes them, and as the largest European languages do. */
const byName = new Map<string, string>();
const byAnyName = new Map<string, string>();
const languages = ["de", "es", "fr", "it", "nl", "pl", "pt", "sv", "en"];

/**
 * The country that has a name; undefined for other names, and for other ways to write one.
 * @param isAny whether the name may be in another language than English
 */
export function countryNamed(name: string, isAny = false): string | undefined {
  const known = isAny ? byAnyName : byName;
  for (const language of known.size > 0 ? [] : isAny ? languages : ["en"]) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const [two, dcid] of byAlpha2) known.set(names.of(two) ?? two, dcid);
  }
  return known.get(name.trim());
}

/** Groups that are one place of the public graph. */
const knownGroups = new Map<string, string>([
  ...["WLD", "OWID_WRL", "001", "W00"].map((code) => [code, "Earth"] as const),
  ...["OWID_AFR", "002"].map((code) => [code, "africa"] as const),
  ...["OWID_ASI", "142"].map((code) => [code, "asia"] as const),
  ...["OWID_EUR", "150"].map((code) => [code, "europe"] as const),
  ...["OWID_NAM", "003"].map((code) => [code, "northamerica"] as const),
  ...["OWID_SAM", "005"].map((code) => [code, "southamerica"] as const),
  ...["OWID_OCE", "009"].map((code) => [code, "oceania"] as const),
  ["OWID_KOS", "country/XKX"],
]);

/** Groups of countries that publishers make: each is a place of its own. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  worldBank: {
    AFE: "Africa Eastern and Southern",
    AFR: "Africa",
    AFW: "Africa Western and Central",
    ARB: "Arab World",
    CEB: "Central Europe and the Baltics",
    CSS: "Caribbean small states",
    EAP: "East Asia & Pacific (excluding high income)",
    EAR: "Early-demographic dividend",
    EAS: "East Asia & Pacific",
    ECA: "Europe & Central Asia (excluding high income)",
    ECS: "Europe & Central Asia",
    EMU: "Euro area",
    EUU: "European Union",
    FCS: "Fragile and conflict affected situations",
    HIC: "High income",
    HPC: "Heavily indebted poor countries (HIPC)",
    IBD: "IBRD only",
    IBT: "IDA & IBRD total",
    IDA: "IDA total",
    IDB: "IDA blend",
    IDX: "IDA only",
    INX: "Not classified",
    LAC: "Latin America & Caribbean (excluding high income)",
    LCN: "Latin America & Caribbean",
    LDC: "Least developed countries: UN classification",
    LIC: "Low income",
    LMC: "Lower middle income",
    LMY: "Low & middle income",
    LTE: "Late-demographic dividend",
    MEA: "Middle East & North Africa",
    MIC: "Middle income",
    MNA: "Middle East & North Africa (excluding high income)",
    NAC: "North America",
    OED: "OECD members",
    OSS: "Other small states",
    PRE: "Pre-demographic dividend",
    PSS: "Pacific island small states",
    PST: "Post-demographic dividend",
    SAS: "South Asia",
    SSA: "Sub-Saharan Africa (excluding high income)",
    SSF: "Sub-Saharan Africa",
    SST: "Small states",
    TEA: "East Asia & Pacific (IDA & IBRD countries)",
    TEC: "Europe & Central Asia (IDA & IBRD countries)",
    TLA: "Latin America & the Caribbean (IDA & IBRD countries)",
    TMN: "Middle East & North Africa (IDA & IBRD countries)",
    TSA: "South Asia (IDA & IBRD)",
    TSS: "Sub-Saharan Africa (IDA & IBRD countries)",
    UMC: "Upper middle income",
  },
  who: {
    WHO_AFR: "African Region of the WHO",
    WHO_AMR: "Region of the Americas of the WHO",
    WHO_EMR: "Eastern Mediterranean Region of the WHO",
    WHO_EUR: "European Region of the WHO",
    WHO_SEAR: "South-East Asia Region of the WHO",
    WHO_WPR: "Western Pacific Region of the WHO",
  },
  m49: {
    "011": "Western Africa",
    "013": "Central America",
    "014": "Eastern Africa",
    "015": "Northern Africa",
    "017": "Middle Africa",
    "018": "Southern Africa",
    "019": "Americas",
    "021": "Northern America",
    "029": "Caribbean",
    "030": "Eastern Asia",
    "034": "Southern Asia",
    "035": "South-eastern Asia",
    "039": "Southern Europe",
    "053": "Australia and New Zealand",
    "054": "Melanesia",
    "057": "Micronesia",
    "061": "Polynesia",
    "143": "Central Asia",
    "145": "Western Asia",
    "151": "Eastern Europe",
    "154": "Northern Europe",
    "155": "Western Europe",
    "159": "China with Hong Kong, Macao and Taiwan",
    "199": "Least Developed Countries",
    "202": "Sub-Saharan Africa",
    "419": "Latin America and the Caribbean",
    "432": "Landlocked Developing Countries",
    "722": "Small Island Developing States",
  },
};

const groupsByCode = new Map(
  Object.entries(groups).flatMap(([publisher, names]) =>
    Object.entries(names).map(
      ([code, name]) => [code, { dcid: `${publisher}/${code}`, name, type: "Place" }] as const,
    ),
  ),
);

/** Countries whose regions Eurostat lists. */
const nutsCountries: ReadonlySet<string> = new Set(
  "AL AT BE BG CH CY CZ DE DK EE EL ES FI FR HR HU IE IS IT LI LT LU LV ME MK MT NL NO PL PT RO RS SE SI SK TR UK".split(
    " ",
  ),
);

/** Groups of countries as Eurostat and OECD write them. */
const europeanGroup =
  /^(?:EU(?:\d\d)?(?:_(?:V|\d{4}))?|EA(?:\d\d)?|U2|EEA\d*(?:_\d{4})?|EFTA|OECD[A-Z]?|G7|G20)$/;

/** The United States and the places within, as the Census Bureau writes them: `0500000US06037`. */
const censusCode = /^(\d{3})[0-9A-Z]{4}US(\d*)$/;

/** What stands before the digits, by the summary level: of states, counties, tracts, towns, metropolitan and postal areas. */
const censusLevels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["040", "050", "060", "140", "150", "160"].map((one) => [one, "geoId/"])),
  "310": "geoId/C",
  "860": "zip/",
};

const readers: Readonly<Record<CodeKind, (code: string) => CodedPlace | undefined>> = {
  alpha3: (code) =>
    coded(byAlpha3.get(code) ?? knownGroups.get(code)) ??
    (/^OWID_/.test(code) || europeanGroup.test(code) ? groupNamed(code) : groupsByCode.get(code)),
  alpha2: (code) =>
    coded(byAlpha2.get(code)) ?? (europeanGroup.test(code) ? groupNamed(code) : undefined),
  numeric: (code) => {
    const bare = code.replace(/^'/, "").padStart(3, "0");
    return coded(byNumber.get(bare) ?? knownGroups.get(bare)) ?? groupsByCode.get(bare);
  },
  nuts: (code) => {
    if (code.length === 2 || europeanGroup.test(code)) return placeOf(code, "alpha2");
    const isRegion = /^[A-Z]{2}[A-Z0-9]{1,3}$/.test(code) && nutsCountries.has(code.slice(0, 2));
    return isRegion ? { dcid: `nuts/${code}` } : undefined;
  },
  states: (code) => coded(states.get(code)),
  geoid: (code) => {
    const [, level = "", digits = ""] = censusCode.exec(code) ?? [];
    if (level === "010") return { dcid: "country/USA" };
    const prefix = censusLevels[level];
    return prefix === undefined || digits === "" ? undefined : { dcid: `${prefix}${digits}` };
  },
};

/** The place that a code says; undefined for a code of another kind. */
export function placeOf(code: string, kind: CodeKind): CodedPlace | undefined {
  return readers[kind](code);
}

/** The place that a cell says, by its code or by the name of a country. */
export function placeIn({ codeKind }: Coded, cell: string): string | undefined {
  if (codeKind === "either") return undefined;
  return codeKind === undefined ? countryNamed(cell) : placeOf(cell, codeKind)?.dcid;
}

/** How the cells of a column say places, if they are codes; `either` of countries or of states. */
interface Coded {
  readonly codeKind: CodeKind | "either" | undefined;
}

function coded(dcid: string | undefined): CodedPlace | undefined {
  return dcid === undefined ? undefined : { dcid };
}

/** A group that only its code says. */
function groupNamed(code: string): CodedPlace {
  return { dcid: `placeGroup/${code}`, name: code, type: "Place" };
}

/** Codes of countries by ISO 3166-1, alpha-3, and the code that the graph has for Kosovo; of groups not. */
export function isCountryCode(code: string): boolean {
  return byAlpha3.has(code);
}

const partsOfWorld =
  /\b(?:africa|americas?|antarctica|arab|asia|caribbean|eastern mediterranean|europe|european|middle east|oceania|pacific|world)\b|^(?:[a-z]{3}o|apac|emea|latam|mena|ssa)$/i;

/** Whether a cell says a part of the world, which has countries in it. */
export function isRegionOfWorld(cell: string): boolean {
  return partsOfWorld.test(cell) || placeOf(cell, "alpha3")?.name !== undefined;
}

/** States by their codes in the post, which are codes of other countries, too: `CA` and `DE`. */
const states = new Map(
  `AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25
  MI26 MN27 MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48
  UT49 VT50 VA51 WA53 WV54 WI55 WY56 PR72`
    .split(/\s+/)
    .map((row) => [row.slice(0, 2), `geoId/${row.slice(2)}`]),
);

const usualMin = 0.8;
/** Where the heading says how codes are written, others are no names. */
const saidMin = 0.3;
const saidKinds: readonly (readonly [RegExp, CodeKind])[] = [
  [/m49|iso_?n3|numeric|\bun[ _]?code/i, "numeric"],
  [/iso[ _-]?3|alpha[ _-]?3|iso[ _-]?a3/i, "alpha3"],
  [/iso[ _-]?2|alpha[ _-]?2|iso[ _-]?a2/i, "alpha2"],
];

const placeHeading =
  /^(?:geo(?:graphy|_?unit)?|ref_?area|location|loc|code|entity|area|reporter|partner|economy)\b|iso|country|alpha|\bcode\b|land|nuts|\btl\d|itter|\breg_id/i;

/**
 * How the codes of a column are written, as most of its cells show.
 * @param heading decides between codes of countries and of states, and what a number is.
 * @returns `either` for codes that may be of countries or of states.
 */
export function kindOf(heading: string, cells: readonly string[]): CodeKind | "either" | undefined {
  const isMostly = (kind: CodeKind, least = usualMin) =>
    cells.length > 0 &&
    cells.filter((cell) => placeOf(cell, kind) !== undefined).length >= least * cells.length;
  const said = saidKinds.find(([form, kind]) => form.test(heading) && isMostly(kind, saidMin));
  if (said !== undefined) return said[1];
  if (isMostly("geoid")) return "geoid";
  const areStates = cells.length > 0 && cells.every((cell) => states.has(cell));
  if (/\bstate|st_?abbr|postal|usps/i.test(heading) && areStates) return "states";
  if (!placeHeading.test(heading)) return undefined;
  if (isMostly("alpha3")) return "alpha3";
  const isRegion = (cell: string) =>
    cell.length > 2 && /\d/.test(cell) && !europeanGroup.test(cell);
  if (cells.some(isRegion)) return isMostly("nuts") ? "nuts" : undefined;
  if (!isMostly("alpha2")) return undefined;
  return areStates && !/iso|country|alpha|land/i.test(heading) ? "either" : "alpha2";
}

/** Whether all of these are codes of countries, of their regions or of states. */
export function isCodeOfPlaces(texts: readonly string[]): boolean {
  const kinds: readonly CodeKind[] = ["alpha3", "alpha2", "states", "nuts", "geoid"];
  return kinds.some((kind) => texts.every((text) => placeOf(text, kind) !== undefined));
}
