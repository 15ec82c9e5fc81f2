/** Temporary folders of a test run: they lie in one folder, which goes away when the run ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Called once before all tests; what it returns is called after them. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-tests-"));
  // What `tmpdir` returns from now on, here and in the processes that run tests.
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
