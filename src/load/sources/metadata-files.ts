/**
 * The table of files that describe tables beside them. Only its rows decide which file that is, and what
 * the documentation says about it.
 */

import type { FileTree, InputFile } from "../bytes/file-tree.ts";
import { wholeText } from "../bytes/native.ts";
import { basename, dirname, join } from "../bytes/paths.ts";
import type { ColumnMetadata, TableMetadata } from "../bytes/table-metadata.ts";
import { wholeOf } from "../held/file-slices.ts";
import { JsonPlace } from "../held/json-place.ts";
import { parseJson } from "../values/json-text.ts";
import { csvwTables } from "./csvw.ts";
import { dataPackageTables } from "./data-package.ts";
import { type MetadataDocument, pathIn, textAt, textsAt } from "./members.ts";
import { mayDescribe } from "./source-file.ts";

/** Tables of the same name, as the catalogue writes them. */
const endings = [".csv", ".csv.gz", ".feather", ".parquet"];

async function owidTables({ path: file, place }: MetadataDocument): Promise<TableMetadata[]> {
  const keys = textsAt(place, "primary_key");
  const said = (place.at("columns") ?? place.need("fields")).entries();
  const columns = said.map(([heading, column]) => columnOf(heading, column, keys));
  const form = { isNamed: false, hasHeader: true, skipped: 0, isWhole: false, constants: {} };
  const stem = basename(file).replace(/\.meta(?:data)?\.json$/i, "");
  return endings.map((ending) => ({
    file,
    table: join(dirname(file), `${stem}${ending}`),
    columns,
    ...form,
  }));
}

function columnOf(heading: string, column: JsonPlace, keys: readonly string[]): ColumnMetadata {
  const shortName = textAt(column, "shortName");
  const display = column.at("display");
  const title = textAt(column, "titleShort", "title") ?? (display && textAt(display, "name"));
  const sources = textAt(column, "citationShort") ?? sourcesIn(column);
  const about = textAt(column, "descriptionShort", "description_short", "description");
  const texts = [about, sources && `Source: ${sources}`].filter((one) => one !== undefined);
  return {
    id: shortName ?? heading,
    headings: [heading, ...(shortName === undefined ? [] : [shortName])],
    title: title ?? heading,
    description: texts.length === 0 ? undefined : texts.join(" "),
    unit: textAt(column, "unit"),
    isKey: keys.includes(heading),
    missing: [],
  };
}

function sourcesIn(column: JsonPlace): string | undefined {
  const list = column.at("origins") ?? column.at("sources");
  if (list?.isList !== true) return undefined;
  const names = list
    .items()
    .map((one) => (one.isObject ? textAt(one, "producer", "name") : undefined));
  return [...new Set(names.filter((one) => one !== undefined))].join("; ") || undefined;
}

interface MetadataKind {
  /** What it is, in Markdown: the documentation's table is made of it. */
  readonly about: string;
  readonly recognised: string;
  readonly reading: string;
  readonly name: RegExp;
  /** Whether the document is one. */
  readonly isOne: (place: JsonPlace) => boolean;
  readonly tables: (document: MetadataDocument) => Promise<TableMetadata[]>;
}

export const metadataKinds: readonly MetadataKind[] = [
  {
    about: "Frictionless Data Package",
    recognised: "`datapackage.json` with `resources`",
    reading:
      "types, titles, descriptions, units, `missingValues`, primary keys, the sign before decimals, forms of dates and the dialect of each table",
    name: /^datapackage\.json$/i,
    isOne: (place) => place.at("resources") !== undefined,
    tables: dataPackageTables,
  },
  {
    about: "CSVW (metadata for tabular data on the Web)",
    recognised: "`…-metadata.json` or `metadata.json` with `@context` of CSVW",
    reading:
      "titles, datatypes with their formats, `null`, `default`, `separator`, the dialect; `propertyUrl` of the data cube (`refArea`, `refPeriod`, `obsValue`), and `valueUrl` of Data Commons",
    name: /metadata\.json$/i,
    isOne: (place) => /ns\/csvw/.test(contextOf(place)),
    tables: csvwTables,
  },
  {
    about: "Our World in Data: metadata of a table",
    recognised:
      "`….metadata.json` or `….meta.json` of the same name as the table, with `columns` or `fields`",
    reading: "names, units, descriptions and sources of variables",
    name: /\.meta(?:data)?\.json$/i,
    isOne: (place) => (place.at("columns") ?? place.at("fields"))?.isObject === true,
    tables: owidTables,
  },
];

const documentMax = 64 * 1024 * 1024;

/**
 * @returns undefined for JSON of another kind.
 * @throws LoadError for what is no JSON, and for a description that is none.
 */
export async function metadataIn(input: InputFile): Promise<TableMetadata[] | undefined> {
  const { path, tree } = input;
  const place = await documentOf(input);
  const name = basename(path);
  const kind = metadataKinds.find(
    (one) => one.name.test(name) && place.isObject && one.isOne(place),
  );
  const other = async (of: string, at: JsonPlace): Promise<JsonPlace> => {
    const beside = join(dirname(path), pathIn(of, at));
    const stats = await tree.stat(beside).catch(() => at.fail(`names '${of}', which is not there`));
    return await documentOf({ path: beside, tree, size: stats.size, isGzip: false });
  };
  return await kind?.tables({ path, place, other });
}

/**
 * What lies beside a table and may describe it.
 * @throws LoadError if one of these files cannot be read.
 */
export async function metadataBeside(
  tree: FileTree,
  path: string,
): Promise<TableMetadata | undefined> {
  const folder = dirname(path);
  const entries = await tree.entries(folder).catch(() => []);
  const stem = basename(path).replace(/\..*$/, "");
  for (const entry of entries) {
    const { name } = entry;
    const isOf = /^(?:datapackage|(?:csv-)?metadata)\.json$/i.test(name) || name.startsWith(stem);
    if (entry.isDirectory() || !isOf || !mayDescribe(name)) continue;
    const beside = join(folder, name);
    const { size } = await tree.stat(beside);
    const tables = (await metadataIn({ path: beside, tree, size, isGzip: false })) ?? [];
    const own = tables.find(({ table }) => table === path || table === join(path));
    if (own !== undefined) return own;
  }
  return undefined;
}

async function documentOf(input: InputFile): Promise<JsonPlace> {
  const text = wholeText(await wholeOf(input, documentMax));
  return new JsonPlace(parseJson(text, input.path), input.path, "");
}

/** `@context` as one text: it may be a list. */
function contextOf(place: JsonPlace): string {
  const context = place.at("@context");
  if (context === undefined) return "";
  const all = context.isList ? context.items() : [context];
  return all.map((one) => (one.isObject ? "" : one.text())).join(" ");
}
