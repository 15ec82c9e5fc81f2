/** Files in memory: what a folder of them says, and what a page reads of them. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { refuseDamage } from "../../../../src/load/bytes/damage.ts";
import { MemoryTree, webHost } from "../../../../src/load/bytes/memory-tree.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const tree = new MemoryTree([
  ["a.csv", bytesOf("a\n")],
  ["d/./b.mcf", bytesOf("b\u00e4")],
  ["d/e/c.mcf", bytesOf("")],
  ["d/e/c.mcf", bytesOf("twice")],
]);

const kindOf = async (path: string) => {
  const stats = await tree.stat(path);
  return [stats.size, stats.isFile(), stats.isDirectory()];
};
const namesIn = async (path: string) =>
  (await tree.entries(path)).map(
    (entry) => `${entry.name} ${entry.isDirectory()} ${entry.isSymbolicLink()}`,
  );

describe("files in memory", () => {
  test("lie in the current folder under any spelling of their paths", async () => {
    expect(await kindOf("a.csv")).toEqual([2, true, false]);
    expect(await kindOf("./d/../a.csv")).toEqual([2, true, false]);
    expect(await kindOf("d/e/c.mcf")).toEqual([5, true, false]);
    expect(await kindOf("d/e")).toEqual([0, false, true]);
    expect(await kindOf(".")).toEqual([0, false, true]);
    expect(await tree.realpath("./d//b.mcf")).toBe("d/b.mcf");
    expect(await tree.realpath("")).toBe(".");
    expect(await tree.text("d/b.mcf")).toBe("b\u00e4");
  });

  test("are listed by folder, each once", async () => {
    expect(await namesIn(".")).toEqual(["a.csv false false", "d true false"]);
    expect(await namesIn("./d/")).toEqual(["b.mcf false false", "e true false"]);
    expect(await namesIn("d/e")).toEqual(["c.mcf false false"]);
  });

  test("that are not there fail as those of a file system do", async () => {
    const missing = (call: string, path: string) => {
      const message = `ENOENT: no such file or directory, ${call} '${path}'`;
      return expect.objectContaining({ code: "ENOENT", message });
    };
    await expect(tree.stat("x.csv")).rejects.toEqual(missing("stat", "x.csv"));
    await expect(tree.entries("a.csv")).rejects.toEqual(missing("scandir", "a.csv"));
    await expect(tree.text("d")).rejects.toEqual(missing("open", "d"));
  });

  test("come in blocks of a mebibyte, and tell how far they were read", async () => {
    const { length } = { length: 2 * 1024 * 1024 + 5 };
    const large = new MemoryTree([["l.csv", new Uint8Array(length).fill(7)]]);
    const stream = large.stream({ path: "l.csv", size: length, isGzip: false, tree: large });
    const told: [number, number][] = [];
    for await (const block of stream) told.push([block.length, stream.bytesRead]);
    expect(told).toEqual([
      [1024 * 1024, 1024 * 1024],
      [1024 * 1024, 2 * 1024 * 1024],
      [5, length],
    ]);
  });
});

describe("a page decompresses", () => {
  const read = async (bytes: Uint8Array, signal?: AbortSignal) => {
    const zipped = new MemoryTree([["a.csv.gz", bytes]]);
    const raw = zipped.stream({ path: "a.csv.gz", size: bytes.length, isGzip: true, tree: zipped });
    const pieces: Uint8Array[] = [];
    for await (const piece of webHost.gunzip(raw, "a.csv.gz", signal)) pieces.push(piece);
    return Buffer.concat(pieces).toString("utf8");
  };
  const text = "a,b\n".repeat(50_000);
  const whole = new Uint8Array(gzipSync(text));

  test("a file of one part", async () => {
    expect(await read(whole)).toBe(text);
    expect(webHost.openSqlite).toBeUndefined();
  });

  test.each([
    ["is cut off", whole.subarray(0, whole.length - 5)],
    ["is none", bytesOf("a,b")],
  ])("no file that %s, which is refused by name", async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      file: "a.csv.gz",
      message: expect.stringMatching(
        /^a\.csv\.gz: is damaged, cut off or of several parts, of which browsers read one \(.+\)$/,
      ),
    });
  });

  test("no file of a load that was cancelled", async () => {
    const reason = new Error("enough");
    await expect(read(whole, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

test("a file that is not UTF-8 is refused with its line; U+FFFD itself may stand in a file", async () => {
  const odd = new Uint8Array(Buffer.from("a\nb\xfc\n", "latin1"));
  const files = new MemoryTree([
    ["odd.json", odd],
    ["sound.json", bytesOf("\ufffd")],
  ]);
  const refuse = async (path: string) => await refuseDamage(files, path, await files.text(path));
  await expect(refuse("odd.json")).rejects.toThrow(
    "odd.json:2: is not UTF-8: byte FC in column 2, byte 4 of the file; convert",
  );
  await expect(refuse("sound.json")).resolves.toBeUndefined();
  // What has no such sign is not read again.
  await expect(refuseDamage(files, "gone.json", "a")).resolves.toBeUndefined();
});
