import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { fileOnDisk } from "../../../../src/disk/disk-tree.ts";
import { LoadError } from "../../../../src/errors/errors.ts";
import { open } from "../../../../src/index.ts";
import { readBytes, readText, unreadable } from "../../../../src/load/bytes/byte-blocks.ts";
import type { InputFile } from "../../../../src/load/bytes/file-tree.ts";
import type { LoadProgress } from "../../../../src/load/bytes/load-progress.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { openFiles } from "../../disk/open-files.ts";
import { memoryInput } from "../inputs.ts";
import { loadTexts, withFolder } from "../load-texts.ts";

const mcf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Node: dcid:n${index}\nname: "${index}"\n`).join("");

describe("gzip", () => {
  test("reads as the content does, in several members as well", async () => {
    const gz = Buffer.concat([gzipSync("Node: dcid:x\nna"), gzipSync("me: a")]);
    const { sink } = await loadTexts({ "a.mcf.gz": gz });
    expect(sink.triples).toEqual([
      { subject: "x", predicate: "name", object: '"a"', provenance: "dc/base/a" },
    ]);
  });

  const gz = gzipSync(mcf(1000));
  test.each([
    ["cut off", gz.subarray(0, gz.length - 20), /damaged or cut off/],
    ["without its checksum", gz.subarray(0, gz.length - 4), /damaged or cut off/],
    ["with a flipped byte", Buffer.from(gz).fill(0xff, 200, 201), /damaged/],
    ["no gzip at all", Buffer.from(mcf(3)), /damaged/],
    ["with bytes behind it", Buffer.concat([gz, Buffer.from("more")]), /damaged/],
    ["with a member that lost its header", Buffer.concat([gz, Buffer.alloc(4), gz]), /damaged/],
    ["empty", Buffer.alloc(0), /empty/],
  ])("%s: an error that names the file", async (_name, bytes, message) => {
    const loading = loadTexts({ "a.mcf.gz": bytes });
    await expect(loading).rejects.toThrow(message);
    await expect(loadTexts({ "a.mcf.gz": bytes })).rejects.toMatchObject({
      code: "LOAD",
      file: expect.stringMatching(/a\.mcf\.gz$/) as unknown,
    });
  });
});

describe("what cannot be read", () => {
  test("is told with the code once", async () => {
    const loading = loadTexts({}, {}, ["nope.mcf"]);
    await expect(loading).rejects.toThrow(
      /nope\.mcf: cannot be read \(ENOENT: no such file or directory, stat '[^']*'\)$/,
    );
  });

  test("nor decompressed, too", async () => {
    const loading = loadTexts({ "a.mcf.gz": "no gzip" });
    await expect(loading).rejects.toThrow(/cut off \(Z_DATA_ERROR: incorrect header check\)$/);
  });
});

describe("bytes of a file", () => {
  const mebibyte = 1024 * 1024;

  async function chunksOf(
    input: InputFile,
    progress = new Progress(input.size),
  ): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    for await (const chunk of readBytes(input, progress)) chunks.push(Buffer.from(chunk));
    return chunks;
  }

  test("in memory come in chunks, wherever they lie in it", async () => {
    const all = Buffer.alloc(2.5 * mebibyte, "0123456789abcde");
    const content = all.subarray(7);
    const told: number[] = [];
    const progress = new Progress(content.length, undefined, ({ bytesRead }) =>
      told.push(bytesRead),
    );
    const input = memoryInput("a", content);
    const chunks = await chunksOf(input, progress);
    expect(chunks.map(({ length }) => length)).toEqual([
      mebibyte,
      mebibyte,
      content.length - 2 * mebibyte,
    ]);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
    expect(told).toEqual([mebibyte, 2 * mebibyte, content.length]);
    expect(await chunksOf(memoryInput("a", new Uint8Array(0)))).toEqual([]);
  });

  test("of a file come in chunks up to its end, whatever size it had before", async () => {
    const content = Buffer.alloc(2.5 * mebibyte, "0123456789abcde");
    const half = content.length - 2 * mebibyte;
    await withFolder({ a: content }, async (folder) => {
      const lengths = async (size: number): Promise<number[]> => {
        const chunks = await chunksOf(fileOnDisk(join(folder, "a"), size));
        expect(Buffer.concat(chunks).equals(content)).toBe(true);
        return chunks.map(({ length }) => length);
      };
      expect(await lengths(content.length)).toEqual([mebibyte, mebibyte, half]);
      expect(await lengths(3 * content.length)).toEqual([mebibyte, mebibyte, half]);
      const [first, second] = await lengths(10);
      expect(first).toBe(10);
      expect(second).toBeLessThan(mebibyte);
      // What the kernel makes up when it is read has no size.
      expect((await lengths(0)).length).toBeGreaterThan(2);
    });
  });

  test("of a file come where a test has fake timers, too", async () => {
    await withFolder({ "a.mcf": "Node: dcid:x\ntypeOf: dcs:y\n", "a.nt": "" }, async (folder) => {
      vi.useFakeTimers();
      try {
        expect((await open(folder)).info.nodeCount).toBeGreaterThan(0);
      } finally {
        vi.useRealTimers();
      }
    });
  });

  test("of a file that nobody reads to its end are not held", async () => {
    await withFolder({ a: "abc" }, async (folder) => {
      const path = join(folder, "a");
      const chunks = readBytes(fileOnDisk(path, 3), new Progress(3));
      expect(String(Buffer.from((await chunks.next()).value ?? []))).toBe("abc");
      expect(openFiles()).toContain(path);
      await chunks.return();
      expect(openFiles()).not.toContain(path);
    });
  });

  test("are UTF-16 by their first two, and by those of the first chunk alone", async () => {
    const firstTwo = (first: number, second: number) =>
      chunksOf(memoryInput("a", Uint8Array.of(first, second)));
    for (const [first, second] of [
      [0xff, 0xff],
      [0xfe, 0xfe],
      [0xff, 0],
      [0, 0xfe],
      [0xfe, 0],
      [0, 0xff],
    ] as const) {
      expect(await firstTwo(first, second)).toHaveLength(1);
    }
    await expect(firstTwo(0xff, 0xfe)).rejects.toMatchObject({
      file: "a",
      message: "a: is UTF-16; convert the file to UTF-8 first",
    });
    await expect(firstTwo(0xfe, 0xff)).rejects.toThrow("is UTF-16");
    const content = Buffer.alloc(mebibyte + 2, "a");
    content.set([0xff, 0xfe], mebibyte);
    expect(await chunksOf(memoryInput("a", content, 2))).toHaveLength(2);
  });

  test("are text as a whole, of a file or of memory", async () => {
    const input = fileOnDisk("/nowhere/a", 2);
    expect(await readText(memoryInput("/nowhere/a", Buffer.from("é")))).toBe("é");
    await withFolder({ a: "é" }, async (folder) => {
      expect(await readText({ ...input, path: join(folder, "a") })).toBe("é");
    });
    await expect(readText(input)).rejects.toMatchObject({
      file: "/nowhere/a",
      message: expect.stringContaining("/nowhere/a: cannot be read (ENOENT"),
      cause: expect.objectContaining({ code: "ENOENT" }),
    });
  });

  test("are read no further once the load is cancelled", async () => {
    const controller = new AbortController();
    const reached = () => controller.abort(new Error("enough"));
    const progress = new Progress(0, controller.signal, reached);
    const content = Buffer.alloc(2 * mebibyte, "a");
    const reading = chunksOf(memoryInput("a", content, 4), progress);
    await expect(reading).rejects.toThrow();
    await withFolder({ a: content }, async (folder) => {
      const ofFile = chunksOf(fileOnDisk(join(folder, "a"), 4), progress);
      await expect(ofFile).rejects.toThrow("enough");
    });
  });

  test("that fail for another reason fail with it", () => {
    for (const other of [
      "text",
      new Error("no code"),
      Object.assign(new Error("x"), { code: 7 }),
    ]) {
      expect(unreadable(other, "a")).toBe(other);
    }
  });
});

describe("encoding", () => {
  test.each([
    ["UTF-16 LE", Buffer.from("\ufeffNode: dcid:x", "utf16le"), /: is UTF-16; convert/],
    ["UTF-16 BE", Buffer.from("\ufeffNode: dcid:x", "utf16le").swap16(), /: is UTF-16; convert/],
    ["UTF-16 LE without a mark", Buffer.from("Node: dcid:x\n", "utf16le"), /perhaps UTF-16/],
    ["UTF-16 BE without a mark", Buffer.from("Node: x\n", "utf16le").swap16(), /perhaps UTF-16/],
    ["binary", Buffer.from("Node: dcid:x\nname: \0"), /NUL byte, so it is not UTF-8 text$/],
    ["zeros", Buffer.alloc(100), /NUL byte, so it is not UTF-8 text$/],
  ])("%s is an error", async (_name, bytes, message) => {
    await expect(loadTexts({ "a.mcf": bytes })).rejects.toThrow(message);
    await expect(loadTexts({ "a.mcf": bytes })).rejects.toBeInstanceOf(LoadError);
  });

  test("tables name the line, too", async () => {
    const nul = "entity,variable,date,value\na,b,2000,1\na,b,2000,\0\n";
    await expect(loadTexts({ "a.csv": nul })).rejects.toMatchObject({ line: 3 });
  });
});

describe("progress", () => {
  test("tells bytes on disk and rows, and ends with all of them", async () => {
    const calls: LoadProgress[] = [];
    const big = mcf(40_000);
    const gz = gzipSync(mcf(1000));
    const template = "Node: E:T->E\ndcid: C:T->id\nname: C:T->id";
    const table = "id\na\nb";
    const { report } = await loadTexts(
      {
        "a.mcf": big,
        "b.mcf.gz": gz,
        "c.tmcf": template,
        "c.csv": table,
        "ignored.txt": "x",
      },
      { onProgress: (progress) => calls.push(progress) },
    );
    const bytesTotal = big.length + gz.length + template.length + table.length;
    expect(report).toMatchObject({ fileCount: 4, bytes: bytesTotal, rowCount: 41_002 });
    expect(calls.at(-1)).toMatchObject({ bytesRead: bytesTotal, bytesTotal, rowCount: 41_002 });
    expect(calls.length).toBeGreaterThan(5);
    for (const [index, { bytesRead, rowCount }] of calls.entries()) {
      expect(bytesRead).toBeGreaterThanOrEqual(calls[index - 1]?.bytesRead ?? 0);
      expect(rowCount).toBeGreaterThanOrEqual(calls[index - 1]?.rowCount ?? 0);
    }
  });

  test("begins a file with the rows and bytes of the files before it", async () => {
    const calls: LoadProgress[] = [];
    const texts = { "a.mcf": mcf(3), "b.csv": "entity,variable,date,value\nE,V,2020,1\n" };
    await loadTexts(texts, { onProgress: (progress) => calls.push(progress) });
    const bytesTotal = texts["a.mcf"].length + texts["b.csv"].length;
    const told = calls.map(({ file, ...counts }) => ({ file: file.slice(-5), ...counts }));
    const ofFirst = { file: "a.mcf", bytesRead: texts["a.mcf"].length, bytesTotal };
    const ofSecond = { file: "b.csv", bytesRead: bytesTotal, bytesTotal };
    expect(told).toEqual([
      { ...ofFirst, rowCount: 0 },
      { ...ofFirst, rowCount: 3 },
      { ...ofSecond, rowCount: 3 },
      { ...ofSecond, rowCount: 4 },
    ]);
  });
});
