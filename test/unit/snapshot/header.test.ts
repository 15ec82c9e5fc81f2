import { decodeMulti, Encoder } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { aligned } from "../../../src/snapshot/format.ts";
import {
  decodeHeader,
  parsePlain,
  printPlain,
  type Section,
} from "../../../src/snapshot/header.ts";
import { encodeHeader } from "../../../src/snapshot/image.ts";
import { anyCharacter } from "../../property/any-character.ts";

const about = {
  library: "1.2.3",
  blockBytes: 64,
  checksumBytes: 32,
  contents: { name: "small \ud800", nothing: undefined, facets: [-0, Number.NaN] },
};
const sections: readonly Section[] = [
  { name: "ids", type: "u32", byteLength: 100, checks: Uint32Array.of(1, 0xffff_ffff) },
  { name: "bytes", type: "u8", byteLength: 3, checks: Uint32Array.of(3) },
  { name: "checksums", type: "u32", byteLength: 0, checks: new Uint32Array(0) },
];

/** Length of the file that a header of so many bytes and sections of such lengths make. */
function fileBytesOf(headerBytes: number, byteLengths: readonly number[]): number {
  let end = 32 + headerBytes;
  for (const byteLength of byteLengths) end = aligned(end) + byteLength;
  return aligned(end) + 16;
}

const decoded = (bytes: Uint8Array, fileBytes: number) => {
  const prelude = { fileBytes, headerBytes: bytes.length, headerCheck: 0 };
  return decodeHeader(bytes, prelude, "a.pocket");
};

/** What is read of a header of sections, which have their lengths in the file. */
const read = (given: readonly Section[], part: object = {}) => {
  const bytes = encodeHeader({ ...about, ...part }, given);
  const lengths = given.map(({ byteLength }) => byteLength);
  return decoded(bytes, fileBytesOf(bytes.length, lengths));
};

describe("a header", () => {
  const bytes = encodeHeader(about, sections);
  const first = aligned(32 + bytes.length);

  test("comes back as it was, with the places of its sections", () => {
    const offsets = [first, first + 128, first + 192];
    const placed = sections.map((section, at) => ({ ...section, offset: offsets[at]! }));
    expect(decoded(bytes, first + 192 + 16)).toStrictEqual({ ...about, sections: placed });
  });

  test("is values in MessagePack, four for each section", () => {
    const [library, blockBytes, checksumBytes, contents, ...rows] = decodeMulti(bytes);
    expect({ library, blockBytes, checksumBytes }).toEqual({
      library: "1.2.3",
      blockBytes: 64,
      checksumBytes: 32,
    });
    expect(parsePlain(String(contents))).toStrictEqual(about.contents);
    const checks = Uint8Array.of(1, 0, 0, 0, 255, 255, 255, 255);
    expect(rows).toEqual([
      ...["ids", "u32", 100, checks],
      ...["bytes", "u8", 3, Uint8Array.of(3, 0, 0, 0)],
      ...["checksums", "u32", 0, new Uint8Array(0)],
    ]);
  });

  test("has texts and bytes of any length", () => {
    for (const length of [0, 31, 32, 255, 256, 65_535, 65_536]) {
      const part = { library: "v".repeat(length), contents: ["c".repeat(length)] };
      expect(read([sections[2]!], part)).toMatchObject(part);
      const checks = new Uint32Array(length).fill(7);
      const long = { name: "long", type: "u8", byteLength: 64 * length, checks } as const;
      expect(read([long, sections[2]!]).sections[0]).toMatchObject(long);
    }
  });

  test("is read from memory that threads share", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    expect(decoded(shared, first + 192 + 16).library).toBe("1.2.3");
  });

  const encoder = new Encoder({ forceIntegerToFloat: true });
  const valuesOf = ({ name, type, byteLength, checks }: Section): readonly unknown[] => [
    name,
    type,
    byteLength,
    new Uint8Array(checks.buffer),
  ];
  const start = ["1.2.3", 64, 32, printPlain(about.contents)];
  const [ids = [], few = [], checksums = []] = sections.map(valuesOf);
  const all = [...start, ...ids, ...few, ...checksums];
  const ofIds = (at: number, value: unknown) => all.with(4 + at, value as string);
  const ofFew = (at: number, value: unknown) => all.with(8 + at, value as string);

  test.each<[string, readonly unknown[], string, number?]>([
    ["no fields", [], ""],
    ["a number first", [7], "a part has another type"],
    ["a map", [{ library: "1.2.3" }], "a part has another type"],
    ["a list", [[]], "a part has another type"],
    ["a library that is not a text", all.with(0, 1), "a part has another type"],
    ["a library of bytes", all.with(0, Uint8Array.of(1) as never), "a part has another type"],
    ["a length of blocks that is a text", all.with(1, "64"), "a part is no number"],
    ["contents that are no text", all.with(3, 7), "a part has another type"],
    ["contents that are no JSON", all.with(3, "{"), ""],
    ["blocks of nothing", all.with(1, 0), "blocks cannot be so long"],
    ["blocks of less", all.with(1, -64), "blocks cannot be so long"],
    ["blocks of half a byte more", all.with(1, 64.5), "blocks cannot be so long"],
    ["blocks too long", all.with(1, 2 ** 24 + 1), "blocks cannot be so long"],
    ["a section too few", all.slice(0, 8), ""],
    ["a part of a section too few", all.slice(0, -1), ""],
    ["a value too many", [...all, "more"], ""],
    ["a section without a name", ofIds(0, 1), "a part has another type"],
    ["an unknown type", ofIds(1, "u48"), "section 1 cannot be"],
    ["a type that objects have", ofIds(1, "__proto__"), "section 1 cannot be"],
    ["a length below nothing", ofIds(2, -4), "section 1 cannot be"],
    ["a length that is a text", ofIds(2, "100"), "a part is no number"],
    ["half an element", ofIds(2, 99), "section 1 cannot be"],
    ["a length beyond all numbers", ofIds(2, 2 ** 53), "section 1 cannot be"],
    ["a length that is no number", ofIds(2, Number.NaN), "section 1 cannot be"],
    ["a checksum too few", ofIds(3, new Uint8Array(4)), "a block has no checksum"],
    ["a checksum too many", ofFew(3, new Uint8Array(8)), "a block has no checksum"],
    ["half a checksum", ofFew(3, new Uint8Array(6)), "section 2 cannot be"],
    ["a checksum that is a text", ofFew(3, "3"), "a part has another type"],
    ["one name twice", ofFew(0, "ids"), "two sections have one name"],
    ["a longer section", ofFew(2, 65), "the sections have another length"],
    ["another length of the file", all, "the sections have another length", 1],
    ["another length by a block", all, "the sections have another length", 64],
  ])("with %s is damaged, though its checksum be right", (_, values, reason, more = 0) => {
    const written = Buffer.concat(values.map((value) => encoder.encode(value)));
    const fileBytes = fileBytesOf(written.length, [100, 3, 0]) + more;
    expect(() => decoded(written, fileBytes)).toThrow(SnapshotError);
    expect(() => decoded(written, fileBytes)).toThrow(
      expect.objectContaining({
        fault: "damaged",
        offset: 32,
        message: expect.stringContaining(`a.pocket: its header is damaged (${reason}`),
        cause: expect.any(Error),
      }),
    );
  });

  test("may have blocks of 16 MiB", () => {
    const long = sections.with(0, { ...sections[0]!, checks: Uint32Array.of(1) });
    expect(read(long, { blockBytes: 2 ** 24 }).blockBytes).toBe(2 ** 24);
  });

  test("of other bytes is damaged", () => {
    const fileBytes = first + 192 + 16;
    for (let end = 0; end < bytes.length; end++) {
      expect(() => decoded(bytes.subarray(0, end), fileBytes)).toThrow("its header is damaged");
    }
    const noText = bytes.slice();
    noText[bytes.indexOf(0x2e)] = 0xff;
    expect(() => decoded(noText, fileBytes)).toThrow("its header is damaged");
    // Lists of lists, each of which claims four thousand million parts.
    const deep = Buffer.concat(Array(1 << 16).fill(Buffer.of(0xdd, 0xff, 0xff, 0xff, 0xff)));
    expect(() => decoded(deep, fileBytes)).toThrow("its header is damaged");
    const longText = Buffer.of(0xdb, 0xff, 0xff, 0xff, 0xff);
    expect(() => decoded(longText, fileBytes)).toThrow("a part ends after the header");
    const json = `${'{"a":'.repeat(1 << 17)}{"$":"1"}${"}".repeat(1 << 17)}`;
    const deepMark = Buffer.concat(all.with(3, json).map((value) => encoder.encode(value)));
    expect(() => decoded(deepMark, fileBytes)).toThrow("its header is damaged");
  });
});

describe.each([
  ["one block", 32],
  ["several blocks", 8],
] as const)("a header whose checksums are in %s", (_, checksumBytes) => {
  const none = new Uint32Array(0);
  /** A checksum for each block of so many bytes of checksums. */
  const roots = (bytes: number) => new Uint32Array(Math.ceil(bytes / checksumBytes)).fill(9);
  const table: readonly Section[] = [
    { name: "checksums", type: "u32", byteLength: 12, checks: roots(12) },
    { name: "ids", type: "u32", byteLength: 100, checks: none },
    { name: "bytes", type: "u8", byteLength: 3, checks: none },
  ];
  const [apart, ids, few] = table as readonly [Section, Section, Section];

  test("has the checksums of all blocks in the first section", () => {
    expect(read(table, { checksumBytes }).sections).toMatchObject(table);
  });

  test.each<[string, readonly Section[]]>([
    ["no sections", []],
    ["no checksums", [ids, few]],
    ["checksums after others", [ids, apart, few]],
    ["checksums of another type", [{ ...apart, type: "i32" }, ids, few]],
    ["a checksum too few", [{ ...apart, byteLength: 8, checks: roots(8) }, ids, few]],
    ["a checksum too many", [{ ...apart, byteLength: 16, checks: roots(16) }, ids, few]],
    ["no checksum of the checksums", [{ ...apart, checks: none }, ids, few]],
    [
      "a checksum of the checksums too many",
      [{ ...apart, checks: new Uint32Array(roots(12).length + 1) }, ids, few],
    ],
    ["a checksum in the header", [apart, ids, { ...few, checks: Uint32Array.of(1) }]],
  ])("with %s is damaged", (_, rows) => {
    expect(() => read(rows, { checksumBytes })).toThrow(
      "its header is damaged (a block has no checksum)",
    );
  });
});

describe("blocks of checksums", () => {
  const one: readonly Section[] = [
    { name: "checksums", type: "u32", byteLength: 0, checks: new Uint32Array(0) },
  ];

  test.each<[string, unknown, string]>([
    ["of nothing", 0, "blocks cannot be so long"],
    ["of less", -4, "blocks cannot be so long"],
    ["of half a byte more", 4.5, "blocks cannot be so long"],
    ["too long", 2 ** 24 + 4, "blocks cannot be so long"],
    ["that end within one", 6, "a block ends within a checksum"],
    ["of a text", "4", "a part is no number"],
  ])("%s are refused", (_, checksumBytes, reason) => {
    expect(() => read(one, { checksumBytes })).toThrow(`its header is damaged (${reason}`);
  });

  test("may be as long as others, and as short as one checksum", () => {
    expect(read(one, { checksumBytes: 4 }).checksumBytes).toBe(4);
    expect(read(one, { checksumBytes: 2 ** 24 }).checksumBytes).toBe(2 ** 24);
  });
});

const roundTrip = (value: unknown) => parsePlain(printPlain(value));

const texts = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "__proto__",
    "\0",
    "",
    '{"$":"undefined"}',
    "$",
  ),
);

describe("plain data", () => {
  test("come back as they were", () => {
    const leaf = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.boolean(), texts);
    const field = fc.constantFrom("name", "count", "type");
    const { plain } = fc.letrec((tie) => ({
      plain: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.constant(undefined),
        fc.array(tie("plain"), { maxLength: 4 }),
        fc.dictionary(field, tie("plain"), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(plain, (value) => {
        expect(roundTrip(value)).toStrictEqual(value);
      }),
    );
  });

  test.each([-0, 0, 2 ** 53, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e-7])(
    "%d is exact",
    (number) => {
      expect(roundTrip(number)).toBe(number);
      expect(roundTrip({ count: [number] })).toStrictEqual({ count: [number] });
    },
  );

  test("that JSON does not have are marked, and nothing else is", () => {
    const value = [1, null, undefined, -0, { none: undefined, text: "a" }];
    const text = '[1,null,{"$":"undefined"},{"$":"-0"},{"none":{"$":"undefined"},"text":"a"}]';
    expect(printPlain(value)).toBe(text);
    expect(roundTrip(value)).toStrictEqual(value);
    expect(roundTrip(null)).toBeNull();
  });

  test("are well-formed texts", () => {
    expect(printPlain(["\ud800"]).isWellFormed()).toBe(true);
  });
});
