import { afterEach, describe, expect, test, vi } from "vitest";
import {
  compareBytes,
  compareUtf8,
  Utf8Scratch,
  utf8Reader,
} from "../../../../src/store/texts/utf8.ts";

test("a scratch buffer grows for a long text and does not keep the room", () => {
  const scratch = new Utf8Scratch();
  const long = "é".repeat(1_000_000);
  expect(scratch.write(long)).toBe(2_000_000);
  expect(Buffer.from(scratch.bytes.subarray(0, 2_000_000)).toString()).toBe(long);
  expect(scratch.write("geoId/06")).toBe(8);
  expect(Buffer.from(scratch.bytes.subarray(0, 8)).toString()).toBe("geoId/06");
  expect(scratch.bytes.length).toBeLessThan(100_000);
});

test("a scratch buffer stays while texts fit, up to a megabyte", () => {
  const scratch = new Utf8Scratch();
  const first = scratch.bytes;
  expect(scratch.write("x".repeat(85))).toBe(85);
  expect(scratch.bytes).toBe(first);
  expect(scratch.write("\uffff".repeat(86))).toBe(258);
  expect(scratch.bytes.length).toBe(86 * 3 + 256);
  // As many characters as take the buffer to a megabyte, and one more.
  const most = "x".repeat(((1 << 20) - 256) / 3);
  scratch.write(most);
  const kept = scratch.bytes;
  expect(kept.length).toBe(1 << 20);
  scratch.write("a");
  expect(scratch.bytes).toBe(kept);
  scratch.write(`${most}${"x".repeat(200)}`);
  scratch.write("a");
  expect(scratch.bytes.length).toBeLessThan(1000);
});

test("a scratch buffer writes ASCII and all else, and no lone surrogate", () => {
  const scratch = new Utf8Scratch();
  for (const text of ["\u007f", "\u0080", "a\u0080", "\u07ff\u0800", "\u{10000}", ""]) {
    const length = scratch.write(text);
    expect(Buffer.from(scratch.bytes.subarray(0, length)).toString()).toBe(text);
  }
  expect(scratch.write("a\ud800")).toBe(-1);
  expect(scratch.write("\udfff")).toBe(-1);
});

test("texts are compared by their bytes at the edges of surrogates, too", () => {
  const sorted = [
    "",
    "\ud7ff",
    "\ue000",
    "\ue001",
    "\uffff",
    "\u{10000}",
    "\u{103ff}",
    "\u{10ffff}",
  ];
  for (const [a, one] of sorted.entries()) {
    for (const [b, other] of sorted.entries()) {
      expect(Math.sign(compareUtf8(`x${one}`, `x${other}`))).toBe(Math.sign(a - b));
      expect(Math.sign(compareUtf8(`${one}x`, `${other}x`))).toBe(
        Math.sign(Buffer.compare(Buffer.from(`${one}x`), Buffer.from(`${other}x`))),
      );
    }
  }
});

test("bytes are compared within their ranges alone", () => {
  const [a, b] = [Buffer.from("..abc"), Buffer.from(".......abd")];
  const compare = (endA: number, endB: number) => Math.sign(compareBytes(a, 2, endA, b, 7, endB));
  expect([compare(4, 9), compare(5, 10), compare(4, 10), compare(5, 9)]).toEqual([0, -1, -1, 1]);
  expect([compare(2, 7), compare(2, 8), compare(3, 7)]).toEqual([0, -1, 1]);
});

describe("a reader", () => {
  const text = "geoId/06 – Åland 😀";
  const length = new TextEncoder().encode(text).length;

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** Everything Node has and a browser has not, and what a browser refuses. */
  const asInBrowser = () => {
    vi.stubGlobal("Buffer", undefined);
    const decode = TextDecoder.prototype.decode;
    vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (
      this: InstanceType<typeof TextDecoder>,
      bytes,
      options,
    ) {
      const memory = ArrayBuffer.isView(bytes) ? bytes.buffer : bytes;
      if (memory instanceof SharedArrayBuffer) throw new TypeError("must not be shared");
      return decode.call(this, bytes, options);
    });
  };

  describe.each([
    { where: "in Node", prepare: () => undefined },
    { where: "in a browser", prepare: asInBrowser },
  ])("$where", ({ prepare }) => {
    test.each([ArrayBuffer, SharedArrayBuffer])("reads texts that lie in %o", (Memory) => {
      const bytes = new Uint8Array(new Memory(length + 6), 4, length + 2);
      bytes.set(new TextEncoder().encode(text), 1);
      prepare();
      const read = utf8Reader(bytes);
      expect(read(1, length + 1)).toBe(text);
      expect(read(1, 9)).toBe("geoId/06");
      expect(read(length - 3, length + 1)).toBe("😀");
      expect(read(5, 5)).toBe("");
    });

    test("keeps a byte order mark that a text begins with", () => {
      prepare();
      expect(utf8Reader(new TextEncoder().encode("\ufeffa"))(0, 4)).toBe("\ufeffa");
    });
  });
});
