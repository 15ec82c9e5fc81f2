/** Another revision of the project in a folder of its own. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Writes the files of a revision to a new folder, with the packages that it needs. */
export function checkOut(revision: string, folder: string): void {
  const root = execFileSync("git", ["rev-parse", "--show-toplevel"], { encoding: "utf8" }).trim();
  mkdirSync(folder);
  const tar = join(folder, "all.tar");
  // Works in a shallow clone, too, and leaves no trace in git.
  runIn(root, "git", "archive", "--format", "tar", "--output", tar, revision);
  runIn(folder, "tar", "-xf", tar);
  const lock = (checkout: string) => readFileSync(join(checkout, "package-lock.json"), "utf8");
  if (lock(folder) === lock(root)) {
    for (const part of [".", ...workspaces(folder)]) {
      const packages = join(root, part, "node_modules");
      if (existsSync(packages)) symlinkSync(packages, join(folder, part, "node_modules"));
    }
  } else {
    runIn(folder, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
  }
}

/** Folders that may have packages of their own, in versions that the project's others do not take. */
function workspaces(folder: string): readonly string[] {
  const { workspaces: folders } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as {
    readonly workspaces?: readonly string[];
  };
  return folders ?? [];
}

/** Runs a program in a folder; what it prints as errors is shown. */
export function runIn(folder: string, program: string, ...given: readonly string[]): void {
  execFileSync(program, given, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}
