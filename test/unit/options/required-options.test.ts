import { describe, expect, test } from "vitest";
import { createMcpServer } from "../../../src/mcp.ts";
import { answerRows, limitRows } from "../../../src/options/request-rows.ts";
import { type OptionRow, requireOptions } from "../../../src/options/required-options.ts";
import { modulesUnder } from "../../tidy/source-tree.ts";
import { type Call, calls, commons, ofCalls, path } from "./option-calls.ts";

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

type Methods = Readonly<Record<string, (request: object, options: object) => unknown>>;

const versions: readonly (readonly [string, Methods])[] = [
  ["v2", { ...commons.v2 } as unknown as Methods],
  ["v1", { ...commons.v1 } as unknown as Methods],
  ["v0", { ...commons.v0 } as unknown as Methods],
];

test("every method of an endpoint holds its options, before it reads the request", async () => {
  let count = 0;
  for (const [version, methods] of versions) {
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== "function") continue;
      count++;
      const error = await errorOf((options) => method({}, options), { maxRow: 1 });
      expect(error, name).toMatchObject({ code: "OPTION", function: `${version}.${name}` });
      expect((error as Error).message).toContain("did you mean 'maxRows'?");
    }
  }
  expect(count).toBeGreaterThan(20);
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
  [new Map([["timeout", 5]]), "f: options are an object, not a Map"],
  [{ deadline: 5 }, `f: there is no option "deadline"; did you mean 'timeout'?`],
  [{ limit: 5 }, `f: there is no option "limit"; did you mean 'maxRows'?`],
  [{ keys: ["k"] }, `f: there is no option "keys"; 'service' and 'serve' take it`],
  [{ apiKey: "k" }, `f: there is no option "apiKey"; 'service' and 'serve' take it`],
  [{ other: 5 }, `f: there is no option "other"`],
])("%j is refused", (limits, message) => {
  expect(() => requireOptions("f", limits as object, limitRows)).toThrow(message);
});

test.each(["entity", "place"])("a table of one %s is one of 'entities'", async (name) => {
  const question = { [name]: "geoId/06", variable: "Count_Person" };
  const asked = commons.table(question as never);
  await expect(asked).rejects.toThrow(`no option "${name}"; did you mean 'entities'?`);
});

test("what was left out is undefined, and what fits is taken", () => {
  const limits = { timeout: Number.POSITIVE_INFINITY, maxRows: undefined };
  expect(() => requireOptions("f", limits, limitRows)).not.toThrow();
});

test.each([
  [{ date: new Date("2022") }, "table: 'date' is a text, or an object, not a Date"],
  [{ date: new Map() }, "table: 'date' is a text, or an object, not a Map"],
  [{ filter: new Set(["a"]) }, "table: 'filter' is an object, not a Set"],
  [{ join: Promise.resolve({}) }, "table: 'join' is an object, not a Promise: await it first"],
])("%o has no members by name, and is refused", async (given, message) => {
  const question = { entities: "geoId/06", variables: ["Count_Person"], ...given };
  await expect(commons.table(question as never)).rejects.toThrow(message);
});

test("what belongs to the question is no limit of it, and the message says where it goes", async () => {
  const question = { entities: ["geoId/06"], variables: ["Count_Person"] };
  const asked = commons.table(question, { perCapita: true } as never);
  const hint = "; what is asked for is the first argument";
  await expect(asked).rejects.toThrow(`table: there is no option "perCapita"${hint}`);
  const limits = { property: "->name" } as never;
  expect(() => commons.v2.node({ nodes: ["geoId/06"], property: "->*" }, limits)).toThrow(
    `v2.node: there is no option "property"${hint}`,
  );
  await expect(commons.table({ ...question, rows: 5 } as never)).rejects.toThrow(
    /^table: there is no option "rows"$/,
  );
});
