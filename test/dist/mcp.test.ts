/** The built command as a program that runs language models starts it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

test("an operator's instructions are those of the file, and a file that is not there is named", async () => {
  const args = ["dist/cli.js", "mcp", "data-samples/us-states", "--instructions"];
  const client = new Client({ name: "a test", version: "1" });
  const command = process.execPath;
  await client.connect(
    new StdioClientTransport({ command, args: [...args, "NOTICE"], stderr: "pipe" }),
  );
  expect(client.getInstructions()).toBe(readFileSync("NOTICE", "utf8"));
  await client.close();
  const { status, stderr } = spawnSync(command, [...args, "no-such-file"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining("--instructions no-such-file")]);
});
