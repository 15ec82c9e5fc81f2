/** The Python packages `datacommons` and `datacommons_pandas`, unchanged, against a server. */
import { describe, expect, test } from "vitest";
import { serve } from "../../src/serve.ts";
import { pythonWith, reportOf, skipped } from "./environment.ts";
import { called, folders } from "./worlds.ts";

const python = await pythonWith("older-python", [
  // Withdrawn from the registry, and still in use: only exact versions are installed.
  "datacommons==1.4.4",
  "datacommons_pandas==0.0.4",
]);
if (typeof python !== "string") skipped(python);

describe.skipIf(typeof python !== "string")("the older Python packages read", () => {
  test.each(folders.map((folder) => [called(folder), folder]))(
    "%s",
    async (name, folder) => {
      const server = await serve(folder);
      try {
        const program = "test/clients/python/older.py";
        const report = await reportOf(python as string, [program, server.url, folder], name);
        expect(report.differences).toEqual([]);
        expect(report.compared).toBeGreaterThan(20);
      } finally {
        await server.close();
      }
    },
    240_000,
  );
});
