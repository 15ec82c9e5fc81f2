import { describe, expect, test } from "vitest";
import {
  isPointer,
  pointerBytes,
  readPointer,
  tagOf,
  versionIn,
  type WorldPointer,
} from "../../../src/parts/world-pointer.ts";

const snapshot = { address: "first-1a2b.pocket", bytes: 100, tag: "64-1a2b" };
const first = { name: "first", published: "2026-11-26T02:00:00.000Z", snapshot };
const second = {
  name: "second",
  published: "2026-11-27T02:00:00.000Z",
  snapshot: { ...snapshot, address: "second/graph.pocket", tag: "64-3c4d" },
  parts: [{ address: "second/part.pocket", bytes: 50, tag: "32-5e6f" }],
};
const pointer: WorldPointer = {
  pocketCommonsWorld: 1,
  current: "second",
  versions: [second, first],
};

const fail = (fault: string, message: string) => new RangeError(`${fault}: ${message}`);
const read = (given: unknown) => readPointer(new TextEncoder().encode(JSON.stringify(given)), fail);

describe("a pointer to versions", () => {
  test("is read as it was written", () => {
    const bytes = pointerBytes(pointer);
    expect(isPointer(bytes)).toBe(true);
    expect(readPointer(bytes, fail)).toEqual(pointer);
  });

  test("keeps what this version of the library does not know", () => {
    expect(read({ ...pointer, later: 1 })).toHaveProperty("later", 1);
  });

  test("names the current version, and others by their names", () => {
    expect(versionIn(pointer, undefined, fail)).toBe(second);
    expect(versionIn(pointer, "first", fail)).toBe(first);
    expect(() => versionIn(pointer, "third", fail)).toThrow(/missing: there is no version "third"/);
    const empty = { pocketCommonsWorld: 1, versions: [] };
    expect(() => versionIn(read(empty), undefined, fail)).toThrow(/no version was published yet/);
  });

  test("gives versions with other parts other tags", () => {
    expect(tagOf(first)).toBe("64-1a2b");
    expect(tagOf(second)).toBe("32-5e6f");
  });

  test("of a later form says that the library is old", () => {
    expect(() => read({ pocketCommonsWorld: 2 })).toThrow(/update it/);
  });

  const changed = (change: object) => ({ ...pointer, versions: [{ ...second, ...change }, first] });
  const hash = "a".repeat(32);
  const index = { address: "index.pocket", bytes: 50, tag: "32-5e6f" };
  const whole = { packs: [{ address: "index.pocket", bytes: 50 }], pieces: [`0 0 50 ${hash}`] };
  const shared = (change: object) => changed({ parts: [{ ...index, ...whole, ...change }] });
  const at = (address: unknown) => changed({ snapshot: { ...snapshot, address } });

  test("may name the pieces of an index", () => {
    expect(read(shared({})).versions[0]).toHaveProperty("parts.0.pieces", whole.pieces);
  });

  test.each([
    ["[]", []],
    ["another object", { versions: [] }],
    ["no versions", { ...pointer, versions: undefined }],
    ["a version twice", { ...pointer, versions: [second, second] }],
    ["a current version that is not there", { ...pointer, current: "third" }],
    ["a version without a snapshot", changed({ snapshot: undefined })],
    ["a version of no time", changed({ published: "yesterday" })],
    ["a snapshot without bytes", changed({ snapshot: { ...snapshot, bytes: 0 } })],
    ["a part without a tag", changed({ parts: [{ address: "a", bytes: 1 }] })],
    ["an address elsewhere", at("https://example.org/world.pocket")],
    ["an address of another host", at("//example.org/world.pocket")],
    ["an address above", at("../other/world.pocket")],
    ["an address from the root", at("/etc/passwd")],
    ["an address with a query", at("a.pocket?x=1")],
    ["a hidden file", at(".ssh")],
    ["pieces without packs", shared({ packs: undefined })],
    ["a pack elsewhere", shared({ packs: [{ address: "../a", bytes: 50 }] })],
    ["a pack that there is not", shared({ pieces: [`1 0 50 ${hash}`] })],
    ["a piece after the end of its pack", shared({ pieces: [`0 1 50 ${hash}`] })],
    ["pieces that are shorter than their object", shared({ pieces: [`0 0 49 ${hash}`] })],
    ["a piece without a hash", shared({ pieces: ["0 0 50"] })],
    ["pieces that are no texts", shared({ pieces: [1] })],
    ["writing without an end", { ...pointer, writing: { by: "a", addresses: [] } }],
  ])("with %s is damaged", (_, given) => {
    expect(() => read(given)).toThrow(RangeError);
    expect(() => read(given)).toThrow(/damaged: the pointer to the versions is damaged: /);
  });

  test("that was cut is damaged", () => {
    expect(() => readPointer(pointerBytes(pointer).subarray(0, 90), fail)).toThrow(/no whole JSON/);
  });
});
