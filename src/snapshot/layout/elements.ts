/** Types of elements, as a section table names them. */

import type { Column, ElementType } from "../../store/index.ts";

const arrays = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
  f64: Float64Array,
} as const satisfies Record<ElementType, unknown>;

type ColumnConstructor = new (
  buffer: ArrayBufferLike,
  byteOffset: number,
  length: number,
) => Column;

export function isElementType(name: unknown): name is ElementType {
  return typeof name === "string" && Object.hasOwn(arrays, name);
}

export function elementBytes(type: ElementType): number {
  return arrays[type].BYTES_PER_ELEMENT;
}

export function elementTypeOf(column: Column): ElementType {
  for (const type of Object.keys(arrays)) {
    if (isElementType(type) && column[Symbol.toStringTag] === arrays[type].name) return type;
  }
  throw new Error("a column is a typed array of a known type");
}

/** Bytes of a buffer as a column, in place. */
export function columnOver(
  type: ElementType,
  buffer: ArrayBufferLike,
  byteOffset: number,
  byteLength: number,
): Column {
  const ArrayOf: ColumnConstructor = arrays[type];
  return new ArrayOf(buffer, byteOffset, byteLength / elementBytes(type));
}
