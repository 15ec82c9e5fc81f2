import { expect, test } from "vitest";
import { plainText } from "../../../../src/lint/fixes/fix-sources.ts";

const utf16 = Buffer.from("\ufeffZürich\n", "utf16le");

test.each<[string, Buffer, string | undefined]>([
  ["UTF-8", Buffer.from("Zürich\n"), "Zürich\n"],
  ["a byte order mark", Buffer.from("\ufeffa\ufeff\n"), "a\ufeff\n"],
  ["UTF-16", utf16, "Zürich\n"],
  ["UTF-16 of the other order", Buffer.from(utf16).swap16(), "Zürich\n"],
  ["Latin-1", Buffer.from("Zürich", "latin1"), "Zürich"],
  ["characters of Windows", Buffer.from([0x80, 0x85, 0x0a]), "€…\n"],
  [
    "lines of which one is Latin-1",
    Buffer.concat([Buffer.from("ä\n"), Buffer.from("ü\n", "latin1"), Buffer.from("😀")]),
    "ä\nü\n😀",
  ],
  [
    "a letter that another encoding has in its place",
    Buffer.from("Citro\u00ebn", "latin1"),
    undefined,
  ],
  ["bytes that Windows has not", Buffer.from([0x41, 0x81, 0x0a]), undefined],
  ["a NUL byte", Buffer.from("a\0"), undefined],
  ["UTF-16 without a mark", Buffer.from("a,b", "utf16le"), undefined],
  ["nothing", Buffer.from(""), ""],
])("%s is read as text, if it is clear how", (_name, bytes, text) => {
  expect(plainText(bytes)).toBe(text);
});

test.each([
  [0xff, 0x41],
  [0x41, 0xfe],
  [0xfe, 0x41],
  [0x41, 0xff],
])("half of a byte order mark is none: %i %i", (...bytes) => {
  expect(plainText(Uint8Array.from(bytes))).toBeUndefined();
});

test("a byte order mark later in a text, and an empty first line, stay", () => {
  expect(plainText(Buffer.from("a\ufeff"))).toBe("a\ufeff");
  expect(plainText(Buffer.from("\nü", "latin1"))).toBe("\nü");
  expect(plainText(Buffer.from("\ufeffa\n\ufeffb", "utf16le"))).toBe("a\n\ufeffb");
});
