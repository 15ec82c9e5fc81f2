import { describe, expect, test } from "vitest";
import { serviceRows } from "../../../src/adapters/edge/service.ts";
import { searchRows, typedSearchRows } from "../../../src/catalog/entries.ts";
import { fileRows, lint, lintRows } from "../../../src/commons/with-files.ts";
import { limitRows } from "../../../src/governor/governor.ts";
import { open } from "../../../src/index.ts";
import { type OptionRow, requireOptions } from "../../../src/options/required-options.ts";
import { remoteRows } from "../../../src/remote/remote-reader.ts";
import { httpRows } from "../../../src/remote/stores/http-blocks.ts";
import { httpBlocks, openRemote } from "../../../src/remote.ts";
import { tableRows } from "../../../src/tables/table-question.ts";

const commons = await open({ "a.mcf": 'Node: dcid:a\ntypeOf: dcs:City\nname: "A"\n' });
const { catalog } = commons;
const store = { describe: () => unread(), read: () => unread() };
const unread = (): never => {
  throw new Error("the store was read");
};
const absent = "/no/such/file";
const asked = { entities: ["a"], variables: ["v"] };

type Call = (options: object) => unknown;

const calls: Readonly<Record<string, readonly [rows: object, call: Call]>> = {
  open: [fileRows, (options) => open(absent, options)],
  lint: [lintRows, (options) => lint(absent, options)],
  service: [serviceRows, (options) => commons.service(options)],
  limited: [limitRows, (options) => commons.limited(options)],
  table: [tableRows, (options) => commons.table({ ...asked, ...options })],
  "catalog.variables": [typedSearchRows, (options) => catalog.variables(options)],
  "catalog.entities": [typedSearchRows, (options) => catalog.entities(options)],
  "catalog.types": [searchRows, (options) => catalog.types(options)],
  "catalog.properties": [searchRows, (options) => catalog.properties(options)],
  "catalog.facets": [searchRows, (options) => catalog.facets(options)],
  openRemote: [remoteRows, (options) => openRemote(store, options)],
  httpBlocks: [httpRows, (options) => httpBlocks("https://data.example.org/a", options)],
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

describe.each(Object.entries(calls))("%s", (what, [rows, call]) => {
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

test.each<[unknown, string]>([
  [{ timeout: -1 }, `f: 'timeout' is a number from 0 on, not -1`],
  [{ maxRows: "10" }, `f: 'maxRows' is a number from 0 on, not "10"`],
  [{ maxMemoryBytes: Number.NaN }, `f: 'maxMemoryBytes' is a number from 0 on, not NaN`],
  [{ signal: {} }, "f: 'signal' is an AbortSignal, not an object"],
  [null, "f: options are an object, not null"],
  [{ deadline: 5 }, `f: there is no option "deadline"`],
])("%j is refused", (limits, message) => {
  expect(() => requireOptions("f", limits, limitRows)).toThrow(message);
});

test("what was left out is undefined, and what fits is taken", () => {
  const limits = { timeout: Number.POSITIVE_INFINITY, maxRows: undefined };
  expect(() => requireOptions("f", limits, limitRows)).not.toThrow();
});
