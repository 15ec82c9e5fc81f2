/** Door of the layout: where the bytes of a snapshot lie, and its header. */

export { type Crc32, slicingCrc32 } from "./crc32.ts";
export { columnOver, elementBytes, elementTypeOf } from "./elements.ts";
export {
  again,
  aligned,
  endBytes,
  endMarkOf,
  formatVersion,
  isEndMark,
  isSnapshot,
  magicBytes,
  type Prelude,
  preludeBytes,
  preludeOf,
  readPrelude,
  requireLittleEndian,
} from "./format.ts";
export {
  blockCount,
  checksumsName,
  decodeHeader,
  type Header,
  nearEndOf,
  nearSections,
  type SectionEntry,
} from "./header.ts";
export { printPlain } from "./plain-data.ts";
