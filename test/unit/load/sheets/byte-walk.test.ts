/** Bytes that may be forged: each number is bounded, and each mistake has its words. */
import { describe, expect, test } from "vitest";
import { ByteWalk, unpackLz4Frame, unpackSnappy } from "../../../../src/load/sheets/byte-walk.ts";

const walkOf = (...bytes: number[]) => new ByteWalk(Uint8Array.from(bytes));
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const codesOf = (text: string) => [...new TextEncoder().encode(text)];

describe("a walk", () => {
  test("reads bytes, parts and numbers, and knows how many are left", () => {
    const walk = walkOf(7, 1, 2, 0, 1, 0, 1, 9);
    expect([walk.byte(), [...walk.take(2)], walk.little(2), walk.little(3), walk.left]).toEqual([
      7,
      [1, 2],
      256,
      256 + 9 * 2 ** 16,
      0,
    ]);
  });

  test("reads numbers of seven bits a byte, with and without a sign", () => {
    expect([walkOf(0).varint(), walkOf(127).varint(), walkOf(0x80, 1).varint()]).toEqual([
      0, 127, 128,
    ]);
    expect(walkOf(255, 255, 255, 255, 15).varint()).toBe(2 ** 32 - 1);
    expect([0, 1, 2, 3, 4].map((byte) => walkOf(byte).signed())).toEqual([0, -1, 1, -2, 2]);
    const ten = [255, 255, 255, 255, 255, 127];
    expect(walkOf(...ten).varint(6)).toBe(2 ** 42 - 1);
    expect(walkOf(...ten).signed(6)).toBe(-(2 ** 41));
  });

  test.each<[how: string, read: () => unknown, problem: string]>([
    ["a byte beyond the end", () => walkOf().byte(), "it ends too early"],
    ["a number beyond the end", () => walkOf(1).little(2), "it ends too early"],
    ["a part beyond the end", () => walkOf(1, 2).take(3), "a size is beyond its end"],
    ["a part of a size below 0", () => walkOf(1, 2).take(-1), "a size is beyond its end"],
    ["a part of no size", () => walkOf(1, 2).take(Number.NaN), "a size is beyond its end"],
    [
      "a number of six bytes",
      () => walkOf(...Array<number>(6).fill(128)).varint(),
      "a number is too long",
    ],
    [
      "a number of two bytes where one may be",
      () => walkOf(128, 0).signed(1),
      "a number is too long",
    ],
  ])("refuses %s", (_, read, problem) => {
    expect(read).toThrow(problem);
  });
});

describe("Snappy", () => {
  const long = "x".repeat(300);
  test.each<[what: string, text: string, bytes: number[]]>([
    ["nothing", "", [0]],
    ["a short text", "abc", [3, 2 << 2, ...codesOf("abc")]],
    [
      "a text of a length in one byte",
      "y".repeat(61),
      [61, 60 << 2, 60, ...codesOf("y".repeat(61))],
    ],
    ["a text of a length in two bytes", long, [0xac, 2, 61 << 2, 43, 1, ...codesOf(long)]],
    ["a near repetition", "ababab", [6, 1 << 2, 97, 98, 0x01, 2]],
    ["a longer near repetition", "abababa", [7, 1 << 2, 97, 98, 0x05, 2]],
    ["a repetition with two bytes back", "aaaa", [4, 0, 97, (2 << 2) | 2, 1, 0]],
    ["a repetition with four bytes back", "abab", [4, 1 << 2, 97, 98, (1 << 2) | 3, 2, 0, 0, 0]],
  ])("of %s", (_, text, bytes) => {
    expect(textOf(unpackSnappy(Uint8Array.from(bytes), text.length))).toBe(text);
  });

  test("repeats what stands more than 255 back", () => {
    const bytes = [0xb0, 2, 61 << 2, 43, 1, ...codesOf(`abcd${"x".repeat(296)}`), (1 << 5) | 1, 44];
    expect(textOf(unpackSnappy(Uint8Array.from(bytes), 304)).slice(298)).toBe("xxabcd");
  });

  test.each<[how: string, length: number, bytes: number[], problem: string]>([
    ["another size", 3, [2, 4, 97, 98], "it says two sizes"],
    ["less than it says", 9, [9, 4, 97, 98], "it is shorter than it says"],
    ["what repeats more than there is", 5, [5, 0, 97, 1, 2], "it repeats what is not there"],
    ["what repeats from 0 back", 5, [5, 0, 97, 1, 0], "it repeats what is not there"],
    ["what repeats beyond its end", 4, [4, 0, 97, 1, 1], "it repeats what is not there"],
    ["a text beyond its end", 5, [5, 4 << 2, 97], "a size is beyond its end"],
  ])("refuses %s", (_, length, bytes, problem) => {
    expect(() => unpackSnappy(Uint8Array.from(bytes), length)).toThrow(problem);
  });
});

describe("a frame of LZ4", () => {
  const mark = [0x04, 0x22, 0x4d, 0x18];
  const size = (length: number, more = 0) => [length & 255, length >> 8, 0, more];
  const end = [0, 0, 0, 0];
  const packed = (...block: number[]) => [...size(block.length), ...block];
  const plain = (text: string) => [...size(text.length, 0x80), ...codesOf(text)];
  const twenty = "abcdefghijklmnopqrst";

  test.each<[what: string, text: string, bytes: number[]]>([
    ["nothing", "", [0x60, 0x40, 0, ...end]],
    ["a plain block", "abc", [0x60, 0x40, 0, ...plain("abc"), ...end]],
    ["two blocks", "abcab", [0x60, 0x40, 0, ...plain("abc"), ...packed(0x20, 97, 98), ...end]],
    ["a repetition of four", "aaaaa", [0x60, 0x40, 0, ...packed(0x10, 97, 1, 0), ...end]],
    [
      "a repetition of a block before",
      "abcdabcd",
      [0x60, 0x40, 0, ...plain("abcd"), ...packed(0x00, 4, 0), ...end],
    ],
    [
      "a text of a length in two bytes",
      twenty,
      [0x60, 0x40, 0, ...packed(0xf0, 5, ...codesOf(twenty)), ...end],
    ],
    [
      "a text of a length in three bytes",
      "z".repeat(275),
      [0x60, 0x40, 0, ...packed(0xf0, 255, 5, ...codesOf("z".repeat(275))), ...end],
    ],
    [
      "a repetition of a length in two bytes",
      "a".repeat(20),
      [0x60, 0x40, 0, ...packed(0x1f, 97, 1, 0, 0), ...end],
    ],
    ["a plain block of no bytes", "ab", [0x60, 0x40, 0, ...plain(""), ...plain("ab"), ...end]],
    ["the size of its content", "abc", [0x68, 0x40, ...end, ...end, 0, ...plain("abc"), ...end]],
    [
      "checksums of its blocks",
      "abcd",
      [0x70, 0x40, 0, ...plain("ab"), ...end, ...packed(0x20, 99, 100), 1, 2, 3, 4, ...end],
    ],
  ])("with %s", (_, text, bytes) => {
    expect(textOf(unpackLz4Frame(Uint8Array.from([...mark, ...bytes]), text.length))).toBe(text);
  });

  test.each<[how: string, length: number, bytes: number[], problem: string]>([
    ["another mark", 0, [5, 0x22, 0x4d, 0x18, 0x60, 0x40, 0, ...end], "it is no frame of LZ4"],
    ["a dictionary", 0, [...mark, 0x61, 0x40, 0, ...end, ...end], "it needs a dictionary"],
    [
      "less than it says",
      4,
      [...mark, 0x60, 0x40, 0, ...plain("abc"), ...end],
      "it is shorter than it says",
    ],
    [
      "a block beyond its end",
      3,
      [...mark, 0x60, 0x40, 0, ...size(9), 0x10, 97],
      "a size is beyond its end",
    ],
    [
      "what repeats beyond its size",
      4,
      [...mark, 0x60, 0x40, 0, ...packed(0x10, 97, 1, 0), ...end],
      "it repeats what is not there",
    ],
    ["no end", 0, [...mark, 0x60, 0x40, 0], "it ends too early"],
  ])("refuses %s", (_, length, bytes, problem) => {
    expect(() => unpackLz4Frame(Uint8Array.from(bytes), length)).toThrow(problem);
  });
});
