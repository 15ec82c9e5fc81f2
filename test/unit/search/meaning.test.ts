/** The file of the table: without it words are compared, and one warning says why. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { Meaning } from "../../../src/search/meaning.ts";

const file = readFileSync(new URL("../../../src/search/meaning.bin", import.meta.url));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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

/** As in a page, where modules and files come from a server. */
function inPage(answer: () => Promise<Response>) {
  vi.stubGlobal(
    "URL",
    class extends URL {
      constructor(path: string) {
        super(path, "https://page.example/code/search.js");
      }
    },
  );
  const asked = vi.fn((_: URL) => answer());
  vi.stubGlobal("fetch", asked);
  return asked;
}

test("a page fetches the table once, and compares words until it is there", async () => {
  const warn = vi.spyOn(console, "warn");
  const asked = inPage(async () => new Response(Uint8Array.from(file)));
  const meaning = new Meaning();
  expect(meaning.table).toBeUndefined();
  await meaning.load();
  expect(meaning.table?.has("income")).toBe(true);
  await meaning.load();
  expect(asked.mock.calls.map(([address]) => address.href)).toEqual([
    "https://page.example/code/meaning.bin",
  ]);
  expect(warn).not.toHaveBeenCalled();
});

test("a page that can read the table fetches nothing", () => {
  const asked = inPage(async () => new Response(""));
  const meaning = new Meaning();
  meaning.provide(() => Uint8Array.from(file));
  expect(meaning.table?.has("income")).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  ["is not there", "the answer is 404", async () => new Response("", { status: 404 })],
  ["is damaged", "it is no such table", async () => new Response("page")],
  ["cannot be reached", "no network", () => Promise.reject(new Error("no network"))],
  ["cannot be reached at all", "offline", () => Promise.reject("offline")],
])("a page whose table %s warns once, and compares words", async (_, reason, answer) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  inPage(answer);
  const meaning = new Meaning();
  await meaning.load();
  expect([meaning.table, meaning.table]).toEqual([undefined, undefined]);
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    `pocket-commons: searches compare words, not meanings: meaning.bin cannot be used: ${reason}`,
  ]);
});

test("where files cannot be read and none are fetched, there is no table and no warning", async () => {
  const warn = vi.spyOn(console, "warn");
  const asked = vi.fn();
  vi.stubGlobal("fetch", asked);
  const meaning = new Meaning();
  await meaning.load();
  expect(meaning.table).toBeUndefined();
  expect([warn.mock.calls.length, asked.mock.calls.length]).toEqual([0, 0]);
});
