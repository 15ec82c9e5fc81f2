/**
 * All that a client of a language model reads, letter by letter: tools, resources, prompts, and answers of each tool
 * to a call, to one without its arguments and to wrong ones. It lies in `expected`;
 * `EXPECT=write npx vitest run test/unit/routes/tools/mcp-server-whole` writes it anew.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterAll, beforeAll, test } from "vitest";
import type { Commons } from "../../../../src/index.ts";
import { createMcpServer } from "../../../../src/mcp.ts";
import { version } from "../../../../src/snapshot/version.ts";
import { expectRecorded, inLines } from "../../recorded-text.ts";
import { wholeWorld } from "../whole-world.ts";

let commons: Commons;
let client: Client;
beforeAll(async () => {
  commons = await wholeWorld();
  const server = await createMcpServer(() => commons);
  const [here, there] = InMemoryTransport.createLinkedPair();
  client = new Client({ name: "a test", version: "1" });
  await Promise.all([server.connect(there), client.connect(here)]);
});
afterAll(() => client.close());

const plain = (text: string): string => text.replaceAll(version, "VERSION");
const json = (value: unknown): string => plain(JSON.stringify(value, undefined, 1));

/** A call, and what it says: an answer, or a sentence that refuses it. */
async function called(name: string, args: Record<string, unknown>): Promise<string> {
  const asked = `${name} ${JSON.stringify(args)}`;
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as [{ readonly text: string }];
  return plain(`${asked}\n${isError ? "refused: " : ""}${inLines(text)}`);
}

/** What a request says, or the message of its error. */
async function said(asked: string, answer: () => Promise<unknown>): Promise<string> {
  try {
    return `${asked}\n${json(await answer())}`;
  } catch (error) {
    return `${asked}\nrefused: ${(error as Error).message}`;
  }
}

function beginningOf(content: object): readonly string[] {
  const { mimeType, text } = content as { readonly mimeType: string; readonly text: string };
  const lines = text.split("\n");
  return mimeType === "application/json" ? lines : lines.slice(0, 1);
}

test("what there is: instructions, tools, resources, prompts", async () => {
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const { prompts } = await client.listPrompts();
  expectRecorded(import.meta.dirname, "listed", [
    json(client.getServerVersion()),
    json(client.getServerCapabilities()),
    client.getInstructions() ?? "",
    ...[...tools, ...resources, ...resourceTemplates, ...prompts].map(json),
  ]);
});

test("resources and prompts", async () => {
  const { resources } = await client.listResources();
  const texts: string[] = [];
  const uris = [
    ...resources.map(({ uri }) => uri),
    "skill://other/SKILL.md",
    "behaviour://other",
    "catalogue://other",
    "other:nothing",
  ];
  for (const uri of uris) {
    texts.push(
      await said(uri, async () => {
        const { contents } = await client.readResource({ uri });
        // Of a document, how it begins: what it says is its own.
        return contents.map((one) => ({ ...one, text: beginningOf(one) }));
      }),
    );
  }
  const { prompts } = await client.listPrompts();
  for (const { name, arguments: given = [] } of prompts) {
    const filled = Object.fromEntries(given.map((one) => [one.name, `<${one.name}>`]));
    for (const args of [filled, {}]) {
      const asked = `${name} ${JSON.stringify(args)}`;
      texts.push(await said(asked, () => client.getPrompt({ name, arguments: args })));
    }
  }
  texts.push(await said("other", () => client.getPrompt({ name: "other" })));
  expectRecorded(import.meta.dirname, "resources", texts);
});

/** Calls of each tool that answer something. */
const calls: readonly (readonly [name: string, args: Record<string, unknown>])[] = [
  ["describe_data", {}],
  ["describe_data", { search: "income" }],
  ["describe_data", { search: "nothing at all", offset: 1 }],
  ["search_indicators", { query: "income" }],
  ["search_indicators", { query: "people", places: ["California"], per_search_limit: 1 }],
  ["search_indicators", { query: "income", include_topics: false }],
  [
    "search_child_indicators",
    { query: "income", parent_place: "California", sample_child_places: ["geoId/06001"] },
  ],
  ["get_variable_metadata", { variable_dcids: ["Income"], entity_dcids: ["geoId/06"] }],
  ["get_observations", { variable_dcid: "Income", place_dcid: "geoId/06" }],
  ["get_observations", { variable_dcid: "Income", place_dcid: "geoId/06", date: "all" }],
  ["get_observations", { variable_dcid: "Income", place_dcid: "geoId/06", date: "soon" }],
  ["get_observations", { variable_dcid: "Incme", place_dcid: "geoId/6" }],
  [
    "get_child_observations",
    { variable_dcid: "Income", parent_place_dcid: "country/USA", child_place_type: "State" },
  ],
  [
    "get_multi_entity_observations",
    { variable_dcid: "Exports", entities: { exporter: ["country/USA"] }, date: "all" },
  ],
  ["get_multi_entity_observations", { variable_dcid: "Exports", entities: { seller: ["a"] } }],
  ["resolve_places", { places: ["California", "Nowhere"] }],
  ["get_node", { nodes: ["geoId/06"], property: "->name" }],
  ["get_node", { nodes: ["geoId/48", "nothing"] }],
  ["get_node", { nodes: ["geoId/06"], property: "name" }],
  ["sparql", { query: "SELECT ?n WHERE { ?s typeOf State . ?s name ?n } ORDER BY ?n" }],
  ["sparql", { query: "SELECT" }],
  ["understand", { question: "income in california" }],
  ["understand", { question: "income", place_dcids: ["geoId/48"], variable_dcids: ["Age"] }],
  ["understand", { question: "the best of all" }],
  [
    "rank",
    { variable_dcid: "Income", parent_place_dcid: "country/USA", child_place_type: "State" },
  ],
  [
    "rank",
    {
      variable_dcid: "Count_Person",
      place_dcids: ["geoId/06", "geoId/48", "geoId/06003"],
      order: "lowest",
      limit: 2,
    },
  ],
  ["rank", { variable_dcid: "Income", place_dcids: ["geoId/06"], per_capita: true }],
  ["rank", { variable_dcid: "Income", place_dcids: ["geoId/06"], order: "best" }],
  ["rank", { variable_dcid: "Income", place_dcids: ["geoId/06"], limit: 101 }],
  ["rank", { variable_dcid: "Income" }],
  [
    "compare",
    { variable_dcids: ["Income", "Count_Person"], place_dcids: ["geoId/06", "geoId/48"] },
  ],
  [
    "compare",
    { variable_dcids: ["Income"], place_dcids: ["geoId/06", "geoId/48"], same_date: false },
  ],
  ["compare", { variable_dcids: ["Income"], place_dcids: ["geoId/06"], date: "2020" }],
  ["compare", { variable_dcids: ["Nothing"], place_dcids: ["geoId/06"] }],
  ["save_observations", { variable_dcids: ["Income"], place_dcids: ["geoId/06"] }],
  ["other", {}],
];

test("answers of the tools", async () => {
  const { tools } = await client.listTools();
  const texts: string[] = [];
  for (const [name, args] of calls) texts.push(await called(name, args));
  for (const { name } of tools) {
    texts.push(await called(name, {}), await called(name, { other: 1 }));
  }
  expectRecorded(import.meta.dirname, "called", texts);
});
