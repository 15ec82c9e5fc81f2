import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { bytesOf, isShared, isUrl } from "../../../../src/store/columns/foreign-values.ts";

describe("bytesOf", () => {
  test("gives the bytes that a view shows, and all of a buffer, without a copy", () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    expect(bytesOf(new Uint16Array(bytes.buffer, 2, 2))).toEqual(Uint8Array.of(3, 4, 5, 6));
    expect(bytesOf(new DataView(bytes.buffer, 7))).toEqual(Uint8Array.of(8));
    expect(bytesOf(bytes.buffer)?.buffer).toBe(bytes.buffer);
    const shared = new SharedArrayBuffer(3);
    expect(bytesOf(shared)?.buffer).toBe(shared);
  });

  test("knows buffers that another realm made", () => {
    const [buffer, view, shared] = runInNewContext(
      "[new ArrayBuffer(3), Uint8Array.of(4, 5), new SharedArrayBuffer(2)]",
    ) as unknown[];
    expect(bytesOf(buffer)?.length).toBe(3);
    expect(bytesOf(view)?.join()).toBe("4,5");
    expect(bytesOf(shared)?.length).toBe(2);
    expect(isShared(shared)).toBe(true);
  });

  test.each([
    ["a text", "abc"],
    ["a list of numbers", [1, 2]],
    ["nothing", undefined],
    ["null", null],
    [
      "an object that calls itself a buffer",
      { byteLength: 3, [Symbol.toStringTag]: "ArrayBuffer" },
    ],
    ["an heir of a buffer's prototype", Object.create(ArrayBuffer.prototype)],
  ])("knows that %s is none", (_, source) => {
    expect(bytesOf(source)).toBeUndefined();
    expect(isShared(source)).toBe(false);
  });
});

test("memory of one thread is not shared, and neither is a view of shared memory a buffer", () => {
  expect(isShared(new ArrayBuffer(8))).toBe(false);
  expect(isShared(new Uint8Array(new SharedArrayBuffer(8)))).toBe(false);
});

test("a URL is known by its members", () => {
  expect(isUrl(new URL("file:///a"))).toBe(true);
  expect(isUrl(runInNewContext("({ href: 'file:///a', protocol: 'file:' })"))).toBe(true);
  for (const other of [null, undefined, "file:///a", { href: "a" }, { protocol: "file:" }]) {
    expect(isUrl(other)).toBe(false);
  }
  expect(isUrl({ href: 1, protocol: "file:" })).toBe(false);
  expect(isUrl({ href: "file:///a", protocol: 1 })).toBe(false);
  expect(isUrl(Object.assign(() => 1, { href: "a", protocol: "b" }))).toBe(false);
});
