/** Metadata of CSVW (www.w3.org/TR/tabular-metadata): one table, or a group of them. */
import { basename, dirname, join } from "../bytes/paths.ts";
import type { ColumnMetadata, MetadataRole, TableMetadata } from "../bytes/table-metadata.ts";
import type { JsonPlace } from "../held/json-place.ts";
import {
  dialectIn,
  encodingIn,
  isDayFirst,
  type MetadataDocument,
  objectAt,
  pathIn,
  textAt,
  textsAt,
} from "./members.ts";

export async function csvwTables(document: MetadataDocument): Promise<TableMetadata[]> {
  const { path: file, place } = document;
  const all = place.at("tables")?.items() ?? [place];
  const tables: TableMetadata[] = [];
  for (const one of all) {
    const above = [one, place];
    const schema = await objectAt(first(above, "tableSchema"), document);
    const dialect = await objectAt(first(above, "dialect"), document);
    const url = one.at("url");
    // A description of one table that names none is that of the table of its name.
    const table = url === undefined ? basename(file).replace(/-metadata\.json$/i, "") : url.text();
    tables.push({
      file,
      isNamed: true,
      table: join(dirname(file), pathIn(table, url ?? one)),
      ...writtenBy(dialect),
      ...(schema === undefined ? { columns: [], constants: {} } : columnsOf(schema, above)),
      isWhole: schema?.at("columns") !== undefined,
    });
  }
  return tables;
}

function first(places: readonly JsonPlace[], name: string): JsonPlace | undefined {
  return places.map((one) => one.at(name)).find((one) => one !== undefined);
}

function writtenBy(dialect: JsonPlace | undefined) {
  const written = dialectIn(dialect);
  const { encoding, problem } = encodingIn(dialect && textAt(dialect, "encoding"));
  const lines =
    dialect?.at("headerRowCount")?.count() ?? (dialect?.at("header")?.cell() === false ? 0 : 1);
  const headers = lines > 1 ? "its header has several lines, which are not read" : undefined;
  const skipped = dialect?.at("skipRows")?.count() ?? 0;
  return {
    ...written,
    problem: written.problem ?? problem ?? headers,
    encoding,
    hasHeader: lines > 0,
    skipped,
  };
}

function columnsOf(
  schema: JsonPlace,
  above: readonly JsonPlace[],
): Pick<TableMetadata, "columns" | "constants"> {
  const constants: Partial<Record<MetadataRole, string>> = {};
  const columns: ColumnMetadata[] = [];
  for (const [at, column] of (schema.at("columns")?.items() ?? []).entries()) {
    // What a column does not say, its schema and its table may say.
    const around = [column, schema, ...above];
    const role = roleOf(column);
    const otherwise = first(around, "default")?.text();
    if (column.at("virtual")?.cell() !== true) columns.push(columnOf(around, at, role, otherwise));
    else if (role !== undefined && otherwise !== undefined) constants[role] = otherwise;
  }
  return { columns, constants };
}

function columnOf(
  around: readonly JsonPlace[],
  at: number,
  role: MetadataRole | undefined,
  otherwise: string | undefined,
): ColumnMetadata {
  const [column, schema] = around as readonly [JsonPlace, JsonPlace];
  const titles = titlesOf(column);
  const id = textAt(column, "name") ?? titles[0] ?? `_col.${at + 1}`;
  const prefix = idPrefix(around, id);
  const nulls = around.find((one) => one.at("null") !== undefined);
  return {
    id,
    headings: [...titles, id],
    title: titles[0],
    description: textAt(column, "description", "dc:description", "dcterms:description"),
    unit: textAt(column, "unit", "unitText", "schema:unitText", "qudt:unit"),
    ...datatypeOf(first(around, "datatype")),
    ...(isList(column) ? { holds: "texts" as const } : {}),
    isKey: textsAt(schema, "primaryKey").includes(id),
    role: role ?? (prefix === undefined ? undefined : "entity"),
    prefix,
    missing: nulls === undefined ? [] : textsAt(nulls, "null"),
    otherwise,
  };
}

/** A cell of several values, and a column that is left out, hold no numbers. */
function isList(column: JsonPlace): boolean {
  return column.at("separator") !== undefined || column.at("suppressOutput")?.cell() === true;
}

/** Texts of any language. */
function titlesOf(column: JsonPlace): string[] {
  const titles = column.at("titles");
  if (titles?.isObject !== true) return textsAt(column, "titles");
  return titles.entries().flatMap(([language]) => textsAt(titles, language));
}

const numberTypes =
  /^(?:number|decimal|double|float|integer|int|long|short|byte|(?:non)?(?:positive|negative)integer|unsigned\w+)$/i;
const dateTypes = /^(?:date|datetime|datetimestamp|gyear|gyearmonth)$/i;

function datatypeOf(
  type: JsonPlace | undefined,
): Pick<ColumnMetadata, "holds" | "dayFirst" | "group" | "decimal"> {
  if (type === undefined) return { holds: undefined };
  const base = type.isObject ? (textAt(type, "base") ?? "string") : type.text();
  const bare = base.replace(/^xsd?:/, "");
  const format = type.isObject ? type.at("format") : undefined;
  if (numberTypes.test(bare)) {
    const signs = format?.isObject === true ? format : undefined;
    return {
      holds: "numbers",
      group: signs?.at("groupChar")?.text(),
      decimal: signs?.at("decimalChar")?.text(),
    };
  }
  if (dateTypes.test(bare)) return { holds: "dates", dayFirst: isDayFirst(format?.label()) };
  return { holds: /^any(?:atomictype)?$/i.test(bare) ? undefined : "texts" };
}

/** What properties of the data cube say. */
const roles: readonly (readonly [RegExp, MetadataRole])[] = [
  [/[#/:]refArea$/, "entity"],
  [/[#/:](?:refPeriod|timePeriod)$/, "date"],
  [/[#/:](?:obsValue|OBS_VALUE)$/, "value"],
  [/[#/:]unitMeasure$/, "unit"],
  [/[#/:]measureType$/, "variable"],
];

function roleOf(column: JsonPlace): MetadataRole | undefined {
  const property = textAt(column, "propertyUrl") ?? "";
  return roles.find(([form]) => form.test(property))?.[1];
}

const graphNode =
  /^(?:https?:\/\/(?:www\.)?datacommons\.org\/browser\/|dcid:)([^{}]*)\{([^{}]+)\}$/;

/** `geoId/` where cells are ids of `https://datacommons.org/browser/geoId/{fips}`. */
function idPrefix(around: readonly JsonPlace[], id: string): string | undefined {
  for (const name of ["valueUrl", "aboutUrl"]) {
    const [, prefix, column] = graphNode.exec(first(around, name)?.label() ?? "") ?? [];
    if (column === id) return prefix;
  }
  return undefined;
}
