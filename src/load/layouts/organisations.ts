/** Tables of the IMF, the ILO, the United Nations, the WHO and the FAO. */
import {
  datedColumns,
  hasAll,
  isDated,
  isNote,
  plainColumns,
  quoted,
  type RoleRows,
  withoutSign,
} from "./headings.ts";
import type { LaidColumn, LaidTable, Layout } from "./layout.ts";

function named(columns: readonly LaidColumn[], label: RegExp, of: string): readonly LaidColumn[] {
  return columns.map((one) => {
    if (one.role === "value") return { ...one, cell: one.cell ?? withoutSign };
    return label.test(one.heading) ? { ...one, role: "label" as const, of } : one;
  });
}

/** How often values come, as their times show it: such tables mix months, quarters and years. */
function withFrequency(columns: readonly LaidColumn[]): readonly LaidColumn[] {
  const time = columns.find(({ role }) => role === "date");
  if (time === undefined) return columns;
  const cell = (text: string) => /[MQ]/i.exec(text)?.[0].toUpperCase() ?? "A";
  return [...columns, { heading: "Frequency", role: "period", at: time.at, cell }];
}

const weoRoles: RoleRows = [
  [/^ISO$/, "entity"],
  [/^Country$/, "entity name"],
  [/^WEO Subject Code$/, "variable"],
  [/^Units$/, "unit"],
  [/^Scale$/, "multiplier"],
  [/^WEO Country Code$/, "about"],
  [/notes$|^Estimates Start After$/i, "note"],
];

export const imfWeo: Layout = {
  about: "IMF: World Economic Outlook",
  recognised: "`WEO Subject Code` and `ISO`, with years as headings",
  reading: "`n/a` and `--` are no values; `Scale` multiplies",
  example:
    "WEO Country Code\tISO\tWEO Subject Code\tCountry\tSubject Descriptor\tUnits\tScale\t2019\t2020\tEstimates Start After\n" +
    '132\tFRA\tNGDPD\tFrance\tGross domestic product\tU.S. dollars\tBillions\t"2,730.2"\t2639.0\t2021\n',
  isHeader: (header) => header.includes("WEO Subject Code"),
  lay(header) {
    const dated = datedColumns(header, withoutSign);
    if (!header.includes("ISO")) return { expected: "the column ISO", found: quoted(header) };
    if (dated.length === 0) return { expected: "years as headings", found: quoted(header) };
    const others = plainColumns(header, weoRoles).filter(({ heading }) => !isDated(heading));
    const columns = [...named(others, /^Subject Descriptor$/, "WEO Subject Code"), ...dated];
    return { columns, width: header.length };
  },
};

const ifsRoles: RoleRows = [
  [/^Country Name$/, "entity"],
  [/^Country Code$/, "about"],
  [/^Indicator Code$/, "variable"],
  [/^Time Period$/, "date"],
  [/^Value$/, "value"],
  [/^Status$/, "note"],
];

export const imfIfs: Layout = {
  about: "IMF: bulk tables (IFS, DOTS, FSI) with a row per period",
  recognised: "`Country Name`, `Indicator Code`, `Time Period` and `Value`",
  reading: "countries are looked up by name: their codes are the IMF's own",
  example: `Country Name,Country Code,Indicator Name,Indicator Code,Time Period,Value,Status
France,132,"Prices, Consumer Price Index",PCPI_IX,2020M1,104.1,
`,
  isHeader: (header) =>
    header.includes("Time Period") &&
    ifsRoles.filter(([form]) => header.some((one) => one !== "" && form.test(one))).length > 3,
  lay(header) {
    const lost = ["Country Name", "Indicator Code", "Value"].find((one) => !header.includes(one));
    if (lost !== undefined) return { expected: `the column ${lost}`, found: quoted(header) };
    const columns = plainColumns(header, ifsRoles, "dimension");
    const labelled = named(columns, /^Indicator Name$/, "Indicator Code");
    return { columns: withFrequency(labelled), width: header.length };
  },
};

const iloRoles: RoleRows = [
  [/^ref_area$/, "entity"],
  [/^ref_area\.label$/, "entity name"],
  [/^indicator$/, "variable"],
  [/^time$/, "date"],
  [/^obs_value$/, "value"],
  [/^source$/, "method"],
  [/\.label$/, "label"],
  [/^(?:obs_status|note_.*)$/, "note"],
];

export const ilo: Layout = {
  about: "ILO: tables of ILOSTAT",
  recognised: "`ref_area`, `indicator`, `time` and `obs_value`",
  reading: "`sex`, `classif1` and `classif2` are dimensions; the source is the method",
  example: `ref_area,source,indicator,sex,classif1,time,obs_value,obs_status
FRA,BA:148,EMP_TEMP_SEX_AGE_NB,SEX_F,AGE_YTHADULT_Y15-24,2020,1301.2,
FRA,BA:148,EMP_TEMP_SEX_AGE_NB,SEX_M,AGE_YTHADULT_Y15-24,2020,1410.9,B
`,
  isHeader: (header) =>
    ["ref_area", "indicator"].filter((one) =>
      header.some((cell) => cell.replace(/\.label$/, "") === one),
    ).length === 2 && header.some((one) => /^(?:obs_value|time)$/.test(one)),
  lay(header) {
    for (const one of ["ref_area", "indicator", "time", "obs_value"]) {
      const isThere = header.includes(one) || header.includes(`${one}.label`);
      if (!isThere) return { expected: `the column ${one}`, found: quoted(header) };
    }
    const columns = plainColumns(header, iloRoles, "dimension").map((one): LaidColumn => {
      const of = one.heading.replace(/\.label$/, "");
      if (of === one.heading) return one.role === "value" ? { ...one, cell: withoutSign } : one;
      // A table of names alone has no codes.
      if (header.includes(of))
        return one.role === "entity name" ? one : { ...one, role: "label", of };
      const role = iloRoles.find(([form]) => form.test(of))?.[1] ?? "dimension";
      return { ...one, role };
    });
    return { columns: withFrequency(columns), width: header.length };
  },
};

const unRoles: RoleRows = [
  [/^Country or Area$/, "entity"],
  [/^Year(?:\(s\))?$/, "date"],
  [/^Value$/, "value"],
  [/^(?:Series|Item|Commodity - Transaction|Subgroup|Indicator|Variable)$/, "variable"],
  [/^Unit$/i, "unit"],
  [/^Source Year$/, "method"],
  [/^(?:Value Footnotes|OID|Source|Reliability)$/, "note"],
];

export const unData: Layout = {
  about: "UN Data: tables of data.un.org",
  recognised: "`Country or Area`, `Year` or `Year(s)`, and `Value`",
  reading:
    "countries are looked up by name; further columns are dimensions; footnotes below the table are left out",
  example: `"Country or Area","Year","Sex","Value","Value Footnotes"
"France","2020","Female","34900000","1"

"footnoteSeqID","Footnote"
"1","Provisional."
`,
  isHeader: (header) =>
    header.includes("Country or Area") && header.some((one) => /^Year(?:\(s\))?$/.test(one)),
  lay(header) {
    if (!header.includes("Value")) return { expected: "the column Value", found: quoted(header) };
    const columns = plainColumns(header, unRoles, "dimension").map((one) =>
      one.role === "value" ? { ...one, cell: withoutSign } : one,
    );
    const first = columns.find(({ role }) => role === "variable");
    return {
      columns: columns.map((one) =>
        one.role === "variable" && one !== first ? { ...one, role: "dimension" as const } : one,
      ),
      width: header.length,
      isEnd: ([cell = ""]) => /^(?:fn|footnote)SeqID$/i.test(cell),
      ...(first === undefined
        ? { variable: (file: string) => (/^UNdata/i.test(file) ? undefined : file) }
        : {}),
    };
  },
};

const yearbookRoles: RoleRows = [
  [/^Region\/Country\/Area$/, "entity"],
  [/^$/, "entity name"],
  [/^Year$/, "date"],
  [/^Series$/, "variable"],
  [/^Value$/, "value"],
  [/^(?:Footnotes|Source)$/, "note"],
];

export const unYearbook: Layout = {
  about: "UN Data: Statistical Yearbook (SYB)",
  recognised: "`Region/Country/Area`, `Year`, `Series` and `Value`, below a title",
  reading: "codes are those of M49; the series is the variable",
  example: `T02,"Population, density and surface area",,,,,
Region/Country/Area,,Year,Series,Value,Footnotes,Source
250,France,2020,Population mid-year estimates (millions),"64.48",,"Our own."
`,
  isHeader: (header) => hasAll(header, "Region/Country/Area", "Series"),
  lay(header) {
    if (!hasAll(header, "Year", "Value"))
      return { expected: "the columns Year and Value", found: quoted(header) };
    const columns = plainColumns(header, yearbookRoles, "dimension").map((one) => {
      if (one.role === "value") return { ...one, cell: withoutSign };
      if (one.role === "entity") return { ...one, heading: "Code (M49)" };
      return one.heading === "" ? { ...one, heading: "Name" } : one;
    });
    return { columns, width: header.length };
  },
};

const goalRoles: RoleRows = [
  [/^GeoAreaCode$/, "entity"],
  [/^GeoAreaName$/, "entity name"],
  [/^TimePeriod$/, "date"],
  [/^Value$/, "value"],
  [/^SeriesCode$/, "variable"],
  [/^\[?Units\]?$/, "unit"],
  [/^\[?(?:Nature|Observation Status)\]?$/, "note"],
  [
    /^\[.*\]$|^(?:Age|Sex|Location|Reporting Type|Disability status|Education level|Type of \w+)$/,
    "dimension",
  ],
  [/^(?:Goal|Target|Indicator|Time_Detail|TimeCoverage|GeoInfoUrl)$/, "about"],
  [/^(?:UpperBound|LowerBound|BasePeriod|Source|FootNote)$/, "note"],
];

export const unGoals: Layout = {
  about: "UN: indicators of the Sustainable Development Goals",
  recognised: "`SeriesCode`, `GeoAreaCode` and `TimePeriod`",
  reading:
    "codes are those of M49; columns in brackets, such as `[Sex]`, are dimensions, and so are `Sex`, `Age`, `Location` and others without them",
  example: `Goal,Target,Indicator,SeriesCode,SeriesDescription,GeoAreaCode,GeoAreaName,TimePeriod,Value,Source,[Sex],[Units]
3,3.1,3.1.2,SH_STA_BRTC,"Births attended by skilled staff (%)",404,Kenya,2019,70.2,"Our own.",FEMALE,PERCENT
`,
  isHeader: (header) => hasAll(header, "SeriesCode", "GeoAreaCode"),
  lay(header) {
    if (!hasAll(header, "TimePeriod", "Value")) {
      return { expected: "the columns TimePeriod and Value", found: quoted(header) };
    }
    const columns = plainColumns(header, goalRoles);
    return {
      columns: named(columns, /^SeriesDescription$/, "SeriesCode").map((one) => {
        if (one.role === "entity") return { ...one, heading: "Area code (M49)" };
        return one.role === "value" ? { ...one, cell: withoutSign } : one;
      }),
      width: header.length,
    };
  },
};

const foodRoles: RoleRows = [
  [/^Area Code \((?:M49|ISO3)\)$/, "entity"],
  [
    /^(?:Area Code|Domain|Domain Code|Item Code.*|Element Code|Year Code|Flag Description)$/,
    "about",
  ],
  [/^Area$/, "entity name"],
  [/^Item$/, "variable"],
  [/^Element$/, "dimension"],
  [/^Year$/, "date"],
  [/^Unit$/, "unit"],
  [/^Value$/, "value"],
  [/^(?:Flag|Note)$/, "note"],
];

/** A year as a heading of the bulk tables, beside `Y2020F` of its flags. */
const foodYear = /^Y(\d{4})$/;
const wideFoodRoles: RoleRows = [[foodYear, "value"], [/^Y\d{4}[FN]$/, "note"], ...foodRoles];

/** Where China is counted with these, the FAO writes it so. */
const areasOfChina: Readonly<Record<string, string>> = {
  China: "China with Hong Kong, Macao and Taiwan",
  "China, mainland": "China",
  "China, Taiwan Province of": "Taiwan",
  "China, Hong Kong SAR": "Hong Kong",
  "China, Macao SAR": "Macao",
};

/** Tables of months have the number of one in a code: 7001 is January. */
function ofMonths(header: readonly string[], columns: readonly LaidColumn[]): Partial<LaidTable> {
  const code = header.indexOf("Months Code");
  const years = columns.filter(({ role }) => role === "value");
  const year = header.indexOf("Year");
  const others = columns.filter(({ role }) => role !== "value" && role !== "date");
  return {
    columns: [
      ...others.map((one) =>
        /^Months/.test(one.heading) ? { ...one, role: "about" as const } : one,
      ),
      { heading: "Date", role: "date", at: header.length },
      { heading: "Value", role: "value", at: header.length + 1, cell: withoutSign },
    ],
    leaves: (cells) =>
      /^70(?:0[1-9]|1[0-2])$/.test(cells[code] ?? "") ? undefined : "rows of several months",
    unfold: (cells) =>
      years.map(({ at, heading }) => [
        ...cells,
        `${year < 0 ? heading : cells[year]}-${(cells[code] ?? "").slice(2)}`,
        cells[at] ?? "",
      ]),
  };
}

export const faostat: Layout = {
  about: "FAO: tables of FAOSTAT",
  recognised: "`Area`, `Item`, `Element` and `Value`, or years such as `Y2020`",
  reading:
    "the item is the variable, the element a dimension; without codes of M49 areas are looked up by name; `Months Code` and the year are the date; `China` is the sum of the mainland, Hong Kong, Macao and Taiwan, and never `country/CHN`",
  example: `Domain Code,Domain,Area Code (M49),Area,Element Code,Element,Item Code,Item,Year Code,Year,Unit,Value,Flag,Flag Description
QCL,Crops,250,France,5510,Production,15,Wheat,2020,2020,t,30144110,A,Official figure
`,
  isHeader: (header) => hasAll(header, "Area", "Item", "Element"),
  lay(header) {
    const isWide = header.some((one) => foodYear.test(one));
    if (!isWide && !hasAll(header, "Year", "Value"))
      return { expected: "the columns Year and Value", found: quoted(header) };
    const plain = plainColumns(header, isWide ? wideFoodRoles : foodRoles).map((one) =>
      one.role === "value" ? { ...one, heading: one.heading.replace(foodYear, "$1") } : one,
    );
    const hasCodes = plain.some(({ role }) => role === "entity");
    const columns = plain.map((one): LaidColumn => {
      if (one.role === "value") return { ...one, cell: withoutSign };
      if (one.role === "entity") return { ...one, cell: (cell) => cell.trim().replace(/^'/, "") };
      if (one.role !== "entity name" || hasCodes) return one;
      return { ...one, role: "entity", cell: (cell) => areasOfChina[cell.trim()] ?? cell.trim() };
    });
    return {
      columns,
      width: header.length,
      isEnd: (cells) => isNote(cells) && /^FAOSTAT/i.test(cells[0]!),
      ...(header.includes("Months Code") ? ofMonths(header, columns) : {}),
    };
  },
};

const healthRoles: RoleRows = [
  [/^SpatialDimValueCode$/, "entity"],
  [/^Location$/, "entity name"],
  [/^IndicatorCode$/, "variable"],
  [/^Period$/, "date"],
  [/^FactValueNumeric$/, "value"],
  [/^FactValueUoM$/, "unit"],
  [/^Dim\d+$/, "dimension"],
  [/^(?:DataSource|FactValue|FactComments)/, "note"],
  [
    / type$|ValueCode$|^ParentLocation|^(?:ValueType|IsLatestYear|Language|DateModified|Value)$/,
    "about",
  ],
];

/** The World Bank has other places with these codes. */
export function regionOfHealth(cell: string): string {
  if (cell === "GLOBAL") return "WLD";
  return /^(?:AFR|AMR|EMR|EUR|SEAR|WPR)$/.test(cell) ? `WHO_${cell}` : cell;
}

export const whoGho: Layout = {
  about: "WHO: tables of the Global Health Observatory",
  recognised: "`IndicatorCode`, `SpatialDimValueCode` and `FactValueNumeric`",
  reading: "`Dim1`, `Dim2` and `Dim3` are dimensions; the number without its bounds is the value",
  example: `IndicatorCode,Indicator,ParentLocationCode,Location type,SpatialDimValueCode,Location,Period,IsLatestYear,Dim1 type,Dim1,Dim1ValueCode,FactValueNumeric,Value
WHOSIS_000001,Life expectancy at birth (years),EUR,Country,FRA,France,2019,true,Sex,Female,SEX_FMLE,85.1,85.1 [84.9-85.3]
`,
  isHeader: (header) => hasAll(header, "IndicatorCode", "SpatialDimValueCode"),
  lay(header) {
    if (!hasAll(header, "Period", "FactValueNumeric")) {
      return { expected: "the columns Period and FactValueNumeric", found: quoted(header) };
    }
    const columns = plainColumns(header, healthRoles);
    const labelled = named(columns, /^Indicator$/, "IndicatorCode").map((one) =>
      one.role === "entity" ? { ...one, heading: "Country code", cell: regionOfHealth } : one,
    );
    return { columns: labelled, width: header.length };
  },
};

const odataRoles: RoleRows = [
  [/^SpatialDim$/, "entity"],
  [/^IndicatorCode$/, "variable"],
  [/^TimeDim$/, "date"],
  [/^NumericValue$/, "value"],
  [/^Dim[123]$/, "dimension"],
  [/^DataSourceDim$/, "method"],
  [/^(?:Value|Low|High|Comments)$/, "note"],
];

export const whoOdata: Layout = {
  about: "WHO: answers of its OData service, as CSV or JSON",
  recognised: "`SpatialDim`, `TimeDim` and `IndicatorCode`",
  reading:
    "as the tables of the Global Health Observatory; the place around a country, bounds and the date of a change are not read",
  example: `Id,IndicatorCode,SpatialDimType,SpatialDim,ParentLocationCode,TimeDimType,TimeDim,Dim1Type,Dim1,Value,NumericValue,Low,High,Date
1,WHOSIS_000001,COUNTRY,FRA,EUR,YEAR,2019,SEX,SEX_FMLE,85.1 [84.9-85.3],85.1,84.9,85.3,2020-12-04T16:59:42+01:00
`,
  isHeader: (header) => hasAll(header, "SpatialDim", "IndicatorCode"),
  lay(header) {
    if (!hasAll(header, "TimeDim", "NumericValue")) {
      return { expected: "the columns TimeDim and NumericValue", found: quoted(header) };
    }
    const columns = plainColumns(header, odataRoles, "about").map((one) =>
      one.role === "entity" ? { ...one, heading: "Country code", cell: regionOfHealth } : one,
    );
    return { columns, width: header.length };
  },
};
