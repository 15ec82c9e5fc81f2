/** The built package as its users meet it. `npm run build` comes first. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as source from "../../../src/index.ts";
import { importsOf, read } from "../../tidy/source-tree.ts";
import { dependencies, InstalledPackage } from "../installed-package.ts";

/** Conditions and what they lead to, in any depth. */
type Exports = string | { readonly [condition: string]: Exports };

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Exports;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const manifest = JSON.parse(read("package.json")) as Manifest;

/** Bundles say where their parts come from. */
const fromPackage = /^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm;

/** Bytes of the installed package. 1.7 MB are the meanings of words, 0.26 MB the public schema. */
const sizeMax = 12_250_000;

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage([...dependencies, "@types/node"]);
});

afterAll(() => installed.remove());

test("runs nothing where it is installed, so that npm has nothing to warn of", () => {
  expect(Object.keys(manifest.scripts)).toContain("build");
  const atInstall = ["preinstall", "install", "postinstall", "prepare"];
  expect(Object.keys(manifest.scripts).filter((name) => atInstall.includes(name))).toEqual([]);
});

describe("the packed files", () => {
  test("are bundles, types, licences, samples, documents and what npm adds", () => {
    const rest = installed
      .files()
      .filter((path) => !/^(?:data-samples|docs|examples|bench\/pictures)\//.test(path));
    expect(rest.filter((path) => !path.startsWith("dist/"))).toEqual([
      "ARCHITECTURE.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "NOTICE",
      "README.md",
      "bench/RESULTS.md",
      "package.json",
      "schema/public-schema.mcf.gz",
    ]);
    const isPage = (path: string) => path.startsWith("dist/explorer/");
    expect(rest.filter(isPage)).toContain("dist/explorer/index.html");
    const made = rest.filter(
      (path) => path.startsWith("dist/") && !path.endsWith(".d.ts") && !isPage(path),
    );
    const bundles = made.filter((path) => /\.c?js$/.test(path));
    const doors = bundles.filter((path) => !path.startsWith("dist/shared-"));
    expect(doors).toEqual(
      [
        "analysis",
        "browser",
        "cli",
        "demo",
        "engine",
        "expressions",
        "index",
        "kept",
        "lint",
        "load-worker",
        "mcp",
        "msw",
        "operate",
        "parts-here",
        "parts",
        "rdf",
        "remote",
        "serve-worker",
        "serve",
        "testing",
        "wire",
      ].map((door) => `dist/${door}.js`),
    );
    const others = ["dist/THIRD-PARTY-LICENSES", "dist/meaning.bin"];
    expect(made).toEqual([...others, ...bundles].sort());
    expect(installed.files()).toContain("data-samples/us-states/manifest.json");
  });

  test("import what is packed or depended upon, and types nothing but each other", () => {
    const files = installed.files();
    const outside = (ending: string) =>
      files
        .filter((path) => path.startsWith("dist/") && path.endsWith(ending))
        .flatMap((path) => {
          const targets = importsOf({ path, text: installed.read(path) });
          // The page shows code that imports the library.
          return path.startsWith("dist/explorer/")
            ? targets.filter((target) => target.startsWith("dist/"))
            : targets;
        })
        .map((target) => (ending === ".d.ts" ? target.replace(/\.js$/, ".d.ts") : target))
        .filter((target) => !target.startsWith("node:") && !files.includes(target));
    const optional = Object.keys(manifest.peerDependencies);
    for (const name of optional) expect(manifest.peerDependenciesMeta[name]?.optional).toBe(true);
    // The door for tests imports the one that the place has.
    const packages = outside(".js")
      .filter((target) => target !== "pocket-commons")
      .map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)![0]);
    expect([...new Set(packages)].sort()).toEqual([...dependencies, ...optional].sort());
    // Only those who have such a package import the door whose types are made of its types.
    const typed = ["@modelcontextprotocol/sdk/server/index.d.ts", "msw"];
    expect(outside(".d.ts").sort()).toEqual(typed);
  });

  test("say whose code is in the bundles", () => {
    const licences = installed.read("dist/THIRD-PARTY-LICENSES");
    const names = new Set(
      installed
        .files()
        .filter((path) => path.startsWith("dist/") && path.endsWith(".js"))
        .flatMap((path) => [...installed.read(path).matchAll(fromPackage)])
        .map(([, name]) => name!),
    );
    expect([...names]).toEqual(expect.arrayContaining(["chevrotain", "commander", "cli-table3"]));
    for (const name of names) expect(licences).toMatch(new RegExp(`^${name} \\d+\\.`, "m"));
  });

  test("have an answer for every export", () => {
    const targetsOf = (target: Exports): string[] =>
      typeof target === "string" ? [target] : Object.values(target).flatMap(targetsOf);
    const targets = targetsOf(manifest.exports);
    expect(targets).toContain("./dist/index.js");
    expect(targets.filter((target) => !existsSync(join(installed.root, target)))).toEqual([]);
  });

  test("keep the notice about other packages' code where a user's bundler takes them", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: 'import { open } from "pocket-commons"; console.log(open);',
        resolveDir: installed.home,
      },
      bundle: true,
      minify: true,
      platform: "node",
      format: "esm",
      write: false,
    });
    expect(outputFiles[0]!.text).toContain("THIRD-PARTY-LICENSES");
  });

  test("are readable without source maps, and small for it", () => {
    const bundles = installed.files().filter((path) => /^dist\/.*\.c?js$/.test(path));
    for (const path of bundles) {
      const text = installed.read(path);
      expect(text).toContain("THIRD-PARTY-LICENSES");
      expect(text).not.toContain("sourceMappingURL");
    }
    expect(installed.read("dist/demo.js")).toMatch(/^function heading\(question, request\) \{$/m);
    const sizes = installed.files().map((path) => statSync(join(installed.root, path)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(sizeMax);
  });
});

describe("in plain Node", () => {
  test("the package offers by name what the source does", () => {
    installed.write(
      "names.mjs",
      `import * as all from "pocket-commons";
       console.log(JSON.stringify(Object.keys(all).sort()));`,
    );
    expect(JSON.parse(installed.node("names.mjs"))).toEqual(Object.keys(source).sort());
  });

  test("the errors have their names, whatever the bundler called the classes", () => {
    installed.write(
      "errors.mjs",
      `import * as all from "pocket-commons";
       import * as remote from "pocket-commons/remote";
       const errors = Object.entries({ ...all, ...remote }).filter(
         ([, one]) => one.prototype instanceof Error,
       );
       console.log(JSON.stringify(errors.map(([name, { name: own }]) => [name, own])));`,
    );
    const names = JSON.parse(installed.node("errors.mjs")) as [string, string][];
    expect(names.map(([name]) => name)).toEqual(["CommonsError", "RemoteError"]);
    expect(names.filter(([name, own]) => name !== own)).toEqual([]);
  });

  test("the samples load and answer, as a method and as a service", () => {
    installed.write(
      "ask.mjs",
      `import { open } from "pocket-commons";
       const commons = await open("node_modules/pocket-commons/data-samples/us-states");
       const request = { nodes: ["geoId/06"], property: "->name" };
       const method = commons.v2.node(request);
       const service = await commons.fetch("/v2/node", {
         method: "POST",
         headers: { "x-api-key": "any" },
         body: JSON.stringify(request),
       });
       console.log(JSON.stringify([method, await service.json()]));`,
    );
    const [method, service] = JSON.parse(installed.node("ask.mjs")) as [unknown, unknown];
    expect(method).toMatchObject({
      data: { "geoId/06": { arcs: { name: { nodes: [{ value: "California" }] } } } },
    });
    expect(service).toEqual(method);
  });

  test("a worker answers from the memory of the main thread, and a snapshot as both do", () => {
    installed.write(
      "worker.mjs",
      `import { parentPort, workerData } from "node:worker_threads";
       import { attach } from "pocket-commons";
       const commons = attach(workerData.handle);
       parentPort.on("message", () => {
         parentPort.postMessage([commons.engine.graph.out.terms[0], commons.v2.node(workerData.request)]);
       });`,
    );
    installed.write(
      "share.mjs",
      `import { once } from "node:events";
       import { Worker } from "node:worker_threads";
       import { open } from "pocket-commons";
       const commons = await open("node_modules/pocket-commons/data-samples/us-states");
       await commons.save("states.pocket");
       const reopened = await open("states.pocket");
       reopened.verify();
       const request = { nodes: ["geoId/06"], property: "->*" };
       const told = [commons.v2.node(request), reopened.v2.node(request)];
       for (const shared of [commons, reopened]) {
         const workerData = { handle: shared.share(), request };
         const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData });
         const ask = async () => {
           worker.postMessage("ask");
           return (await once(worker, "message"))[0];
         };
         const [first, answer] = await ask();
         shared.engine.graph.out.terms[0] = first + 1;
         const [changed] = await ask();
         told.push(answer, changed - first);
         await worker.terminate();
       }
       console.log(JSON.stringify(told));`,
    );
    const [own, reopened, ...shared] = JSON.parse(installed.node("share.mjs")) as unknown[];
    expect(own).toMatchObject({ data: { "geoId/06": {} } });
    expect(reopened).toEqual(own);
    expect(shared).toEqual([own, 1, own, 1]);
  });

  test("the demonstration runs, and npm run demo builds nothing before it", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
    expect(scripts).toMatchObject({ demo: "node dist/demo.js" });
    const told = installed.node("node_modules/pocket-commons/dist/demo.js");
    expect(told).toContain("->[name, typeOf, containedInPlace]");
    expect(told).toMatch(/All answers took .* offline\.\n$/);
  });

  test("nothing but the door can be imported", () => {
    installed.write("inside.mjs", 'import "pocket-commons/dist/store/index.js";');
    expect(installed.node("inside.mjs")).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });
});
