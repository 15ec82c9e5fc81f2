/** What a program loads before its first answer: counted, since a busy machine is slow. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { InstalledPackage } from "./installed-package.ts";

const bytesMax = 500_000;
/** The door, and what it shares with others: a module for each set of doors that share something. */
const modulesMax = 22;

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage(["commander", "hyparquet-writer"]);
});

afterAll(() => installed.remove());

interface Module {
  /** From the folder of packages. */
  readonly path: string;
  readonly bytes: number;
}

/** Modules of any kind and package that run with a program. */
function modulesOf(program: string): Module[] {
  installed.write(
    "watch.mjs",
    `import { Session } from "node:inspector";
     const session = new Session();
     const modules = [];
     session.on("Debugger.scriptParsed", ({ params: { url, length } }) => {
       const path = /\\/node_modules\\/(.*)/.exec(url)?.[1];
       if (path !== undefined) modules.push({ path, bytes: length });
     });
     session.connect();
     session.post("Debugger.enable");
     await import("./program.mjs");
     session.disconnect();
     console.log(JSON.stringify(modules));`,
  );
  installed.write("program.mjs", program);
  // The program may print something, too.
  return JSON.parse(installed.node("watch.mjs").trim().split("\n").at(-1)!) as Module[];
}

test("a first answer needs a few modules of the package and no other package", () => {
  const modules = modulesOf(
    `import "pocket-commons";
     import { parseRelation } from "pocket-commons/expressions";
     parseRelation("<-containedInPlace+{typeOf:County}");`,
  );
  expect(modules.map(({ path }) => path)).toContain("pocket-commons/dist/index.js");
  expect(modules.filter(({ path }) => !path.startsWith("pocket-commons/dist/"))).toEqual([]);
  expect(modules.length).toBeLessThanOrEqual(modulesMax);
  const bytes = modules.reduce((sum, module) => sum + module.bytes, 0);
  expect(bytes).toBeLessThanOrEqual(bytesMax);
});

test("what explains answers is loaded by the first explanation", () => {
  const opened = 'const commons = await open({ "a.mcf": "Node: dcid:a\\nname: \\"A\\"" });';
  const before = weigh(`import { open } from "pocket-commons"; ${opened}`);
  const after = weigh(
    `import { open } from "pocket-commons"; ${opened}
     await commons.explain({ node: { nodes: ["b"], property: "->name" } });`,
  );
  const added = [...after].filter(([path]) => !before.has(path));
  expect(added.length).toBeGreaterThan(0);
  expect(
    added.some(([path]) =>
      installed.read(path.replace("pocket-commons/", "")).includes("// src/explain/"),
    ),
  ).toBe(true);
  for (const path of before.keys()) {
    expect(installed.read(path.replace("pocket-commons/", ""))).not.toContain("// src/explain/");
  }
});

test("parts of the engine are loaded at once by the first question for them, and share classes with the door", () => {
  const opened = `import { CommonsError, open } from "pocket-commons";
    const files = await open({ "a.mcf": "Node: dcid:a\\ntypeOf: Place\\nname: \\"A\\"" });
    await files.save("parts.pocket");
    const commons = await open("parts.pocket");`;
  const questions = `
    const query = "SELECT ?name WHERE { ?a typeOf Place . ?a name ?name }";
    console.assert(commons.v2.sparql({ query }).rows.length === 1);
    try {
      commons.v2.sparql({ query: "SELECT" });
      process.exit(1);
    } catch (error) {
      if (!(error instanceof CommonsError) || error.code !== "QUERY") throw error;
    }
    commons.v2.resolve({ nodes: ["A"], property: "<-name->dcid" });
    commons.catalog.search({ text: "A" });
    commons.v1.triples({ direction: "out", node: "a" });
    commons.v0.triples({ dcids: ["a"] });
    commons.verify("structure");`;
  const before = weigh(opened);
  const added = [...weigh(opened + questions).keys()].filter((path) => !before.has(path));
  const textOf = (path: string) => installed.read(path.replace("pocket-commons/", ""));
  for (const room of [
    "sparql/run",
    "resolve",
    "search",
    "adapters/v1",
    "adapters/v0",
    "store/stored",
  ]) {
    expect(added.some((path) => textOf(path).includes(`// src/${room}/`))).toBe(true);
  }
  expect(added.filter((path) => !path.endsWith(".cjs"))).toEqual([]);
});

/** A package without the scripts that are loaded by `require`. */
function withoutScripts(): InstalledPackage {
  const copy = new InstalledPackage([]);
  const dist = join(copy.root, "dist");
  for (const file of readdirSync(dist)) {
    if (file.endsWith(".cjs")) rmSync(join(dist, file));
  }
  return copy;
}

test("methods and what imports the same parts answer the same, whichever is first, and without scripts of parts", () => {
  const asked = {
    methods: `[
      commons.v2.sparql({ query }),
      commons.v2.resolve({ nodes: ["California"], property: "<-description->dcid" }),
      commons.v2.resolve({ nodes: ["37.42#-122.08"], property: "<-geoCoordinate->dcid" }),
      commons.v2.resolve({ nodes: ["population"], property: "<-description->dcid", resolver: "indicator" }),
      commons.catalog.search({ text: "popul calif" }),
      commons.catalog.variables({ search: "people" }),
    ]`,
    imported: `[
      await commons.explain({ sparql: { query } }),
      await commons.explain({ resolve: { nodes: ["California", "x"], property: "<-description->dcid" } }),
      await commons.explain({ resolve: { nodes: ["37.42#-122.08"], property: "<-geoCoordinate->dcid" } }),
      await commons.explain({ resolve: { nodes: ["population"], property: "<-description->dcid", resolver: "indicator" } }),
      await commons.understand("population of Texas in 2020"),
    ]`,
  };
  const answers = (
    [first, second]: readonly ("methods" | "imported")[],
    from: InstalledPackage,
  ) => {
    from.write(
      "both.mjs",
      `import { open } from "pocket-commons";
       const commons = await open("data-samples/us-states");
       const query = "SELECT ?n WHERE { ?s typeOf State . ?s name ?n } LIMIT 5";
       const ${first} = ${asked[first!]};
       const ${second} = ${asked[second!]};
       console.log(JSON.stringify([methods, imported]));`,
    );
    return from.node("both.mjs");
  };
  const expected = answers(["methods", "imported"], installed);
  expect(expected).toContain("geoId/06");
  expect(answers(["imported", "methods"], installed)).toBe(expected);
  const copy = withoutScripts();
  expect(answers(["methods", "imported"], copy)).toBe(expected);
  copy.remove();
});

test("a program that was bundled without the parts imports them before it asks", () => {
  const copy = withoutScripts();
  copy.write(
    "program.mjs",
    `import { open } from "pocket-commons";
     const commons = await open("data-samples/us-states");
     const query = "SELECT ?name WHERE { ?a typeOf State . ?a name ?name } LIMIT 2";
     console.log(commons.v2.sparql({ query }).rows.length);`,
  );
  expect(copy.node("program.mjs").trim()).toBe("2");
  copy.remove();
});

test("modules of other packages would be seen", () => {
  const modules = modulesOf('import "pocket-commons"; import "commander";');
  expect(modules.map(({ path }) => path)).toContain("commander/index.js");
  expect(modules.length).toBeGreaterThan(modulesMax);
});

/** Modules of the package that a program loads, in bytes by path. */
function weigh(program: string): Map<string, number> {
  return new Map(modulesOf(program).map(({ path, bytes }) => [path, bytes]));
}

test("what makes tables is loaded with the first table, and what writes files with the first file", () => {
  const opened = `import { open } from "pocket-commons";
    const commons = await open("data-samples/us-states");`;
  const main = weigh(opened);
  const first = `${opened}
    const table = await commons.table({ entities: ["geoId/06"], variables: ["Count_Person"] });`;
  const added = (program: string) => [...weigh(program)].filter(([path]) => !main.has(path));
  const table = added(first);
  expect(table.map(([path]) => path.startsWith("pocket-commons/dist/shared-"))).not.toContain(
    false,
  );
  expect(table.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(146_000);
  const paths = added(`${first}\nawait table.parquet();`).map(([path]) => path);
  expect(paths).toContain("hyparquet-writer/src/datapage.js");
  const own = paths.filter((path) => path.startsWith("pocket-commons/"));
  expect(own).toHaveLength(table.length + 1);
});

test("the door for tests is small, and adds nothing to the main door", () => {
  const main = weigh('import "pocket-commons";');
  const both = weigh('import "pocket-commons"; import "pocket-commons/testing";');
  const added = [...both].filter(([path]) => !main.has(path));
  expect([...both].filter(([path]) => main.has(path))).toEqual([...main]);
  expect(added[0]![0]).toBe("pocket-commons/dist/testing.js");
  expect(added.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(54_500);
  for (const path of main.keys()) {
    const text = installed.read(path.replace("pocket-commons/", ""));
    expect(text).not.toMatch(/\/\/ src\/(?:testing|tables)\//);
  }
});

test("the table of meanings is read by the first search alone; without it, words are compared", () => {
  const copy = new InstalledPackage([]);
  const file = "node_modules/pocket-commons/dist/meaning.bin";
  const program = (search: string) => `import { open } from "pocket-commons";
    const warnings = [];
    console.warn = (text) => warnings.push(text);
    const commons = await open("data-samples/us-states");
    commons.v2.node({ nodes: ["geoId/06"], property: "->name" });
    commons.catalog.variables();
    const found = ${search};
    console.log(JSON.stringify([found, warnings.length, String(warnings[0]).slice(0, 62)]));`;
  const indicator = (text: string) =>
    `["${text}", "${text}"].map((text) => commons.v2.resolve({ nodes: [text], resolver: "indicator" }).entities[0].candidates?.[0].dcid)`;
  const run = (search: string): unknown => {
    copy.write("program.mjs", program(search));
    return JSON.parse(copy.node("program.mjs"));
  };
  expect(run(indicator("salary"))).toEqual([
    ["Median_Income_Household", "Median_Income_Household"],
    0,
    "undefined",
  ]);
  copy.write(file, "no table");
  const warning = "pocket-commons: searches compare words, not meanings: meaning.bin";
  expect(run("[]")).toEqual([[], 0, "undefined"]);
  expect(run(indicator("unemployment"))).toEqual([
    ["UnemploymentRate_Person", "UnemploymentRate_Person"],
    1,
    expect.stringContaining(warning.slice(0, 55)),
  ]);
  copy.remove();
});

test("the version and the help are printed without the library", () => {
  for (const option of ["--version", "--help"]) {
    const modules = modulesOf(
      `process.argv = [process.execPath, "pocket-commons", "${option}"];
       await import("./node_modules/pocket-commons/dist/cli.js");`,
    );
    expect(modules.map(({ path }) => path)).toEqual(["pocket-commons/dist/cli.js"]);
    expect(modules[0]!.bytes).toBeLessThan(350_000);
  }
});

test("what loads files is loaded with the first files, not with a snapshot", () => {
  const saving = `import { open } from "pocket-commons";
    await (await open({ "a.mcf": "Node: dcid:a\\nname: \\"A\\"" })).save("a.pocket");`;
  const holdsLoader = (path: string) =>
    /\/\/ src\/(?:load\/formats|disk\/disk-tree)\.ts/.test(
      installed.read(path.replace("pocket-commons/", "")),
    );
  expect([...weigh(saving).keys()].filter(holdsLoader)).toHaveLength(2);
  const asking = weigh(`import { open } from "pocket-commons";
    const commons = await open("a.pocket");
    commons.v2.node({ nodes: ["a"], property: "->name" });`);
  expect([...asking.keys()].filter(holdsLoader)).toEqual([]);
  expect(asking.size).toBeLessThanOrEqual(modulesMax);
  expect([...asking.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(bytesMax);
});
