/** The file that threads which help loading run: tables that need it are too large for a test. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileOnDisk } from "../../src/disk/disk-tree.ts";
import { noId } from "../../src/load/statements/sink.ts";
import { columnsOf } from "../../src/snapshot/world-contents.ts";
import type { Column } from "../../src/store/columns/column-source.ts";
import { startThread, ThreadPool } from "../../src/threads/worker-thread.ts";
import { WorldBuilder } from "../../src/world/world.ts";
import { withFolder } from "../unit/load/load-texts.ts";

const program = new URL("../../dist/load-worker.js", import.meta.url);

/** Comparing elements would take seconds. */
function hashOf({ buffer, byteOffset, byteLength }: Column): string {
  return createHash("sha256")
    .update(Buffer.from(buffer, byteOffset, byteLength))
    .digest("hex");
}

/** Enough literals that sorting them is divided among threads. */
const rowCount = 70_000;

test("two threads read and freeze what one does", { timeout: 60_000 }, async () => {
  const header = "subject_id,predicate,object_id,object_value\n";
  const row = (at: number) => `s${at % 977},p${at % 5},,${(at * 7919) % 65_521} \u00e4 of ${at}\n`;
  const rows = Array.from({ length: rowCount }, (_, at) => row(at));
  const half = rows.slice(0, rowCount / 2).join("");
  const text = Buffer.from(header + rows.join(""));
  await withFolder({ "a.csv": text }, async (folder) => {
    const input = fileOnDisk(join(folder, "a.csv"), text.length);
    const provenance = { listed: undefined, option: undefined, stem: "a" };
    const columns = header.trim().split(",");
    const shared = { kind: "triples", columns };
    const task = { kind: "triples", input, provenance, shared };
    const cut = Buffer.byteLength(header + half);
    const ranges = [
      { start: 0, end: cut },
      { start: cut, end: text.length },
    ];
    const worldOf = async (threads: number) => {
      const builder = new WorldBuilder();
      const pool = new ThreadPool(builder, threads - 1, () => startThread(program));
      const told: (number | undefined)[] = [];
      try {
        await pool.read(task, ranges, async (_, report) => {
          told.push(report?.rows);
        });
        builder.link(builder.node("s1"), builder.node("p1"), builder.node("s2"), noId);
        const { world } = await pool.freeze({});
        return { told, columns: Object.fromEntries(columnsOf(world)) };
      } finally {
        await pool.stop();
      }
    };
    const one = await worldOf(1);
    expect(one.told).toEqual([rowCount / 2, rowCount / 2]);
    const two = await worldOf(2);
    expect(two.told).toEqual(one.told);
    for (const [name, column] of Object.entries(one.columns)) {
      expect(hashOf(two.columns[name]!), name).toBe(hashOf(column));
    }
  });
});

test("threads have the reader of each format that they read in chunks", () => {
  const text = readFileSync(program, "utf8");
  for (const name of ["readTable", "templateReader", "mcfChunks"]) {
    expect(text).toMatch(new RegExp(`(?:function|var) ${name}\\b`));
  }
});
