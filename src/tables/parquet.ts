/**
 * Tables as Parquet. The main entry of `hyparquet-writer` takes a text per cell and numbers them
 * again: sixteen times the time, and files that are 14 % larger. So pages are made here of the
 * codes and doubles that a table has. Two more modules write headers and dictionaries; the package
 * exports them under `src`.
 */

import type { ColumnChunk, Encoding, SchemaElement } from "hyparquet";
import type { NumberColumn, TableColumn } from "./column-data.ts";
import { type DictionaryPage, DictionaryPages, optionalPackage } from "./column-files.ts";

/** Small enough that readers have work for several threads, large enough for good dictionaries. */
const rowsPerGroup = 1 << 18;

/** The modules of the optional package, loaded when a file is written. */
async function loadWriter() {
  try {
    // One by one: bundlers then accept that one may be missing.
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

/** What writes a column's chunk: its rows in one group. */
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

/** Values of a chunk, and levels: which rows have one. */
interface ChunkPage {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly levels: Uint8Array;
  readonly nullCount: number;
}

/** Writes the one page of a chunk. @returns the entry of the chunk for the end of the file */
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

/** Shorter runs are packed. */
const runMin = 8;

/**
 * Numbers below 2^width (width up to 24) as Parquet has them: runs of one number, and groups of
 * eight packed by bits.
 */
export function hybridBytes(values: Int32Array | Uint8Array, width: number): Uint8Array {
  const bytes = new HybridBytes(values, width);
  const { length } = values;
  let packed = 0;
  let at = 0;
  while (at < length) {
    const first = values[at]!;
    let end = at + 1;
    while (end < length && values[end] === first) end++;
    if (end - at >= runMin) {
      bytes.addPacked(packed, at);
      bytes.addRun(first, end - at);
      packed = end;
      at = end;
    } else {
      at += runMin;
    }
  }
  bytes.addPacked(packed, length);
  return bytes.written();
}

/** One run of 0 or 1, in one bit. */
export function runBytes(value: 0 | 1, count: number): Uint8Array {
  const bytes = new HybridBytes(new Uint8Array(0), 1);
  bytes.addRun(value, count);
  return bytes.written();
}

class HybridBytes {
  readonly #values: Int32Array | Uint8Array;
  readonly #width: number;
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(values: Int32Array | Uint8Array, width: number) {
    this.#values = values;
    this.#width = width;
    // A run takes less than the eight numbers that it stands for, but for its length.
    this.#bytes = new Uint8Array(Math.ceil(values.length / runMin) * (width + 8) + 16);
  }

  addRun(value: number, count: number): void {
    this.#varint(count * 2);
    for (let shift = 0; shift < this.#width; shift += 8) {
      this.#bytes[this.#length++] = value >>> shift;
    }
  }

  /** The numbers [start, end) in groups of eight; the last is filled up with zeros. */
  addPacked(start: number, end: number): void {
    if (start === end) return;
    const groups = Math.ceil((end - start) / runMin);
    this.#varint(groups * 2 + 1);
    const [values, bytes, width] = [this.#values, this.#bytes, this.#width];
    let length = this.#length;
    let rest = 0;
    let bits = 0;
    for (let at = start; at < start + groups * runMin; at++) {
      rest |= (at < end ? values[at]! : 0) << bits;
      for (bits += width; bits >= 8; bits -= 8) {
        bytes[length++] = rest;
        rest >>>= 8;
      }
    }
    this.#length = length;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #varint(number: number): void {
    let rest = number;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }
}
