/** The package as a bundler for browsers takes it, in a world without anything that is Node's. */
import { createContext, runInContext } from "node:vm";
import { type BuildResult, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseRelation } from "../../src/expressions.ts";
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
  WritableStream,
  atob,
  btoa,
  console,
  crypto,
  performance,
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

/** Runs a program in a page, with the global `sent`. @returns the answer of the program */
async function runInPage(program: string, sent = ""): Promise<unknown> {
  const { outputFiles } = await bundled(program);
  return new Promise((resolve, reject) => {
    const tell = (answer: unknown) => resolve(JSON.parse(JSON.stringify(answer)));
    runInContext(outputFiles[0]!.text, createContext({ ...web, sent, tell, fail: reject }));
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
  expect(names).toEqual(
    Object.keys(source)
      .filter((name) => !["lint", "proposeColumns", "toReportJson"].includes(name))
      .sort(),
  );
});

test("a page has nothing that is Node's", async () => {
  const names = '["process", "Buffer", "require", "setImmediate"]';
  expect(await runInPage(`tell(${names}.filter((name) => name in globalThis));`)).toEqual([]);
});

test("expressions are read and written in a page", async () => {
  const told = await runInPage(
    `import { CommonsError } from "pocket-commons";
import { parseRelation, printRelation } from "pocket-commons/expressions";
     const relation = parseRelation("<- containedInPlace+{ typeOf: County }");
     let refused;
     try {
       parseRelation("name");
     } catch (error) {
       refused = [error instanceof CommonsError, error.code, error.message];
     }
     tell({ relation, printed: printRelation(relation), refused });`,
  );
  expect(told).toEqual({
    relation: parseRelation("<-containedInPlace+{typeOf:County}"),
    printed: "<-containedInPlace+{typeOf:County}",
    refused: [true, "EXPRESSION", expect.stringContaining("name")],
  });
});

/** Asks a `commons` one question of each kind; the answers in one object. */
const questions = `{
  node: commons.v2.node({ nodes: ["geoId/06"], property: "->*" }),
  observation: commons.v2.observation({
    variable: { dcids: ["Count_Person"] },
    entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
    date: "LATEST",
    select: ["entity", "variable", "date", "value"],
  }),
  resolve: commons.v2.resolve({ nodes: ["Texas"], property: "<-description->dcid" }),
  sparql: commons.v2.sparql({
    query: "SELECT ?name WHERE { ?state typeOf State . ?state name ?name } ORDER BY ?name LIMIT 3",
  }),
  packed: await commons
    .fetch("/bulk/place-obs", {
      method: "POST",
      body: JSON.stringify({
        place_type: "State",
        population_type: "Person",
        observation_date: "2020",
      }),
    })
    .then((response) => response.json()),
  table: (await commons.table({ variables: ["Count_Person"], entities: ["geoId/06"] })).csv(),
  explained: await commons.explain({ node: { nodes: ["geoId/6"], property: "->name" } }),
  refused: await commons
    .fetch(new Request("https://api.datacommons.org/v2/node?nodes=geoId/06&property=->name"))
    .then(async (response) => [response.status, await response.json()]),
}`;

describe("a snapshot", () => {
  let sent: string;
  let answersOfNode: unknown;

  beforeAll(() => {
    installed.write(
      "save.mjs",
      `import { readFileSync } from "node:fs";
       import { open } from "pocket-commons";
       const commons = await open("data-samples/us-states");
       await commons.save("us-states.pocket");
       const sent = readFileSync("us-states.pocket").toString("base64");
       console.log(JSON.stringify([sent, ${questions}]));`,
    );
    [sent, answersOfNode] = JSON.parse(installed.node("save.mjs")) as [string, unknown];
  });

  const openIt = `
    import { attach, open } from "pocket-commons";
    const bytes = Uint8Array.from(atob(sent), (unit) => unit.charCodeAt(0));
    const run = async () => {
      const commons = await open(bytes.buffer);`;

  test("answers in a page as the files do in Node", async () => {
    const program = `${openIt} tell(${questions}); }; run().catch(fail);`;
    expect(await runInPage(program, sent)).toEqual(answersOfNode);
    expect(answersOfNode).toMatchObject({ packed: { payload: expect.any(String) } });
  });

  const addressRefusal =
    'TypeError: open reads files, and "https://example.org/x.pocket" is an address: openRemote of ' +
    "pocket-commons/remote asks a snapshot there; await fetch(address) gives a Response, which is a source";

  test("is saved in a page to a stream only, and opened from bytes only", async () => {
    const program = `${openIt}
      const told = {};
      const refusal = (error) => error.name + ": " + error.message;
      told.path = await commons.save("us.pocket").catch(refusal);
      told.open = await open("us-states").catch(refusal);
      told.address = await open("https://example.org/x.pocket").catch(refusal);
      told.url = await open(new URL("https://example.org/x.pocket")).catch(refusal);
      told.promise = await open(Promise.resolve(bytes)).catch(refusal);
      told.options = await open(bytes, { strict: true }).catch(refusal);
      const written = [];
      await commons.save(new WritableStream({ write(chunk) { for (const byte of chunk) written.push(byte); } }));
      const again = await open(Uint8Array.from(written));
      const question = { nodes: ["geoId/06"], property: "->name" };
      const [old, now] = [commons, again].map((one) => JSON.stringify(one.v2.node(question)));
      told.written = now === old && now.includes("California");
      tell(told);
    }; run().catch(fail);`;
    expect(await runInPage(program, sent)).toEqual({
      path: "TypeError: save needs a stream here: there are no files",
      open: 'TypeError: open needs files in memory or the bytes of a snapshot here, not "us-states": no files; await fetch(address) gives a Response, which it takes',
      address: addressRefusal,
      url: addressRefusal,
      promise:
        "TypeError: open needs files in memory, a snapshot or a Commons, or a list of them, not a Promise: await it first",
      options: expect.stringContaining("the option 'strict' comes too late"),
      written: true,
    });
  });

  test("is shared with a worker in a page", async () => {
    const program = `${openIt}
      const other = attach(commons.share());
      tell(other.v2.node({ nodes: ["geoId/06"], property: "->name" }));
    }; run().catch(fail);`;
    expect(await runInPage(program, sent)).toMatchObject({
      data: { "geoId/06": { arcs: { name: { nodes: [{ value: "California" }] } } } },
    });
  });
});
