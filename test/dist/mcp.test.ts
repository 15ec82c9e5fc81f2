/** The built command as a program that runs language models starts it. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";

test("an agent starts the command, asks, and ends it", async () => {
  const client = new Client({ name: "a test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["dist/cli.js", "mcp", "data-samples/us-states"],
    stderr: "pipe",
  });
  await client.connect(transport);
  const answer = await client.callTool({
    name: "get_node",
    arguments: { nodes: ["geoId/06"], property: "->name" },
  });
  expect(JSON.stringify(answer.content)).toContain("California");
  expect(client.getServerVersion()).toMatchObject({ name: "pocket-commons" });
  await client.close();
});
