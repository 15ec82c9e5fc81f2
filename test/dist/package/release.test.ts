/** What a release would publish. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot, read } from "../../tidy/source-tree.ts";

const { version } = JSON.parse(read("package.json")) as { version: string };

test("a dry run packs, lists what the bundles contain, and leaves the tree as it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-release-"));
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { cwd: projectRoot, encoding: "utf8" });
  try {
    const before = run("git", ["status", "--porcelain"]);
    const told = run(process.execPath, [
      ...["build/release.mjs", "--dry-run", "--no-check"],
      ...["--out", folder],
    ]);
    expect(told).toContain("Nothing was published.");
    expect(told).toMatch(/\d+ {2}dist\/index\.js\n/);
    expect(readdirSync(folder).sort()).toEqual([
      "notes.md",
      `pocket-commons-${version}.cdx.json`,
      `pocket-commons-${version}.tgz`,
    ]);
    const bill = readFileSync(join(folder, `pocket-commons-${version}.cdx.json`), "utf8");
    const { bomFormat, components } = JSON.parse(bill);
    expect(bomFormat).toBe("CycloneDX");
    const names = components.map(({ name }: { name: string }) => name);
    expect(names).toContain("sparqljs");
    expect(names).not.toContain("vitest");
    expect(run("git", ["status", "--porcelain"])).toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("no version is released without its date in the changelog", () => {
  const prepare = ["build/release.mjs", "--publish", "--no-check"];
  const options = { cwd: projectRoot, encoding: "utf8", stdio: "pipe" } as const;
  expect(() => execFileSync(process.execPath, prepare, options)).toThrow(
    /CHANGELOG\.md has no section|there are changes/,
  );
});
