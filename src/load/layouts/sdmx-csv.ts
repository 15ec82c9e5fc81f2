/** SDMX-CSV 1.0 and 2.0, as the services of SDMX write it, with codes, names or both. */

import {
  datedColumns,
  firstOf,
  isDated,
  quoted,
  type RoleRows,
  roleIn,
  withoutSign,
} from "./headings.ts";
import type { LaidColumn, LaidTable, Layout, LayoutRole, Misfit } from "./layout.ts";

/** `FREQ` of `FREQ: Frequency`, and of `STRUCTURE[;]`. */
const headingForm = /^([A-Za-z][\w.-]*)(?:\[.?\])?(?:\s?:\s?(.*))?$/;

function idOf(heading: string): string {
  return headingForm.exec(heading.trim())?.[1] ?? heading.trim();
}

/** Whether names stand beside the ids, and so beside the codes in the cells. */
function isDouble(heading: string): boolean {
  return headingForm.exec(heading.trim())?.[2] !== undefined;
}

const multiplier = /^(?:UNIT_?MULT(?:IPLIER)?|SCALE|unit multiplier)$/i;

/** Before the value stand dimensions. */
const dimensions: RoleRows = [
  [
    /^(?:STRUCTURE|STRUCTURE_NAME|ACTION|KEY|SERIES_KEY|LAST UPDATE|TIME_FORMAT|DATAFLOW_NAME)$/i,
    "about",
  ],
  [/^TIME_PERIOD$/i, "date"],
  [/^OBS_VALUE$/i, "value"],
  [/^(?:FREQ|FREQUENCY|observationPeriod)$/i, "period"],
  [/^measurementMethod$/i, "method"],
  [/^provenance$/i, "note"],
  [/^(?:UNIT|UNIT_MEASURE|UNIT_OF_MEASURE)$/i, "unit"],
  [multiplier, "multiplier"],
  [/^DECIMALS$|^(?:OBS|CONF)_(?:STATUS|FLAG)$/i, "note"],
];

/** After it stand attributes. Those that no row names are judged by their cells. */
const attributes: RoleRows = [
  [/^scalingFactor$/, "scale"],
  [/^facetId$/, "about"],
  [/^(?:UNIT|UNIT_MEASURE|UNIT_OF_MEASURE)$/i, "unit"],
  [multiplier, "multiplier"],
  [
    /^(?:OBS_|CONF_|TITLE|COMMENT|COLL|COMPIL|SOURCE|DATA_SOURCE|DECIMALS|TIME_|DISS_|PUBL_|NAT_|DOM_|EMBARGO|BREAK|METADATA|CONTACT|COVERAGE|AVAILABILITY|BASE_PER|REF_PERIOD|UNIT_INDEX_BASE|FOOTNOTE|NOTE|SUPP_INFO|CREATION|COUNTRY_NOTES|DATABASE_ID|LAST_UPDATE)/i,
    "note",
  ],
];

const areas = [
  "REF_AREA",
  "GEO",
  "REFERENCE_AREA",
  "GEO_PICT",
  "LOCATION",
  "COUNTRY",
  "AREA",
  "REPORTER",
  "OBSERVATIONABOUT",
  "ITTER107",
  "BORROWERS_CTY",
  "L_REP_CTY",
  "REP_CTY",
  "GEOGRAPHY_CODE",
  "REGION",
  "REGIONS",
];
const measures = [
  "INDICATOR",
  "SERIES",
  "SUBJECT",
  "MEASURE",
  "INDICATOR_ID",
  "VARIABLE",
  "VARIABLEMEASURED",
];

/** These name the variable where no indicator does. */
const flows = ["DATAFLOW", "STRUCTURE_ID", "DATAFLOW_ID", "KEY"];

/** `DEMO_PJAN` of `ESTAT:DEMO_PJAN(1.0)`, and `EXR` of the key `EXR.M.USD.EUR.SP00.A`. */
function flowIn(cell: string): string {
  if (!cell.includes(":")) return cell.replace(/[.(].*$/, "").trim();
  return cell
    .replace(/^[^:()]*:\s?(?=\w)/, "")
    .replace(/\(.*$/, "")
    .trim();
}

/** `F` of `F: Female`. */
function codeIn(cell: string): string {
  const at = cell.search(/:(?:\s|$)|:(?=\D)/);
  return (at < 0 ? cell : cell.slice(0, at)).trim();
}

function labelIn(cell: string): string {
  const at = cell.indexOf(":");
  return at < 0 ? "" : cell.slice(at + 1).trim();
}

/** Names that hardly any other table has. */
const marks = /^(?:OBS_STATUS|OBS_CONF|UNIT_MULT|KEY|FREQ|REF_AREA)$/;

export const sdmxCsv: Layout = {
  about: "SDMX-CSV 1.0 and 2.0: Eurostat, OECD, ECB, BIS, IMF, ILO, UNICEF, World Bank Data360",
  recognised: "`TIME_PERIOD` and `OBS_VALUE`, or a first heading `DATAFLOW` or `STRUCTURE`",
  reading:
    "columns before the value are dimensions, those after it attributes; the dataflow names the variable where no indicator does; rows to be deleted are left out; what Data Commons wrote about several entities is about them again",
  example: `DATAFLOW,FREQ,REF_AREA,SEX,TIME_PERIOD,OBS_VALUE,OBS_STATUS
OURS:DF_POP(1.0),A,FRA,F,2020,34.9,P
OURS:DF_POP(1.0),A,FRA,M,2020,32.6,P
`,
  isHeader(header) {
    const ids = header.map((one) => idOf(one).toUpperCase());
    const isClaim = /^(?:DATAFLOW|STRUCTURE)$/.test(ids[0]!) && header.length > 3;
    const [hasTime, hasValue] = [ids.includes("TIME_PERIOD"), ids.includes("OBS_VALUE")];
    const isPart = ids.filter((id) => marks.test(id)).length > 1;
    return isClaim || (hasTime && hasValue) || ((hasTime || hasValue) && isPart);
  },
  lay: (header) => layOut(header),
};

function layOut(header: readonly string[]): LaidTable | Misfit {
  const ids = header.map((one) => idOf(one));
  const upper = ids.map((one) => one.toUpperCase());
  for (const needed of ["TIME_PERIOD", "OBS_VALUE"]) {
    if (!upper.includes(needed)) return { expected: `the column ${needed}`, found: quoted(ids) };
  }
  const roleOf = rolesOf(ids, upper, header.some(isDouble) ? [] : labelledBy(ids));
  const columns = ids.flatMap((heading, at): LaidColumn[] => {
    const [role, of] = roleOf(at);
    const column = { heading, role, at, ...(of === undefined ? {} : { of }) };
    if (role === "variable" && flows.includes(upper[at]!)) return [{ ...column, cell: flowIn }];
    return isDouble(header[at]!) ? withName(column) : [{ ...column, cell: cellOf(role) }];
  });
  const actionAt = upper.indexOf("ACTION");
  const leaves = (cells: readonly string[]): string | undefined =>
    actionAt >= 0 && /^d(?:elete)?$/i.test(cells[actionAt]!)
      ? "rows whose ACTION says that they are deleted"
      : undefined;
  // So the services of Data Commons write it.
  const hasUnitsAsDcids = ourHeadings.some((list) => list.every((one) => ids.includes(one)));
  const laid = hasUnitsAsDcids ? entitiesIn(columns) : columns;
  return { columns: laid, width: header.length, leaves, hasUnitsAsDcids };
}

/** What CSV of Data Commons has among its headings, and what JSON-stat of Pocket Commons has as a table. */
const ourHeadings = [
  ["variableMeasured", "facetId"],
  ["variableMeasured", "measurementMethod", "observationPeriod", "provenance"],
];

/** There, each dimension that is nothing else is the property of an entity. */
function entitiesIn(columns: readonly LaidColumn[]): readonly LaidColumn[] {
  return columns.map((one) =>
    one.role === "dimension" || one.role === "entity"
      ? { ...one, role: "entity property" as const }
      : one,
  );
}

/** The role of each column by its position, and the heading that a column of names belongs to. */
function rolesOf(
  ids: readonly string[],
  upper: readonly string[],
  labels: readonly (string | undefined)[],
): (at: number) => readonly [LayoutRole, string?] {
  const valueAt = upper.indexOf("OBS_VALUE");
  const area = firstOf(upper, areas);
  const variable = firstOf(upper, measures) ?? firstOf(upper, flows);
  return (at) => {
    const [id = "", label] = [upper[at], labels[at]];
    if (label !== undefined) {
      return label.toUpperCase() === area ? ["entity name"] : ["label", label];
    }
    if (id === area) return ["entity"];
    if (id === variable) return ["variable"];
    if (flows.includes(id) && id !== "KEY") return ["open"];
    return at > valueAt ? [roleIn(attributes, ids[at]!)] : [roleIn(dimensions, id, "dimension")];
  };
}

function cellOf(role: LayoutRole): LaidColumn["cell"] {
  return role === "value" ? withoutSign : undefined;
}

/** Two columns of one whose cells hold codes and names. */
function withName(column: LaidColumn): LaidColumn[] {
  const { heading, role, at } = column;
  const own = { ...column, cell: cellOf(role) ?? codeIn };
  if (!["dimension", "variable", "entity"].includes(role)) return [own];
  const name = role === "entity" ? "entity name" : "label";
  return [own, { heading: `${heading} (name)`, role: name, at, of: heading, cell: labelIn }];
}

const wideRoles: RoleRows = [
  ...dimensions,
  [/^(?:DATASET|SERIES_CODE|SERIES|OBS_MEASURE)$/i, "about"],
];

const wideMarks = /^(?:REF_AREA|COUNTRY|FREQ|FREQUENCY|SERIES_CODE|DATASET|OBS_MEASURE|UNIT_MULT)$/;

export const sdmxWide: Layout = {
  about: "SDMX with times as headings: IMF data portal, BIS (`_csv_col`), World Bank Data360",
  recognised: "`REF_AREA` or `COUNTRY`, `FREQ` or `FREQUENCY`, and times as headings",
  reading:
    "as SDMX-CSV; where the IMF writes names of countries, the key of the series says their codes",
  example: `FREQ,Frequency,REF_AREA,Reference area,UNIT_MEASURE,Unit of measure,UNIT_MULT,Unit Multiplier,Series,2020-01,2020-02
M,Monthly,BR,Brazil,368,Per cent per year,0,Units,M.BR,4.5,4.25
M,Monthly,JP,Japan,368,Per cent per year,0,Units,M.JP,-0.1,-0.1
`,
  isHeader: (header) =>
    header.filter((one) => wideMarks.test(one)).length > 1 && header.some(isDated),
  lay(header) {
    const lost = [
      ["REF_AREA or COUNTRY", /^(?:REF_AREA|COUNTRY)$/] as const,
      // The IMF's columns before it are dimensions.
      ...(header.includes("SERIES_CODE") ? [["FREQUENCY", /^FREQUENCY$/] as const] : []),
    ].find(([, form]) => !header.some((heading) => form.test(heading)));
    if (lost !== undefined) return { expected: `the column ${lost[0]}`, found: quoted(header) };
    const dated = datedColumns(header, withoutSign);
    const lastAt = dated.at(-1)?.at ?? 0;
    // Times are no names of what stands before them.
    const labels = labelledBy(
      header,
      header.filter((one) => isDated(one) || /^Series$/.test(one)),
    );
    const variable = firstOf(header, measures);
    const [area = ""] = ["REF_AREA", "COUNTRY"].filter((one) => header.includes(one));
    const keyAt = area === "COUNTRY" ? header.indexOf("SERIES_CODE") : -1;
    const end = header.indexOf("FREQUENCY");
    const others = (heading: string, at: number): LayoutRole => {
      const isAfter = at > lastAt || (end >= 0 && at > end);
      return roleIn(wideRoles, heading, isAfter ? "open" : "dimension");
    };
    const roleOf = (heading: string, at: number): LayoutRole => {
      if (labels[at] !== undefined) return labels[at] === area ? "entity name" : "label";
      if (heading === area) return keyAt < 0 ? "entity" : "entity name";
      return heading === variable ? "variable" : others(heading, at);
    };
    const columns = header.flatMap((heading, at): LaidColumn[] => {
      if (dated.some((one) => one.at === at)) return [];
      const of = labels[at];
      return [{ heading, role: roleOf(heading, at), at, ...(of === undefined ? {} : { of }) }];
    });
    const code: LaidColumn = {
      heading: "Country code",
      role: "entity",
      at: keyAt,
      cell: (key) => key.split(".")[0]!,
    };
    return {
      columns: [...columns, ...(keyAt < 0 ? [] : [code]), ...dated],
      width: header.length,
      ...(variable === undefined ? { variable: (file: string) => file } : {}),
    };
  },
};

/** `REF_AREA`, `geo` and `variableMeasured` are ids; `Reference area` and `Sex` are names of ids. */
function isId(heading: string): boolean {
  return /^(?:[A-Z][A-Z0-9_]*|[a-z][A-Za-z0-9_]*)$/.test(heading);
}

const labelEnd = /(?:_LABEL|_NAME|\.label)$/i;

/**
 * The heading that a column of names belongs to, by position; undefined for a column of codes. A name
 * stands right of its id, or its heading is the id with `_LABEL`.
 * @param own headings that are no names.
 */
export function labelledBy(
  headings: readonly string[],
  own: readonly string[] = [],
): readonly (string | undefined)[] {
  const isLabel = headings.map((heading, at) => {
    if (own.includes(heading) || heading === "LAST UPDATE") return false;
    const left = headings[at - 1] ?? "";
    if (labelEnd.test(heading)) return headings.includes(heading.replace(labelEnd, ""));
    return !isId(heading) && !/ Code$/.test(heading) && (isId(left) || left === `${heading} Code`);
  });
  return headings.map((heading, at) => {
    if (isLabel[at] !== true) return undefined;
    const bare = heading.replace(labelEnd, "");
    return bare !== heading ? bare : headings[at - 1];
  });
}
