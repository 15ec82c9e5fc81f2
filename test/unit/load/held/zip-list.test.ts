/** Zips byte by byte: what their lists may say, and each way in which they are refused. */
import { deflateSync } from "fflate";
import { describe, expect, test } from "vitest";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import { HeldTree } from "../../../../src/load/held/held-tree.ts";
import { openZip, ZipArchive } from "../../../../src/load/held/zip.ts";
import { crc32Of } from "../../../../src/store/columns/crc32.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Numbers of two, four or eight bytes, one after the other. */
function numbers(...fields: readonly (readonly [length: 2 | 4 | 8, value: number])[]): Uint8Array {
  return joined(
    ...fields.map(([length, value]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value));
      return bytes.subarray(0, length);
    }),
  );
}

/** A member; what is given beside its name replaces what would be true. */
interface Member {
  readonly name: string;
  readonly content?: string;
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly packedSize?: number;
  readonly checksum?: number;
  readonly offset?: number;
  readonly mark?: number;
  readonly listedMark?: number;
  readonly nameLength?: number;
  readonly ownName?: string;
  readonly ownExtra?: string;
  readonly extra?: Uint8Array;
  readonly note?: string;
}

/** The end of a zip; what is given replaces what would be true. */
interface End {
  readonly note?: string;
  readonly noteLength?: number;
  readonly part?: number;
  readonly count?: number;
  readonly length?: number;
  readonly start?: number;
  /** A record of wide numbers stands before the end. */
  readonly wide?: {
    readonly [Field in "mark" | "locator" | "count" | "length" | "start"]?: number;
  };
  /** In which order members are listed. */
  readonly isReversed?: boolean;
}

function zipOf(members: readonly Member[], end: End = {}): Uint8Array {
  const files: Uint8Array[] = [];
  const listed: Uint8Array[] = [];
  let at = 0;
  for (const one of members) {
    const content = bytesOf(one.content ?? "");
    const { packed = content, method = 0, size = content.length, flags = 0, note = "" } = one;
    const { packedSize = packed.length, checksum = crc32Of(content, 0), offset = at } = one;
    const [name, ownName] = [bytesOf(one.name), bytesOf(one.ownName ?? one.name)];
    const [ownExtra, extra] = [bytesOf(one.ownExtra ?? ""), one.extra ?? new Uint8Array(0)];
    const file = joined(
      numbers([4, one.mark ?? 0x04034b50], [8, 0], [8, 0], [4, 0], [2, 0]),
      numbers([2, ownName.length], [2, ownExtra.length]),
      ownName,
      ownExtra,
      packed,
    );
    const entry = joined(
      numbers([4, one.listedMark ?? 0x02014b50], [4, 0], [2, flags], [2, method], [4, 0]),
      numbers([4, checksum], [4, packedSize], [4, size]),
      numbers([2, one.nameLength ?? name.length], [2, extra.length], [2, note.length]),
      numbers([8, 0], [4, offset]),
      name,
      extra,
      bytesOf(note),
    );
    files.push(file);
    listed.push(entry);
    at += file.length;
  }
  const list = joined(...(end.isReversed === true ? listed.toReversed() : listed));
  const { wide } = end;
  const { count = members.length, length = list.length, start = at, note = "" } = end;
  const wideEnd =
    wide === undefined
      ? []
      : [
          numbers([4, wide.mark ?? 0x06064b50], [8, 44], [8, 0], [4, 0], [8, members.length]),
          numbers([8, wide.count ?? members.length], [8, wide.length ?? list.length]),
          numbers([8, wide.start ?? at]),
          numbers([4, wide.locator ?? 0x07064b50], [4, 0], [8, at + list.length], [4, 1]),
        ];
  return joined(
    ...files,
    list,
    ...wideEnd,
    numbers([4, 0x06054b50], [2, end.part ?? 0], [2, 0], [2, count], [2, count]),
    numbers([4, length], [4, start], [2, end.noteLength ?? note.length]),
    bytesOf(note),
  );
}

const inputOf = (zip: Uint8Array) => {
  const tree = new MemoryTree([["d.zip", zip]]);
  return { path: "d.zip", size: zip.length, isGzip: false, tree };
};

/** The contents of a zip by name. */
async function read(zip: Uint8Array): Promise<Record<string, string>> {
  const archive = await ZipArchive.open(inputOf(zip));
  const contents: Record<string, string> = {};
  for (const member of archive.members.values()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of archive.read(member)) pieces.push(piece);
    contents[member.name] = Buffer.from(joined(...pieces)).toString("latin1");
  }
  return contents;
}

const wideMax = 0xffff_ffff;
const [a, b] = [
  { name: "a.csv", content: "one" },
  { name: "b.csv", content: "other" },
];
const both = { "a.csv": "one", "b.csv": "other" };
/** An extra field of a zip. */
const field = (id: number, content: Uint8Array) =>
  joined(numbers([2, id], [2, content.length]), content);
const wides = (...values: readonly number[]) =>
  field(1, numbers(...values.map((value) => [8, value] as const)));
const bOffset = 30 + a.name.length + a.content.length;

describe("a zip is read", () => {
  test.each<[what: string, zip: Uint8Array, contents: object]>([
    ["with two files", zipOf([a, b]), both],
    ["without files", zipOf([]), {}],
    ["listed in another order", zipOf([a, b], { isReversed: true }), both],
    [
      "with extra fields and notes",
      zipOf([
        { ...a, ownExtra: "more", extra: field(7, bytesOf("xyz")), note: "a note" },
        { ...b, ownExtra: "m", extra: field(9, new Uint8Array(0)), note: "x" },
      ]),
      both,
    ],
    ["with a note", zipOf([a, b], { note: "about it" }), both],
    ["with a long note", zipOf([a], { note: "x".repeat(0xffff) }), { "a.csv": "one" }],
    [
      "with a note that looks like an end",
      zipOf([a, b], { note: `PK\u0005\u0006${"\0".repeat(30)}` }),
      both,
    ],
    [
      "with folders, which hold nothing",
      zipOf([{ name: "in/" }, { name: "in/a.csv", content: "x" }]),
      { "in/a.csv": "x" },
    ],
    [
      "with names of old programs",
      zipOf([{ name: "caf\xe9\\\x80.csv", content: "x" }]),
      { "café/€.csv": "x" },
    ],
    ["with a colon in a name", zipOf([{ name: "ab:c", content: "x" }]), { "ab:c": "x" }],
    ["with an empty file", zipOf([{ name: "a.csv" }, b]), { "a.csv": "", "b.csv": "other" }],
    ["by a wide count", zipOf([a, b], { count: 0xffff, wide: {} }), both],
    ["by a wide length", zipOf([a, b], { length: wideMax, wide: {} }), both],
    ["by a wide start", zipOf([a, b], { start: wideMax, wide: {} }), both],
    [
      "by all of them",
      zipOf([a], { count: 0xffff, length: wideMax, start: wideMax, wide: {} }),
      { "a.csv": "one" },
    ],
    [
      "with wide sizes and places",
      zipOf([
        { ...a, size: wideMax, packedSize: wideMax, offset: wideMax, extra: wides(3, 3, 0) },
        { ...b, offset: wideMax, extra: joined(field(7, bytesOf("xyz")), wides(bOffset)) },
      ]),
      both,
    ],
    [
      "with a wide size after other fields",
      zipOf([
        {
          ...a,
          size: wideMax,
          extra: joined(field(2, bytesOf("\x01\0")), field(3, bytesOf("")), wides(3)),
        },
        { ...b, packedSize: wideMax, extra: wides(5) },
      ]),
      both,
    ],
  ])("%s", async (_, zip, contents) => {
    expect(await read(zip)).toEqual(contents);
  });

  test("with more than one piece of packed bytes", async () => {
    let seed = 1;
    const content = Array.from({ length: 50_000 }, () => {
      seed = (seed * 48_271) % 0x7fff_ffff;
      return String.fromCharCode(seed % 256);
    }).join("");
    const packed = deflateSync(bytesOf(content));
    expect(packed.length).toBeGreaterThan(3 * 16 * 1024);
    expect(await read(zipOf([{ name: "a", content, packed, method: 8 }, b]))).toEqual({
      a: content,
      "b.csv": "other",
    });
    expect(await read(zipOf([{ name: "a", content }]))).toEqual({ a: content });
  });
});

describe("a zip is refused", () => {
  const noList = "is no zip, or is cut off: the list of its files is not at its end";
  const around = "is no zip: bytes stand before or after its list";
  const damaged = "is no zip: its list of files is damaged";
  const cutOff = "is no zip: its list of files is cut off";
  const noPath = (name: string) => `names ${name}, which is no path within it`;
  const tooMuch = "expands too much: unpack it to load it all the same";
  const wide = { count: 0xffff };
  const packed = deflateSync(bytesOf("one"));

  test.each<[what: string, zip: Uint8Array, problem: string]>([
    ["without its last byte", zipOf([a]).subarray(0, -1), noList],
    ["of 21 bytes", new Uint8Array(21), noList],
    ["whose note is longer than it says", zipOf([a], { note: "ab", noteLength: 1 }), noList],
    ["whose note is shorter than it says", zipOf([a], { note: "ab", noteLength: 3 }), noList],
    ["that is one of several parts", zipOf([a], { part: 1 }), "is one of several parts of a zip"],
    ["with bytes before its list", zipOf([a], { start: 5 }), around],
    ["with bytes after its list", zipOf([a], { length: 5 }), around],
    ["with fewer files than listed", zipOf([a, b], { count: 3 }), cutOff],
    [
      "with more files than listed",
      zipOf([a, b], { count: 1 }),
      "is no zip: its list of files is longer than it says",
    ],
    ["with another mark in its list", zipOf([a, { ...b, listedMark: 7 }]), damaged],
    ["with a name that goes on after the list", zipOf([a, { ...b, nameLength: 6 }]), damaged],
    [
      "without a wide list",
      zipOf([a], { ...wide, wide: { locator: 7 } }),
      "is no zip: it lacks a list",
    ],
    [
      "without a wide record",
      zipOf([a], { ...wide, wide: { mark: 7 } }),
      "is no zip: it lacks a list",
    ],
    ["without anything wide", zipOf([a], wide), "is no zip: it lacks a list"],
    ["with bytes before its wide list", zipOf([a], { ...wide, wide: { start: 5 } }), around],
    ["with bytes after its wide list", zipOf([a], { ...wide, wide: { length: 5 } }), around],
    [
      "of too many files",
      zipOf([a], { ...wide, wide: { count: 65_536 } }),
      "holds 65536 files; at most 65535 are read",
    ],
    [
      "of so many files that are not there",
      zipOf([a], { ...wide, wide: { count: 65_535 } }),
      cutOff,
    ],
    ["that is encrypted", zipOf([{ ...a, flags: 9 }]), "a.csv in it is encrypted"],
    [
      "of another compression",
      zipOf([{ ...a, method: 12 }]),
      "a.csv in it is compressed in a way that is not read: deflate alone is",
    ],
    ["with a name from the root", zipOf([{ name: "/a" }]), noPath("/a")],
    ["with a name of a drive", zipOf([{ name: "c:a" }]), noPath("c:a")],
    ["with a name outside", zipOf([{ name: "a/../../b" }]), noPath("a/../../b")],
    ["with a name outside in backslashes", zipOf([{ name: "..\\b" }]), noPath("../b")],
    ["with an empty name", zipOf([{ name: "" }]), noPath("")],
    ["with a NUL in a name", zipOf([{ name: "a\0b" }]), noPath("a\0b")],
    ["with a name twice", zipOf([a, b, a]), "holds two files of the name a.csv"],
    [
      "with files that overlap",
      zipOf([a, { ...b, offset: 32 }]),
      "holds files that overlap, as b.csv",
    ],
    [
      "with files that overlap, in another order",
      zipOf([a, { ...b, offset: 32 }], { isReversed: true }),
      "holds files that overlap, as b.csv",
    ],
    [
      "with a header inside a file",
      zipOf([a, { ...b, offset: 33 }]),
      "b.csv in it is not where the zip says",
    ],
    ["with two sizes of stored bytes", zipOf([{ ...a, size: 4 }]), "says two sizes of a.csv"],
    ["with a size of 4 GiB", zipOf([{ ...a, size: wideMax, method: 8 }]), tooMuch],
    [
      "with a size that its extra field cuts off",
      zipOf([{ ...a, size: wideMax, method: 8, extra: field(1, bytesOf("1234567")) }]),
      tooMuch,
    ],
    [
      "with a wide size in a field of another kind",
      zipOf([{ ...a, size: wideMax, method: 8, extra: field(2, numbers([8, 3])) }]),
      tooMuch,
    ],
    [
      "with another mark in a header",
      zipOf([{ ...a, mark: 7 }]),
      "a.csv in it is not where the zip says",
    ],
    [
      "with another name in a header",
      zipOf([{ ...a, ownName: "b.csv" }]),
      "a.csv in it has another name in its own header",
    ],
    [
      "with another checksum",
      zipOf([{ ...a, checksum: 7 }]),
      "a.csv in it is damaged: its checksum is another one",
    ],
    [
      "with a larger file",
      zipOf([{ ...a, packed, method: 8, size: 2 }]),
      "a.csv in it is larger than the zip says",
    ],
    [
      "with a shorter file",
      zipOf([{ ...a, packed, method: 8, size: 4 }]),
      "a.csv in it is shorter than the zip says",
    ],
    [
      "with packed bytes that are cut off",
      zipOf([{ ...a, packed: packed.subarray(0, -2), method: 8 }]),
      "a.csv in it is damaged or cut off (unexpected EOF)",
    ],
    [
      "with packed bytes that are none",
      zipOf([{ ...a, packed: bytesOf("\xff\xff\xff"), method: 8 }]),
      "a.csv in it is damaged or cut off (invalid block type)",
    ],
    [
      "with a file beyond its end",
      zipOf([{ ...a, offset: 5_000 }]),
      "is cut off, or points beyond its end",
    ],
  ])("%s", async (_, zip, problem) => {
    const message = `d.zip: ${problem}`;
    await expect(read(zip)).rejects.toThrow(expect.objectContaining({ message }));
  });
});

test("the files of a zip are those of a folder", async () => {
  const contents = await openZip(inputOf(zipOf([a, { name: "in/b.csv", content: "x" }])));
  const tree = "tree" in contents ? contents.tree : undefined;
  expect(await tree?.text("d.zip/in/b.csv")).toBe("x");
  expect((await tree?.stat("d.zip/a.csv"))?.size).toBe(3);
  expect((await tree?.entries("d.zip"))?.map(({ name }) => name)).toEqual(["a.csv", "in"]);
});

test("files of zips within a file count together, each zip once", async () => {
  const zip = zipOf([a]);
  const holder = inputOf(zip);
  const held = {
    size: zip.length,
    read: async function* () {
      yield zip;
    },
  };
  const tree = new HeldTree(holder, [["d.zip/e.zip", held]]);
  const input = { path: "d.zip/e.zip", size: zip.length, isGzip: false, tree };
  expect(await openZip(input)).toEqual({ nothing: "is a zip within a zip: unpack one of them" });
  await ZipArchive.open(input);
  await ZipArchive.open(input);
  const left = 256 * 1024 * 1024 - 3;
  tree.expand("d.zip/f", left);
  expect(() => tree.expand("d.zip/g", 1)).toThrow("d.zip/g: expands too much");
});
