import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeHost, WholeFile } from "../../../src/disk/snapshot-files.ts";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { sized } from "../../property/runs.ts";
import { bytesOf, someColumns } from "../snapshot/small-snapshot.ts";
import { openFiles } from "./open-files.ts";

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  path = join(folder, "some.pocket");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The snapshot of these bytes, from a file, with all of it read and checked. */
async function readWhole(bytes: Uint8Array): Promise<Snapshot> {
  writeFileSync(path, bytes);
  const snapshot = new Snapshot(new WholeFile(path), nodeHost.crc32);
  await snapshot.readAll();
  return snapshot;
}

function expectColumns(snapshot: Snapshot, columns: ReadonlyMap<string, Column>): void {
  for (const [name, column] of columns) {
    const read = snapshot.column(name);
    expect(read.constructor).toBe(column.constructor);
    expect(Buffer.compare(bytesIn(read), bytesIn(column))).toBe(0);
  }
}

const bytesIn = ({ buffer, byteOffset, byteLength }: Column) =>
  new Uint8Array(buffer, byteOffset, byteLength);

describe("a file that is read as a whole", () => {
  const columns = someColumns();
  const whole = bytesOf(columns);

  test("is one buffer that threads can share, in which columns lie in place", async () => {
    const snapshot = await readWhole(whole);
    rmSync(path);
    expectColumns(snapshot, columns);
    const { buffer } = snapshot.column("ids");
    expect(buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(buffer.byteLength).toBe(whole.length);
    expect(snapshot.column("doubles").buffer).toBe(buffer);
    snapshot.verify();
  });

  test.each([
    ["no columns", new Map<string, Column>()],
    ["one short one", new Map<string, Column>([["ids", Uint32Array.of(7)]])],
    [
      "a megabyte of blocks",
      new Map<string, Column>([["ids", Uint32Array.from({ length: 300_000 }, (_, at) => at)]]),
    ],
  ])("may have %s", async (_, some) => {
    const snapshot = await readWhole(bytesOf(some, "contents"));
    expect(snapshot.contents).toBe("contents");
    expectColumns(snapshot, some);
  });

  test("is ready up to any place, asked in any order", async () => {
    writeFileSync(path, whole);
    const file = new WholeFile(path);
    const target = new Uint8Array(10);
    for (const end of [3_000, 100, whole.length, 200]) {
      await file.ready(end);
      file.read(target, end - 10);
      expect(target).toEqual(whole.slice(end - 10, end));
    }
    // What is ready needs the file no more.
    truncateSync(path);
    file.read(target, whole.length - 10);
    expect(target).toEqual(whole.slice(-10));
    expect(file.isForeign).toBe(false);
    file.close();
  });

  test("is refused whichever byte is damaged, be it read by this thread or another", async () => {
    const few = bytesOf(
      new Map<string, Column>([
        ["bytes", Uint8Array.from({ length: 70 }, (_, at) => at * 31)],
        ["doubles", Float64Array.of(0.1, -0)],
      ]),
    );
    for (let at = 0; at < few.length; at += sized(3, 1)) {
      const damaged = few.slice();
      damaged[at]! ^= 1 << (at % 8);
      await expect(readWhole(damaged)).rejects.toThrow(SnapshotError);
    }
  });

  test("names section and block of the damage", async () => {
    for (const at of [20_000, 100_000, 190_000]) {
      const damaged = whole.slice();
      damaged[at]! ^= 1;
      await expect(readWhole(damaged)).rejects.toMatchObject({
        fault: "damaged",
        section: "bytes",
      });
    }
  });

  test("that is none, is cut or is not there is an error that says so", async () => {
    const about = (fault: string) => ({ code: "SNAPSHOT", fault, file: path });
    await expect(readWhole(new Uint8Array(0))).rejects.toMatchObject(about("foreign"));
    await expect(readWhole(new Uint8Array(1000))).rejects.toMatchObject(about("foreign"));
    await expect(readWhole(whole.slice(0, -1))).rejects.toMatchObject(about("truncated"));
    rmSync(path);
    expect(() => new WholeFile(path)).toThrow(`${path}: cannot be read: ENOENT`);
    const { crc32 } = nodeHost;
    expect(() => new Snapshot(new WholeFile(folder), crc32)).toThrow("cannot be read: EISDIR");
  });

  test.runIf(process.platform === "linux")("is closed afterwards", async () => {
    await readWhole(whole);
    await new Promise((done) => setTimeout(done, 1));
    expect(openFiles()).not.toContain(path);
  });
});
