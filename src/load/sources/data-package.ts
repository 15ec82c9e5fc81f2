/** `datapackage.json` of Frictionless Data: resources, and the schema of each. */
import { dirname, join } from "../bytes/paths.ts";
import type { ColumnMetadata, TableMetadata } from "../bytes/table-metadata.ts";
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

const kinds: Readonly<Record<string, ColumnMetadata["holds"]>> = {
  integer: "numbers",
  number: "numbers",
  date: "dates",
  datetime: "dates",
  year: "dates",
  yearmonth: "dates",
  any: undefined,
};

export async function dataPackageTables(document: MetadataDocument): Promise<TableMetadata[]> {
  const tables: TableMetadata[] = [];
  for (const resource of document.place.need("resources").items()) {
    const found = await tableOf(resource, document);
    if (found !== undefined) tables.push(found);
  }
  return tables;
}

async function tableOf(
  resource: JsonPlace,
  document: MetadataDocument,
): Promise<TableMetadata | undefined> {
  const { path: file } = document;
  const path = resource.at("path");
  if (path === undefined) return inline(resource, file);
  const paths = path.isList ? path.items() : [path];
  const [first = path.fail("is empty"), second] = paths;
  if (second !== undefined) path.fail("names several files, which are not read as one");
  const table = join(dirname(file), pathIn(first.text(), first));
  const schema = await objectAt(resource.at("schema"), document);
  const dialect = await objectAt(resource.at("dialect"), document);
  const written = dialectIn(dialect?.at("csv") ?? dialect);
  const { encoding, problem } = encodingIn(textAt(resource, "encoding"));
  const { skipped, hasHeader, isOdd } = headerIn(dialect);
  const headers = isOdd ? "its header has several lines, which are not read" : undefined;
  return {
    file,
    table,
    isNamed: true,
    ...written,
    problem: written.problem ?? problem ?? headers,
    encoding,
    skipped,
    hasHeader,
    columns: schema === undefined ? [] : columnsOf(schema),
    isWhole: schema !== undefined && !/subset|partial/.test(textAt(schema, "fieldsMatch") ?? ""),
    constants: {},
  };
}

/** Rows within the description itself have no path. */
function inline(resource: JsonPlace, file: string): TableMetadata | undefined {
  if (resource.at("data") === undefined) return undefined;
  return {
    file,
    table: textAt(resource, "name", "title") ?? "",
    isNamed: false,
    isInline: true,
    skipped: 0,
    hasHeader: true,
    columns: [],
    isWhole: false,
    constants: {},
  };
}

function headerIn(dialect: JsonPlace | undefined) {
  const rows = dialect?.at("headerRows");
  const lines = rows?.isList === true ? rows.items().map((one) => one.count()) : [1];
  const header = dialect?.at("header")?.cell();
  const hasHeader = header !== false && lines.length > 0;
  return { skipped: Math.max(0, (lines[0] ?? 1) - 1), hasHeader, isOdd: lines.length > 1 };
}

function columnsOf(schema: JsonPlace): ColumnMetadata[] {
  const common = missingIn(schema) ?? [];
  const keys = textsAt(schema, "primaryKey");
  return schema
    .need("fields")
    .items()
    .map((field) => {
      const id = field.need("name").text();
      const type = textAt(field, "type") ?? "string";
      return {
        id,
        headings: [id],
        title: textAt(field, "title"),
        description: textAt(field, "description"),
        unit: textAt(field, "unit", "units", "unitText"),
        holds: Object.hasOwn(kinds, type) ? kinds[type] : "texts",
        isKey: keys.includes(id),
        dayFirst: isDayFirst(textAt(field, "format")),
        missing: missingIn(field) ?? common,
        group: field.at("groupChar")?.text(),
        decimal: field.at("decimalChar")?.text(),
      };
    });
}

/** Texts, or objects of a text and what it means. */
function missingIn(place: JsonPlace): string[] | undefined {
  return place
    .at("missingValues")
    ?.items()
    .map((one) => (one.isObject ? one.need("value") : one).text());
}
