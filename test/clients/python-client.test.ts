/** The Python package `datacommons-client`, unchanged, against a server. */
import { describe, expect, test } from "vitest";
import { serve } from "../../src/serve.ts";
import { pythonWith, reportOf, skipped } from "./environment.ts";
import { called, folders } from "./worlds.ts";

const python = await pythonWith("python", ["datacommons-client[Pandas]==2.1.6"]);
if (typeof python !== "string") skipped(python);

describe.skipIf(typeof python !== "string")("the Python client reads", () => {
  test.each(folders.map((folder) => [called(folder), folder]))(
    "%s",
    async (name, folder) => {
      const server = await serve(folder);
      try {
        const program = "test/clients/python/client.py";
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
