/** The example of the documents for pytest, as it stands there. */

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pythonWith, skipped } from "./environment.ts";

const packages = ["datacommons-client[Pandas]==2.1.6", "pytest==8.4.2"];
const python = await pythonWith("pytest", packages);
if (typeof python !== "string") skipped(python);

test.skipIf(typeof python !== "string")(
  "a server is the double of a program in Python",
  async () => {
    const document = readFileSync("docs/testing.md", "utf8");
    const [, example = ""] = /```python\n([\s\S]*?)```/.exec(document) ?? [];
    const command = `"${process.execPath}", "dist/cli.js"`;
    const program = example.replace('"node_modules/.bin/pocket-commons"', command);
    expect(program).toContain(command);
    const file = join(mkdtempSync(join(tmpdir(), "pytest-")), "test_example.py");
    writeFileSync(file, program);
    const args = ["-m", "pytest", "-q", "--rootdir", ".", file];
    const { stdout } = await promisify(execFile)(python as string, args);
    expect(stdout).toMatch(/^2 passed/m);
  },
  240_000,
);
