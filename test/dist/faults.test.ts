/** Faults of the machine while the built library works: kills, full disks, several writers. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileOnDisk } from "../../src/disk/disk-tree.ts";
import { open } from "../../src/index.ts";
import { Export } from "../../src/publish/export-formats.ts";
import { startThread, ThreadPool } from "../../src/threads/worker-thread.ts";
import { WorldBuilder } from "../../src/world/world.ts";
import { projectRoot } from "../tidy/source-tree.ts";

const library = join(projectRoot, "dist/index.js");
const sample = join(projectRoot, "data-samples/us-states");
let folder: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faults-"));
  target = join(folder, "world.pocket");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A program that does something with a world, again and again where the text says so. */
function program(name: string, lines: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `import { open } from ${JSON.stringify(library)};
     const commons = await open(${JSON.stringify(sample)});
     const target = ${JSON.stringify(target)};
     ${lines}`,
  );
  return path;
}

const saving = "for (let at = 0; at < 400; at++) await commons.save(target);";

async function isWhole(path: string): Promise<boolean> {
  const commons = await open(path);
  commons.verify();
  return commons.info.nodeCount === 313;
}

describe("saving", () => {
  test("that is killed leaves the old snapshot or the new one", async () => {
    const path = program("save.mjs", `process.stdout.write("x"); ${saving}`);
    // A busy machine needs more time before a first snapshot is whole.
    for (let round = 0; round < 6 || (round < 40 && !existsSync(target)); round++) {
      const writer = spawn(process.execPath, [path], { stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(writer, "exit");
      await once(writer.stdout, "data");
      await pause(30 + 37 * round);
      writer.kill("SIGKILL");
      await ended;
      if (existsSync(target)) expect(await isWhole(target)).toBe(true);
    }
    expect(existsSync(target)).toBe(true);
    const left = readdirSync(folder).filter((name) => !["save.mjs", "world.pocket"].includes(name));
    // What a killed process leaves is hidden, so that nobody loads it.
    expect(left.filter((name) => !/^\.world\.pocket\..*\.tmp$/.test(name))).toEqual([]);
  });

  test("of two processes to one target leaves the snapshot of one", async () => {
    const path = program("save.mjs", saving.replace("400", "60"));
    const codes = await Promise.all(
      [1, 2].map(async () => (await once(spawn(process.execPath, [path]), "exit"))[0] as number),
    );
    expect(codes).toEqual([0, 0]);
    expect(await isWhole(target)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["save.mjs", "world.pocket"]);
  });

  test.each([
    ["a snapshot", "await commons.save(target)", 40, "world.pocket"],
    ["an export", `await commons.export(target, { force: true })`, 40, "observations.csv"],
  ])(
    "%s where there is no more room fails, and leaves what was there",
    (_what, act, blocks, name) => {
      const path = program(
        "full.mjs",
        `await ${act}.then(() => console.log("saved"), (error) => console.log(error.name + ": " + error.message));`.replace(
          "await await",
          "await",
        ),
      );
      const isFolder = name !== "world.pocket";
      execFileSync(process.execPath, [path]);
      const file = isFolder ? join(target, name) : target;
      const before = readFileSync(file);
      // The signal that the limit sends is ignored, so that writing fails as on a full disk.
      const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "${process.execPath}" "${path}"`;
      const told = execFileSync("bash", ["-c", limited], { encoding: "utf8" });
      expect(told).toMatch(/EFBIG|ENOSPC/);
      expect(readFileSync(file)).toEqual(before);
      const left = readdirSync(isFolder ? target : folder);
      expect(left.filter((entry) => /\.tmp$|unfinished/.test(entry))).toEqual([]);
    },
  );
});

describe("an export", () => {
  /** The files of two worlds, by name. */
  async function bothExports(): Promise<ReadonlyMap<string, readonly string[]>> {
    const large = await open(sample);
    const small = await open({ "a.mcf": 'Node: dcid:a\ntypeOf: dcs:City\nname: "A"\n' });
    const [some, few] = [large, small].map((commons) => new Export(commons.engine, "tables").files);
    const textOf = (files: typeof some, name: string) =>
      [...(files?.find((file) => file.name === name)?.text() ?? [])].join("");
    return new Map(some!.map(({ name }) => [name, [textOf(some, name), textOf(few, name)]]));
  }

  const exporting = `const small = await open({ "a.mcf": 'Node: dcid:a\\ntypeOf: dcs:City\\nname: "A"\\n' });
    process.stdout.write("x");
    for (let at = 0; at < 4000; at++) await (at % 2 ? small : commons).export(target, { force: true });`;

  test("that is killed leaves each file whole, of the old export or the new one", async () => {
    const path = program("export.mjs", exporting);
    const texts = await bothExports();
    let cutOff = 0;
    for (let round = 0; round < 8; round++) {
      const writer = spawn(process.execPath, [path], { stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(writer, "exit");
      await once(writer.stdout, "data");
      await pause(30 + 17 * round);
      writer.kill("SIGKILL");
      expect((await ended)[1]).toBe("SIGKILL");
      for (const name of existsSync(target) ? readdirSync(target) : []) {
        if (name.endsWith(".unfinished")) {
          cutOff++;
          expect(texts.has(name.slice(0, -".unfinished".length))).toBe(true);
        } else expect(texts.get(name)).toContain(readFileSync(join(target, name), "utf8"));
      }
    }
    expect(cutOff).toBeGreaterThan(0);
    // The next export puts its files in the place of all that.
    await (await open(sample)).export(target, { force: true });
    expect(readdirSync(target).sort()).toEqual([...texts.keys()].sort());
    for (const [name, [text]] of texts) {
      expect(readFileSync(join(target, name), "utf8")).toBe(text);
    }
    // Nobody loads what was cut off.
    writeFileSync(join(target, "triples.csv.unfinished"), "subject_id,predicate");
    expect(await isWhole(target)).toBe(true);
  });

  test("of which only the last bytes have no room fails as well", async () => {
    const act = `commons.export(target, { force: true })`;
    const path = program(
      "full.mjs",
      `await ${act}.then(() => console.log("saved"), (error) => console.log(error.message));`,
    );
    const bytes = Buffer.byteLength((await bothExports()).get("observations.csv")![0]!);
    const blocks = Math.floor((bytes - 1) / 1024);
    const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "${process.execPath}" "${path}"`;
    expect(execFileSync("bash", ["-c", limited], { encoding: "utf8" })).toMatch(/EFBIG|ENOSPC/);
    expect(readdirSync(target)).not.toContain("observations.csv");
  });
});

test.each([
  ["process.exit(7);", /thread/],
  ['throw new Error("of the thread");', /of the thread/],
])("a thread that dies fails the load, and nothing hangs: %s", async (text, message) => {
  const worker = join(folder, "worker.mjs");
  writeFileSync(worker, `import "node:worker_threads"; ${text}`);
  const table = join(folder, "a.csv");
  const rows = "subject_id,predicate,object_id,object_value\na,b,c,\n";
  writeFileSync(table, rows);
  const pool = new ThreadPool(new WorldBuilder(), 1, () => startThread(pathToFileURL(worker)));
  const provenance = { listed: undefined, option: undefined, stem: "a" };
  const input = fileOnDisk(table, rows.length);
  const columns = rows.split("\n")[0]!.split(",");
  const shared = { kind: "triples", columns };
  const task = { kind: "triples", input, provenance, shared };
  const range = { start: 0, end: rows.length };
  await expect(pool.read(task, [range, range], async () => {})).rejects.toThrow(message);
  await pool.stop();
});
