/** Pages of Parquet, byte by byte. */
import type { ColumnMetaData, Encoding } from "hyparquet";
import { unpackSnappy } from "../../../../src/load/sheets/byte-walk.ts";
import { requireSoundPages } from "../../../../src/load/sheets/parquet-pages.ts";

export interface Members {
  readonly [id: number]: number | boolean | Members;
}

export function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
}

/** Numbers and structures in Thrift's compact form. */
export function thrift(members: Members): number[] {
  const bytes = Object.entries(members).flatMap(([id, value]) => {
    const place = varint(Number(id) * 2);
    if (typeof value === "boolean") return [value ? 1 : 2, ...place];
    const isNumber = typeof value === "number";
    const head = [isNumber ? 5 : 12, ...place];
    return [
      ...head,
      ...(isNumber ? varint(value >= 0 ? value * 2 : -value * 2 - 1) : thrift(value)),
    ];
  });
  return [...bytes, 0];
}

export type Kind = "BOOLEAN" | "BYTE_ARRAY" | "INT32";
type Repetition = "OPTIONAL" | "REQUIRED" | "REPEATED";

/** Pages of a column of three rows, of which some may be empty. */
export function check(
  bytes: readonly number[],
  type: Kind = "INT32",
  {
    codec = "UNCOMPRESSED" as "UNCOMPRESSED" | "SNAPPY" | "GZIP",
    rows = 3,
    values = 3,
    name = "a",
  } = {},
  repetition: Repetition = "OPTIONAL",
) {
  const element = { name, repetition_type: repetition } as const;
  const leaf = { element, children: [], count: 1, path: ["a"] };
  const tree = { element: { name: "root" }, children: [leaf], count: 2, path: [] };
  const meta = {
    type,
    codec,
    encodings: [] as Encoding[],
    path_in_schema: ["a"],
    num_values: BigInt(values),
    total_uncompressed_size: 1n,
    total_compressed_size: 1n,
    data_page_offset: 4n,
  } satisfies ColumnMetaData;
  const sizes = { rows, tree, compressors: { SNAPPY: unpackSnappy } };
  requireSoundPages(Uint8Array.from(bytes), meta, sizes);
}

/** What `check` takes after the pages. */
export type Rest = Parameters<typeof check> extends [unknown, ...infer Others] ? Others : never;

export const sized = (page: readonly number[]) => ({ 2: page.length, 3: page.length });

/** A page of the second version. */
export function second(page: readonly number[], own: Members): number[] {
  const whole = { 1: 3, 2: 0, 3: 3, 4: 0, 5: 2, 6: 0, 7: 0, ...own };
  return [...thrift({ 1: 3, ...sized(page), 8: whole }), ...page];
}

/** One of the first version: `levels` say which rows have a value. */
export function first(levels: readonly number[], rest: readonly number[], encoding = 0): number[] {
  const page = [levels.length, 0, 0, 0, ...levels, ...rest];
  return [...thrift({ 1: 0, ...sized(page), 5: { 1: 3, 2: encoding, 3: 3, 4: 3 } }), ...page];
}

export const three = [6, 1];
export const ints = Array<number>(12).fill(0);
