/** Metadata of Our World in Data: of charts (`columns`) and of the tables of its catalogue (`fields`). */
import { basename, dirname, join } from "../bytes/paths.ts";
import type { ColumnMetadata, TableMetadata } from "../bytes/table-metadata.ts";
import type { JsonPlace } from "../held/json-place.ts";
import { type MetadataDocument, textAt, textsAt } from "./members.ts";

/** Tables of the same name, as the catalogue writes them. */
const endings = [".csv", ".csv.gz", ".feather", ".parquet"];

export async function owidTables({
  path: file,
  place,
}: MetadataDocument): Promise<TableMetadata[]> {
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
