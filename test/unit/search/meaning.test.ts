/** The file of the table: without it words are compared, and one warning says why. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { Meaning } from "../../../src/search/meaning.ts";

const file = readFileSync(new URL("../../../src/search/meaning.bin", import.meta.url));

afterEach(() => {
  vi.restoreAllMocks();
});

const otherVersion = (): Uint8Array => {
  const bytes = Uint8Array.from(file);
  new DataView(bytes.buffer).setUint32(4, 99, true);
  return bytes;
};

test.each([
  ["missing", "ENOENT", () => readFileSync("/nowhere/meaning.bin")],
  ["damaged", "it is damaged", () => Uint8Array.from(file).fill(1, 1000, 1100)],
  ["cut", "it is damaged", () => Uint8Array.from(file).slice(0, 1000)],
  ["of another version", "its version is 99", otherVersion],
])("a table that is %s warns once, and there is none", async (_, reason, read) => {
  const meaning = new Meaning();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  meaning.provide(read);
  expect([meaning.table, meaning.table]).toEqual([undefined, undefined]);
  await meaning.load();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toContain(reason);
});

test("a sound table is read once and warns of nothing", () => {
  const meaning = new Meaning();
  const warn = vi.spyOn(console, "warn");
  const read = vi.fn(() => Uint8Array.from(file));
  meaning.provide(read);
  expect(meaning.table?.has("income")).toBe(true);
  expect(meaning.table).toBe(meaning.table);
  expect([read.mock.calls.length, warn.mock.calls.length]).toEqual([1, 0]);
});
