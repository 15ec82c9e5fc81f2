/**
 * Parquet is checked before its package reads it: of some forged numbers the package makes a loop that
 * never ends, or fills memory.
 */
import type { ColumnMetaData, Compressors, SchemaTree } from "hyparquet";
import { isBomb } from "../bytes/byte-blocks.ts";
import { ByteWalk } from "./byte-walk.ts";

/** Numbers and structures by the number of their field; what no check needs is undefined. */
type Fields = ReadonlyMap<number, number | Fields | undefined>;

const damaged = (what: string) => new Error(what);

/** Structures within structures: the deepest of Parquet has eight. */
const depthMost = 20;

type ReadValue = (walk: ByteWalk, depth: number) => number | Fields | undefined;

const nothing = (_read: number | Uint8Array) => undefined;
const int: ReadValue = (walk) => walk.signed();
const byte: ReadValue = (walk) => walk.byte();

/** Kinds of values in Thrift's compact form, by their numbers. */
const kinds: Readonly<Record<number, ReadValue>> = {
  1: () => 1,
  2: () => 0,
  3: byte,
  4: int,
  5: int,
  6: (walk) => nothing(walk.varint(10)),
  7: (walk) => nothing(walk.take(8)),
  8: (walk) => nothing(walk.take(walk.varint())),
  9: listAt,
  12: (walk, depth) => fieldsAt(walk, depth + 1),
};

function readerOf(kind: number): ReadValue {
  const read = kinds[kind];
  if (read === undefined) throw damaged("a kind of value is unknown");
  return read;
}

function listAt(walk: ByteWalk, depth: number): undefined {
  const head = walk.byte();
  const size = head < 0xf0 ? head >> 4 : walk.varint();
  if (size === 0) return;
  if (size > walk.left || depth > depthMost)
    throw damaged("a list is longer or deeper than it can be");
  // A boolean in a list takes a byte.
  const read = (head & 15) === 1 || (head & 15) === 2 ? byte : readerOf(head & 15);
  for (let at = 0; at < size; at++) read(walk, depth + 1);
}

function fieldsAt(walk: ByteWalk, depth = 0): Fields {
  if (depth > depthMost) throw damaged("it is too deep");
  const fields = new Map<number, number | Fields | undefined>();
  for (let id = 0; ; ) {
    const head = walk.byte();
    if ((head & 15) === 0) return fields;
    id = head < 16 ? walk.signed() : id + (head >> 4);
    fields.set(id, readerOf(head & 15)(walk, depth));
  }
}

/** @param end the last bytes of a file, with all that describes its columns. */
export function requireSoundEnd(end: Uint8Array): void {
  fieldsAt(new ByteWalk(end));
}

function part(fields: Fields, id: number): Fields {
  const found = fields.get(id);
  if (!(found instanceof Map)) throw damaged("a page has no header");
  return found;
}

/** A number that is not negative. */
function count(fields: Fields, id: number): number {
  const found = fields.get(id);
  if (typeof found !== "number" || found < 0 || found > 0x7fff_ffff)
    throw damaged("a page says no size");
  return found;
}

const bitsOf = (level: number) => 32 - Math.clz32(level);

interface Chunk {
  readonly meta: ColumnMetaData;
  readonly repetition: number;
  readonly definition: number;
  readonly compressors: Compressors;
}

/** How deep lists and empty cells of a column can be. */
function levelsOf(tree: SchemaTree, path: readonly string[]) {
  let [repetition, definition, node] = [0, 0, tree];
  for (const name of path) {
    const child = node.children.find(({ element }) => element.name === name);
    if (child === undefined) throw damaged("it has a column that it does not describe");
    node = child;
    if (node.element.repetition_type === "REPEATED") repetition++;
    if (node.element.repetition_type !== "REQUIRED") definition++;
  }
  return { repetition, definition };
}

/**
 * @param bytes all pages of a column in a group of `rows`.
 * @throws Error if they are not what they say.
 */
export function requireSoundPages(
  bytes: Uint8Array,
  meta: ColumnMetaData,
  { rows, tree, compressors }: { rows: number; tree: SchemaTree; compressors: Compressors },
): void {
  const chunk: Chunk = { meta, ...levelsOf(tree, meta.path_in_schema), compressors };
  const walk = new ByteWalk(bytes);
  const values = Number(meta.num_values);
  if (chunk.repetition === 0 && values !== rows) throw damaged("a column is shorter than others");
  let [seen, expanded] = [0, 0];
  while (seen < values) {
    const header = fieldsAt(walk);
    expanded += count(header, 2);
    if (isBomb(expanded, bytes.length)) throw damaged("it expands too much");
    const page = walk.take(count(header, 3));
    const kind = header.get(1);
    if (kind === 0) seen += checkFirst(page, header, chunk);
    else if (kind === 3) seen += checkSecond(page, header, chunk);
    else if (kind !== 2) throw damaged("a page is of an unknown kind");
    else if (count(part(header, 7), 1) > 8 * count(header, 2)) {
      throw damaged("a page has more values than bytes");
    } else unpacked(page, count(header, 2), chunk);
  }
  if (seen !== values) throw damaged("it has more values than it says");
}

function unpacked(page: Uint8Array, size: number, { meta, compressors }: Chunk): Uint8Array {
  const unpack = compressors[meta.codec];
  const whole = unpack === undefined ? page : unpack(page, size);
  if (whole.length !== size) throw damaged("a page has another size than it says");
  return whole;
}

/** A page of the first version, which is compressed as a whole. @returns the number of values */
function checkFirst(page: Uint8Array, header: Fields, chunk: Chunk): number {
  const own = part(header, 5);
  const values = count(own, 1);
  const walk = new ByteWalk(unpacked(page, count(header, 2), chunk));
  let present = values;
  for (const level of [chunk.repetition, chunk.definition]) {
    if (level === 0) continue;
    const of = new ByteWalk(walk.take(walk.little(4)));
    const found = runsAt(of, bitsOf(level), values, level);
    if (level === chunk.definition) present = found;
  }
  checkValues(walk, count(own, 2), present, chunk);
  return values;
}

/** A page of the second version: its levels are not compressed. @returns the number of values */
function checkSecond(page: Uint8Array, header: Fields, chunk: Chunk): number {
  const own = part(header, 8);
  const values = count(own, 1);
  const present = values - count(own, 2);
  const walk = new ByteWalk(page);
  const repetitions = new ByteWalk(walk.take(count(own, 6)));
  const definitions = new ByteWalk(walk.take(count(own, 5)));
  const { repetition, definition } = chunk;
  if (repetition > 0) runsAt(repetitions, bitsOf(repetition), values, repetition);
  const found =
    definition > 0 ? runsAt(definitions, bitsOf(definition), values, definition) : values;
  if (found !== present) throw damaged("a page says two numbers of empty cells");
  const size = count(header, 2) - repetitions.bytes.length - definitions.bytes.length;
  const rest = walk.take(walk.left);
  const isPacked = own.get(7) !== 0;
  checkValues(
    new ByteWalk(isPacked ? unpacked(rest, size, chunk) : rest),
    count(own, 4),
    present,
    chunk,
  );
  return values;
}

/** Encodings that say how long they go on. */
const encodings = {
  dictionary: 2,
  runs: 3,
  delta: 5,
  deltaLengths: 6,
  deltaTexts: 7,
  dictionaryRuns: 8,
};

function checkValues(walk: ByteWalk, encoding: number, values: number, { meta }: Chunk): void {
  if (values === 0) return;
  const isBoolean = meta.type === "BOOLEAN";
  if (encoding === encodings.runs && isBoolean) {
    runsAt(new ByteWalk(walk.take(walk.little(4))), 1, values);
  } else if (encoding === encodings.dictionary || encoding === encodings.dictionaryRuns) {
    const width = walk.byte();
    if (width > 32 || isBoolean) throw damaged("a page has numbers of no width");
    if (width > 0 || walk.left > 0) runsAt(walk, width, values);
  } else if (encoding === encodings.runs) throw damaged("a page has runs of no numbers");
  else if (encoding === encodings.delta) deltasAt(walk, values, 10);
  else if (encoding === encodings.deltaLengths) {
    const lengths = deltasAt(walk, values);
    walk.take(sumOf(lengths));
  } else if (encoding === encodings.deltaTexts) checkTexts(walk, values);
}

function sumOf(lengths: Int32Array): number {
  let sum = 0;
  for (const length of lengths) {
    if (length < 0) throw damaged("a text has a length below 0");
    sum += length;
  }
  return sum;
}

/** Texts that begin like the one before. */
function checkTexts(walk: ByteWalk, values: number): void {
  const [shared, own] = [deltasAt(walk, values), deltasAt(walk, values)];
  const size = walk.left;
  walk.take(sumOf(own));
  if (isBomb(sumOf(shared), size)) throw damaged("it expands too much");
  let before = 0;
  for (let at = 0; at < values; at++) {
    if (shared[at]! > before) throw damaged("a text begins with more than the text before");
    before = shared[at]! + own[at]!;
  }
}

/**
 * Runs of one number, and groups of eight that are packed by bits.
 * @returns how many of the numbers are `wanted`.
 */
function runsAt(walk: ByteWalk, width: number, values: number, wanted = -1): number {
  let [seen, found] = [0, 0];
  while (seen < values) {
    const head = walk.varint();
    const isPacked = head % 2 === 1;
    const size = isPacked ? (head - 1) * 4 : head / 2;
    const left = values - seen;
    if (size > left + (isPacked ? packedMore : 0)) throw damaged("a run is too long");
    if (isPacked)
      found += packedCount(walk.take((size / 8) * width), width, Math.min(size, left), wanted);
    else if (walk.little((width + 7) >> 3) === wanted) found += size;
    seen += size;
  }
  return found;
}

function packedCount(packed: Uint8Array, width: number, size: number, wanted: number): number {
  let found = 0;
  for (let at = 0; wanted >= 0 && at < size; at++) {
    if (bitsAt(packed, at * width, width) === wanted) found++;
  }
  return found;
}

/** Numbers are packed by eight, and by hundreds in some programs, whether so many are left or not. */
const packedMore = 1 << 10;

/** The number of so many bits. What is beyond 32 of them does not matter. */
function bitsAt(bytes: Uint8Array, start: number, width: number): number {
  let value = 0;
  for (let done = 0; done < width; ) {
    const [at, from] = [(start + done) >> 3, (start + done) & 7];
    if (at >= bytes.length) throw damaged("it ends too early");
    const size = Math.min(8 - from, width - done);
    value += ((bytes[at]! >> from) & ((1 << size) - 1)) * 2 ** done;
    done += size;
  }
  return value;
}

/**
 * Numbers as differences, in blocks of some parts.
 * @param bytesMost of a number in front of a block
 * @returns the last 32 bits of each, which are all of a length
 */
function deltasAt(walk: ByteWalk, values: number, bytesMost = 5): Int32Array {
  const [block, parts] = [walk.varint(), walk.varint()];
  const size = block / parts;
  if (!(Number.isInteger(size / 8) && size > 0)) throw damaged("a page has blocks of no size");
  walk.varint();
  const found = new Int32Array(values);
  let value = walk.signed(bytesMost);
  if (bytesMost === 5 && (value | 0) !== value) throw damaged("a length is no length");
  found[0] = value;
  for (let at = 1; at < values; ) {
    const least = walk.signed(bytesMost);
    const widths = walk.take(parts);
    for (let of = 0; of < parts && at < values; of++) {
      const width = widths[of]!;
      // What is left of the last part may be missing.
      const packed = walk.take(Math.min((size / 8) * width, walk.left));
      for (let one = 0; one < size && at < values; one++) {
        value = (value + least + bitsAt(packed, one * width, width)) | 0;
        found[at++] = value;
      }
    }
  }
  return found;
}
