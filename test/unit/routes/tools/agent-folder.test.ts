/** The folder that large answers are written to: names, limits, and what is never overwritten. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { AgentFolder, checkName, nameOf } from "../../../../src/routes/tools/agent-folder.ts";

const parent = mkdtempSync(join(tmpdir(), "folder-"));
afterAll(() => rmSync(parent, { recursive: true }));
let place: string;
beforeEach(() => {
  place = join(mkdtempSync(join(parent, "one-")), "deep", "er");
});

describe("a name", () => {
  test.each([
    [["Income", "geoId/06"], "Income_geoId_06"],
    [["//dc/g//Root"], "dc_g_Root"],
    [["a--b", "", "c"], "a_b_c"],
    [["\u00e4\u00f6"], "answer"],
    [[], "answer"],
    [["x".repeat(99)], "x".repeat(80)],
  ])("made of %j is %s", (parts, name) => {
    expect(nameOf(...parts)).toBe(name);
    expect(checkName(name)).toBe(name);
  });

  test.each(["a", "A.b-c_d", "1", "a".repeat(100)])("%s may be asked for", (name) => {
    expect(checkName(name)).toBe(name);
  });

  test.each(["", ".a", "-a", "_a", "a/b", "a b", "..", "a".repeat(101), "a\n"])(
    "%j may not be",
    (name) => {
      const shown = JSON.stringify(name.slice(0, 40));
      expect(() => checkName(name)).toThrow(
        `file_name ${shown} must be a name of letters, digits, '.', '_' and '-', without a folder`,
      );
    },
  );
});

const csv = (name: string, ...pieces: readonly (string | Uint8Array)[]) => ({
  name,
  ending: "csv",
  pieces,
});

describe("a file", () => {
  test("has its pieces in order, and takes another name if there is one of its own", async () => {
    const folder = new AgentFolder(place, 1000);
    const first = await folder.write(csv("a", "one ", new Uint8Array([0x32]), " \u00e4"));
    expect(first).toEqual({ path: join(place, "a.csv"), bytes: 8 });
    expect(readFileSync(first.path, "utf8")).toBe("one 2 \u00e4");
    const paths = await Promise.all([1, 2, 3].map((at) => folder.write(csv("a", `${at}`))));
    expect(paths.map(({ path }) => path)).toEqual(
      ["a-2.csv", "a-3.csv", "a-4.csv"].map((name) => join(place, name)),
    );
    expect(paths.map(({ path }) => readFileSync(path, "utf8"))).toEqual(["1", "2", "3"]);
    expect(readFileSync(first.path, "utf8")).toBe("one 2 \u00e4");
  });

  test("is not written through a link of its name", async () => {
    const folder = new AgentFolder(place, 1000);
    await folder.write(csv("first", "1"));
    const outside = join(parent, "outside.csv");
    symlinkSync(outside, join(place, "a.csv"));
    expect((await folder.write(csv("a", "2"))).path).toBe(join(place, "a-2.csv"));
    expect(readdirSync(parent)).not.toContain("outside.csv");
  });

  test("that finds no room is gone, and says how much is left", async () => {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "other.txt"), "12345");
    const folder = new AgentFolder(place, 10);
    expect((await folder.write(csv("a", "12345"))).bytes).toBe(5);
    await expect(folder.write(csv("b", "1"))).rejects.toThrow(
      "the folder may hold 10 bytes, and 0 are left",
    );
    const small = new AgentFolder(place, 4);
    await expect(small.write(csv("b", "1"))).rejects.toThrow(
      "the folder may hold 4 bytes, and 0 are left",
    );
    const roomy = new AgentFolder(place, 13);
    await expect(roomy.write(csv("b", "12", "34"))).rejects.toThrow(
      "the folder may hold 13 bytes, and 3 are left",
    );
    expect(readdirSync(place).sort()).toEqual(["a.csv", "other.txt"]);
    expect((await roomy.write(csv("b", "123"))).bytes).toBe(3);
  });

  test("of a folder that leads to another place now is refused", async () => {
    const folder = new AgentFolder(place, 100);
    await folder.write(csv("a", "1"));
    const moved = join(parent, "moved");
    renameSync(place, moved);
    await expect(folder.write(csv("b", "1"))).rejects.toThrow("leads to another place now");
    symlinkSync(moved, place);
    await expect(folder.write(csv("b", "1"))).rejects.toThrow("leads to another place now");
    expect(readdirSync(moved)).toEqual(["a.csv"]);
    rmSync(place);
    renameSync(moved, place);
    expect((await folder.write(csv("b", "1"))).path).toBe(join(place, "b.csv"));
  });

  test("that nobody waits for any more is gone", async () => {
    const folder = new AgentFolder(place, 100);
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(folder.write(csv("a", "1"), gone)).rejects.toThrow("gone");
    const during = new AbortController();
    const pieces = (function* () {
      yield "1";
      during.abort(new Error("given up"));
      yield "2";
    })();
    const written = folder.write({ name: "b", ending: "csv", pieces }, during.signal);
    await expect(written).rejects.toThrow("given up");
    expect(readdirSync(place)).toEqual([]);
    expect((await folder.write(csv("c", "1"), new AbortController().signal)).bytes).toBe(1);
  });

  test("that cannot be made says why", async () => {
    writeFileSync(join(parent, "file"), "");
    const folder = new AgentFolder(join(parent, "file", "in"), 100);
    await expect(folder.write(csv("a", "1"))).rejects.toThrow("ENOTDIR");
  });
});
