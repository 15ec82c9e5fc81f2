import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { aligned } from "../../../src/snapshot/format.ts";
import {
  decodeHeader,
  encodeHeader,
  parsePlain,
  printPlain,
  type Section,
} from "../../../src/snapshot/header.ts";
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

  test("is JSON text, in which a section is its name, type, length and checksums", () => {
    expect(parsePlain(Buffer.from(bytes).toString())).toEqual({
      ...about,
      sections: [
        ["ids", "u32", 100, 1, 0xffff_ffff],
        ["bytes", "u8", 3, 3],
        ["checksums", "u32", 0],
      ],
    });
  });

  test("is read from memory that threads share", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    expect(decoded(shared, first + 192 + 16).library).toBe("1.2.3");
  });

  const rows = sections.map(({ name, type, byteLength, checks }): readonly unknown[] => [
    name,
    type,
    byteLength,
    ...checks,
  ]);
  const [ids = [], few = [], checksums = []] = rows;
  const fields = { ...about, sections: rows };
  const withRow = (at: number, row: unknown) => ({ ...fields, sections: rows.with(at, row as []) });
  const without = (name: keyof typeof fields) => {
    const { [name]: _, ...others } = fields;
    return others;
  };

  test.each<[string, unknown, string, number?]>([
    ["no fields", 7, "it has other fields"],
    ["nothing", null, "it has other fields"],
    ["a list", [], "it has other fields"],
    ...(["library", "blockBytes", "checksumBytes", "sections", "contents"] as const).map(
      (name): [string, unknown, string] => [
        `no ${name}`,
        { ...without(name), more: 1 },
        "it has other fields",
      ],
    ),
    ["a field too few", without("contents"), "it has other fields"],
    ["a field too many", { ...fields, more: 1 }, "it has other fields"],
    ["a library that is not a text", { ...fields, library: 1 }, "a part has another type"],
    ["no list of sections", { ...fields, sections: 0 }, "a part has another type"],
    [
      "a length of blocks that is a text",
      { ...fields, blockBytes: "64" },
      "blocks cannot be so long",
    ],
    ["blocks of nothing", { ...fields, blockBytes: 0 }, "blocks cannot be so long"],
    ["blocks of less", { ...fields, blockBytes: -64 }, "blocks cannot be so long"],
    ["blocks of half a byte more", { ...fields, blockBytes: 64.5 }, "blocks cannot be so long"],
    ["blocks too long", { ...fields, blockBytes: 2 ** 24 + 1 }, "blocks cannot be so long"],
    ["a section too few", { ...fields, sections: rows.slice(0, 1) }, ""],
    ["a section of nothing", withRow(0, null), "section 1 cannot be"],
    ["a section that is a map", withRow(1, { 0: "bytes", 1: "u8", 2: 3 }), "section 2 cannot be"],
    ["a part of a section too few", withRow(0, ids.slice(0, 2)), "section 1 cannot be"],
    ["a section without a name", withRow(0, ids.with(0, 1)), "section 1 cannot be"],
    ["an unknown type", withRow(0, ids.with(1, "u48")), "section 1 cannot be"],
    ["a type that objects have", withRow(0, ids.with(1, "__proto__")), "section 1 cannot be"],
    ["a length below nothing", withRow(0, ids.with(2, -4)), "section 1 cannot be"],
    ["a length of less than nothing", withRow(2, checksums.with(2, -0)), "section 3 cannot be"],
    ["a length that is a text", withRow(0, ids.with(2, "100")), "section 1 cannot be"],
    ["half an element", withRow(0, ids.with(2, 99)), "section 1 cannot be"],
    ["a length beyond all numbers", withRow(0, ids.with(2, 2 ** 53)), "section 1 cannot be"],
    ["a checksum too few", withRow(0, ids.slice(0, 4)), "a block has no checksum"],
    ["a checksum too many", withRow(1, [...few, 1]), "a block has no checksum"],
    ["a checksum of less", withRow(1, few.with(3, -1)), "section 2 cannot be"],
    ["a checksum of more", withRow(1, few.with(3, 2 ** 32)), "section 2 cannot be"],
    ["a checksum that is half", withRow(1, few.with(3, 0.5)), "section 2 cannot be"],
    ["a checksum that is a text", withRow(1, few.with(3, "3")), "section 2 cannot be"],
    [
      "one name twice",
      { ...fields, sections: [ids.with(0, "twin"), few.with(0, "twin"), checksums] },
      "two sections have one name",
    ],
    ["a longer section", withRow(1, few.with(2, 65)), "the sections have another length"],
    ["another length of the file", fields, "the sections have another length", 1],
    ["another length by a block", fields, "the sections have another length", 64],
  ])("with %s is damaged, though its checksum be right", (_, value, reason, more = 0) => {
    const written = Buffer.from(printPlain(value));
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
    const deep = Buffer.from("[".repeat(1 << 20));
    expect(() => decoded(deep, fileBytes)).toThrow("its header is damaged");
    const deepMark = Buffer.from(`${'{"a":'.repeat(1 << 17)}{"$":"1"}${"}".repeat(1 << 17)}`);
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
    ["of a text", "4", "blocks cannot be so long"],
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
