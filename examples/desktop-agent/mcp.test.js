import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { mcpServers } = JSON.parse(readFileSync("mcp.json", "utf8"));
const client = new Client({ name: "a desktop agent", version: "1" });
await client.connect(new StdioClientTransport(mcpServers.statistics));
after(() => client.close());

test("an agent finds a variable, and gets its value with its source", async () => {
  const { structuredContent: found } = await client.callTool({
    name: "search_indicators",
    arguments: { query: "population", places: ["California"] },
  });
  assert.match(JSON.stringify(found), /"Count_Person"/);
  const { structuredContent: answer } = await client.callTool({
    name: "get_observations",
    arguments: { variable_dcid: "Count_Person", place_dcid: "geoId/06", date: "latest" },
  });
  assert.match(JSON.stringify(answer), /39355309/);
  assert.match(JSON.stringify(answer), /census\.gov/);
});
