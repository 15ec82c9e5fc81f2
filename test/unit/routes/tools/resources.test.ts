/** What a model can read besides answers: instructions, skills, documents, the catalogue, prompts. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { type AgentOptions, createMcpServer } from "../../../../src/mcp.ts";
import { tools } from "../../../../src/routes/tools/tools.ts";

let commons: Commons;
let client: Client;
beforeAll(async () => {
  commons = await open("data-samples/us-states");
  client = await connected();
});
afterAll(async () => {
  await client.close();
  commons.close();
});

async function connected(options?: AgentOptions): Promise<Client> {
  const server = await createMcpServer(() => commons, options);
  const [here, there] = InMemoryTransport.createLinkedPair();
  const asking = new Client({ name: "a test", version: "1" });
  await Promise.all([server.connect(there), asking.connect(here)]);
  return asking;
}

async function read(uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  expect(contents).toHaveLength(1);
  return (contents[0] as { readonly text: string }).text;
}

test("the skills of the official server are there, under its addresses, with all of their files", async () => {
  const { resources } = await client.listResources();
  const skills = resources.filter(({ uri }) => uri.startsWith("skill://"));
  expect(skills.map(({ uri }) => uri)).toEqual([
    "skill://data-commons-child-places-researcher/SKILL.md",
    "skill://data-commons-multi-entity-researcher/SKILL.md",
    "skill://data-commons-researcher/SKILL.md",
  ]);
  for (const { uri, title, description, mimeType } of skills) {
    const text = await read(uri);
    expect(mimeType).toBe("text/markdown");
    expect(text).toContain(`name: ${title}\ndescription: ${description}\n`);
    const { skill, files } = JSON.parse(await read(uri.replace("SKILL.md", "_manifest")));
    expect([skill, files[0].size]).toEqual([title, Buffer.byteLength(text)]);
  }
});

test("skills and instructions name tools, arguments and resources that there are", async () => {
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  const skills = uris.filter((uri) => uri.startsWith("skill://"));
  const texts = [client.getInstructions() ?? "", ...(await Promise.all(skills.map(read)))];
  const known = new Set(tools.flatMap(({ path, fields }) => [path, ...argumentsOf(fields)]));
  for (const text of texts) {
    for (const [uri] of text.matchAll(/skill:\/\/[\w-]+\/SKILL\.md/g)) expect(uris).toContain(uri);
    const names = [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  }
});

const argumentsOf = (fields: object): readonly string[] =>
  Object.values(fields).map(({ name }: { readonly name: string }) => name);

test("documents say how the service behaves", async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain("behaviour://observation");
  expect(await read("behaviour://observation")).toContain("# ");
});

test("the catalogue comes page by page", async () => {
  const first = JSON.parse(await read("catalogue://variables"));
  expect(first.variables[0]).toHaveProperty("dcid");
  const last = JSON.parse(await read(`catalogue://variables/${first.total - 1}`));
  expect(last.variables).toHaveLength(1);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
    "catalogue://variables/{offset}",
  );
});

test.each([
  ["skill://none/SKILL.md", "skill://data-commons-researcher/SKILL.md"],
  ["skill://../../package.json/_manifest", "there is no resource"],
  ["file:///etc/passwd", "there is no resource"],
  ["catalogue://variables/x", "offset"],
])("nothing else can be read: %s", async (uri, expected) => {
  await expect(client.readResource({ uri })).rejects.toThrow(expected);
});

test("prompts take their arguments, and say which one is missing", async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual([
    "answer_question",
    "compare_places",
    "rank_places",
    "explore_data",
  ]);
  for (const { name, arguments: args = [] } of prompts) {
    const given = Object.fromEntries(args.map((one) => [one.name, `<${one.name}> {topic} $&`]));
    const { messages } = await client.getPrompt({ name, arguments: given });
    const [{ content } = { content: {} }] = messages;
    const { text } = content as { readonly text: string };
    for (const value of Object.values(given)) expect(text).toContain(value);
    for (const { name: left } of args) {
      const { [left]: _, ...rest } = given;
      const asking = client.getPrompt({ name, arguments: rest });
      await expect(asking).rejects.toThrow(`${left} is missing`);
    }
  }
  await expect(client.getPrompt({ name: "none" })).rejects.toThrow("answer_question");
});

test("an operator's instructions take the place of ours", async () => {
  const other = await connected({ instructions: "Answer in French." });
  expect(other.getInstructions()).toBe("Answer in French.");
  await other.close();
});
