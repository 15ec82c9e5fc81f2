/** Zips that are small on disk and made to fill memory, disk or time. Each is refused in moments. */
import { constants, deflateRawSync, gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { crc32Of } from "../../src/store/columns/crc32.ts";
import { heldRows, refusalOf } from "../unit/load/held-rows.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const row = `${"x".repeat(999)}\n`;
const megabyte = 1_000_000;
const endOfDeflate = Uint8Array.of(3, 0);
/** A megabyte of rows: after it, the same may follow again. */
const piece = new Uint8Array(
  deflateRawSync(bytes(row.repeat(megabyte / row.length)), {
    finishFlush: constants.Z_FULL_FLUSH,
  }),
);
const packed = (megabytes: number) =>
  joined([...Array.from({ length: megabytes }, () => piece), endOfDeflate]);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

interface Member {
  readonly name: string;
  readonly data: Uint8Array;
  readonly size: number;
  readonly method?: number;
  readonly flags?: number;
  /** Of what it holds, if not of its data. */
  readonly checksum?: number;
}

/** @param end what the end of the zip says in place of the truth. */
function zipOf(members: readonly Member[], end: { readonly count?: number } = {}): Uint8Array {
  const heads: Uint8Array[] = [];
  const lists: Uint8Array[] = [];
  let offset = 0;
  for (const { name, data, size, method = 8, flags = 0, checksum } of members) {
    const own = bytes(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(checksum ?? crc32Of(data, 0), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(own.length, 22);
    heads.push(bytes("PK\x03\x04"), fields, own, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    lists.push(bytes("PK\x01\x02"), Uint8Array.of(20, 0), fields, rest, own);
    offset += 30 + own.length + data.length;
  }
  const list = joined(lists);
  return joined([...heads, list, zipEnd(end.count ?? members.length, list.length, offset)]);
}

/** With a record of 64 bits where the count needs it. */
function zipEnd(count: number, length: number, start: number): Uint8Array {
  const wide = Buffer.alloc(76);
  wide.write("PK\x06\x06", 0, "latin1");
  wide.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) wide.writeBigUInt64LE(BigInt(count), at);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  wide.write("PK\x06\x07", 56, "latin1");
  wide.writeBigUInt64LE(BigInt(start + length), 64);
  wide.writeUInt32LE(1, 72);
  const narrow = Buffer.alloc(22);
  narrow.write("PK\x05\x06", 0, "latin1");
  for (const at of [8, 10]) narrow.writeUInt16LE(Math.min(count, 0xffff), at);
  narrow.writeUInt32LE(length, 12);
  narrow.writeUInt32LE(start, 16);
  return joined(count > 0xffff ? [wide, narrow] : [narrow]);
}

const small = (name: string): Member => ({ name, data: bytes("a,b\n"), size: 4, method: 0 });
const many = (count: number) => Array.from({ length: count }, (_, at) => small(`${at}.csv`));

describe("a hostile zip", () => {
  const bomb = packed(300);
  const cases: Readonly<Record<string, [zip: () => Uint8Array, message: RegExp]>> = {
    "with 100,001 files": [
      () => zipOf(many(100_001)),
      /holds 100001 files; at most 65535 are read/,
    ],
    "with more files than it says": [
      () => zipOf(many(300), { count: 1 }),
      /its list of files is longer than it says/,
    ],
    "with fewer files than it says": [
      () => zipOf(many(3), { count: 65_000 }),
      /its list of files is cut off/,
    ],
    "with a file of 300 MB in 0.3 MB": [
      () => zipOf([{ name: "a.csv", data: bomb, size: 300 * megabyte }]),
      /expands too much: unpack it to load it all the same/,
    ],
    "with 300 files of a megabyte each": [
      () =>
        zipOf(
          Array.from({ length: 300 }, (_, at) => {
            return { name: `${at}.csv`, data: packed(1), size: megabyte };
          }),
        ),
      /expands too much/,
    ],
    "with a file of 300 MB that says 10 bytes": [
      () => zipOf([{ name: "a.csv", data: bomb, size: 10 }]),
      /a\.csv in it is larger than the zip says/,
    ],
    "with a stored file of two sizes": [
      () => zipOf([{ ...small("a.csv"), size: 300 * megabyte }]),
      /says two sizes of a\.csv/,
    ],
    "with a .gz of 300 MB": [
      () => {
        const gz = new Uint8Array(gzipSync(bytes("")));
        const inner = joined([gz.subarray(0, 10), bomb, new Uint8Array(8)]);
        return zipOf([{ name: "a.csv.gz", data: inner, size: inner.length, method: 0 }]);
      },
      /a\.csv\.gz: expands (?:more than 200 times|too much)/,
    ],
    "with two files of one name": [
      () => zipOf([small("a.csv"), small("a.csv")]),
      /holds two files of the name a\.csv/,
    ],
    "with two files of one name, by a slash and by a backslash": [
      () => zipOf([small("a/b.csv"), small("a\\b.csv")]),
      /holds two files of the name a\/b\.csv/,
    ],
    "with a file above it": [
      () => zipOf([small("in/../../a.csv")]),
      /names in\/\.\.\/\.\.\/a\.csv, which is no path within it/,
    ],
    "with an encrypted file": [
      () => zipOf([small("b.csv"), { ...small("a.csv"), flags: 1 }]),
      /a\.csv in it is encrypted/,
    ],
  };
  test.each(Object.entries(cases))("%s is refused in moments", async (_, [zip, message]) => {
    const content = zip();
    const start = process.cpuUsage();
    expect(await refusalOf("d.zip", content)).toMatch(message);
    await expect(open({ "d.zip": content })).rejects.toThrow(message);
    const { user, system } = process.cpuUsage(start);
    // It takes one to five; nothing that fills a disk is done in so few.
    expect((user + system) / 1_000_000).toBeLessThan(20);
  });

  test("is refused for .gz files that are small each, and fill a disk together", async () => {
    const head = new Uint8Array(gzipSync(bytes(""))).subarray(0, 10);
    const content = bytes(row.repeat((30 * megabyte) / row.length));
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32Of(content, 0), 0);
    trailer.writeUInt32LE(content.length, 4);
    const gz = joined([head, packed(30), trailer]);
    const data = new Uint8Array(deflateRawSync(gz));
    const checksum = crc32Of(gz, 0);
    const gzs = Array.from({ length: 10 }, (_, at) => {
      return { name: `${at}.mcf.gz`, data, size: gz.length, checksum };
    });
    await expect(open({ "d.zip": zipOf(gzs.slice(0, 8)) })).resolves.toBeDefined();
    await expect(open({ "d.zip": zipOf(gzs) })).rejects.toThrow(
      /\d\.mcf\.gz: expands too much with the files beside it/,
    );
  });

  test("within a zip is named, and never unpacked", async () => {
    const inner = zipOf([{ name: "a.csv", data: bomb, size: 300 * megabyte }]);
    const deep = zipSync({ "b.zip": zipSync({ "c.zip": inner }) });
    const commons = await open({
      "d.zip": zipSync({ "deep.zip": deep, "a.mcf": bytes('Node: dcid:a\nname: "A"\n') }),
    });
    const said = commons.info.diagnostics.counters.flatMap(({ examples }) => examples);
    expect(said.map(({ file, message }) => [file, message])).toEqual([
      ["d.zip/deep.zip", "is a zip within a zip: unpack one of them"],
    ]);
  });

  test("is told from an ordinary one of two thousand files", async () => {
    const tables = await heldRows({ "d.zip": zipOf(many(2_000)) });
    expect(Object.values(tables).flat()).toEqual(Array.from({ length: 2_000 }, () => ["a", "b"]));
  });
});
