/** Temporary folders of a test run: they lie in one folder, which goes away when the run ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Short, since the path of a socket has at most 107 bytes. */
const prefix = "pocket-commons-";

/**
 * Called before the tests of each project; what it returns is called after them. The first project
 * makes the folder, and the others use it.
 */
export function setup(): (() => void) | undefined {
  if (tmpdir().includes(prefix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // What `tmpdir` returns from now on, here and in the processes that run tests.
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
