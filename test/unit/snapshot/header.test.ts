import { encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { aligned } from "../../../src/snapshot/format.ts";
import { decodeHeader, type Header, parsePlain, printPlain } from "../../../src/snapshot/header.ts";
import { readHeaderFields } from "../../../src/snapshot/header-reader.ts";
import { encodeHeader } from "../../../src/snapshot/image.ts";
import type { ElementType } from "../../../src/store/index.ts";
import { anyCharacter } from "../../property/any-character.ts";

const noPlace: Header = {
  library: "1.2.3",
  blockBytes: 64,
  checksumBytes: 32,
  sections: [
    { name: "ids", type: "u32", offset: 0, byteLength: 100, checks: Uint32Array.of(1, 2) },
    { name: "bytes", type: "u8", offset: 0, byteLength: 3, checks: Uint32Array.of(3) },
    { name: "checksums", type: "u32", offset: 0, byteLength: 0, checks: new Uint32Array(0) },
  ],
  contents: { name: "small", nothing: undefined, facets: [-0, Number.NaN] },
};
const first = aligned(32 + encodeHeader(noPlace).length);
const offsets = [first, first + 128, first + 192];
const sections = noPlace.sections.map((section, at) => ({ ...section, offset: offsets[at]! }));
const header: Header = { ...noPlace, sections };
const fileBytes = first + 192 + 16;

const decoded = (bytes: Uint8Array, length = fileBytes) => {
  const prelude = { fileBytes: length, headerBytes: bytes.length, headerCheck: 0 };
  return decodeHeader(bytes, prelude, "a.pocket");
};

describe("a header", () => {
  test("comes back as it was", () => {
    expect(decoded(encodeHeader(header))).toStrictEqual(header);
  });

  test("has one length, whatever the offsets are", () => {
    const far = sections.map((section) => ({ ...section, offset: 2 ** 50 + 64 }));
    expect(encodeHeader({ ...header, sections: far })).toHaveLength(encodeHeader(noPlace).length);
  });

  const rows = sections.map(({ name, type, offset, byteLength, checks }) => [
    name,
    type,
    offset,
    byteLength,
    new Uint8Array(checks.buffer),
  ]);
  const contents = printPlain(header.contents);
  const lengths = { blockBytes: 64, checksumBytes: 32 };
  const fields = { library: "1.2.3", ...lengths, sections: rows, contents };
  const withRow = (at: number, row: unknown) => ({
    ...fields,
    sections: rows.with(at, row as never),
  });
  const [ids = [], bytes = [], checksums = []] = rows;
  const { contents: _, ...withoutContents } = fields;
  const { sections: __, ...withoutSections } = fields;
  const { checksumBytes: ___, ...withoutLength } = fields;
  const floats = { forceIntegerToFloat: true };
  const noCell = new Uint8Array(0);

  test("is made of these parts", () => {
    expect(encode(fields, floats)).toEqual(encodeHeader(header));
  });

  test.each<[string, unknown, string, number?]>([
    ["no fields", 7, "a part has another type"],
    ["a field too few", withoutContents, "it has other fields"],
    ["a field of another name", { ...withoutSections, sektions: rows }, "it has other fields"],
    ["a library that is not a text", { ...fields, library: 1 }, "a part has another type"],
    ["contents that are no JSON", { ...fields, contents: contents.replace("{", "[") }, ""],
    ["a length of blocks that is a text", { ...fields, blockBytes: "64" }, "a part is no number"],
    ["blocks of nothing", { ...fields, blockBytes: 0 }, "blocks cannot be so long"],
    ["blocks of less", { ...fields, blockBytes: -64 }, "blocks cannot be so long"],
    ["blocks of half a byte more", { ...fields, blockBytes: 64.5 }, "blocks cannot be so long"],
    ["blocks too long", { ...fields, blockBytes: 2 ** 24 + 1 }, "blocks cannot be so long"],
    ["no list of sections", { ...fields, sections: 0 }, "a part has another type"],
    ["a section too few", { ...fields, sections: rows.slice(0, 1) }, ""],
    ["no length of blocks of checksums", withoutLength, "it has other fields"],
    ["a field too many", { ...fields, more: 1 }, "it has other fields"],
    ["a section of nothing", withRow(0, null), "a part has another type"],
    ["a part of a section too few", withRow(0, ids.slice(0, 4)), "a section has other parts"],
    ["a section without a name", withRow(0, ids.with(0, 1)), "a part has another type"],
    ["an unknown type", withRow(0, ids.with(1, "u48")), "section 1 cannot be"],
    ["a type that objects have", withRow(0, ids.with(1, "__proto__")), "section 1 cannot be"],
    ["sections that overlap", withRow(1, bytes.with(2, first)), "section 2 cannot be"],
    ["a hole between sections", withRow(1, bytes.with(2, first + 192)), "section 2 cannot be"],
    [
      "a length below nothing",
      {
        ...fields,
        sections: [ids.with(3, -4).with(4, noCell), bytes.with(2, first), checksums],
      },
      "section 1 cannot be",
      first + 80,
    ],
    ["half an element", withRow(0, ids.with(3, 99)), "section 1 cannot be"],
    ["a checksum too few", withRow(0, ids.with(4, new Uint8Array(4))), "a block has no checksum"],
    ["part of a checksum", withRow(0, ids.with(4, new Uint8Array(7))), "section 1 cannot be"],
    [
      "one name twice",
      { ...fields, sections: [ids.with(0, "twin"), bytes.with(0, "twin"), checksums] },
      "two sections have one name",
    ],
    [
      "another end",
      withRow(2, checksums.with(3, 4).with(4, new Uint8Array(4))),
      "the sections have another length",
    ],
    ["another length of the file", fields, "the sections have another length", fileBytes + 1],
  ])("with %s is damaged, though its checksum be right", (_, value, reason, length) => {
    const written = encode(value, floats);
    expect(() => decoded(written, length)).toThrow(SnapshotError);
    expect(() => decoded(written, length)).toThrow(
      expect.objectContaining({
        fault: "damaged",
        offset: 32,
        message: expect.stringContaining(`a.pocket: its header is damaged (${reason}`),
        cause: expect.any(Error),
      }),
    );
  });

  test("may have blocks of 16 MiB", () => {
    const checks = new Uint8Array(4);
    const long = {
      ...fields,
      blockBytes: 2 ** 24,
      sections: [ids.with(4, checks).with(2, first), bytes, checksums],
    };
    expect(decoded(encode(long, floats)).blockBytes).toBe(2 ** 24);
  });

  test("of other bytes is damaged", () => {
    expect(() => decoded(Uint8Array.of(0xc1))).toThrow("its header is damaged");
    expect(() => decoded(new Uint8Array(0))).toThrow("its header is damaged");
    const more = new Uint8Array([...encode(fields, floats), 0]);
    expect(() => decoded(more)).toThrow("it goes on behind its end");
    const whole = encode(fields, floats);
    for (let end = 0; end < whole.length; end++) {
      expect(() => decoded(whole.subarray(0, end))).toThrow("its header is damaged");
    }
    expect(() => decoded(whole.subarray(0, -1))).toThrow("a part ends behind it");
    const noText = whole.slice();
    noText[whole.indexOf(0x2e)] = 0xff;
    expect(() => decoded(noText)).toThrow("its header is damaged");
  });
});

describe.each([
  ["one block", 32],
  ["several blocks", 8],
] as const)("a header whose checksums are in %s", (_, checksumBytes) => {
  const none = new Uint32Array(0);
  /** A checksum for each block of so many bytes of checksums. */
  const roots = (bytes: number) => new Uint32Array(Math.ceil(bytes / checksumBytes)).fill(9);
  const table: [string, ElementType, number, Uint32Array][] = [
    ["checksums", "u32", 12, roots(12)],
    ["ids", "u32", 100, none],
    ["bytes", "u8", 3, none],
  ];
  const written = (rows: typeof table) => {
    const entry = ([name, type, byteLength, checks]: (typeof table)[0], offset: number) => {
      return { name, type, offset, byteLength, checks };
    };
    const about = { library: "1.2.3", blockBytes: 64, checksumBytes, contents: {} };
    const placeless = rows.map((row) => entry(row, 0));
    let end = 32 + encodeHeader({ ...about, sections: placeless }).length;
    const placed = rows.map((row) => {
      const offset = aligned(end);
      end = offset + row[2];
      return entry(row, offset);
    });
    return { header: { ...about, sections: placed }, length: aligned(end) + 16 };
  };

  test("has the checksums of all blocks in the first section", () => {
    const { header, length } = written(table);
    expect(decoded(encodeHeader(header), length)).toStrictEqual(header);
  });

  test.each<[string, typeof table]>([
    ["no sections", []],
    ["no checksums", table.slice(1)],
    ["checksums behind others", [table[1]!, table[0]!, table[2]!]],
    ["checksums of another type", [["checksums", "i32", 12, roots(12)], ...table.slice(1)]],
    ["a checksum too few", [["checksums", "u32", 8, roots(8)], ...table.slice(1)]],
    ["a checksum too many", [["checksums", "u32", 16, roots(16)], ...table.slice(1)]],
    ["no checksum of the checksums", [["checksums", "u32", 12, none], ...table.slice(1)]],
    [
      "a checksum of the checksums too many",
      [["checksums", "u32", 12, new Uint32Array(roots(12).length + 1)], ...table.slice(1)],
    ],
    ["a checksum in the header", table.with(2, ["bytes", "u8", 3, Uint32Array.of(1)])],
  ])("with %s is damaged", (_, rows) => {
    const { header, length } = written(rows);
    expect(() => decoded(encodeHeader(header), length)).toThrow(
      "its header is damaged (a block has no checksum)",
    );
  });
});

describe("blocks of checksums", () => {
  const checks = new Uint8Array(0);
  const fields = { library: "1.2.3", blockBytes: 64, contents: "{}" };
  const written = (offset: number, checksumBytes: unknown) => {
    const placed = [["checksums", "u32", offset, 0, checks]];
    return encode({ ...fields, checksumBytes, sections: placed }, { forceIntegerToFloat: true });
  };
  const reading = (checksumBytes: unknown) => {
    const offset = aligned(32 + written(0, checksumBytes).length);
    return () => decoded(written(offset, checksumBytes), offset + 16);
  };

  test.each<[string, unknown, string]>([
    ["of nothing", 0, "blocks cannot be so long"],
    ["of less", -4, "blocks cannot be so long"],
    ["of half a byte more", 4.5, "blocks cannot be so long"],
    ["too long", 2 ** 24 + 4, "blocks cannot be so long"],
    ["that end within one", 6, "a block ends within a checksum"],
    ["of a text", "4", "a part is no number"],
  ])("%s are refused", (_, checksumBytes, reason) => {
    expect(reading(checksumBytes)).toThrow(`its header is damaged (${reason}`);
  });

  test("may be as long as others, and as short as one checksum", () => {
    expect(reading(4)().checksumBytes).toBe(4);
    expect(reading(2 ** 24)().checksumBytes).toBe(2 ** 24);
  });
});

describe("parts of a header", () => {
  /** A count of so many bytes behind the first byte of its form. */
  const counted = (form: number, width: number, count: number) => [
    form,
    ...Array.from({ length: width }, (_, at) => (count >>> (8 * (width - 1 - at))) & 0xff),
  ];
  const number = (value: number) => [...encode(value, { forceIntegerToFloat: true })];
  const text = (value: string, form = 0xd9, width = 1) => {
    const written = Buffer.from(value);
    return [...counted(form, width, written.length), ...written];
  };
  const library = [...text("library"), ...text("\ufeff1", 0xda, 2)];
  const blockBytes = [...text("blockBytes", 0xdb, 4), ...number(64)];
  const checksumBytes = [...text("checksumBytes"), ...number(4)];
  const section = (checks: number[]) => [
    ...counted(0xdd, 4, 5),
    ...text("ids"),
    ...text("u8"),
    ...number(0),
    ...number(0),
    ...checks,
  ];
  const sectionsOf = (...list: number[][]) => [
    ...text("sections"),
    ...counted(0xdc, 2, list.length),
    ...list.flat(),
  ];
  const contents = [...text("contents"), ...text("{}", 0xdb, 4)];
  const map = (...parts: number[][]) =>
    Uint8Array.from([...counted(0xde, 2, 5), ...[...parts, checksumBytes].flat()]);

  test.each([
    ["1 byte", counted(0xc4, 1, 0)],
    ["2 bytes", counted(0xc5, 2, 0)],
    ["4 bytes", counted(0xc6, 4, 0)],
  ])("may have counts of %s", (_, checks) => {
    const written = map(contents, library, sectionsOf(section(checks)), blockBytes);
    expect(readHeaderFields(written)).toEqual({
      library: "\ufeff1",
      blockBytes: 64,
      checksumBytes: 4,
      sections: [{ name: "ids", type: "u8", offset: 0, byteLength: 0, checks: new Uint8Array(0) }],
      contents: "{}",
    });
    const wide = Uint8Array.from([...counted(0xdf, 4, 5), ...written.subarray(3)]);
    expect(readHeaderFields(wide)).toEqual(readHeaderFields(written));
  });

  test("are no checks where there is a number", () => {
    const written = map(contents, library, sectionsOf(section([0])), blockBytes);
    expect(() => readHeaderFields(written)).toThrow("a part has another type");
  });

  test.each([
    ["library", map(library, library, sectionsOf(), contents)],
    ["contents", map(contents, contents, sectionsOf(), blockBytes)],
    ["blockBytes", map(blockBytes, blockBytes, library, contents)],
    ["sections", map(sectionsOf(), sectionsOf(), library, blockBytes)],
  ])("that come twice leave another one missing: %s", (_, written) => {
    expect(() => readHeaderFields(written)).toThrow("a field is missing");
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
