/** The package as a bundler for browsers takes it, in a world without anything that is Node's. */
import { createContext, runInContext } from "node:vm";
import { type BuildResult, build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as source from "../../src/index.ts";
import { InstalledPackage } from "./installed-package.ts";

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage([]);
});

afterAll(() => installed.remove());

/** What a page has beside the language itself, as far as the library may use it. */
const web = {
  AbortSignal,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  atob,
  btoa,
  console,
};

/** A program of the using project, bundled for a page; it fails when a part of Node is missing. */
function bundled(program: string): Promise<BuildResult<{ metafile: true; write: false }>> {
  return build({
    stdin: { contents: program, resolveDir: installed.home },
    absWorkingDir: installed.home,
    bundle: true,
    platform: "browser",
    format: "iife",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
}

/** Runs a program in a page; what it hands to `tell`. */
async function runInPage(program: string): Promise<unknown> {
  const { outputFiles } = await bundled(program);
  return new Promise((resolve) => {
    const tell = (answer: unknown) => resolve(JSON.parse(JSON.stringify(answer)));
    runInContext(outputFiles[0]!.text, createContext({ ...web, tell }));
  });
}

test("a bundler finds the door for browsers, and nothing of Node behind it", async () => {
  const { metafile } = await bundled('import * as all from "pocket-commons"; tell(all);');
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain("node_modules/pocket-commons/dist/browser.js");
  expect(inputs).not.toContain("node_modules/pocket-commons/dist/index.js");
  const late = 'import("node:fs")';
  await expect(bundled(`import "pocket-commons"; ${late};`)).rejects.toThrow("node:fs");
});

test("a page has the same names as Node, but for what needs files", async () => {
  const names = await runInPage(
    'import * as all from "pocket-commons"; tell(Object.keys(all).sort());',
  );
  const needsFiles = new Set(["open", "writeExport"]);
  expect(names).toEqual(
    Object.keys(source)
      .filter((name) => !needsFiles.has(name))
      .sort(),
  );
});

test("a page has nothing that is Node's", async () => {
  const names = '["process", "Buffer", "require", "setImmediate"]';
  expect(await runInPage(`tell(${names}.filter((name) => name in globalThis));`)).toEqual([]);
});

test("expressions are read and written in a page", async () => {
  const told = await runInPage(
    `import { ExpressionError, parseRelation, printRelation } from "pocket-commons";
     const relation = parseRelation("<- containedInPlace+{ typeOf: County }");
     let refused;
     try {
       parseRelation("name");
     } catch (error) {
       refused = [error instanceof ExpressionError, error.name, error.message];
     }
     tell({ relation, printed: printRelation(relation), refused });`,
  );
  expect(told).toEqual({
    relation: source.parseRelation("<-containedInPlace+{typeOf:County}"),
    printed: "<-containedInPlace+{typeOf:County}",
    refused: [true, "ExpressionError", expect.stringContaining("name")],
  });
});
