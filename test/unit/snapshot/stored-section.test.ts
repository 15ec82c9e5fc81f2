/** A section in blocks of a few bytes: what is read, in which pieces, and what is checked. */

import { crc32 } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { elementBytes } from "../../../src/snapshot/format.ts";
import type { WantedBlock } from "../../../src/snapshot/snapshot-bytes.ts";
import {
  checksInMemory,
  runBytesOf,
  StoredSection,
  wholeBlocks,
} from "../../../src/snapshot/stored-section.ts";
import type { ElementType } from "../../../src/store/columns/column-row.ts";
import { ColumnArena } from "../../../src/store/columns/column-source.ts";
import { FakeFile } from "./small-snapshot.ts";

const offset = 24;

/** A section of so many bytes after some others, in blocks, of which the first ones have their checksums here. */
function sectionOf<File extends FakeFile = FakeFile>(
  type: ElementType,
  byteLength: number,
  blockBytes: number,
  fileOf = (bytes: Uint8Array) => new FakeFile(bytes) as File,
  checksHere = Number.POSITIVE_INFINITY,
) {
  const bytes = Uint8Array.from({ length: offset + byteLength + 8 }, (_, at) => (at * 37) % 120);
  const blocks = Math.ceil(byteLength / blockBytes);
  const checks = Uint32Array.from({ length: blocks }, (_, block) => {
    const start = offset + block * blockBytes;
    return crc32(bytes.subarray(start, Math.min(start + blockBytes, offset + byteLength)));
  });
  const file = fileOf(bytes);
  const entry = { name: "s", type, offset, byteLength, checks };
  const check = vi.fn(crc32);
  const context = { blockBytes, crc32: check, arena: new ColumnArena() };
  const sums = { ...checksInMemory(checks), isHere: (row: number) => row < checksHere };
  const section = new StoredSection(entry, sums, file, context);
  return { section, file, check, bytes: bytes.slice(offset, offset + byteLength) };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString("hex");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe.each<[ElementType, number, number]>([
  ["u8", 50, 16],
  ["u16", 50, 16],
  ["u32", 52, 16],
  ["f64", 56, 16],
  ["f64", 72, 24],
  ["u32", 60, 12],
])("rows of %s in %i bytes, %i in a block", (type, byteLength, blockBytes) => {
  const size = elementBytes(type);
  const rows = byteLength / size;

  test("come in pages, of which nothing is kept", () => {
    for (let start = 0; start < rows; start += size === 8 ? 1 : 5) {
      for (let end = start + 1; end <= rows + 2; end += size === 8 ? 1 : 3) {
        const { section, file, bytes } = sectionOf(type, byteLength, blockBytes);
        const page = section.page(start, end);
        expect(bytesOf(page)).toBe(hex(bytes.subarray(start * size, end * size)));
        const first = Math.floor((start * size) / blockBytes) * blockBytes;
        const last = Math.min(Math.ceil((end * size) / blockBytes) * blockBytes, byteLength);
        expect(file.reads).toEqual([{ position: offset + first, length: last - first }]);
        expect(section.isWhole).toBe(false);
      }
    }
  });

  test("come from memory once they are there", () => {
    const { section, file, bytes } = sectionOf(type, byteLength, blockBytes);
    expect(bytesOf(section.column())).toBe(hex(bytes));
    expect(section.isWhole).toBe(true);
    file.reads.length = 0;
    expect(bytesOf(section.page(1, 3))).toBe(hex(bytes.subarray(size, 3 * size)));
    section.need(0, byteLength);
    expect(section.column()).toBe(section.column());
    expect(file.reads).toEqual([]);
  });

  test("are read by the blocks that are needed, each once; the rest at once when it is near", () => {
    const { section, file, bytes } = sectionOf(type, byteLength, blockBytes);
    const lazy = section.lazyRows();
    lazy.need(0, 0);
    expect(file.reads).toEqual([]);
    lazy.need(0, 1);
    expect(file.reads).toEqual([{ position: offset, length: blockBytes }]);
    lazy.need(0, 1);
    expect(lazy.isWhole).toBe(false);
    section.need(2 * blockBytes - 1, 2 * blockBytes + 1);
    expect(file.reads.slice(1)).toEqual([
      { position: offset + blockBytes, length: byteLength - blockBytes },
    ]);
    expect(lazy.isWhole).toBe(true);
    lazy.need(0, rows);
    expect(file.readLength).toBe(byteLength);
    expect(bytesOf(lazy.rows)).toBe(hex(bytes));
  });

  test("are here after their block is read, and it alone", () => {
    for (let row = 0; row < rows; row++) {
      const { section, file } = sectionOf(type, byteLength, blockBytes);
      const lazy = section.lazyRows();
      lazy.need(row, row + 1);
      const start = Math.floor((row * size) / blockBytes) * blockBytes;
      const length = Math.min(blockBytes, byteLength - start);
      expect(file.reads).toEqual([{ position: offset + start, length }]);
      expect(section.hasRow(row)).toBe(true);
      expect(file.reads).toHaveLength(1);
      // A row that is asked for is read, if it can be.
      expect(section.hasRow(rows - 1)).toBe(true);
    }
  });

  test.each([1, 3])("with an offset beyond all rows, one in %i, are refused by it", (stride) => {
    const values = sectionOf(type, byteLength, blockBytes).section.column();
    const inBlock = blockBytes / size;
    for (const most of values) {
      for (let start = 0; start < rows; start += inBlock) {
        const { section } = sectionOf(type, byteLength, blockBytes);
        section.guard({ stride, most });
        const row = values.findIndex(
          (value, at) => at >= start && at < start + inBlock && at % stride === 0 && value > most,
        );
        const read = () => section.need(start * size, start * size + 1);
        if (row < 0) expect(read).not.toThrow();
        else {
          const message = `fake.pocket: row ${row} of section 's' cannot be true: it was forged or damaged`;
          const place = { section: "s", offset: offset + row * size, file: "fake.pocket" };
          expect(read).toThrow(expect.objectContaining({ message, fault: "damaged", ...place }));
        }
        expect(section.isWhole).toBe(false);
      }
    }
  });

  test("are verified block by block; what was checked is not read again", () => {
    const { section, file } = sectionOf(type, byteLength, blockBytes);
    section.need(blockBytes, blockBytes + 1);
    file.reads.length = 0;
    section.verify(new ArrayBuffer(runBytesOf(blockBytes)));
    expect(file.reads).toEqual([
      { position: offset, length: blockBytes },
      { position: offset + 2 * blockBytes, length: byteLength - 2 * blockBytes },
    ]);
    expect(section.isWhole).toBe(false);
  });

  test("with a damage are refused by its block, however they are read", async () => {
    const blocks = Math.ceil(byteLength / blockBytes);
    for (let block = 0; block < blocks; block++) {
      const start = block * blockBytes;
      const length = Math.min(blockBytes, byteLength - start);
      const reads: ((section: StoredSection) => unknown)[] = [
        (section) => section.column(),
        (section) => section.need(start, start + 1),
        (section) => section.verify(new ArrayBuffer(runBytesOf(blockBytes))),
        (section) => section.page(0, rows),
        (section) => section.readAll(),
      ];
      for (const read of reads) {
        const { section, file } = sectionOf(type, byteLength, blockBytes);
        file.bytes[offset + start + length - 1]! ^= 1;
        await expect(Promise.resolve().then(() => read(section))).rejects.toMatchObject({
          message: `fake.pocket: section 's' is damaged in the ${length} bytes from ${offset + start}: save it again from the data`,
          fault: "damaged",
          section: "s",
          offset: offset + start,
          file: "fake.pocket",
        });
        expect(section.isWhole).toBe(false);
      }
    }
  });
});

test("rows lie in pieces where blocks have a whole number of them", () => {
  const lengths = [8, 12, 24].map(
    (blockBytes) => sectionOf("f64", 48, blockBytes).section.lazyRows().pieceLength,
  );
  expect(lengths).toEqual([1, undefined, 3]);
});

test("of a section in which little was read, only the blocks that are needed are", () => {
  const { section, file } = sectionOf("u8", 2 ** 20, 2 ** 12);
  const lengthsAt = (...places: readonly number[]) => {
    file.reads.length = 0;
    for (const place of places) section.need(place * 2 ** 12, place * 2 ** 12 + 1);
    return file.reads.map(({ position, length }) => [(position - offset) / 2 ** 12, length]);
  };
  const far = Array.from({ length: 33 }, (_, at) => at * 3);
  expect(lengthsAt(...far)).toEqual(far.map((place) => [place, 2 ** 12]));
  // 33 of 256 are more than an eighth: now the 64 blocks around come together.
  expect(lengthsAt(200)).toEqual([[192, 2 ** 18]]);
  expect(lengthsAt(1)).toEqual(Array.from({ length: 21 }, (_, at) => [at * 3 + 1, 2 ** 13]));
  expect(section.isWhole).toBe(false);
});

test("a run has whole blocks, and is no longer than 256 KiB where a block is not", () => {
  expect([runBytesOf(16), runBytesOf(3), runBytesOf(2 ** 18), runBytesOf(2 ** 18 + 1)]).toEqual([
    2 ** 18,
    2 ** 18 - 1,
    2 ** 18,
    2 ** 18 + 1,
  ]);
  expect([wholeBlocks(10, 4), wholeBlocks(12, 4), wholeBlocks(3, 4)]).toEqual([8, 12, 4]);
});

test("a long section is read in runs, each as soon as it can be", async () => {
  const blockBytes = 2 ** 17 + 16;
  const { section, file } = sectionOf("u8", 3 * blockBytes - 5, blockBytes);
  const asked: number[] = [];
  Object.assign(file, { ready: async (end: number) => void asked.push(end) });
  await section.readAll();
  expect(file.reads.map(({ length }) => length)).toEqual([blockBytes, blockBytes, blockBytes - 5]);
  const end = offset + 3 * blockBytes - 5;
  expect(asked).toEqual([offset + blockBytes, offset + 2 * blockBytes, end]);
  expect(section.isWhole).toBe(true);
});

test("neighbours come along when much was read, but not when all that is needed is there", () => {
  const [byteLength, blockBytes, needed] = [1 << 19, 1 << 12, 17 << 12];
  const { section, file } = sectionOf("u8", byteLength, blockBytes);
  section.need(0, needed);
  expect(file.readLength).toBe(needed);
  section.need(0, needed);
  section.need(5, needed - 5);
  expect(file.readLength).toBe(needed);
  section.need(0, needed + 1);
  expect(file.readLength).toBe(1 << 18);
});

test("a section that lies in memory is used there, and checked once", () => {
  class InMemory extends FakeFile {
    override inPlace(byteOffset: number) {
      return { buffer: this.bytes.buffer, byteOffset };
    }
  }
  const { section, file, check } = sectionOf("u8", 50, 16, (bytes) => new InMemory(bytes));
  expect(section.page(3, 40)).toEqual(file.bytes.subarray(offset + 3, offset + 40));
  section.verify(new ArrayBuffer(0));
  expect(section.isWhole).toBe(true);
  expect(section.column().buffer).toBe(file.bytes.buffer);
  expect(file.reads).toEqual([]);
  expect(check).toHaveBeenCalledTimes(4);
});

describe("a block that is not here", () => {
  class Absent extends FakeFile {
    readonly wanted: WantedBlock[] = [];
    isHere = false;
    readonly isAbsent = (block: WantedBlock) => {
      this.wanted.push(block);
      return !this.isHere;
    };
  }
  const absent = () => sectionOf("u16", 50, 16, (bytes) => new Absent(bytes));

  test("is wanted with what is read after it, and read once it is here", () => {
    const { section, file } = absent();
    const lazy = section.lazyRows();
    expect(section.hasRow(9)).toBe(false);
    const second = { position: offset + 16, byteLength: 16, sectionEnd: offset + 50 };
    expect(file.wanted).toEqual([{ ...second, wantedEnd: offset + 32 }]);
    file.wanted.length = 0;
    lazy.need(9, 25);
    expect(file.wanted).toEqual([
      { ...second, wantedEnd: offset + 50 },
      { ...second, position: offset + 32, wantedEnd: offset + 50 },
      { ...second, position: offset + 48, byteLength: 2, wantedEnd: offset + 50 },
    ]);
    expect(file.reads).toEqual([]);
    file.isHere = true;
    expect(section.hasRow(9)).toBe(true);
    expect(file.reads).toEqual([{ position: offset + 16, length: 16 }]);
  });

  test("is read alone, however much of its section is here", () => {
    const { section, file } = absent();
    file.isHere = true;
    for (const start of [0, 16, 32]) section.need(start, start + 1);
    expect(file.reads.map(({ length }) => length)).toEqual([16, 16, 16]);
  });

  test("is not used while its checksum is not here", () => {
    const { section, file } = sectionOf("u16", 50, 16, (bytes) => new Absent(bytes), 2);
    file.isHere = true;
    const here = Array.from({ length: 25 }, (_, row) => section.hasRow(row));
    expect(here).toEqual(here.map((_, row) => row < 16));
    expect(file.reads.map(({ position }) => position - offset)).toEqual([0, 16]);
  });
});
