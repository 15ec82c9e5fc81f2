/** Members of a `.zip`, by the list at its end. Sizes, places and checksums must be as the list says. */

import { Inflate } from "fflate";
import { LoadError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { crc32Of } from "../../store/columns/crc32.ts";
import { isBomb } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { isUtf8, textOf } from "../bytes/native.ts";
import { join } from "../bytes/paths.ts";
import type { Contents } from "./contents.ts";
import { type FileSlices, slicesOf } from "./file-slices.ts";
import { HeldTree } from "./held-tree.ts";

interface ZipMember {
  /** A path with slashes. */
  readonly name: string;
  /** Bytes of what it holds. */
  readonly size: number;
  readonly packedSize: number;
  readonly method: number;
  readonly checksum: number;
  /** Where its own header stands. */
  readonly offset: number;
}

const membersMax = 65_535;
const marks = { member: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 };
const wideMarks = { end: 0x06064b50, locator: 0x07064b50 };
const endLength = 22;
const listedLength = 46;
const memberLength = 30;
const narrowMax = 0xffff_ffff;
/** So few bytes at once do not fill the memory, whatever they expand to. */
const pieceBytes = 16 * 1024;

export class ZipArchive {
  readonly members: ReadonlyMap<string, ZipMember>;
  readonly #slices: FileSlices;
  readonly #file: string;

  private constructor(members: readonly ZipMember[], slices: FileSlices, file: string) {
    this.members = new Map(members.map((member) => [member.name, member]));
    this.#slices = slices;
    this.#file = file;
  }

  /** @throws LoadError if the file is no zip, or one that is better not opened. */
  static async open(input: InputFile): Promise<ZipArchive> {
    const file = input.path;
    const slices = await slicesOf(input);
    const members = await new ZipList(slices, file).members();
    const total = refuseOdd(members, slices.size, file);
    if (input.tree instanceof HeldTree) input.tree.expand(file, total);
    return new ZipArchive(members, slices, file);
  }

  /** @throws LoadError for a member that is not as the list says. */
  async *read(member: ZipMember): AsyncGenerator<Uint8Array, void, undefined> {
    const { name, size, packedSize, method, checksum } = member;
    const fail = (problem: string): never => {
      throw new LoadError(`${excerpt(name)} in it ${problem}`, { file: this.#file });
    };
    const start = await this.#startOf(member, fail);
    const made: Uint8Array[] = [];
    const inflate = new Inflate((piece) => made.push(piece));
    let [crc, length] = [0, 0];
    let at = start;
    const end = start + packedSize;
    do {
      const next = Math.min(at + pieceBytes, end);
      const piece = await this.#slices.slice(at, next);
      at = next;
      if (method === 0) made.push(piece);
      else push(inflate, piece, at === end, fail);
      for (const block of made.splice(0)) {
        length += block.length;
        if (length > size) fail("is larger than the zip says");
        crc = crc32Of(block, crc);
        yield block;
      }
    } while (at < end);
    if (length !== size) fail("is shorter than the zip says");
    if (crc !== checksum) fail("is damaged: its checksum is another one");
  }

  /** Where the bytes of a member begin, after its own header, which must name it. */
  async #startOf({ name, offset }: ZipMember, fail: (problem: string) => never): Promise<number> {
    const head = viewOf(await this.#slices.slice(offset, offset + memberLength));
    if (head.getUint32(0, true) !== marks.member) fail("is not where the zip says");
    const nameEnd = offset + memberLength + head.getUint16(26, true);
    const own = await this.#slices.slice(offset + memberLength, nameEnd);
    if (nameIn(own) !== name) fail("has another name in its own header");
    return nameEnd + head.getUint16(28, true);
  }
}

function push(
  inflate: Inflate,
  piece: Uint8Array,
  isLast: boolean,
  fail: (problem: string) => never,
): void {
  try {
    inflate.push(piece, isLast);
  } catch (error) {
    fail(`is damaged or cut off (${excerpt(error instanceof Error ? error.message : "")})`);
  }
}

/** The list of members at the end. */
class ZipList {
  readonly #slices: FileSlices;
  readonly #file: string;

  constructor(slices: FileSlices, file: string) {
    this.#slices = slices;
    this.#file = file;
  }

  async members(): Promise<ZipMember[]> {
    const { count, start, end } = await this.#place();
    if (count > membersMax) this.#fail(`holds ${count} files; at most ${membersMax} are read`);
    const bytes = await this.#slices.slice(start, end);
    const members: ZipMember[] = [];
    let at = 0;
    for (let index = 0; index < count; index++) {
      if (at + listedLength > bytes.length) this.#fail("is no zip: its list of files is cut off");
      const { member, length } = this.#member(bytes, at);
      if (!member.name.endsWith("/")) members.push(member);
      at += length;
    }
    if (at !== bytes.length) this.#fail("is no zip: its list of files is longer than it says");
    return members;
  }

  /** Where the list stands, by the last bytes of the file. */
  async #place(): Promise<{ count: number; start: number; end: number }> {
    const { size } = this.#slices;
    const tailStart = Math.max(0, size - endLength - 0xffff);
    const tail = viewOf(await this.#slices.slice(tailStart, size));
    let at = tail.byteLength - endLength;
    const isEnd = () =>
      tail.getUint32(at, true) === marks.end &&
      at + endLength + tail.getUint16(at + 20, true) === tail.byteLength;
    while (at >= 0 && !isEnd()) at -= 1;
    if (at < 0) this.#fail("is no zip, or is cut off: the list of its files is not at its end");
    const count = tail.getUint16(at + 10, true);
    const length = tail.getUint32(at + 12, true);
    const start = tail.getUint32(at + 16, true);
    const end = tailStart + at;
    if (count === 0xffff || length === narrowMax || start === narrowMax) {
      return await this.#widePlace(end);
    }
    if (tail.getUint16(at + 4, true) !== 0) this.#fail("is one of several parts of a zip");
    if (start + length !== end) this.#fail("is no zip: bytes stand before or after its list");
    return { count, start, end };
  }

  async #widePlace(endAt: number): Promise<{ count: number; start: number; end: number }> {
    const locator = viewOf(await this.#slices.slice(endAt - 20, endAt));
    if (locator.getUint32(0, true) !== wideMarks.locator) this.#fail("is no zip: it lacks a list");
    const at = wide(locator, 8);
    const record = viewOf(await this.#slices.slice(at, at + 56));
    if (record.getUint32(0, true) !== wideMarks.end) this.#fail("is no zip: it lacks a list");
    const [count, length, start] = [wide(record, 32), wide(record, 40), wide(record, 48)];
    if (start + length !== at) this.#fail("is no zip: bytes stand before or after its list");
    return { count, start, end: at };
  }

  #member(bytes: Uint8Array, at: number): { member: ZipMember; length: number } {
    const view = viewOf(bytes);
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    const length = listedLength + nameLength + extraLength + noteLength;
    if (view.getUint32(at, true) !== marks.listed || at + length > bytes.length) {
      this.#fail("is no zip: its list of files is damaged");
    }
    const extraStart = at + listedLength + nameLength;
    const name = nameIn(bytes.subarray(at + listedLength, extraStart));
    const extra = viewOf(bytes.subarray(extraStart, extraStart + extraLength));
    const [packed, plain, offset] = [20, 24, 42].map((place) => view.getUint32(at + place, true));
    const [size, packedSize, start] = withWide([plain!, packed!, offset!], extra);
    const method = view.getUint16(at + 10, true);
    if ((view.getUint16(at + 8, true) & 1) !== 0) this.#fail(`${excerpt(name)} in it is encrypted`);
    if (method !== 0 && method !== 8) {
      const problem = "in it is compressed in a way that is not read: deflate alone is";
      this.#fail(`${excerpt(name)} ${problem}`);
    }
    const checksum = view.getUint32(at + 16, true);
    const member = { name, size: size!, packedSize: packedSize!, method, checksum, offset: start! };
    return { member, length };
  }

  #fail(problem: string): never {
    throw new LoadError(problem, { file: this.#file });
  }
}

/** Numbers of 32 bits; those that are too large stand in the extra field 1, in this order. */
function withWide(numbers: readonly number[], extra: DataView): number[] {
  let at = 0;
  while (at + 4 <= extra.byteLength && extra.getUint16(at, true) !== 1) {
    at += 4 + extra.getUint16(at + 2, true);
  }
  let next = at + 4;
  return numbers.map((number) => {
    if (number !== narrowMax || next + 8 > extra.byteLength) return number;
    next += 8;
    return wide(extra, next - 8);
  });
}

/** A number of 64 bits; one that is larger than any file stays so. */
function wide(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Old programs write names in the code page of their machine, and some of them backslashes. */
function nameIn(bytes: Uint8Array): string {
  const text = isUtf8(bytes)
    ? textOf(bytes, 0, bytes.length)
    : new TextDecoder("windows-1252").decode(bytes, { stream: true });
  return text.replaceAll("\\", "/");
}

/** Refuses what no program writes that means well, or that no memory holds. @returns bytes of all members */
function refuseOdd(members: readonly ZipMember[], fileSize: number, file: string): number {
  const fail = (problem: string): never => {
    throw new LoadError(problem, { file });
  };
  const names = new Set<string>();
  for (const { name } of members) {
    const isOutside = /^\/|^[a-z]:/i.test(name) || name.split("/").includes("..");
    if (isOutside || name.includes("\0") || name === "") {
      fail(`names ${excerpt(name)}, which is no path within it`);
    }
    if (names.has(name)) fail(`holds two files of the name ${excerpt(name)}`);
    names.add(name);
  }
  const ascending = members.toSorted((left, right) => left.offset - right.offset);
  let end = 0;
  for (const { name, offset, packedSize, size, method } of ascending) {
    if (offset < end) fail(`holds files that overlap, as ${excerpt(name)}`);
    end = offset + memberLength + packedSize;
    if (method === 0 && size !== packedSize) fail(`says two sizes of ${excerpt(name)}`);
  }
  const total = members.reduce((sum, { size }) => sum + size, 0);
  if (isBomb(total, fileSize)) fail("expands too much: unpack it to load it all the same");
  return total;
}

/** @throws LoadError if it cannot be read. */
export async function openZip(input: InputFile): Promise<Contents> {
  if (input.tree instanceof HeldTree)
    return { nothing: "is a zip within a zip: unpack one of them" };
  const archive = await ZipArchive.open(input);
  const files = Array.from(archive.members.values(), (member) => {
    const held = { size: member.size, read: () => archive.read(member) };
    return [join(input.path, member.name), held] as const;
  });
  return { tree: new HeldTree(input, files) };
}
