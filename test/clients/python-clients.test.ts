/** The Python packages, unchanged, against a server. */
import { describe, expect, test } from "vitest";
import { serve } from "../../src/serve.ts";
import { pythonWith, reportOf, skipped } from "./environment.ts";
import { called, folders } from "./worlds.ts";

describe.each([
  { name: "python", packages: ["datacommons-client[Pandas]==2.1.6"], program: "client.py" },
  {
    name: "older-python",
    // Withdrawn from the registry, and still in use: only exact versions are installed.
    packages: ["datacommons==1.4.4", "datacommons_pandas==0.0.4"],
    program: "older.py",
  },
])("$packages read", async ({ name, packages, program }) => {
  const python = await pythonWith(name, packages);
  if (typeof python !== "string") skipped(python);

  test.skipIf(typeof python !== "string").each(folders.map((folder) => [called(folder), folder]))(
    "%s",
    async (world, folder) => {
      const server = await serve(folder);
      try {
        const path = `test/clients/python/${program}`;
        const report = await reportOf(python as string, [path, server.url, folder], world);
        expect(report.differences).toEqual([]);
        expect(report.compared).toBeGreaterThan(20);
      } finally {
        await server.close();
      }
    },
    240_000,
  );
});
