/** The Python packages, unchanged, against a server. */
import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { serve } from "../../src/serve.ts";
import { pythonWith, reportOf, skipped } from "./environment.ts";
import { flowsFolder } from "./flows.ts";
import { called, folders } from "./worlds.ts";

const flows = flowsFolder();
afterAll(() => rmSync(flows, { recursive: true }));
const usual: readonly (readonly [string, string])[] = folders.map((folder) => [
  called(folder),
  folder,
]);

describe.each([
  {
    name: "python",
    packages: ["datacommons-client[Pandas]==2.1.6"],
    program: "client.py",
    worlds: [...usual, ["about several entities", flows]] as const,
  },
  {
    name: "older-python",
    // Withdrawn from the registry, and still in use: only exact versions are installed.
    packages: ["datacommons==1.4.4", "datacommons_pandas==0.0.4"],
    program: "older.py",
    // Its series have one value at a date, whoever else it is about.
    worlds: usual,
  },
])("$packages read", async ({ name, packages, program, worlds }) => {
  const python = await pythonWith(name, packages);
  if (typeof python !== "string") skipped(python);

  test.skipIf(typeof python !== "string").each(worlds)(
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
