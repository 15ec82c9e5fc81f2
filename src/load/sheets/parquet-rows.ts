/** Parquet, a group of rows after the other. */
import type { Compressors, FileMetaData, SchemaElement } from "hyparquet";
import { LoadError } from "../../errors/errors.ts";
import { causeExcerpt } from "../../errors/excerpts.ts";
import { isBomb } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { wholeText } from "../bytes/native.ts";
import type { Cell } from "../held/cells.ts";
import type { Contents } from "../held/contents.ts";
import { type FileSlices, slicesOf } from "../held/file-slices.ts";
import { ByteWalk, unpackSnappy } from "./byte-walk.ts";
import { compressorsFor, decimalOf, momentIn, needed, plainCell } from "./column-cells.ts";
import { requireSoundEnd, requireSoundPages } from "./parquet-pages.ts";

/** So many rows are no burden, whatever the file says. */
const rowsFree = 10_000_000;

/** A group of rows is in memory as a whole. */
const cellsMost = 1 << 27;

const plainCodecs = new Set(["UNCOMPRESSED", "SNAPPY"]);

async function packageFor(file: string) {
  try {
    return await import("hyparquet");
  } catch (error) {
    throw needed("hyparquet", file, error);
  }
}

/** @throws LoadError if it cannot be read, or its package is not installed. */
export async function openParquet(input: InputFile): Promise<Contents> {
  const { path } = input;
  const parquet = await packageFor(path);
  const slices = await slicesOf(input);
  const file = {
    byteLength: slices.size,
    slice: async (start: number, end = slices.size) => copyOf(await slices.slice(start, end)),
  };
  const { metadata, tree, compressors, columns } = await reading(path, async () => {
    requireSoundEnd(await endOf(slices));
    const found = await parquet.parquetMetadataAsync(file, { geoparquet: false });
    requireSound(found, slices, path);
    // It finds columns that are missing, so it comes before ours.
    const schema = parquet.parquetSchema(found);
    const packers = await compressorsOf(found, path);
    return { metadata: found, tree: schema, compressors: packers, columns: columnsOf(found) };
  });
  const rows = async function* (): AsyncGenerator<readonly Cell[]> {
    yield columns.map(({ name }) => name);
    let rowStart = 0;
    for (const { num_rows, columns: chunks } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      const options = {
        file,
        metadata,
        rowStart,
        rowEnd,
        utf8: false,
        parsers,
        compressors,
      };
      let group: unknown[][] = [];
      await reading(path, async () => {
        for (const { meta_data } of chunks) {
          const start = Number(meta_data!.dictionary_page_offset || meta_data!.data_page_offset);
          const end = start + Number(meta_data!.total_compressed_size);
          const sizes = { rows: Number(num_rows), tree, compressors };
          requireSoundPages(await slices.slice(start, end), meta_data!, sizes);
        }
        await parquet.parquetRead({ ...options, onComplete: (all) => (group = all) });
      });
      for (const row of group) yield columns.map(({ cell }, at) => cell(row[at]));
      rowStart = rowEnd;
    }
  };
  return { tables: [{ rows }] };
}

/** Days and times as they are, and texts as UTF-8. */
const parsers = {
  timestampFromMilliseconds: (ticks: bigint) => momentIn(BigInt(ticks), 3),
  timestampFromMicroseconds: (ticks: bigint) => momentIn(BigInt(ticks), 6),
  timestampFromNanoseconds: (ticks: bigint) => momentIn(BigInt(ticks), 9),
  dateFromDays: (days: number) => momentIn(BigInt(days) * 86_400n, 0),
};

/** The package wants memory that it may keep. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

async function reading<Made>(file: string, read: () => Promise<Made>): Promise<Made> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof LoadError) throw cause;
    const problem = `is no Parquet that can be read${causeExcerpt(cause)}`;
    throw new LoadError(problem, { file }, { cause });
  }
}

/** @throws LoadError for sizes that no file of this size has. */
function requireSound(
  { num_rows, row_groups, schema }: FileMetaData,
  { size }: FileSlices,
  file: string,
): void {
  const rows = row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows !== Number(num_rows)) throw new LoadError("says two numbers of its rows", { file });
  // A run of one value takes few bytes, but each page of a column has a header.
  if (rows > rowsFree && rows > size * 2_000) {
    throw new LoadError("says more rows than it can hold", { file });
  }
  if (schema.length < 2) throw new LoadError("has no column", { file });
  let bytes = 0;
  for (const { columns, num_rows: count } of row_groups) {
    let cells = 0;
    for (const { meta_data } of columns) {
      if (Number(count) < 0 || meta_data === undefined) throw new LoadError("is damaged", { file });
      bytes += Number(meta_data.total_uncompressed_size);
      cells += Number(meta_data.num_values);
    }
    if (cells > cellsMost) {
      const problem = `has more than ${cellsMost} values in a group of rows: write smaller groups`;
      throw new LoadError(problem, { file });
    }
  }
  if (isBomb(bytes, size)) throw new LoadError("expands too much", { file });
}

async function compressorsOf({ row_groups }: FileMetaData, file: string): Promise<Compressors> {
  const codecs = row_groups.flatMap(({ columns }) =>
    columns.map(({ meta_data }) => meta_data!.codec),
  );
  const own = { SNAPPY: unpackSnappy };
  if (codecs.every((codec) => plainCodecs.has(codec))) return own;
  return { ...(await compressorsFor(file)), ...own };
}

/** All that describes the file: its last bytes say how long it is. */
async function endOf({ size, slice }: FileSlices): Promise<Uint8Array> {
  const last = new ByteWalk(await slice(size - 8, size));
  return await slice(size - 8 - last.little(4), size - 8);
}

interface ParquetColumn {
  readonly name: string;
  readonly cell: (value: unknown) => Cell;
}

/** The columns at the top. Decimals are read as whole numbers, which are exact. */
function columnsOf({ schema }: FileMetaData): ParquetColumn[] {
  const columns: ParquetColumn[] = [];
  for (let at = 1; at < schema.length; at = afterElement(schema, at)) {
    const element = schema[at]!;
    const { name, converted_type: said, scale = 0 } = element;
    if (said === "DECIMAL" && element.num_children === undefined) {
      delete element.converted_type;
      delete element.logical_type;
      columns.push({ name, cell: (value) => decimalCell(value, scale) });
    } else columns.push({ name, cell: cellOf });
  }
  return columns;
}

function afterElement(schema: readonly SchemaElement[], at: number): number {
  let next = at + 1;
  for (let left = schema[at]!.num_children ?? 0; left > 0; left--)
    next = afterElement(schema, next);
  return next;
}

function cellOf(value: unknown): Cell {
  return value instanceof Uint8Array ? wholeText(value) : plainCell(value);
}

function decimalCell(value: unknown, scale: number): Cell {
  if (value === null || value === undefined) return undefined;
  if (!(value instanceof Uint8Array)) return decimalOf(BigInt(value as number | bigint), scale);
  let whole = 0n;
  for (const byte of value) whole = whole * 256n + BigInt(byte);
  return decimalOf(BigInt.asIntN(value.length * 8, whole), scale);
}
