/** Tables of the United States: of the BEA, of the Census Bureau's estimates of population, and of Johns Hopkins. */

import { partOf } from "./across.ts";
import {
  datedColumns,
  hasAll,
  isDated,
  plainColumns,
  quoted,
  type RoleRows,
  withoutSign,
} from "./headings.ts";
import type { LaidColumn, Layout } from "./layout.ts";

/** States by FIPS; 60 and more are territories. */
const isState = (code: string): boolean => Number(code) >= 1 && Number(code) <= 78;

/** `country/USA` of `00000`, `geoId/01` of `01000`, `geoId/01001`; of metropolitan areas `geoId/C10180`. */
function bureauPlace(code: string, name: string): string | undefined {
  if (!/^\d{5}$/.test(code)) return undefined;
  if (code === "00000") return "country/USA";
  if (/\((?:Metro|Micro)politan Statistical Area\)/.test(name)) return `geoId/C${code}`;
  if (!isState(code.slice(0, 2)) || name.includes("+")) return undefined;
  return `geoId/${code.endsWith("000") ? code.slice(0, 2) : code}`;
}

/** A cell such as ` "00000"`, whose quotes follow a blank. */
const bare = (cell = ""): string => cell.replace(/^[\s"]+|[\s"]+$/g, "");

const bureauRoles: RoleRows = [
  [/^Description$/, "label"],
  [/^Unit$/, "unit"],
];

export const economicAnalysis: Layout = {
  about: "US Bureau of Economic Analysis (BEA): regional tables",
  recognised: "`GeoFIPS` and `GeoName`, with years as headings",
  reading:
    "`TableName` and `LineCode` are the variable, or else `Description`; without these `--variable` says it; `(NA)`, `(D)` and `(L)` are no values; regions and combined counties are left out; notes at the end, too",
  example: `GeoFIPS,GeoName,Region,TableName,LineCode,IndustryClassification,Description,Unit,2019,2020
 "01000","Alabama",5,SAGDP2N,1,"...","All industry total","Millions of current dollars",228142.6,(D)
Note: See the included footnote file.
`,
  isHeader: (header) => header.some((one) => /^GeoFIPS$/i.test(one)) && hasAll(header, "GeoName"),
  lay(header) {
    const dated = datedColumns(header, withoutSign);
    if (dated.length === 0) return { expected: "years as headings", found: quoted(header) };
    const [code, name, table, line] = [/^GeoFIPS$/i, /^GeoName$/, /^TableName$/, /^LineCode$/].map(
      (form) => header.findIndex((one) => form.test(one)),
    ) as [number, number, number, number];
    const isCoded = table >= 0 && line >= 0;
    const others = plainColumns(header, bureauRoles, "about").filter(
      ({ at }) => at !== code && at !== name && !isDated(header[at] ?? ""),
    );
    const columns = others.map((one): LaidColumn => {
      if (one.role !== "label") return { ...one, cell: bare };
      const cell = (text: string) => bare(text).replace(/ \d+\/$/, "");
      return isCoded ? { ...one, cell, of: "Line" } : { ...one, cell, role: "variable" };
    });
    const variable: LaidColumn[] = isCoded
      ? [{ heading: "Line", role: "variable", at: header.length + 1 }]
      : [];
    const placeOf = (cells: readonly string[]) => bureauPlace(bare(cells[code]), bare(cells[name]));
    return {
      columns: [
        { heading: "Place", role: "entity", at: header.length },
        ...variable,
        ...columns,
        ...dated,
      ],
      width: header.length,
      isEnd: ([first = "", second = ""]) => second === "" && /^"?(?:Note|Legend)\b/.test(first),
      leaves: (cells) =>
        placeOf(cells) === undefined
          ? "rows of regions, combined counties and parts of metropolitan areas"
          : undefined,
      split: (cells) => [
        ...cells,
        placeOf(cells) ?? "",
        `${bare(cells[table])}_${bare(cells[line])}`,
      ],
    };
  },
};

/** `T10105` of the title `Table 1.1.5. Gross Domestic Product`. */
function accountsTable(titles: readonly string[]): string | undefined {
  const [, parts] =
    titles.map((one) => /^\W*Table (\d+(?:\.\d+)+[A-Z]?)\b/.exec(one)).find(Boolean) ?? [];
  return parts === undefined
    ? undefined
    : `T${parts.replaceAll(/\.(\d)(?!\d)/g, ".0$1").replaceAll(".", "")}`;
}

export const nationalAccounts: Layout = {
  about: "US Bureau of Economic Analysis (BEA): tables of the national accounts (NIPA)",
  recognised: "`Line`, an empty heading, and years; quarters or months may stand in the line below",
  reading:
    "a line is the variable, by its code, or else by its number and the title `Table 1.1.5`; its text is the name, without its indent; `.....` is no value; no column says the place, so `--entity country/USA` does",
  example: `"Table 1.1.5. Gross Domestic Product"
"Line","","2020","2020"
"","","Q1","Q2"
"1","        Gross domestic product","21706.5","19913.1"
"2","Goods","4478.8","....."
`,
  isHeader: (header) => header[0] === "Line" && header[1] === "" && header.some(isDated),
  lay(header, below, _, above) {
    const first = header.findIndex(isDated);
    const isParted = below[0] === "" && partOf(below[first] ?? "") !== undefined;
    const parts = header.map((_, at) => (isParted ? partOf(below[at] ?? "") : undefined));
    const table = accountsTable(above);
    const hasCodes = first === 3;
    if (!hasCodes && table === undefined)
      return {
        expected: "a title such as Table 1.1.5 above, which names the variables",
        found: quoted(above),
      };
    const dates = header.flatMap((heading, at): LaidColumn[] => {
      if (at < first || heading === "") return [];
      const part = parts[at];
      const date = part === undefined ? heading : `${heading}-${part}`;
      return [{ heading: date, role: "value", at, cell: withoutSign }];
    });
    const odd = header.slice(first).find((one) => !isDated(one));
    if (odd !== undefined) return { expected: "years as headings", found: `'${odd}'` };
    return {
      columns: [
        { heading: "Line code", role: "variable", at: header.length },
        { heading: "Description", role: "label", at: 1, of: "Line code" },
        ...dates,
      ],
      width: header.length,
      labelRows: isParted ? 1 : 0,
      isEnd: ([mark = ""]) => /^(?:Legend|Note|\d+\. )/.test(mark),
      leaves: (cells) =>
        cells[0] === "" && cells.slice(first).every((cell) => cell === "")
          ? "rows of headings"
          : undefined,
      split: (cells) => {
        const [line = "", , code = ""] = cells;
        if (!/^\d+$/.test(line)) return `expected a number in Line, found '${line}'`;
        return [...cells, hasCodes ? code : `${table}_${line}`];
      },
    };
  },
};

const estimate = /^([A-Z]+(?:_[A-Z]+)*?)_?(\d{4})$/;

function estimatedPlace(cell: (heading: string) => string): string | undefined {
  const state = cell("STATE").padStart(2, "0");
  const level = cell("SUMLEV").padStart(3, "0");
  if (level === "010") return "country/USA";
  if (level === "040") return `geoId/${state}`;
  if (level === "050") return `geoId/${state}${cell("COUNTY").padStart(3, "0")}`;
  if (level === "162") return `geoId/${state}${cell("PLACE").padStart(5, "0")}`;
  return undefined;
}

export const censusEstimates: Layout = {
  about: "US Census: estimates of population (`NST-EST2021-ALLDATA`, `co-est2021-alldata`)",
  recognised: "`SUMLEV` and `STATE`, with headings such as `POPESTIMATE2020`",
  reading:
    "a heading is a variable and a year; the nation, states, counties and places are read, and regions, divisions and parts of places left out",
  example: `SUMLEV,REGION,DIVISION,STATE,NAME,ESTIMATESBASE2020,POPESTIMATE2020,POPESTIMATE2021
010,0,0,00,United States,331449520,331511512,332031554
040,3,6,01,Alabama,5024356,5031362,5049846
`,
  isHeader: (header) =>
    hasAll(header, "SUMLEV", "STATE") &&
    header.some((one) => /^POPESTIMATE\d{4}$/.test(one)) &&
    !header.some((one) => /^(?:SEX|AGE|AGEGRP|RACE|ORIGIN)$/.test(one)),
  lay(header) {
    const placeOf = (cells: readonly string[]) =>
      estimatedPlace((heading) => cells[header.indexOf(heading)] ?? "");
    const values = header.flatMap((heading, at) => {
      const [, name = "", year] = estimate.exec(heading) ?? [];
      return year === undefined ? [] : [{ at, name, year }];
    });
    const others = plainColumns(header, [], "about").filter(
      (one) => !values.some(({ at }) => at === one.at),
    );
    const added = (["entity", "variable", "date", "value"] as const).map((role, at) => ({
      heading: ["Place", "Variable", "Date", "Value"][at]!,
      role,
      at: header.length + at,
    }));
    return {
      columns: [...added, ...others],
      width: header.length,
      leaves: (cells) =>
        placeOf(cells) === undefined ? "rows of regions, divisions and parts of places" : undefined,
      unfold: (cells) =>
        values.map(({ at, name, year }) => [
          ...cells,
          placeOf(cells) ?? "",
          name,
          year,
          cells[at] ?? "",
        ]),
    };
  },
};

/** `2020-01-22` of `1/22/20`: no order but month, day and year fits all days of a month. */
function shortDay(heading: string): string | undefined {
  const [, month = "", day = "", year] = /^(\d{1,2})\/(\d{1,2})\/(\d{2})$/.exec(heading) ?? [];
  return year === undefined
    ? undefined
    : `20${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

export const johnsHopkins: Layout = {
  about: "Johns Hopkins: counts by day (`time_series_covid19_…`)",
  recognised:
    "`Province/State` and `Country/Region`, or `FIPS` and `Combined_Key`, with days such as `1/22/20` as headings",
  reading:
    "days are month, day and year, which must ascend; a province is looked up by name, and so is a country in rows without one; counties have FIPS, and rows without it are left out; the file names the variable",
  example: `Province/State,Country/Region,Lat,Long,1/22/20,1/23/20
,France,46.2,2.2,2,3
Martinique,France,14.6,-61.0,0,5
`,
  isHeader: (header) =>
    (hasAll(header, "Province/State", "Country/Region") ||
      hasAll(header, "FIPS", "Combined_Key")) &&
    header.some((one) => shortDay(one) !== undefined),
  lay(header) {
    const days = header.flatMap((heading, at) => {
      const day = shortDay(heading);
      return day === undefined ? [] : [{ heading: day, role: "value" as const, at }];
    });
    const early = days.findIndex(({ heading }, at) => at > 0 && heading <= days[at - 1]!.heading);
    if (early > 0) {
      return {
        expected: "days that ascend",
        found: quoted([days[early - 1]!.heading, days[early]!.heading]),
      };
    }
    const fips = header.indexOf("FIPS");
    const [province, country] = ["Province/State", "Country/Region"].map((one) =>
      header.indexOf(one),
    );
    // The place says both the province and the country.
    const others = plainColumns(header, [], "about").filter(
      ({ heading }) =>
        shortDay(heading) === undefined && !/^(?:Province|Country)[/_]/.test(heading),
    );
    const codeOf = (cells: readonly string[]) => (cells[fips] ?? "").replace(/\.0$/, "");
    const placeOf = (cells: readonly string[]) =>
      fips < 0
        ? cells[province!] || cells[country!] || ""
        : `geoId/${codeOf(cells).padStart(5, "0")}`;
    return {
      columns: [{ heading: "Location", role: "entity", at: header.length }, ...others, ...days],
      width: header.length,
      leaves: (cells) =>
        fips >= 0 &&
        !(/^\d{4,5}$/.test(codeOf(cells)) && isState(codeOf(cells).padStart(5, "0").slice(0, 2)))
          ? "rows without the FIPS code of a county"
          : undefined,
      split: (cells) => [...cells, placeOf(cells)],
      variable: (file) => file,
    };
  },
};
