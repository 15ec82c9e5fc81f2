import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nodeHost, saveToFile } from "../../../src/disk/snapshot-files.ts";
import type { SnapshotImage } from "../../../src/snapshot/host.ts";
import { imageOf } from "../../../src/snapshot/image.ts";
import { bytesOf, someColumns } from "../snapshot/small-snapshot.ts";
import { openFiles } from "./open-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const contents = { library: "1.2.3", contents: { name: "small" } };
const image = imageOf(someColumns(), contents, nodeHost.crc32);
const expected = Buffer.from(bytesOf(someColumns()));

/** Fails after some of its pieces. */
const failing: SnapshotImage = {
  byteLength: image.byteLength,
  *chunks() {
    for (const [at, chunk] of [...image.chunks()].entries()) {
      if (at === 3) throw new Error("out of luck");
      yield chunk;
    }
  },
};

describe("saving to a file", () => {
  test("makes a new one or replaces an old one, and leaves nothing beside it", async () => {
    const path = join(folder, "world.pocket");
    await saveToFile(path, image);
    expect(readFileSync(path).equals(expected)).toBe(true);
    writeFileSync(path, "old");
    await saveToFile(pathToFileURL(path), image);
    expect(readFileSync(path).equals(expected)).toBe(true);
    expect(readdirSync(folder)).toEqual(["world.pocket"]);
    await saveToFile(pathToFileURL(join(folder, "new.pocket")), image);
    expect(readFileSync(join(folder, "new.pocket")).equals(expected)).toBe(true);
  });

  test.runIf(process.platform === "linux")("leaves no file open", async () => {
    await saveToFile(join(folder, "world.pocket"), image);
    await saveToFile(join(folder, "world.pocket"), failing).catch(() => {});
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  });

  test("writes columns from shared memory", async () => {
    const shared = new Uint32Array(new SharedArrayBuffer(64), 16, 3);
    shared.set([1, 2, 3]);
    const path = join(folder, "shared.pocket");
    await saveToFile(path, imageOf(new Map([["ids", shared]]), contents, nodeHost.crc32));
    const own = bytesOf(new Map([["ids", Uint32Array.of(1, 2, 3)]]));
    expect(readFileSync(path).equals(own)).toBe(true);
  });

  test("that fails in the middle leaves the old file as it was", async () => {
    const path = join(folder, "world.pocket");
    writeFileSync(path, "old");
    await expect(saveToFile(path, failing)).rejects.toMatchObject({
      fault: "unwritable",
      file: path,
      message: `${path}: could not be saved: out of luck`,
      cause: new Error("out of luck"),
    });
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["world.pocket"]);
  });

  test("where nothing can be saved is reported, and nothing is left", async () => {
    await expect(saveToFile(join(folder, "no/where"), image)).rejects.toThrow("ENOENT");
    mkdirSync(join(folder, "taken/full"), { recursive: true });
    await expect(saveToFile(join(folder, "taken"), image)).rejects.toMatchObject({
      fault: "unwritable",
    });
    expect(readdirSync(folder)).toEqual(["taken"]);
  });

  test("through a link writes what it leads to", async () => {
    const path = join(folder, "world.pocket");
    writeFileSync(path, "old");
    symlinkSync(path, join(folder, "link.pocket"));
    await saveToFile(join(folder, "link.pocket"), image);
    expect(readlinkSync(join(folder, "link.pocket"))).toBe(path);
    expect(readFileSync(path).equals(expected)).toBe(true);
  });

  test("syncs all bytes before the new name, and the folder after it", async () => {
    const path = join(folder, "world.pocket");
    writeFileSync(path, "old");
    const synced: string[] = [];
    const spy = await spyOnSync(async (handle) => {
      const about = await handle.stat();
      const named = readFileSync(path).equals(expected) ? "new" : readFileSync(path, "utf8");
      synced.push(`${about.isDirectory() ? "folder" : about.size} while the name has ${named}`);
    });
    try {
      await saveToFile(path, image);
    } finally {
      spy.mockRestore();
    }
    expect(synced).toEqual([
      `${image.byteLength} while the name has old`,
      "folder while the name has new",
    ]);
  });

  test("that cannot be synced fails, and leaves the old file as it was", async () => {
    const path = join(folder, "world.pocket");
    writeFileSync(path, "old");
    const spy = await spyOnSync(() => Promise.reject(new Error("the disk is gone")));
    try {
      await expect(saveToFile(path, image)).rejects.toThrow("the disk is gone");
    } finally {
      spy.mockRestore();
    }
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["world.pocket"]);
  });
});

/** Calls `before` when any open file is about to be synced. */
async function spyOnSync(before: (handle: FileHandle) => Promise<void>) {
  const some = await open(folder, "r");
  const all = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  const sync = all.sync;
  return vi.spyOn(all, "sync").mockImplementation(async function (this: FileHandle) {
    await before(this);
    await sync.call(this);
  });
}
