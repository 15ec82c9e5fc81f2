import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSnapshotFile } from "../../../src/disk/file-paths.ts";
import { FileBytes, nodeHost } from "../../../src/disk/snapshot-files.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { bytesOf, someColumns } from "../snapshot/small-snapshot.ts";
import { openFiles } from "./open-files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ids = Uint32Array.of(1, 2, 0xffff_ffff);
const whole = bytesOf(someColumns());

function file(name: string, bytes: Uint8Array | string = whole): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const openAt = (path: string) => new Snapshot(new FileBytes(path), nodeHost.crc32);

describe("a snapshot in a file", () => {
  test("is read into memory that threads can share", () => {
    const column = openAt(file("shared.pocket")).column("ids");
    expect(column).toEqual(ids);
    expect(column.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test("that was read as a whole is closed", async () => {
    const bytes = new FileBytes(file("later.pocket"));
    const snapshot = new Snapshot(bytes, nodeHost.crc32);
    await snapshot.readAll();
    expect(snapshot.column("ids")).toEqual(ids);
    expect(() => bytes.read(new Uint8Array(1), 0)).toThrow(
      expect.objectContaining({ code: "CLOSED" }),
    );
  });

  test("is closed once: who has its number now keeps its file", () => {
    const bytes = new FileBytes(file("once.pocket"));
    bytes.close();
    const next = openSync(file("next.txt", "next"), "r");
    bytes.close();
    expect(readSync(next, new Uint8Array(9), 0, 9, 0)).toBe(4);
    closeSync(next);
  });

  test("is our own: nobody checks its structure again", () => {
    const bytes = new FileBytes(file("own.pocket"));
    expect(bytes.isForeign).toBe(false);
    bytes.close();
  });

  test("may be removed or replaced while it is open", () => {
    const path = file("gone.pocket");
    const snapshot = openAt(path);
    const other = file("other.pocket", bytesOf(new Map([["ids", Uint32Array.of(9)]])));
    renameSync(other, path);
    expect(snapshot.column("ids")).toEqual(ids);
    rmSync(path);
    expect(snapshot.column("i32")).toEqual(Int32Array.of(-1));
    snapshot.verify();
  });

  test("that is cut or written over while it is open answers with an error", async () => {
    const path = file("cut.pocket");
    const snapshot = openAt(path);
    expect(snapshot.column("i8")).toEqual(Int8Array.of(-1, 127));
    truncateSync(path, 4096);
    const cut = new FileBytes(path);
    expect(() => cut.read(new Uint8Array(4), 4094)).toThrow(
      expect.objectContaining({ fault: "truncated", file: path, offset: 4096 }),
    );
    expect(() => snapshot.column("bytes")).toThrow(`${path}: was cut after it was opened`);
    await expect(snapshot.readAll()).rejects.toThrow("was cut");
    writeFileSync(path, new Uint8Array(whole.length));
    expect(() => snapshot.column("ids")).toThrow("section 'ids' is damaged");
    expect(snapshot.column("i8")).toEqual(Int8Array.of(-1, 127));
  });

  test("that is not there is named", () => {
    const path = join(folder, "nowhere.pocket");
    expect(() => openAt(path)).toThrow(
      expect.objectContaining({
        fault: "unreadable",
        message: expect.stringContaining(`${path}: cannot be read: ENOENT`),
        cause: expect.objectContaining({ code: "ENOENT" }),
      }),
    );
    expect(() => openAt(folder)).toThrow(`${folder}: cannot be read: EISDIR`);
  });

  test("is read by another thread as by this one", async () => {
    const path = file("aside.pocket");
    const bytes = new FileBytes(path);
    const target = new Uint8Array(whole.length - 7);
    await bytes.readAside(target, 7);
    expect(Buffer.compare(target, whole.subarray(7))).toBe(0);
    await expect(bytes.readAside(target, 8)).rejects.toThrow(`${path}: was cut`);
    const noFile = new FileBytes(folder);
    await expect(noFile.readAside(target, 0)).rejects.toThrow(`${folder}: cannot be read: EISDIR`);
  });

  test.runIf(process.platform === "linux")("is closed when nobody holds it any more", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const path = file("forgotten.pocket");
    (() => openAt(path).column("ids"))();
    expect(openFiles()).toContain(path);
    for (let turn = 0; turn < 100 && openFiles().includes(path); turn++) {
      collect();
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(openFiles()).not.toContain(path);
  });
});

describe("a path leads to a snapshot", () => {
  test("by the first bytes or by the name", () => {
    expect(isSnapshotFile(file("world.bin"))).toBe(true);
    expect(isSnapshotFile(file("World.POCKET", "text"))).toBe(true);
    expect(isSnapshotFile(join(folder, "nowhere.pocket"))).toBe(true);
  });

  test.runIf(process.platform === "linux")("and leaves no file open", () => {
    const path = file("closed.bin");
    expect(isSnapshotFile(path)).toBe(true);
    expect(openFiles()).not.toContain(path);
  });

  test.runIf(process.platform === "linux")("by its name alone, if it is no file", () => {
    for (const [name, is] of [
      ["pipe.pocket", true],
      ["pipe.csv", false],
    ] as const) {
      symlinkSync("/dev/null", join(folder, name));
      expect(isSnapshotFile(join(folder, name))).toBe(is);
    }
  });

  test("or not", () => {
    expect(isSnapshotFile(file("short.csv", "a"))).toBe(false);
    expect(isSnapshotFile(file("empty.csv", ""))).toBe(false);
    expect(isSnapshotFile(join(folder, "nowhere.csv"))).toBe(false);
    expect(isSnapshotFile("\0")).toBe(false);
    mkdirSync(join(folder, "folder.pocket"));
    expect(isSnapshotFile(join(folder, "folder.pocket"))).toBe(false);
  });
});
