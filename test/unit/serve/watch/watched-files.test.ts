/** Changes of files on disk, whatever makes them. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WatchedFiles } from "../../../../src/serve/watch/watched-files.ts";
import { runs } from "../../../property/runs.ts";

let home: string;
let folder: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "watched-"));
  folder = join(home, "data");
  file = join(folder, "a.mcf");
  makeAnew();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(home, { recursive: true });
});

function makeAnew(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "within"), { recursive: true });
  writeFileSync(file, "before");
}

/** Each leaves a folder with a file of the same name and size. */
const changes = {
  "a file written in place": () => writeFileSync(file, "after!"),
  "a file that another one replaces by a rename": () => {
    writeFileSync(join(home, "new"), "after!");
    renameSync(join(home, "new"), file);
  },
  "a file that is deleted and made again": () => {
    rmSync(file);
    writeFileSync(file, "after!");
  },
  "a folder that is deleted and made again": () => makeAnew(),
  "a folder that another one replaces by renames": () => {
    renameSync(folder, join(home, "old"));
    mkdirSync(join(home, "new"));
    writeFileSync(join(home, "new", "a.mcf"), "before");
    renameSync(join(home, "new"), folder);
    rmSync(join(home, "old"), { recursive: true });
  },
  "a file in a folder within": () => {
    mkdirSync(join(folder, "within"), { recursive: true });
    writeFileSync(join(folder, "within", "b.mcf"), String(Math.random()));
  },
} as const;
type Change = keyof typeof changes;

/** Longer than the least difference between times of files. */
const tick = 12;

test("each change is noticed within a second, in any order, of a file and of a folder", async () => {
  const names = Object.keys(changes) as Change[];
  const sequence = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(sequence, async (order) => {
      makeAnew();
      let [inFolder, ofFile] = [0, 0];
      const ends = [
        new WatchedFiles([folder]).watch(() => inFolder++),
        new WatchedFiles([file]).watch(() => ofFile++),
      ];
      let isOfFile = 0;
      for (const [at, name] of order.entries()) {
        await pause(tick);
        changes[name]();
        if (name !== "a file in a folder within") isOfFile += 1;
        vi.advanceTimersByTime(1000);
        expect([inFolder, ofFile], name).toEqual([at + 1, isOfFile]);
      }
      vi.advanceTimersByTime(5000);
      expect([inFolder, ofFile]).toEqual([order.length, isOfFile]);
      for (const end of ends) end();
      changes["a folder that is deleted and made again"]();
      vi.advanceTimersByTime(5000);
      expect([inFolder, ofFile]).toEqual([order.length, isOfFile]);
    }),
    { ...runs(160), examples: names.map((name) => [[name, name]]) },
  );
}, 240_000);

test("a file that is written in pieces is reported once, when no more come", async () => {
  let times = 0;
  const end = new WatchedFiles([folder]).watch(() => times++);
  for (let piece = 0; piece < 5; piece++) {
    appendFileSync(file, "more");
    vi.advanceTimersByTime(270);
    expect(times).toBe(0);
  }
  vi.advanceTimersByTime(600);
  expect(times).toBe(1);
  end();
});

test("what is there no more is a change, and so is its return", async () => {
  let times = 0;
  const end = new WatchedFiles([folder]).watch(() => times++);
  rmSync(folder, { recursive: true });
  vi.advanceTimersByTime(1000);
  expect(times).toBe(1);
  makeAnew();
  vi.advanceTimersByTime(1000);
  expect(times).toBe(2);
  end();
});

test("a time or a size alone is enough", async () => {
  let times = 0;
  const end = new WatchedFiles([file]).watch(() => times++);
  await pause(tick);
  utimesSync(file, 1, 1);
  vi.advanceTimersByTime(1000);
  expect(times).toBe(1);
  end();
});

test("hidden files, folders of tools and links in a circle are passed over", async () => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(folder, join(folder, "within", "circle"));
  let times = 0;
  const end = new WatchedFiles([folder]).watch(() => times++);
  writeFileSync(join(folder, ".a.mcf.swp"), "x");
  writeFileSync(join(folder, "node_modules", "a.mcf"), "x");
  vi.advanceTimersByTime(2000);
  expect(times).toBe(0);
  end();
});

test("a file that is not there is refused", () => {
  const files = new WatchedFiles([file, join(home, "none.mcf")]);
  expect(() => files.requireAll()).toThrow(
    new TypeError(`watch: there is no file ${home}/none.mcf`),
  );
  expect(() => new WatchedFiles([file]).requireAll()).not.toThrow();
});

test("without files nothing is looked at", () => {
  new WatchedFiles([]).watch(() => undefined);
  expect(vi.getTimerCount()).toBe(0);
});
