/** What the documents claim about commands, endpoints and places in the tree. */
import { existsSync } from "node:fs";
import { posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/adapters/index.ts";
import { filesUnder, projectRoot, read } from "./source-tree.ts";

const readme = read("README.md");
const documents = filesUnder().filter(({ path }) => path.endsWith(".md"));
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

describe("the README", () => {
  test("lists every endpoint and no other", () => {
    const listed = [...readme.matchAll(/^\| `(\/[^`]+)` \|/gm)].map(([, path]) => path);
    expect(listed).toEqual(Object.values(endpoints).map(({ path }) => path));
  });

  test("names the test command that CI runs on a clean checkout", () => {
    const command = /\bnpm ci[-\w ]*&& npm test\b/;
    expect(readme).toMatch(command);
    expect(read(".ci/run")).toMatch(command);
  });
});

describe("every document", () => {
  test("names scripts that exist", () => {
    const named = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script]) => ({ path, script: script! })),
    );
    expect(named.map(({ script }) => script)).toContain("check");
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  });

  test("links to files that exist", () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, link]) => ({ path, link: link! })),
    );
    expect(links).toContainEqual({ path: "README.md", link: "ARCHITECTURE.md" });
    const missing = links.filter(
      ({ path, link }) => !existsSync(resolve(projectRoot, posix.dirname(path), link)),
    );
    expect(missing).toEqual([]);
  });
});
