/** The official MCP server `datacommons-mcp`, unchanged, over stdio against a server. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { serve } from "../../src/serve.ts";
import { pythonWith, reportOf, skipped } from "./environment.ts";
import { flowsFolder } from "./flows.ts";
import { called, sample } from "./worlds.ts";

/** Version 1.4.0 knows the routes of agents only; 1.3.0 also asks a self-hosted instance. */
const newest = await pythonWith("mcp", ["datacommons-mcp==1.4.0"]);
const older = await pythonWith("mcp-1.3.0", ["datacommons-mcp==1.3.0"]);
if (typeof newest !== "string") skipped(newest);
if (typeof older !== "string") skipped(older);

describe.each([
  ["1.4.0", newest, ["agent"]],
  ["1.3.0", older, ["agent", "custom"]],
] as const)("the MCP server %s", (_, python, modes) => {
  test.skipIf(typeof python !== "string").each(modes)(
    "reads the sample in its mode %s",
    async (mode) => {
      const server = await serve(sample);
      try {
        const args = ["test/clients/python/tools.py", mode, server.url, sample];
        const report = await reportOf(python as string, args, called(sample));
        expect(report.differences).toEqual([]);
        expect(report.compared).toBeGreaterThan(100);
      } finally {
        await server.close();
      }
    },
    240_000,
  );
});

test.skipIf(typeof newest !== "string")(
  "the MCP server 1.4.0 reads values about several entities, by every tool and every parameter",
  async () => {
    const folder = flowsFolder();
    const server = await serve(folder);
    try {
      const args = ["test/clients/python/flow_tools.py", server.url, folder];
      const report = await reportOf(newest as string, args, "about several entities");
      expect(report.differences).toEqual([]);
      expect(report.compared).toBeGreaterThan(1000);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
  240_000,
);
