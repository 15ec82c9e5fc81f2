/** A refused call says what was meant. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { serve } from "../../../src/serve.ts";
import { mock } from "../../../src/testing.ts";

const { catalog, ...commons } = await (async () => {
  const opened = await open({ "o.csv": "entity,variable,date,value\ngeoId/06,V,2020,1\n" });
  return { catalog: opened.catalog, search: opened.search.bind(opened) };
})();

test.each<[() => unknown, string]>([
  [
    () => catalog.search("jobs" as never),
    'catalog.search: options are an object, not "jobs": { text: "jobs" }',
  ],
  [
    () => catalog.variables("jobs" as never),
    'catalog.variables: options are an object, not "jobs": { search: "jobs" }',
  ],
  [
    () => catalog.search({ query: "jobs" } as never),
    `catalog.search: there is no option "query"; did you mean 'text'?`,
  ],
  [
    () => catalog.types({ q: "jobs" } as never),
    `catalog.types: there is no option "q"; did you mean 'search'?`,
  ],
  [
    () => commons.search("jobs", { limit: 2 } as never),
    `search: there is no option "limit"; 'catalog.search({ text, limit })' takes it`,
  ],
])("%s", (call, message) => {
  expect(call).toThrow(expect.objectContaining({ message, code: "OPTION" }));
});

test.each<[string, () => Promise<unknown>]>([
  ["serve", () => serve(undefined as never)],
  ["mock", () => mock(undefined as never)],
])("%s without a source says its own name", async (name, call) => {
  await expect(call()).rejects.toThrow(
    `${name} needs a path, a file URL, files in memory, a snapshot or a Commons, or a list of them, not undefined`,
  );
});
