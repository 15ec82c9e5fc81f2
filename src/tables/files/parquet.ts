/**
 * Tables as Parquet. The package's own `write` takes a text per cell and finds out which are equal;
 * here texts are numbered already, so that its pages are written from the numbers.
 */

import type { ColumnChunk, Encoding, SchemaElement } from "hyparquet";
import type { NumberColumn, TableColumn, TextColumn } from "../columns/index.ts";
import { dictionaryPage } from "./dictionary-page.ts";
import { optionalPackage } from "./optional-package.ts";

/** Small enough that readers have work for several threads, large enough for good dictionaries. */
const rowsPerGroup = 1 << 18;

/** What pages are made with: parts of an optional package, loaded when one is written. */
async function loadWriter() {
  try {
    // One by one: bundlers see so that it is all right when one cannot be found.
    const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
    const { writeDataPageV2 } = await import("hyparquet-writer/src/datapage.js");
    const { writeDictionaryPage } = await import("hyparquet-writer/src/dictionary.js");
    return { ByteWriter, ParquetWriter, writeDataPageV2, writeDictionaryPage };
  } catch (error) {
    throw optionalPackage("hyparquet-writer", "Parquet", error);
  }
}

type WriterPackage = Awaited<ReturnType<typeof loadWriter>>;
type Writer = InstanceType<WriterPackage["ParquetWriter"]>;
type Page = Parameters<WriterPackage["writeDataPageV2"]>[0];
type ColumnEncoder = Page["column"];
type PageData = Page["pageData"];

/** @throws TypeError (rejects) when the package `hyparquet-writer` is not installed */
export async function parquetOf(
  columns: readonly TableColumn[],
  length: number,
): Promise<Uint8Array> {
  const parts = await loadWriter();
  const writer = new parts.ByteWriter();
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
  const chunks = columns.map((column) => {
    const element = elementOf(column);
    const encoder: ColumnEncoder = {
      columnName: column.name,
      element,
      schemaPath: [root, element],
      codec: file.codec,
      compressors: file.compressors as ColumnEncoder["compressors"],
      stats: false,
      pageSize: Number.POSITIVE_INFINITY,
      columnIndex: false,
      offsetIndex: false,
    };
    const write = { file, parts, encoder, start, end };
    return column.kind === "text" ? writeTexts(write, column) : writeNumbers(write, column);
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

function writeTexts(write: ChunkWrite, column: TextColumn): ColumnChunk {
  const { file, parts, encoder, start, end } = write;
  const { texts, codes, nullCount } = dictionaryPage(column, start, end);
  const dictionaryOffset = file.writer.offset;
  const size = parts.writeDictionaryPage(
    file.writer,
    encoder,
    texts.length > 0 ? [...texts] : [""],
  );
  const present = nullCount === 0 ? codes : codes.filter((code) => code >= 0);
  const isPresent = (row: number) => codes[row]! >= 0;
  const page = pageOf(present, end - start, nullCount === 0 ? undefined : isPresent);
  return writeChunk(write, "RLE_DICTIONARY", page, { dictionaryOffset, size });
}

function writeNumbers(write: ChunkWrite, { values }: NumberColumn): ColumnChunk {
  const own = values.subarray(write.start, write.end);
  const present = own.filter((value) => !Number.isNaN(value));
  const isPresent = (row: number) => !Number.isNaN(own[row]);
  const page = pageOf(present, own.length, present.length === own.length ? undefined : isPresent);
  return writeChunk(write, "PLAIN", page, { dictionaryOffset: undefined, size: 0 });
}

/** Values that are there, and of each row whether it has one; undefined when all do. */
function pageOf(
  values: Int32Array | Float64Array,
  rows: number,
  isPresent: ((row: number) => boolean) | undefined,
): PageData {
  const levels = new Uint8Array(rows).fill(1);
  if (isPresent !== undefined) {
    for (let row = 0; row < rows; row++) if (!isPresent(row)) levels[row] = 0;
  }
  return {
    values,
    // The package only counts and compares them; its types say lists.
    definitionLevels: levels as unknown as number[],
    repetitionLevels: new Uint8Array(rows) as unknown as number[],
    maxDefinitionLevel: 1,
  };
}

/** The one page of a chunk, and what the end of the file says of both. */
function writeChunk(
  { file, parts, encoder, start, end }: ChunkWrite,
  encoding: Encoding,
  pageData: PageData,
  dictionary: { readonly dictionaryOffset: number | undefined; readonly size: number },
): ColumnChunk {
  const { writer } = file;
  const offset = writer.offset;
  const size = parts.writeDataPageV2({ writer, column: encoder, encoding, pageData });
  const { dictionaryOffset } = dictionary;
  const first = dictionaryOffset ?? offset;
  return {
    file_offset: BigInt(first),
    meta_data: {
      type: encoder.element.type!,
      encodings: encoding === "PLAIN" ? ["PLAIN", "RLE"] : ["PLAIN", "RLE", encoding],
      path_in_schema: [encoder.columnName],
      codec: encoder.codec,
      num_values: BigInt(end - start),
      total_uncompressed_size: BigInt(dictionary.size + size),
      total_compressed_size: BigInt(writer.offset - first),
      data_page_offset: BigInt(offset),
      ...(dictionaryOffset === undefined
        ? {}
        : { dictionary_page_offset: BigInt(dictionaryOffset) }),
    },
  };
}
