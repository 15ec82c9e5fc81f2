import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const annotate = (path) => spawnSync(process.execPath, ["annotate.js", path], { encoding: "utf8" });

test("an import without mistakes passes", () => {
  const { status, stdout } = annotate("import");
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^0 errors, 0 warnings$/m);
});

test("a mistake is shown at its line, and fails the job", () => {
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  cpSync("import", folder, { recursive: true });
  writeFileSync(join(folder, "shops.mcf"), 'Node: dcid:shop/1\nname: "Corner Shop"\ncolour red\n');
  const { status, stdout } = annotate(folder);
  assert.equal(status, 1);
  assert.match(stdout, /^::error file=.*shops\.mcf,line=3,title=MCF_MalformedColonLessLine::/m);
});
