/** How compilers find the doors of the packed package, by the program that knows all ways. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { nodeWith, say, skipped } from "../environment.ts";

const run = promisify(execFile);

interface Report {
  readonly analysis: { readonly entrypoints: Readonly<Record<string, unknown>> };
  readonly problems: Readonly<Record<string, readonly { readonly resolutionKind: string }[]>>;
}

test("attw finds what docs/package.md says: no door by node10, and dynamic import alone from CommonJS", async () => {
  const folder = await nodeWith("attw", ["@arethetypeswrong/cli@0.18.5"]);
  if (typeof folder !== "string") return skipped(folder);
  const home = mkdtempSync(join(tmpdir(), "attw-"));
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", home]);
  const [packed = ""] = readdirSync(home);
  const attw = join(folder, "node_modules/.bin/attw");
  // It ends with 1 where it has something to say, and does not wait until a pipe has taken all of it.
  const report = join(home, "report.json");
  const command = `"${attw}" "${join(home, packed)}" --format json > "${report}" || true`;
  await run("sh", ["-c", command]);
  const { analysis, problems } = JSON.parse(readFileSync(report, "utf8")) as Report;
  rmSync(home, { recursive: true });
  const doors = Object.keys(analysis.entrypoints);
  expect(doors).toContain("./serve");
  const found = Object.entries(problems).map(([kind, list]) => {
    return [kind, ...new Set(list.map(({ resolutionKind }) => resolutionKind))].join(" ");
  });
  expect(found.sort()).toEqual(["CJSResolvesToESM node16-cjs", "NoResolution node10"]);
  say(`attw: ${doors.length} doors`);
}, 240_000);
