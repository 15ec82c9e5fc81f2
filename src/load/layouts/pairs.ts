/** Tables in which a code and its name have headings alike: the WHO's older tables, SIDRA of Brazil's IBGE, the UN's projections. */
import { hasAll, plainColumns, quoted, type RoleRows, roleIn, withoutSign } from "./headings.ts";
import type { LaidColumn, Layout } from "./layout.ts";
import { regionOfHealth } from "./organisations.ts";

const athenaTime = /^(?:YEAR|PERIOD|DATE) \(/;

const athenaRoles: RoleRows = [
  [/^Numeric$/, "value"],
  [/^(?:REGION|WORLDBANKINCOMEGROUP|WHOREGION|UNREGION) \(/, "note"],
  [/ \(URL\)$|^(?:YEAR|PERIOD|DATE|PUBLISHSTATE) \(|^COUNTRY \(CODE\)$/, "about"],
  [/^COUNTRY \(DISPLAY\)$/, "entity name"],
  [/ \(DISPLAY\)$/, "label"],
  [/^GHO \(CODE\)$/, "variable"],
  [/ \(CODE\)$/, "dimension"],
];

export const whoAthena: Layout = {
  about: "WHO: tables of the older API (Athena)",
  recognised: "`GHO (CODE)`, with `Numeric` or `Display Value`",
  reading:
    "pairs such as `SEX (CODE)` and `SEX (DISPLAY)` are dimensions; `Numeric` is the value; rows without a country are about the region of the WHO",
  example: `"GHO (CODE)","GHO (DISPLAY)","YEAR (CODE)","YEAR (DISPLAY)","REGION (CODE)","COUNTRY (CODE)","COUNTRY (DISPLAY)","SEX (CODE)","SEX (DISPLAY)","Display Value","Numeric","Low","High"
"WHOSIS_000001","Life expectancy (years)","2015","2015","EUR","FRA","France","FMLE","Female","85.4","85.40","",""
`,
  isHeader: (header) => header.includes("GHO (CODE)"),
  lay(header) {
    const [country, region] = ["COUNTRY (CODE)", "REGION (CODE)"].map((one) => header.indexOf(one));
    const time = header.find((one) => athenaTime.test(one));
    if (!hasAll(header, "Numeric", "COUNTRY (CODE)") || time === undefined)
      return {
        expected: "the columns Numeric, YEAR (CODE) and COUNTRY (CODE)",
        found: quoted(header),
      };
    const columns = header.map((heading, at): LaidColumn => {
      const role = heading === time ? "date" : roleIn(athenaRoles, heading, "note");
      return role === "label"
        ? { heading, role, at, of: heading.replace("DISPLAY", "CODE") }
        : { heading, role, at };
    });
    const place: LaidColumn = { heading: "Country code", role: "entity", at: header.length };
    const split = (cells: readonly string[]) => [
      ...cells,
      cells[country!] || regionOfHealth(cells[region!] ?? ""),
    ];
    return { columns: [...columns, place], width: header.length, split };
  },
};

/** What times are called, and how their codes are written. */
const brazilTimes: Readonly<Record<string, (code: string) => string>> = {
  Ano: (code) => code,
  "M\u00eas": (code) => `${code.slice(0, 4)}-${code.slice(4)}`,
  Trimestre: (code) => `${code.slice(0, 4)}-Q${Number(code.slice(4))}`,
};

const brazilPlace =
  /^(?:Brasil|Grande Regi\u00e3o|Unidade da Federa\u00e7\u00e3o|Munic\u00edpio|Regi\u00e3o .+|Mesorregi\u00e3o.*|Microrregi\u00e3o.*)$/;

const sidraRoles: RoleRows = [
  [/^Valor$/, "value"],
  [/^Unidade de Medida$/, "unit"],
  [/^(?:N\u00edvel Territorial|Unidade de Medida)(?: |$)|^(?:Ano|M\u00eas|Trimestre)$/, "about"],
  [/^(?:Ano|M\u00eas|Trimestre) /, "date"],
  [/^Vari\u00e1vel \(/, "variable"],
  [/ \(C\u00f3digo\)$/, "dimension"],
];

/** The country has a code; other places have names. */
function brazilEntity(place: string): Omit<LaidColumn, "at"> {
  if (place !== "Brasil") return { heading: "Geography", role: "entity" };
  const cell = (text: string) => (text === "Brasil" ? "BRA" : text);
  return { heading: "Country code", role: "entity", cell };
}

export const sidra: Layout = {
  about: "IBGE of Brazil: tables of SIDRA with codes and names",
  recognised: "`Valor`, and pairs such as `Ano (C\u00f3digo)` and `Ano`",
  reading:
    "`Vari\u00e1vel` is the variable; `Ano`, `M\u00eas` and `Trimestre` are the date; the country has a code, other places are looked up by name; `-`, `..`, `...` and `X` are no values",
  example: `"N\u00edvel Territorial (C\u00f3digo)","N\u00edvel Territorial","Unidade de Medida (C\u00f3digo)","Unidade de Medida","Valor","Brasil (C\u00f3digo)","Brasil","Vari\u00e1vel (C\u00f3digo)","Vari\u00e1vel","M\u00eas (C\u00f3digo)","M\u00eas"
"1","Brasil","2","%","0.21","1","Brasil","63","IPCA","202001","janeiro 2020"
`,
  isHeader: (header) => hasAll(header, "Valor", "Vari\u00e1vel (C\u00f3digo)"),
  lay(header) {
    const time = Object.keys(brazilTimes).find((one) => header.includes(`${one} (C\u00f3digo)`));
    const place = header.find((one) => brazilPlace.test(one));
    if (time === undefined || place === undefined)
      return {
        expected: "the columns Ano, M\u00eas or Trimestre, and a place",
        found: quoted(header),
      };
    const columns = header.map((heading, at): LaidColumn => {
      if (heading === place) return { at, ...brazilEntity(place) };
      if (heading === `${place} (C\u00f3digo)`) return { heading, role: "about", at };
      const role = roleIn(sidraRoles, heading, "label");
      if (role === "date") return { heading, role, at, cell: brazilTimes[time]! };
      if (role === "value") return { heading, role, at, cell: withoutSign };
      return role === "label"
        ? { heading, role, at, of: `${heading} (C\u00f3digo)` }
        : { heading, role, at };
    });
    return { columns, width: header.length };
  },
};

const prospectRoles: RoleRows = [
  [/^(?:Variant|AgeGrp|Sex|Age|Category)$/, "dimension"],
  [/^(?:Time|TimeLabel)$/, "date"],
  [/^Value$/, "value"],
  [/^IndicatorShortName$/, "variable"],
  [
    /^(?:SortOrder|Notes|ISO2_code|SDMX_code|LocTypeID|LocTypeName|LocationType|ParentID|ParentId|LocationTypeId|VarID|VariantId|VariantShortName|VariantLabel|MidPeriod|TimeMid|TimeId|TimeStart|TimeDuration|AgeGrpStart|AgeGrpSpan|AgeId|AgeStart|AgeEnd|AgeMid|SexId|IndicatorId|Source|SourceId|SourceYear|Author|CategoryId|EstimateType|EstimateTypeId|EstimateMethod|EstimateMethodId|LocID|LocationId|Iso2|Location)$/,
    "about",
  ],
];

export const unProspects: Layout = {
  about: "UN: World Population Prospects, as CSV and from its data portal",
  recognised: "`LocID` and `Variant`, or `LocationId` and `Iso3`",
  reading:
    "countries have `ISO3_code`, the world `900`; other groups of countries are left out; `Variant`, `AgeGrp`, `Sex` and `Age` are dimensions",
  example: `SortOrder,LocID,Notes,ISO3_code,ISO2_code,SDMX_code,LocTypeID,LocTypeName,ParentID,Location,VarID,Variant,Time,MidPeriod,PopMale,PopFemale
95,250,,FRA,FR,250,4,Country/Area,926,France,2,Medium,2020,2020.5,31200.1,33280.2
`,
  isHeader: (header) => hasAll(header, "LocID", "Variant") || hasAll(header, "LocationId", "Iso3"),
  lay(header) {
    const at = (...names: readonly string[]) => header.findIndex((one) => names.includes(one));
    const [code, number] = [at("ISO3_code", "Iso3"), at("LocID", "LocationId")];
    if (at("Time", "TimeLabel") < 0 || code < 0)
      return { expected: "the columns Time and ISO3_code", found: quoted(header) };
    const placeOf = (cells: readonly string[]) =>
      /^[A-Z]{3}$/.test(cells[code] ?? "") ? cells[code]! : cells[number] === "900" ? "WLD" : "";
    const columns = plainColumns(header, prospectRoles).flatMap((one): LaidColumn[] => {
      if (one.at === code) return [];
      if (one.heading === "IndicatorName")
        return [{ ...one, role: "label", of: "IndicatorShortName" }];
      const heading = one.heading === "AgeGrp" ? "Age" : one.heading;
      if (one.role === "dimension")
        return [
          {
            ...one,
            heading,
            cell: (cell) => (/^(?:Not applicable|Both sexes|Total)$/.test(cell) ? "_T" : cell),
          },
        ];
      return [one];
    });
    return {
      columns: [{ heading: "Country code", role: "entity", at: header.length }, ...columns],
      width: header.length,
      leaves: (cells) => (placeOf(cells) === "" ? "rows of groups of countries" : undefined),
      split: (cells) => [...cells, placeOf(cells)],
    };
  },
};
