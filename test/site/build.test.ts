/** Whoever builds the site of a commit gets the same files. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../tidy/source-tree.ts";
import { folder } from "./built-site.ts";

/** TypeDoc's pages are built once. */
function filesIn(place: string): readonly string[] {
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((path) => !/^reference(?:\/|$)/.test(path) && statSync(join(place, path)).isFile())
    .sort();
}

test("two builds are the same to the byte", () => {
  const second = mkdtempSync(join(tmpdir(), "site-"));
  try {
    execFileSync(process.execPath, ["site/build.mjs", "--no-reference", "--out", second], {
      cwd: projectRoot,
      stdio: "pipe",
    });
    const files = filesIn(folder);
    expect(files.length).toBeGreaterThan(300);
    expect(filesIn(second)).toEqual(files);
    const differing = files.filter(
      (path) => !readFileSync(join(folder, path)).equals(readFileSync(join(second, path))),
    );
    expect(differing).toEqual([]);
  } finally {
    rmSync(second, { recursive: true });
  }
}, 120_000);
