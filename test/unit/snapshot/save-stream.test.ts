import { PassThrough, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { imageOf } from "../../../src/snapshot/image.ts";
import { isStream } from "../../../src/snapshot/index.ts";
import { saveToStream } from "../../../src/snapshot/save-stream.ts";
import { bytesOf, someColumns } from "./small-snapshot.ts";

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

  test("that fails before it takes anything is told", async () => {
    const listeners = new Map<string, (error: Error) => void>();
    const stream = {
      write: () => listeners.get("error")?.(new Error("gone")),
      end: () => undefined,
      once: (event: string, listener: (error: Error) => void) => listeners.set(event, listener),
    };
    await expect(saveToStream(stream, image)).rejects.toMatchObject({
      fault: "unwritable",
      message: "snapshot in memory: could not be written to the stream: gone",
    });
    expect([...listeners.keys()].sort()).toEqual(["close", "error"]);
  });

  test("that fails or is closed is told", async () => {
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error("full")) });
    await expect(saveToStream(failing, image)).rejects.toMatchObject({
      fault: "unwritable",
      message: expect.stringContaining("full"),
    });
    const closing = new Writable({ write: () => void closing.destroy() });
    await expect(saveToStream(closing, image)).rejects.toMatchObject({ fault: "unwritable" });
  });
});

describe("a stream of the web", () => {
  test("gets everything and is closed", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const read = new Response(readable).arrayBuffer();
    await saveToStream(writable, image);
    expect(Buffer.from(await read).equals(expected)).toBe(true);
  });

  test("that fails is told", async () => {
    const writable = new WritableStream<Uint8Array>({
      write() {
        throw new Error("full");
      },
    });
    await expect(saveToStream(writable, image)).rejects.toThrow("full");
  });
});

test("what is no stream is known", () => {
  expect([undefined, null, 7, "path", {}, () => 1].map(isStream)).toEqual(Array(6).fill(false));
  const streams = [new WritableStream(), new PassThrough(), { write: () => true }];
  expect(streams.map(isStream)).toEqual([true, true, true]);
});
