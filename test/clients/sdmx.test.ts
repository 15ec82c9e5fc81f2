/** Clients of SDMX, unchanged, against a server: data about one entity, two and three. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { serve } from "../../src/serve.ts";
import { pythonWith, reportOf, skipped } from "./environment.ts";
import { flowsFolder } from "./flows.ts";

const python = await pythonWith("sdmx", ["pysdmx[data]==1.21.0", "sdmx1==2.28.0"]);
if (typeof python !== "string") skipped(python);

test.skipIf(typeof python !== "string")(
  "pysdmx and sdmx1 read every value",
  async () => {
    const folder = flowsFolder();
    const server = await serve(folder);
    try {
      const program = ["test/clients/python/sdmx_clients.py", server.url, folder];
      const report = await reportOf(python as string, program, "about several entities");
      expect(report.differences).toEqual([]);
      expect(report.compared).toBeGreaterThan(500);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
  240_000,
);
