import { PassThrough, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { decodeMulti } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { requireLittleEndian } from "../../../src/snapshot/format.ts";
import { isStream } from "../../../src/snapshot/host.ts";
import { imageOf, saveToStream, watchedImage } from "../../../src/snapshot/image.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import type { SnapshotBytes } from "../../../src/snapshot/snapshot-bytes.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { bytesOf, someColumns } from "./small-snapshot.ts";

const about = { library: "1.2.3", contents: undefined };

describe("an image", () => {
  test("takes pieces from the columns themselves", () => {
    const columns = someColumns();
    const pieces = [...imageOf(columns, about, crc32).chunks()];
    const ids = columns.get("ids");
    expect(pieces.filter(({ buffer }) => buffer === ids?.buffer)).toHaveLength(1);
  });

  test("lies at multiples of 64, little-endian, between zeros", () => {
    const bytes = Buffer.concat([
      ...imageOf(new Map([["ids", Uint32Array.of(7, 258)]]), about, crc32).chunks(),
    ]);
    const at = bytes.length - 16 - 64;
    expect(at % 64).toBe(0);
    expect([...bytes.subarray(at, at + 8)]).toEqual([7, 0, 0, 0, 2, 1, 0, 0]);
    expect(bytes.subarray(at + 8, -16).every((byte) => byte === 0)).toBe(true);
    expect(bytes.readBigUInt64LE(bytes.length - 8)).toBe(BigInt(bytes.length));
    expect(bytes.readBigUInt64LE(16)).toBe(BigInt(bytes.length));
  });

  /** The length of its blocks, and the names of its sections. */
  function headerOf(columns: Iterable<readonly [string, Column]>) {
    const [, header] = imageOf(new Map(columns), about, () => 0).chunks();
    const [, blockBytes, , , ...sections] = decodeMulti(header!);
    return { blockBytes, names: [...sections].filter((_, at) => at % 4 === 0) };
  }

  test("has blocks of 8 KiB below 256 MiB, and of 4 KiB from there", () => {
    const half = new Uint8Array(new SharedArrayBuffer(2 ** 27));
    const worlds = [half.subarray(1), half].map((rest) => headerOf(Object.entries({ half, rest })));
    expect(worlds.map(({ blockBytes }) => blockBytes)).toEqual([8192, 4096]);
  });

  test("begins with what most questions read, as much as fits into 240 KiB", () => {
    const kib = Object.entries({
      "far.types.ends": 1,
      "observations.variables": 1,
      "graph.provenances": 100,
      other: 1,
      "graph.predicateOffsets": 41,
      "graph.typeSets.offsets": 39,
      "graph.predicates": 100,
    });
    const columns = kib.map(([name, size]) => [name, new Uint8Array(size * 1024 - 1)] as const);
    expect(headerOf(columns).names).toEqual([
      ...["graph.predicates", "graph.provenances", "graph.typeSets.offsets", "far.types.ends"],
      ...["checksums", "observations.variables", "other", "graph.predicateOffsets"],
    ]);
  });

  test("is not made on a big-endian machine", () => {
    expect(() => requireLittleEndian(0)).toThrow(SnapshotError);
    expect(() => requireLittleEndian(0)).toThrow("big-endian");
    expect(() => requireLittleEndian()).not.toThrow();
  });
});

describe("beyond 4 GiB", () => {
  const long = 5 * 2 ** 30;
  // Pages that nothing touches cost nothing.
  const columns = new Map<string, Column>([
    ["long", new Uint32Array(new SharedArrayBuffer(long))],
    ["after", Uint32Array.of(1, 2, 3)],
  ]);
  /** Looks at one byte only: five gigabytes would take a second each time. */
  const firstByte = (bytes: Uint8Array) => bytes[0] ?? 0;

  /** Zeros but for the pieces that are kept. */
  class SparseFile implements SnapshotBytes {
    readonly file = "sparse.pocket";
    readonly isForeign = false;
    readonly byteLength: number;
    readonly pieces: (readonly [position: number, bytes: Uint8Array])[] = [];
    #next = 0;
    /** Zeros since it was read into last. */
    #zeros: ArrayBufferLike | undefined;

    constructor(byteLength: number, chunks: Iterable<Uint8Array>) {
      this.byteLength = byteLength;
      for (const chunk of chunks) {
        const isZero = chunk.length >= 2 ** 20;
        if (!isZero) this.pieces.push([this.#next, chunk]);
        this.#next += chunk.length;
      }
    }

    get length(): number {
      return this.#next;
    }

    read(target: Uint8Array, position: number): void {
      // Gigabytes of zeros are not written one after the other.
      if (this.#zeros !== target.buffer) target.fill(0);
      this.#zeros = target.buffer;
      for (const [start, bytes] of this.pieces) {
        const part = bytes.subarray(
          Math.max(0, position - start),
          Math.max(0, position + target.length - start),
        );
        if (part.length === 0) continue;
        target.set(part, Math.max(0, start - position));
        this.#zeros = undefined;
      }
    }

    async ready(): Promise<void> {}
    inPlace(): undefined {}
    close(): void {}
  }

  const image = imageOf(columns, about, firstByte);
  const file = new SparseFile(image.byteLength, image.chunks());

  test("all bytes are written, and columns behind are found", () => {
    expect(file.length).toBe(image.byteLength);
    expect(image.byteLength).toBeGreaterThan(long);
    const snapshot = new Snapshot(file, firstByte);
    expect(snapshot.column("after")).toEqual(columns.get("after"));
  });

  test("damage is found and reported with its offset", () => {
    const snapshot = new Snapshot(file, firstByte);
    snapshot.verify();
    // The first byte of the last block of the long section.
    const offset = image.byteLength - 16 - 64 - 16_384;
    file.pieces.push([offset, Uint8Array.of(9)]);
    try {
      snapshot.verify();
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ fault: "damaged", section: "long", offset });
    } finally {
      file.pieces.pop();
    }
  });
});

const columns = someColumns();
const image = imageOf(columns, { library: "1.2.3", contents: { name: "small" } }, crc32);
const expected = Buffer.from(bytesOf(columns));

describe("a stream of Node", () => {
  test("gets everything at the pace of its reader, and its end", async () => {
    const stream = new PassThrough({ highWaterMark: 100 });
    const [read] = await Promise.all([buffer(stream), saveToStream(stream, image)]);
    expect(read.equals(expected)).toBe(true);
  });

  test("cannot change the columns", async () => {
    const stream = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunk.fill(0);
        done();
      },
    });
    await saveToStream(stream, image);
    expect([...(columns.get("ids") ?? [])]).toEqual([1, 2, 0xffff_ffff]);
  });

  test("that fails before it takes anything is reported", async () => {
    const listeners = new Map<string, (error: Error) => void>();
    const stream = {
      write: () => listeners.get("error")?.(new Error("gone")),
      end: () => undefined,
      once: (event: string, listener: (error: Error) => void) => listeners.set(event, listener),
    };
    await expect(saveToStream(stream, image)).rejects.toMatchObject({
      fault: "unwritable",
      message: "snapshot in memory: could not be written to the stream: gone",
      cause: new Error("gone"),
    });
    expect([...listeners.keys()].sort()).toEqual(["close", "error"]);
  });

  test("that fails or is closed is reported", async () => {
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error("full")) });
    await expect(saveToStream(failing, image)).rejects.toMatchObject({
      fault: "unwritable",
      message: expect.stringContaining("full"),
    });
    const closing = new Writable({ write: () => void closing.destroy() });
    await expect(saveToStream(closing, image)).rejects.toMatchObject({
      fault: "unwritable",
      message: expect.stringContaining("it was closed before its end"),
    });
  });
});

describe("a stream of the web", () => {
  test("gets everything and is closed", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const read = new Response(readable).arrayBuffer();
    await saveToStream(writable, image);
    expect(Buffer.from(await read).equals(expected)).toBe(true);
  });

  test("cannot change the columns", async () => {
    await saveToStream(new WritableStream({ write: (chunk) => void chunk.fill(0) }), image);
    expect([...(columns.get("ids") ?? [])]).toEqual([1, 2, 0xffff_ffff]);
  });

  test("that fails is reported", async () => {
    const writable = new WritableStream<Uint8Array>({
      write() {
        throw new Error("full");
      },
    });
    await expect(saveToStream(writable, image)).rejects.toThrow("full");
  });
});

test("an image that is watched reports how many bytes were taken", async () => {
  const taken: number[] = [];
  let bytes = 0;
  for await (const piece of watchedImage(image, (count) => taken.push(count)).chunks()) {
    expect(taken.at(-1)).toBe(bytes);
    bytes += piece.length;
  }
  expect(taken[0]).toBe(0);
  expect(taken.at(-1)).toBe(image.byteLength);
});

test("what is no stream is known", () => {
  expect([undefined, null, 7, "path", {}, () => 1].map(isStream)).toEqual(Array(6).fill(false));
  const streams = [new WritableStream(), new PassThrough(), { write: () => true }];
  expect(streams.map(isStream)).toEqual([true, true, true]);
});
