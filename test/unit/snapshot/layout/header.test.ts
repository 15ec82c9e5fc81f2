import { encode } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../../src/errors/errors.ts";
import { aligned } from "../../../../src/snapshot/layout/format.ts";
import { decodeHeader, encodeHeader, type Header } from "../../../../src/snapshot/layout/header.ts";

const noPlace: Header = {
  library: "1.2.3",
  blockBytes: 64,
  sections: [
    { name: "ids", type: "u32", offset: 0, byteLength: 100, checks: Uint32Array.of(1, 2) },
    { name: "bytes", type: "u8", offset: 0, byteLength: 3, checks: Uint32Array.of(3) },
  ],
  contents: { name: "small", nothing: undefined, facets: [-0, Number.NaN] },
};
const first = aligned(32 + encodeHeader(noPlace).length);
const sections = noPlace.sections.map((section, at) => ({ ...section, offset: first + at * 128 }));
const header: Header = { ...noPlace, sections };
const fileBytes = first + 128 + 64 + 16;

const decoded = (bytes: Uint8Array) =>
  decodeHeader(bytes, { fileBytes, headerBytes: bytes.length, headerCheck: 0 }, "a.pocket");

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
  const fields = { library: "1.2.3", blockBytes: 64, sections: rows, contents: "{}" };
  const withRow = (at: number, row: unknown) => ({
    ...fields,
    sections: rows.with(at, row as never),
  });
  const [ids = [], bytes = []] = rows;

  test.each<[string, unknown]>([
    ["no fields", 7],
    ["a library that is not a text", { ...fields, library: 1 }],
    ["contents that are no JSON", { ...fields, contents: "{" }],
    ["blocks of nothing", { ...fields, blockBytes: 0 }],
    ["no list of sections", { ...fields, sections: 0 }],
    ["a section too few", { ...fields, sections: rows.slice(0, 1) }],
    ["a section of nothing", withRow(0, null)],
    ["a section without a name", withRow(0, ids.with(0, 1))],
    ["an unknown type", withRow(0, ids.with(1, "__proto__"))],
    ["sections that overlap", withRow(1, bytes.with(2, first))],
    ["a hole between sections", withRow(1, bytes.with(2, first + 192))],
    ["a length that is no count", withRow(0, ids.with(3, -1))],
    ["half an element", withRow(0, ids.with(3, 99))],
    ["a checksum too few", withRow(0, ids.with(4, new Uint8Array(4)))],
    ["one name twice", withRow(1, bytes.with(0, "ids"))],
    ["another end", withRow(1, bytes.with(3, 65).with(4, new Uint8Array(8)))],
  ])("with %s is damaged, though its checksum be right", (_, value) => {
    const action = () => decoded(encode(value, { forceIntegerToFloat: true }));
    expect(action).toThrow(SnapshotError);
    expect(action).toThrow("a.pocket: its header is damaged (");
  });

  test("of other bytes is damaged", () => {
    expect(() => decoded(Uint8Array.of(0xc1))).toThrow("its header is damaged");
    expect(() => decoded(new Uint8Array(0))).toThrow("its header is damaged");
  });
});
