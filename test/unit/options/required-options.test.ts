import { describe, expect, test } from "vitest";
import { searchRows, typedSearchRows, variableSearchRows } from "../../../src/catalog/entries.ts";
import { everythingRows } from "../../../src/catalog/everything.ts";
import { suggestionRows } from "../../../src/catalog/suggestions.ts";
import { partRows, planRows } from "../../../src/commons/building/with-parts.ts";
import { exportRows } from "../../../src/commons/commons.ts";
import { openRows } from "../../../src/commons/reopen.ts";
import { fileRows, fix, lint, lintRows } from "../../../src/commons/with-files.ts";
import { diffRows } from "../../../src/diff/world-diff.ts";
import { open } from "../../../src/index.ts";
import { openKept } from "../../../src/kept.ts";
import { diff, proposeColumns } from "../../../src/lint.ts";
import { createMcpServer, mcpOverHttp, serveStdio } from "../../../src/mcp.ts";
import { diskCacheRows } from "../../../src/operate/disk-cache.ts";
import { diskCache, folderTarget } from "../../../src/operate.ts";
import {
  answerRows,
  limitRows,
  meaningRows,
  observationRows,
  queryCallRows,
  saveRows,
  serviceRows,
  understandRows,
} from "../../../src/options/request-rows.ts";
import { type OptionRow, requireOptions } from "../../../src/options/required-options.ts";
import { buildPart, planParts } from "../../../src/parts.ts";
import { knownRows } from "../../../src/propose/proposal.ts";
import { rdfSourceRows } from "../../../src/quads/rdf-source.ts";
import { rdfSource } from "../../../src/rdf.ts";
import { remoteRows } from "../../../src/remote/remote-reader.ts";
import { httpRows } from "../../../src/remote/stores/http-place.ts";
import { operateRows, publishRows } from "../../../src/remote/versions/publish.ts";
import {
  httpBlocks,
  httpTarget,
  openRemote,
  publish,
  removeVersions,
} from "../../../src/remote.ts";
import { agentRows } from "../../../src/routes/tools/agent-options.ts";
import { availabilityRows, sdmxRows } from "../../../src/sdmx/request.ts";
import { serveRows } from "../../../src/serve/server-options.ts";
import { serve } from "../../../src/serve.ts";
import { tableRows } from "../../../src/tables/table-question.ts";
import { mockRows } from "../../../src/testing/mock-options.ts";
import { mock } from "../../../src/testing.ts";
import { modulesUnder } from "../../tidy/source-tree.ts";

const commons = await open({ "a.mcf": 'Node: dcid:a\ntypeOf: dcs:City\nname: "A"\n' });
const { catalog } = commons;
const store = { describe: () => unread(), read: () => unread() };
const unread = (): never => {
  throw new Error("the store was read");
};
const absent = "/no/such/file";
const target = folderTarget(absent);
const asked = { entities: ["a"], variables: ["v"] };

const filtered = { filters: { variableMeasured: "v", observationAbout: "a" } };
const node = { nodes: ["a"], property: "->name" } as const;
const query = { query: "SELECT ?a WHERE { ?a typeOf City }" };
const explained = { node };

type Call = (options: object) => unknown;

const calls: Readonly<Record<string, readonly [rows: object, call: Call]>> = {
  open: [fileRows, (options) => open(absent, options)],
  lint: [lintRows, (options) => lint(absent, options)],
  fix: [lintRows, (options) => fix(absent, options)],
  service: [serviceRows, (options) => commons.service(options)],
  limited: [limitRows, (options) => commons.limited(options)],
  table: [tableRows, (options) => commons.table({ ...asked, ...options })],
  "sdmx.data": [sdmxRows, (options) => commons.sdmx.data({ ...filtered, ...options })],
  "sdmx.availability": [
    availabilityRows,
    (options) => commons.sdmx.availability({ component: "unit", ...filtered, ...options }),
  ],
  "catalog.variables": [variableSearchRows, (options) => catalog.variables(options)],
  "catalog.entities": [typedSearchRows, (options) => catalog.entities(options)],
  "catalog.types": [searchRows, (options) => catalog.types(options)],
  "catalog.properties": [searchRows, (options) => catalog.properties(options)],
  "catalog.count": [variableSearchRows, (options) => catalog.count("entities", options)],
  "catalog.facets": [searchRows, (options) => catalog.facets(options)],
  "catalog.search": [everythingRows, (options) => catalog.search({ text: "a", ...options })],
  "catalog.suggest": [suggestionRows, (options) => catalog.suggest({ text: "a", ...options })],
  understand: [understandRows, (options) => commons.understand("a", options)],
  serve: [serveRows, (options) => serve(absent, options)],
  save: [saveRows, (options) => commons.save(absent, options)],
  export: [exportRows, (options) => commons.export(absent, options)],
  diff: [diffRows, (options) => diff(commons, commons, options)],
  proposeColumns: [knownRows, (options) => proposeColumns(absent, options)],
  buildPart: [partRows, (options) => buildPart(commons, absent, absent, options)],
  planParts: [planRows, (options) => planParts([], options)],
  rdfSource: [rdfSourceRows, (options) => rdfSource(commons, options)],
  createMcpServer: [agentRows, (options) => createMcpServer(() => commons, options)],
  mcpOverHttp: [agentRows, (options) => mcpOverHttp(() => commons, options)],
  serveStdio: [agentRows, (options) => serveStdio(commons, options)],
  diskCache: [diskCacheRows, (options) => diskCache(store, { folder: absent, ...options })],
  publish: [publishRows, (options) => publish(target, new Uint8Array(), options)],
  removeVersions: [operateRows, (options) => removeVersions(target, [], options)],
  httpTarget: [httpRows, (options) => httpTarget("https://data.example.org/a", options)],
  mock: [mockRows, (options) => mock(absent, options)],
  openRemote: [remoteRows, (options) => openRemote(store, options)],
  httpBlocks: [httpRows, (options) => httpBlocks("https://data.example.org/a", options)],
};

const path = "/v2/node?nodes=a&property=->name&key=k";

/** The options of one call. */
const ofCalls: typeof calls = {
  answer: [answerRows, (options) => commons.service().answer({ url: path }, options)],
  table_: [limitRows, (options) => commons.table(asked, options)],
  ask: [limitRows, (options) => commons.ask(unread, options)],
  "sdmx.csv": [limitRows, (options) => commons.sdmx.csv(filtered, options)],
  "sdmx.jsonStat": [limitRows, (options) => commons.sdmx.jsonStat(filtered, options)],
  cite: [limitRows, (options) => commons.cite({}, options)],
  open_: [openRows, (options) => openKept("https://data.example.org/a", options)],
  explain: [queryCallRows, (options) => commons.explain(explained, options)],
  name: [limitRows, (options) => commons.name("a", options)],
  values: [limitRows, (options) => commons.values("a", "name", options)],
  entities: [limitRows, (options) => commons.entities("a->name", options)],
  latest: [limitRows, (options) => commons.latest("v", "a", options)],
  series: [limitRows, (options) => commons.series("v", "a", options)],
  search: [limitRows, (options) => commons.search("a", options)],
  sparql: [queryCallRows, (options) => commons.sparql(query.query, options)],
  "v2.node": [limitRows, (options) => commons.v2.node(node, options)],
  "v2.observation": [observationRows, (options) => commons.v2.observation({}, options)],
  "v2.resolve": [meaningRows, (options) => commons.v2.resolve({ nodes: ["a"] }, options)],
  "v2.sparql": [queryCallRows, (options) => commons.v2.sparql(query, options)],
  "v1.triples": [
    limitRows,
    (options) => [...commons.v1.pages.triples({ direction: "out", node: "a" }, options)],
  ],
  "v0.query": [queryCallRows, (options) => commons.v0.query({ sparql: query.query }, options)],
};

/** What it throws or rejects with. */
async function errorOf(call: Call, options: object): Promise<unknown> {
  try {
    await call(options);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries({ ...calls, ...ofCalls }))("%s", (title, [rows, call]) => {
  const what = title.replace("_", "");
  test.each(Object.entries(rows) as [string, OptionRow][])("%s", async (name, { choices }) => {
    // Another name, with one letter too many.
    const misspelt = `${name}s`.replace("ss", "s_");
    const unknown = await errorOf(call, { [misspelt]: undefined });
    expect(unknown).toBeInstanceOf(TypeError);
    expect(unknown).toMatchObject({ code: "OPTION", function: what, option: misspelt });
    expect((unknown as Error).message).toMatch(/there is no option .*; did you mean '/);
    // No option takes a symbol.
    const mistyped = await errorOf(call, { [name]: Symbol("other") });
    expect(mistyped).toBeInstanceOf(TypeError);
    expect(mistyped).toMatchObject({ code: "OPTION", function: what, option: name });
    expect((mistyped as Error).message).toContain(`'${name}' is `);
    if (choices === undefined) return;
    const mischosen = await errorOf(call, { [name]: `${choices[0]}x` });
    expect(mischosen).toMatchObject({ code: "OPTION", function: what, option: name });
    expect((mischosen as Error).message).toContain(`did you mean '${choices[0]}'?`);
  });
});

test("every function that holds options to rows is among these", () => {
  const asked = /\brequire(?:Call)?Options(?:<\w+>)?\(\s*"([\w.]+)"/g;
  const named = modulesUnder("src").flatMap(({ text }) => [...text.matchAll(asked)]);
  expect(named.length).toBeGreaterThan(40);
  const listed = new Set(
    Object.keys({ ...calls, ...ofCalls }).map((name) => name.replace("_", "")),
  );
  // `fetch` has tests below; the others take no options but a word or a number, in tests of their own.
  const others = ["fetch", "verify", "sorted", "select", "head"];
  const missing = named.map(([, name = ""]) => name).filter((name) => !listed.has(name));
  expect(new Set(missing)).toEqual(new Set(others));
});

test("answer takes a request, not its address", () => {
  expect(() => commons.service().answer(path as never)).toThrow(
    "answer needs a request as { url }, not ",
  );
});

describe("fetch", () => {
  test.each(Object.keys(answerRows).filter((name) => name !== "signal"))("%s", async (name) => {
    for (const init of [{ [name]: Symbol("other") }, { [name]: null, redirect: "error" }]) {
      const mistyped = await errorOf((options) => commons.fetch(path, options), init);
      expect(mistyped).toMatchObject({ code: "OPTION", function: "fetch", option: name });
    }
  });

  test("passes over members that neither it nor the global one knows", async () => {
    const init = { next: { revalidate: 5 }, timeout: 100 } as RequestInit;
    expect((await commons.fetch(path, init)).status).toBe(200);
  });
});

test("what is no function makes no tools", async () => {
  const made = createMcpServer(commons as never);
  await expect(made).rejects.toThrow("needs a function that returns a Commons, not an object");
});

test.each<[unknown, string]>([
  [{ timeout: -1 }, `f: 'timeout' is a number from 0 on, not -1`],
  [{ maxRows: "10" }, `f: 'maxRows' is a number from 0 on, not "10"`],
  [{ maxMemoryBytes: Number.NaN }, `f: 'maxMemoryBytes' is a number from 0 on, not NaN`],
  [{ signal: {} }, "f: 'signal' is an AbortSignal, not an object"],
  [null, "f: options are an object, not null"],
  [{ deadline: 5 }, `f: there is no option "deadline"`],
])("%j is refused", (limits, message) => {
  expect(() => requireOptions("f", limits as object, limitRows)).toThrow(message);
});

test("what was left out is undefined, and what fits is taken", () => {
  const limits = { timeout: Number.POSITIVE_INFINITY, maxRows: undefined };
  expect(() => requireOptions("f", limits, limitRows)).not.toThrow();
});
