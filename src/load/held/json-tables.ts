/** JSON that holds tables: JSON-stat, SDMX-JSON, and rows as lists. */

import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { requireText } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { wholeText } from "../bytes/native.ts";
import { parseJson } from "../values/json-text.ts";
import type { Cell } from "./cells.ts";
import type { Contents, HeldTable } from "./contents.ts";
import { wholeOf } from "./file-slices.ts";
import { JsonPlace } from "./json-place.ts";
import { NamedColumns, timePeriod } from "./named-codes.ts";

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
  if (kind === "stat") return withTables(jsonStatTables(document));
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

/** What a dimension is called as a column, by its role, if no other has this role. */
const roles = { time: timePeriod, geo: "REF_AREA", metric: "INDICATOR" } as const;

interface Dimension {
  readonly id: string;
  readonly label: string | undefined;
  /** In their order. */
  readonly codes: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  /** Of a code of what is measured. */
  readonly units: ReadonlyMap<string, { readonly unit: Cell; readonly power: Cell }>;
}

/** @throws LoadError for a document that is not as the format has it. */
function jsonStatTables(document: JsonPlace): HeldTable[] {
  if (document.need("class").text() === "dataset") return [{ rows: datasetOf(document) }];
  const items = document.at("link")?.at("item")?.items() ?? [];
  const datasets = items.filter((item) => item.at("value") !== undefined);
  return datasets.map((item, at) => ({ sheet: `dataset ${at + 1}`, rows: datasetOf(item) }));
}

function datasetOf(dataset: JsonPlace): () => Generator<readonly Cell[]> {
  const ids = dataset.need("id").items();
  const sizes = dataset.need("size").items();
  if (ids.length !== sizes.length) dataset.need("size").fail("has not one size per dimension");
  const named = new Map(
    Object.entries(roles).flatMap(([role, heading]) => {
      const [id, ...others] = dataset.at("role")?.at(role)?.items() ?? [];
      const isTaken = ids.some((one) => one.text() === heading);
      return id === undefined || others.length > 0 || isTaken ? [] : [[id.text(), heading]];
    }),
  );
  const dimensions = ids.map((id, at) => {
    const size = sizes[at]!.count();
    const place = dataset.need("dimension").need(id.text());
    return dimensionOf(place, named.get(id.text()) ?? id.text(), size);
  });
  const double = ids.find((_, at) =>
    dimensions.some(({ id }, other) => other < at && id === dimensions[at]!.id),
  );
  double?.fail("is the name of two dimensions");
  const count = dimensions.reduce((product, { codes }) => product * codes.length, 1);
  const values = placesOf(dataset.need("value"), count);
  const status = dataset.at("status");
  const statuses = status && statusOf(status, count);
  return () => rowsOf(dimensions, values, statuses);
}

function dimensionOf(place: JsonPlace, id: string, size: number): Dimension {
  const category = place.need("category");
  const labels = category.at("label")?.entries() ?? [];
  const index = category.at("index");
  const codes = codesOf(index ?? category.need("label"), size);
  if (new Set(codes).size !== size || codes.length !== size) {
    category.fail(`has other codes than the ${size} of its size`);
  }
  const units = category.at("unit")?.entries() ?? [];
  return {
    id,
    label: place.at("label")?.label(),
    codes,
    names: new Map(labels.map(([code, label]) => [code, label.label() ?? code])),
    units: new Map(
      units.map(([code, unit]) => {
        const name = unit.at("base") ?? unit.at("label") ?? unit.at("symbol");
        return [code, { unit: name?.cell(), power: unit.at("multiplier")?.cell() }];
      }),
    ),
  };
}

/** A list of codes, or their places by code; a label alone is that of the only code. */
function codesOf(place: JsonPlace, size: number): string[] {
  if (place.isList) return place.items().map((code) => String(code.cell()));
  const entries = place.entries();
  if (size === 1 && entries.length === 1) return entries.map(([code]) => code);
  const codes: string[] = [];
  for (const [code, at] of entries) {
    const position = at.count();
    if (position >= size || codes[position] !== undefined) at.fail("is no place of a code");
    codes[position] = code;
  }
  return codes;
}

/** Cells by their places. @throws LoadError for a place that there is not. */
function placesOf(place: JsonPlace, count: number): ReadonlyMap<number, Cell> {
  if (place.isList) {
    if (place.length !== count) {
      place.fail(`has ${place.length} values, and its dimensions have ${count} combinations`);
    }
    return new Map(place.items().map((value, at) => [at, value.cell()]));
  }
  return new Map(
    place.entries().map(([key, value]) => {
      const at = /^\d{1,15}$/.test(key) ? Number(key) : count;
      if (at >= count) value.fail("is at no combination of its dimensions");
      return [at, value.cell()];
    }),
  );
}

/** One for all, or by places. */
function statusOf(status: JsonPlace, count: number): (at: number) => Cell {
  const all = status.isList && status.length === 1 && count !== 1 ? status.item(0) : undefined;
  if (all !== undefined || !(status.isList || status.isObject)) {
    const cell = (all ?? status).cell();
    return () => cell;
  }
  const places = placesOf(status, count);
  return (at) => places.get(at);
}

function* rowsOf(
  dimensions: readonly Dimension[],
  values: ReadonlyMap<number, Cell>,
  status: ((at: number) => Cell) | undefined,
): Generator<readonly Cell[]> {
  const columns = new NamedColumns(
    dimensions.map(({ id, label, names }) => ({ id, name: label, names })),
  );
  const further = furtherColumns(dimensions, status);
  yield [...columns.headings, "OBS_VALUE", ...further.map(({ heading }) => heading)];
  for (const at of [...values.keys()].sort((left, right) => left - right)) {
    const value = values.get(at);
    if (value === null && (status?.(at) ?? null) === null) continue;
    const codes = codesAt(at, dimensions);
    yield [...columns.cells(codes), value, ...further.map(({ cellOf }) => cellOf(at, codes))];
  }
}

interface FurtherColumn {
  readonly heading: string;
  readonly cellOf: (at: number, codes: readonly string[]) => Cell;
}

/** How values are measured, and what their marks say: as far as the dataset says so. */
function furtherColumns(
  dimensions: readonly Dimension[],
  status: ((at: number) => Cell) | undefined,
): FurtherColumn[] {
  const measured = dimensions.findIndex(({ units }) => units.size > 0);
  const units: Dimension["units"] = dimensions[measured]?.units ?? new Map();
  const has = (part: "unit" | "power") =>
    [...units.values()].some((unit) => unit[part] !== undefined);
  const unitOf = (codes: readonly string[]) => units.get(codes[measured] ?? "");
  const columns: FurtherColumn[] = [];
  if (has("unit")) {
    columns.push({ heading: "UNIT_MEASURE", cellOf: (_, codes) => unitOf(codes)?.unit });
  }
  if (has("power")) {
    columns.push({ heading: "UNIT_MULT", cellOf: (_, codes) => unitOf(codes)?.power ?? 0 });
  }
  if (status !== undefined) columns.push({ heading: "OBS_STATUS", cellOf: status });
  return columns;
}

/** The last dimension is the fastest. */
function codesAt(place: number, dimensions: readonly Dimension[]): string[] {
  let rest = place;
  const codes = dimensions.toReversed().map(({ codes }) => {
    const code = codes[rest % codes.length]!;
    rest = Math.floor(rest / codes.length);
    return code;
  });
  return codes.reverse();
}
