/** Arrow as pyarrow writes it by default: compressed, part by part. */
import * as arrow from "@uwdata/flechette";
import { describe, expect, test } from "vitest";
import { unpackLz4Frame } from "../../../../src/load/sheets/byte-walk.ts";
import { refusalOf, rowsOf } from "../held-rows.ts";

const lz4 =
  "QVJST1cxAAD/////qAAAABAAAAAAAAoADAAGAAUACAAKAAAAAAEEAAwAAAAIAAgAAAAEAAgAAAAEAAAAAgAAAEwAAAAEAAAAzP//" +
  "/wAAAQIQAAAAHAAAAAQAAAAAAAAAAQAAAHYAAAAIAAwACAAHAAgAAAAAAAABEAAAABAAFAAIAAYABwAMAAAAEAAQAAAAAAABBRAA" +
  "AAAYAAAABAAAAAAAAAADAAAAZ2VvAAQABAAEAAAAAAAAAP/////YAAAAFAAAAAAAAAAMABgABgAFAAgADAAMAAAAAAMEABwAAABg" +
  "AQAAAAAAAAAAAAAMABwAEAAEAAgADAAMAAAAeAAAABwAAAAUAAAAKAAAAAAAAAAAAAAABAAEAAQAAAAFAAAAAAAAAAAAAAAAAAAA" +
  "AAAAAAAAAAAAAAAAuwAAAAAAAADAAAAAAAAAADYAAAAAAAAA+AAAAAAAAAAAAAAAAAAAAPgAAAAAAAAAZwAAAAAAAAAAAAAAAgAA" +
  "ACgAAAAAAAAAAAAAAAAAAAAoAAAAAAAAAAAAAAAAAAAApAAAAAAAAAAEIk0YYECCpAAAgAAAAAALAAAAFgAAACEAAAAsAAAANwAA" +
  "AEIAAABNAAAAWAAAAGMAAABuAAAAeQAAAIQAAACPAAAAmgAAAKUAAACwAAAAuwAAAMYAAADRAAAA3AAAAOcAAADyAAAA/QAAAAgB" +
  "AAATAQAAHgEAACkBAAA0AQAAPwEAAEoBAABVAQAAYAEAAGsBAAB2AQAAgQEAAIwBAACXAQAAogEAAK0BAAC4AQAAAAAAAAAAAAAA" +
  "uAEAAAAAAAAEIk0YYECCHwAAALRjb3VudHJ5L0RFVQsANEZSQQsADxYA/4NQeS9GUkEAAAAAAABQAAAAAAAAAAQiTRhgQIJQAACA" +
  "AAABAAIAAwAEAAUABgAHAAgACQAKAAsADAANAA4ADwAQABEAEgATABQAFQAWABcAGAAZABoAGwAcAB0AHgAfACAAIQAiACMAJAAl" +
  "ACYAJwAAAAAAAP////8AAAAAEAAAAAwAFAAGAAgADAAQAAwAAAAAAAQAOAAAACgAAAAEAAAAAQAAALgAAAAAAAAA4AAAAAAAAABg" +
  "AQAAAAAAAAAAAAAAAAAACAAIAAAABAAIAAAABAAAAAIAAABMAAAABAAAAMz///8AAAECEAAAABwAAAAEAAAAAAAAAAEAAAB2AAAA" +
  "CAAMAAgABwAIAAAAAAAAARAAAAAQABQACAAGAAcADAAAABAAEAAAAAAAAQUQAAAAGAAAAAQAAAAAAAAAAwAAAGdlbwAEAAQABAAA" +
  "ANAAAABBUlJPVzE=";

const zstd =
  "QVJST1cxAAD/////qAAAABAAAAAAAAoADAAGAAUACAAKAAAAAAEEAAwAAAAIAAgAAAAEAAgAAAAEAAAAAgAAAEwAAAAEAAAAzP//" +
  "/wAAAQIQAAAAHAAAAAQAAAAAAAAAAQAAAHYAAAAIAAwACAAHAAgAAAAAAAABEAAAABAAFAAIAAYABwAMAAAAEAAQAAAAAAABBRAA" +
  "AAAYAAAABAAAAAAAAAADAAAAZ2VvAAQABAAEAAAAAAAAAP/////gAAAAFAAAAAAAAAAMABgABgAFAAgADAAMAAAAAAMEABwAAADo" +
  "AAAAAAAAAAAAAAAMAB4AEAAEAAgADAAMAAAAgAAAACQAAAAYAAAAKAAAAAAAAAAAAAAAAAAGAAgABwAGAAAAAAAAAQUAAAAAAAAA" +
  "AAAAAAAAAAAAAAAAAAAAAAAAAABtAAAAAAAAAHAAAAAAAAAAKwAAAAAAAACgAAAAAAAAAAAAAAAAAAAAoAAAAAAAAABGAAAAAAAA" +
  "AAAAAAACAAAAKAAAAAAAAAAAAAAAAAAAACgAAAAAAAAAAAAAAAAAAACkAAAAAAAAACi1L/0gpOUCAEIKFiGgaxkD4wAM9IopU6ZM" +
  "mTJlypQpU6ZMmaKJ7/E9vme4TAEP8yyP8iQP8hyP8RQP8QyP8AQP8KxHPelB/9zzzjnfXPPML6988sgfb3zxxA8vfPDAr1efHn0A" +
  "AAAAuAEAAAAAAAAotS/9YLgAzQAAcGNvdW50cnkvREVVRlJBAwCXORUAb/gtXgAAAAAAUAAAAAAAAAAotS/9IFCtAQACRQwLEFi+" +
  "Gfygy+cRSgEbGRcVExEPDQsJBwUDAb/eLnerzWKv1ip1Ko1Cn84mc6lMIo8DAAAA/////wAAAAAQAAAADAAUAAYACAAMABAADAAA" +
  "AAAABAA4AAAAKAAAAAQAAAABAAAAuAAAAAAAAADoAAAAAAAAAOgAAAAAAAAAAAAAAAAAAAAIAAgAAAAEAAgAAAAEAAAAAgAAAEwA" +
  "AAAEAAAAzP///wAAAQIQAAAAHAAAAAQAAAAAAAAAAQAAAHYAAAAIAAwACAAHAAgAAAAAAAABEAAAABAAFAAIAAYABwAMAAAAEAAQ" +
  "AAAAAAABBRAAAAAYAAAABAAAAAAAAAADAAAAZ2VvAAQABAAEAAAA0AAAAEFSUk9XMQ==";

const bytesIn = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
const rows = Array.from({ length: 40 }, (_, at) => [
  at % 2 === 1 ? "country/FRA" : "country/DEU",
  String(at),
]);

describe("compressed Arrow", () => {
  test.each([
    ["LZ4", lz4],
    ["ZSTD", zstd],
  ])("by %s is read", async (_, text) => {
    expect(await rowsOf("a.feather", bytesIn(text))).toEqual([["geo", "v"], ...rows]);
  });

  test("leaves the codecs of the package as they were", async () => {
    await rowsOf("a.feather", bytesIn(lz4));
    expect(arrow.getCompressionCodec(arrow.CompressionType.LZ4_FRAME)).toBeNull();
  });

  test("with a changed byte in a compressed part is read or refused with its name", async () => {
    const whole = bytesIn(lz4);
    const odd: string[] = [];
    const start = whole.findIndex((_, at) => lz4Mark.every((one, of) => whole[at + of] === one));
    for (let at = start - 8; at < start + 60; at++) {
      const changed = whole.with(at, whole[at]! ^ 0xff);
      const refusal = await rowsOf("a.feather", changed).then(
        () => undefined,
        ({ message }: Error) => message,
      );
      if (refusal !== undefined && !refusal.startsWith("a.feather:")) odd.push(refusal);
    }
    expect(odd).toEqual([]);
  });

  test("that says a huge size is refused", async () => {
    const whole = bytesIn(lz4);
    const at = whole.findIndex((_, start) => lz4Mark.every((one, of) => whole[start + of] === one));
    new DataView(whole.buffer).setBigInt64(at - 8, 0xff_ffff_ffffn, true);
    expect(await refusalOf("a.feather", whole)).toBe("a.feather: expands too much");
  });
});

const lz4Mark = [0x04, 0x22, 0x4d, 0x18];
const frame = (...block: number[]) =>
  Uint8Array.from([...lz4Mark, 0x60, 0x40, 0, block.length, 0, 0, 0, ...block, 0, 0, 0, 0]);

test("a frame of LZ4 repeats what stands before, as often as it says", () => {
  const text = new TextDecoder().decode(unpackLz4Frame(frame(0x2f, 97, 98, 2, 0, 1, 0x10, 99), 23));
  expect(text).toBe(`${"ab".repeat(11)}c`);
});

test.each<[how: string, length: number, bytes: Uint8Array]>([
  ["repeats what is not there", 6, frame(0x10, 97, 2, 0)],
  ["repeats from 0 back", 6, frame(0x10, 97, 0, 0)],
  ["is longer than it says", 2, frame(0x30, 97, 98, 99)],
  ["is shorter than it says", 9, frame(0x30, 97, 98, 99)],
  ["has texts beyond its end", 99, frame(0xf0, 255, 255, 255)],
  ["is something else", 3, Uint8Array.of(1, 2, 3, 4, 5)],
])("a frame of LZ4 that %s is refused", (_, length, bytes) => {
  expect(() => unpackLz4Frame(bytes, length)).toThrow(Error);
});

const { CompressionType } = arrow;
type Encode = (bytes: Uint8Array) => Uint8Array;

/** A file that is compressed in this way. */
function fileOf(type: arrow.CompressionType_, encode: Encode, values: arrow.Table): Uint8Array {
  arrow.setCompressionCodec(type, { encode, decode: (bytes) => bytes });
  try {
    return arrow.tableToIPC(values, { format: "file", codec: type })!;
  } finally {
    arrow.setCompressionCodec(type, null as never);
  }
}

const little = (value: number, size: number) =>
  Array.from({ length: size }, (_, at) => (value >> (8 * at)) & 255);
/** The zeros at the beginning, and what is not one of them. */
function zerosOf(bytes: Uint8Array): readonly [zeros: number, rest: readonly number[]] {
  const first = bytes.findIndex((byte) => byte !== 0);
  const zeros = first < 0 ? bytes.length : first;
  return [zeros, [...bytes.subarray(zeros)]];
}

/** A frame of ZSTD with a run of zeros and a plain block, which gives bytes that begin where no number of 64 bits may. */
const zstdFrame: Encode = (bytes) => {
  const [zeros, rest] = zerosOf(bytes);
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...little(bytes.length, 4)];
  const blocks = [...little(zeros * 8 + 2, 3), 0, ...little(rest.length * 8 + 1, 3), ...rest];
  return Uint8Array.from([...head, ...blocks]);
};

/** The same as a frame of LZ4, for up to 274 zeros. */
const lz4Frame: Encode = (bytes) => {
  const [zeros, rest] = zerosOf(bytes);
  if (zeros < 20) return bytes;
  const plain = [...little(rest.length, 3), 128, ...rest];
  return Uint8Array.from([
    ...lz4Mark,
    0x60,
    0x40,
    0,
    5,
    0,
    0,
    0,
    0x1f,
    0,
    1,
    0,
    zeros - 20,
    ...plain,
    0,
    0,
    0,
    0,
  ]);
};

const numbers = Array.from({ length: 40 }, (_, at) => BigInt(Math.max(0, at - 25)));
const long = arrow.tableFromArrays(
  { a: numbers, b: Array<string>(40).fill("") },
  { types: { a: arrow.int64(), b: arrow.utf8() } },
);
const longRows = [["a", "b"], ...numbers.map((one) => [String(one), ""])];

describe.each([
  ["LZ4", CompressionType.LZ4_FRAME, lz4Frame],
  ["ZSTD", CompressionType.ZSTD, zstdFrame],
] as const)("a part in several blocks of %s", (_, type, encode) => {
  test("is read", async () => {
    expect(await rowsOf("a.arrow", fileOf(type, encode, long))).toEqual(longRows);
  });

  test("is refused if it is longer than it says", async () => {
    const content = fileOf(type, (bytes) => encode(Uint8Array.from([...bytes, 0])), long);
    expect(await refusalOf("a.arrow", content)).toBe(
      `a.arrow: is no Arrow that can be read (${type === CompressionType.ZSTD ? "a part has another size than it says" : "offset is out of bounds"})`,
    );
  });
});

test("a compressed part of a size below 0 is refused", async () => {
  const content = fileOf(CompressionType.LZ4_FRAME, lz4Frame, long);
  const at = content.findIndex((_, start) =>
    lz4Mark.every((one, of) => content[start + of] === one),
  );
  new DataView(content.buffer, content.byteOffset).setBigInt64(at - 8, -2n, true);
  expect(await refusalOf("a.arrow", content)).toBe("a.arrow: expands too much");
});

test("a codec that the package has already is there afterwards", async () => {
  const own = { encode: lz4Frame, decode: () => new Uint8Array(0) };
  const content = fileOf(CompressionType.LZ4_FRAME, lz4Frame, long);
  arrow.setCompressionCodec(CompressionType.LZ4_FRAME, own);
  try {
    expect(await rowsOf("a.arrow", content)).toEqual(longRows);
    expect(arrow.getCompressionCodec(CompressionType.LZ4_FRAME)).toBe(own);
  } finally {
    arrow.setCompressionCodec(CompressionType.LZ4_FRAME, null as never);
  }
});
