/** JSON that holds tables: JSON-stat, SDMX-JSON, and rows as lists. */
import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { requireText } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { wholeText } from "../bytes/native.ts";
import type { Cell } from "../held/cells.ts";
import type { Contents, HeldTable } from "../held/contents.ts";
import { wholeOf } from "../held/file-slices.ts";
import { JsonPlace } from "../held/json-place.ts";
import { parseJson } from "../values/json-text.ts";

/** Of a document, which is read as a whole. */
const documentMax = 256 * 1024 * 1024;

/** What the first block of a document shows. */
const marks = {
  stat: /"class"\s*:\s*"(?:dataset|collection)"/,
  sdmx: /"dataSets"\s*:/,
  rows: /^\s*\[\s*\[\s*"/,
  odata: /^\s*\{\s*"@?odata\.(?:context|metadata)"\s*:/,
};

/** @returns undefined for JSON of another kind. */
export async function openJson(input: InputFile): Promise<Contents | undefined> {
  const start = await startOf(input);
  const [kind] = Object.entries(marks).find(([, mark]) => mark.test(start)) ?? [];
  if (kind === undefined) return undefined;
  const bytes = await wholeOf(input, documentMax);
  requireText(bytes, input.path, 1);
  const document = new JsonPlace(parseJson(wholeText(bytes), input.path), input.path, "");
  if (kind === "rows") return { tables: [{ rows: () => listedRows(document) }] };
  if (kind === "odata") return { tables: [{ rows: () => recordRows(document.need("value")) }] };
  if (kind === "stat") {
    const { jsonStatTables } = await import("./json-stat-tables.ts");
    return withTables(jsonStatTables(document));
  }
  const { sdmxJsonTables } = await import("./sdmx-json-tables.ts");
  return withTables(sdmxJsonTables(document));
}

function withTables(tables: readonly HeldTable[]): Contents {
  return tables.length === 0 ? { nothing: "holds no data" } : { tables };
}

async function startOf(input: InputFile): Promise<string> {
  for await (const block of readBytes(input, new Progress(0))) return wholeText(block);
  return "";
}

function* listedRows(document: JsonPlace): Generator<readonly Cell[]> {
  for (const row of document.items()) yield row.items().map((cell) => cell.cell());
}

/** Objects of which each has the members of the first one. */
function* recordRows(records: JsonPlace): Generator<readonly Cell[]> {
  const headings =
    records
      .item(0)
      ?.entries()
      .map(([key]) => key) ?? [];
  yield headings;
  for (const record of records.items()) {
    const odd = record.entries().find(([key]) => !headings.includes(key));
    odd?.[1].fail("is no member of the first record");
    yield headings.map((heading) => record.at(heading)?.cell());
  }
}
