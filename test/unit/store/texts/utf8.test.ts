import { afterEach, describe, expect, test, vi } from "vitest";
import { Utf8Scratch, utf8Reader } from "../../../../src/store/texts/utf8.ts";

test("a scratch buffer grows for a long text and does not keep the room", () => {
  const scratch = new Utf8Scratch();
  const long = "é".repeat(1_000_000);
  expect(scratch.write(long)).toBe(2_000_000);
  expect(Buffer.from(scratch.bytes.subarray(0, 2_000_000)).toString()).toBe(long);
  expect(scratch.write("geoId/06")).toBe(8);
  expect(Buffer.from(scratch.bytes.subarray(0, 8)).toString()).toBe("geoId/06");
  expect(scratch.bytes.length).toBeLessThan(100_000);
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
