/**
 * Tables as Parquet. The package's own `write` takes a text per cell and finds out which are equal.
 * Here texts are numbered already and numbers are doubles already: pages are made of them as they are,
 * and the package writes headers, dictionaries and the end of the file.
 */

import type { ColumnChunk, Encoding, SchemaElement } from "hyparquet";
import type { NumberColumn, TableColumn } from "../columns/index.ts";
import { type DictionaryPage, DictionaryPages } from "./dictionary-page.ts";
import { hybridBytes, runBytes } from "./hybrid.ts";
import { optionalPackage } from "./optional-package.ts";

/** Small enough that readers have work for several threads, large enough for good dictionaries. */
const rowsPerGroup = 1 << 18;

/** Bytes of the first buffer of a file. */
const roomMin = 1 << 14;
const roomMax = 1 << 30;

/** What pages are made with: parts of an optional package, loaded when one is written. */
async function loadWriter() {
  try {
    // One by one: bundlers see so that it is all right when one cannot be found.
    const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
    const { writePageHeader } = await import("hyparquet-writer/src/datapage.js");
    const { writeDictionaryPage } = await import("hyparquet-writer/src/dictionary.js");
    return { ByteWriter, ParquetWriter, writePageHeader, writeDictionaryPage };
  } catch (error) {
    throw optionalPackage("hyparquet-writer", "Parquet", error);
  }
}

type WriterPackage = Awaited<ReturnType<typeof loadWriter>>;
type Writer = InstanceType<WriterPackage["ParquetWriter"]>;
type ColumnEncoder = Parameters<WriterPackage["writeDictionaryPage"]>[1];

/** @throws TypeError (rejects) when the package `hyparquet-writer` is not installed */
export async function parquetOf(
  columns: readonly TableColumn[],
  length: number,
): Promise<Uint8Array> {
  const parts = await loadWriter();
  const writer = new parts.ByteWriter(roomFor(columns, length));
  const root: SchemaElement = { name: "root", num_children: columns.length };
  const file = new parts.ParquetWriter({
    writer,
    schema: [root, ...columns.map(elementOf)],
    createdBy: "pocket-commons",
  });
  for (let start = 0; start < length; start += rowsPerGroup) {
    writeGroup(file, parts, root, columns, start, Math.min(start + rowsPerGroup, length));
  }
  file.finish();
  return new Uint8Array(writer.getBuffer());
}

/** Bytes that a file may take, as a guess: what is too much costs nothing, since nobody touches it. */
function roomFor(columns: readonly TableColumn[], length: number): number {
  const perRow = columns.reduce((sum, { kind }) => sum + (kind === "number" ? 8 : 1), 0);
  return Math.min(perRow * length, roomMax) + roomMin;
}

function elementOf({ name, kind }: TableColumn): SchemaElement {
  return kind === "text"
    ? { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" }
    : { name, type: "DOUBLE", repetition_type: "OPTIONAL" };
}

function writeGroup(
  file: Writer,
  parts: WriterPackage,
  root: SchemaElement,
  columns: readonly TableColumn[],
  start: number,
  end: number,
): void {
  const offset = file.writer.offset;
  const pages = new DictionaryPages(start, end);
  const chunks = columns.map((column) => {
    const element = elementOf(column);
    const encoder: ColumnEncoder = {
      columnName: column.name,
      element,
      schemaPath: [root, element],
      // Doubles have little that Snappy finds.
      codec: column.kind === "text" ? "SNAPPY" : "UNCOMPRESSED",
      compressors: file.compressors as ColumnEncoder["compressors"],
      stats: false,
      pageSize: Number.POSITIVE_INFINITY,
      columnIndex: false,
      offsetIndex: false,
    };
    const write = { file, parts, encoder, start, end };
    return column.kind === "text"
      ? writeTexts(write, pages.pageOf(column))
      : writeNumbers(write, column);
  });
  const bytes = chunks.reduce((sum, { meta_data }) => sum + meta_data!.total_uncompressed_size, 0n);
  file.num_rows += BigInt(end - start);
  file.row_groups.push({
    columns: chunks,
    total_byte_size: bytes,
    num_rows: BigInt(end - start),
    total_compressed_size: BigInt(file.writer.offset - offset),
  });
}

/** A column's part of a group of rows. */
interface ChunkWrite {
  readonly file: Writer;
  readonly parts: WriterPackage;
  readonly encoder: ColumnEncoder;
  readonly start: number;
  readonly end: number;
}

function writeTexts(write: ChunkWrite, page: DictionaryPage): ColumnChunk {
  const { texts, codes, nullCount } = page;
  const { file, parts, encoder } = write;
  const dictionaryOffset = file.writer.offset;
  const size = parts.writeDictionaryPage(file.writer, encoder, [...texts]);
  const present = nullCount === 0 ? codes : presentCodes(codes, nullCount);
  const width = Math.ceil(Math.log2(texts.length));
  const packed = hybridBytes(present, width);
  const bytes = new Uint8Array(packed.length + 1);
  bytes[0] = width;
  bytes.set(packed, 1);
  const levels = levelBytes(codes.length, nullCount, (row) => codes[row]! >= 0);
  return writeChunk(
    write,
    { encoding: "RLE_DICTIONARY", bytes, levels, nullCount },
    { dictionaryOffset, size },
  );
}

function presentCodes(codes: Int32Array, nullCount: number): Int32Array {
  const present = new Int32Array(codes.length - nullCount);
  let count = 0;
  if (present.length > 0) for (const code of codes) if (code >= 0) present[count++] = code;
  return present;
}

function writeNumbers(write: ChunkWrite, { values }: NumberColumn): ColumnChunk {
  const own = values.subarray(write.start, write.end);
  const present = new Float64Array(own.length);
  let count = 0;
  for (let row = 0; row < own.length; row++) {
    if (!Number.isNaN(own[row])) present[count++] = own[row]!;
  }
  const nullCount = own.length - count;
  const levels = levelBytes(own.length, nullCount, (row) => !Number.isNaN(own[row]));
  const bytes = new Uint8Array(present.buffer, 0, count * Float64Array.BYTES_PER_ELEMENT);
  const page = { encoding: "PLAIN", bytes, levels, nullCount } as const;
  return writeChunk(write, page, { dictionaryOffset: undefined, size: 0 });
}

/** Whether each row has a value. */
function levelBytes(rows: number, nullCount: number, has: (row: number) => boolean): Uint8Array {
  if (nullCount === 0 || nullCount === rows) return runBytes(nullCount === 0 ? 1 : 0, rows);
  const levels = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) if (has(row)) levels[row] = 1;
  return hybridBytes(levels, 1);
}

/** Values of a chunk, and which rows have one. */
interface ChunkPage {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly levels: Uint8Array;
  readonly nullCount: number;
}

/** The one page of a chunk, and what the end of the file says of both. */
function writeChunk(
  { file, parts, encoder, start, end }: ChunkWrite,
  { encoding, bytes, levels, nullCount }: ChunkPage,
  {
    dictionaryOffset,
    size,
  }: { readonly dictionaryOffset: number | undefined; readonly size: number },
): ColumnChunk {
  const { writer } = file;
  const { codec, compressors, element, columnName } = encoder;
  const offset = writer.offset;
  const compressed = compressors[codec]?.(bytes) ?? bytes;
  parts.writePageHeader(writer, {
    type: "DATA_PAGE_V2",
    uncompressed_page_size: levels.length + bytes.length,
    compressed_page_size: levels.length + compressed.length,
    data_page_header_v2: {
      num_values: end - start,
      num_nulls: nullCount,
      num_rows: end - start,
      encoding,
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      is_compressed: codec !== "UNCOMPRESSED",
    },
  });
  const headerSize = writer.offset - offset;
  writer.appendBytes(levels);
  writer.appendBytes(compressed);
  const first = dictionaryOffset ?? offset;
  return {
    file_offset: BigInt(first),
    meta_data: {
      type: element.type!,
      encodings: encoding === "PLAIN" ? ["PLAIN", "RLE"] : ["PLAIN", "RLE", encoding],
      path_in_schema: [columnName],
      codec,
      num_values: BigInt(end - start),
      total_uncompressed_size: BigInt(size + headerSize + levels.length + bytes.length),
      total_compressed_size: BigInt(writer.offset - first),
      data_page_offset: BigInt(offset),
      ...(dictionaryOffset === undefined
        ? {}
        : { dictionary_page_offset: BigInt(dictionaryOffset) }),
    },
  };
}
