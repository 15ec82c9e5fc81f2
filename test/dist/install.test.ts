/** What npm puts into a project that installs the package. Needs a registry, or npm's cache. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../tidy/source-tree.ts";

let home: string;

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: home, encoding: "utf8", stdio: "pipe" });

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "pocket-commons-install-"));
  writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }');
  const pack = ["pack", "--ignore-scripts", "--pack-destination", home];
  execFileSync("npm", pack, { cwd: projectRoot, stdio: "pipe" });
  const tarball = readdirSync(home).find((name) => name.endsWith(".tgz"))!;
  run("npm", "install", "--prefer-offline", "--no-audit", "--no-fund", `./${tarball}`);
});

afterAll(() => rmSync(home, { recursive: true }));

test("is the library and nothing else", () => {
  const tree = JSON.parse(run("npm", "ls", "--all", "--json")) as { dependencies: Tree };
  expect(namesIn(tree.dependencies)).toEqual(["pocket-commons"]);
});

test("has the command, which needs nothing else", () => {
  const [version, answer] = [
    run("npx", "pocket-commons", "--version"),
    run(
      "npx",
      "pocket-commons",
      "node",
      "node_modules/pocket-commons/data-samples/us-states",
      "geoId/06",
      "-p",
      "->name",
    ),
  ];
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(answer).toContain("geoId/06,name,California");
  const refused = run("sh", "-c", "npx pocket-commons info nowhere 2>&1 || echo code $?");
  expect(refused).toMatch(/^error: nowhere: cannot be read.*\ncode 2\n$/m);
});

/** A package that is optional and not there has no version. */
type Tree = Readonly<Record<string, { readonly version?: string; readonly dependencies?: Tree }>>;

function namesIn(tree: Tree): string[] {
  const names = Object.entries(tree).flatMap(([name, { version, dependencies = {} }]) =>
    version === undefined ? [] : [name, ...namesIn(dependencies)],
  );
  return [...new Set(names)];
}
