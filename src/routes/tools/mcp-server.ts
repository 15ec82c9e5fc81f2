/** The tools as a server of the Model Context Protocol. The official SDK speaks the protocol. */

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { describeArgument } from "../../errors/excerpts.ts";
import type { AskedCommons } from "../../index.ts";
import { version } from "../../snapshot/version.ts";
import { type AgentOptions, checkAgentOptions } from "./agent-options.ts";
import { AgentTools } from "./agent-tools.ts";
import { readResource, resources, resourceTemplates } from "./resources.ts";

// Questions that a person can start with, as prompts of the Model Context Protocol.

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** With `{name}` where an argument stands. */
  readonly text: string;
}

const argument = (name: string, description: string): PromptArgument => ({
  name,
  description,
  required: true,
});

const cited = "Give the unit, the date and the source of each value, as the answers name them.";

const rows: readonly Prompt[] = [
  {
    name: "answer_question",
    title: "Answer a question",
    description: "Answers a question from the data that is loaded",
    arguments: [argument("question", "the question, in your own words")],
    text: `Answer this question from the data of this server alone: {question}\n\nFind the variable with search_indicators and the places with resolve_places, then ask for the values. If there is no data, say so, and name the nearest that there is. ${cited}`,
  },
  {
    name: "compare_places",
    title: "Compare places",
    description: "Compares some places by a topic",
    arguments: [
      argument("places", "names of places, such as 'California and Texas'"),
      argument("topic", "what to compare, such as 'median income'"),
    ],
    text: `Compare {places} by {topic}. Find the dcids first, then use the tool compare. Say which date the values are of, and whether they are of the same one. ${cited}`,
  },
  {
    name: "rank_places",
    title: "Rank places",
    description: "Lists the highest or the lowest places inside of a place",
    arguments: [
      argument("parent", "the place around them, such as 'United States'"),
      argument("type", "their type, such as 'State' or 'County'"),
      argument("topic", "what to rank by"),
    ],
    text: `Which places of the type {type} in {parent} are the highest and which are the lowest by {topic}? Find the dcids first, then use the tool rank for both ends. ${cited}`,
  },
  {
    name: "explore_data",
    title: "What is there",
    description: "Describes what the loaded data is about",
    arguments: [],
    text: "Describe what data this server has: use describe_data, and search_indicators with an empty query. Name topics, kinds of places, years and sources, and propose three questions that the data can answer.",
  },
];

export const prompts = rows.map(({ text: _, ...prompt }) => ({
  ...prompt,
  arguments: [...prompt.arguments],
}));

/** The prompt with its arguments, or a sentence that says what to send instead. */
function promptOf(
  name: string,
  given: Readonly<Record<string, string>>,
): { readonly description: string; readonly text: string } | string {
  const prompt = rows.find((one) => one.name === name);
  if (prompt === undefined) {
    return `there is no prompt ${name}: ${rows.map((one) => one.name).join(", ")}`;
  }
  const missing = prompt.arguments.find((one) => (given[one.name] ?? "").trim() === "");
  if (missing !== undefined) return `${missing.name} is missing: ${missing.description}`;
  const text = prompt.text.replaceAll(/\{(\w+)\}/g, (_, one: string) => given[one] ?? "");
  return { description: prompt.description, text };
}

/**
 * @param commons the world of this moment
 * @throws TypeError (rejects) for what is no function, for options that are none, and where the SDK is not
 * installed
 */
export async function createMcpServer(
  commons: () => AskedCommons,
  options: AgentOptions = {},
): Promise<Server> {
  if (typeof commons !== "function") {
    const given = describeArgument(commons);
    throw new TypeError(`createMcpServer needs a function that returns a Commons, not ${given}`);
  }
  checkAgentOptions("createMcpServer", options);
  return await serverOf(new AgentTools(commons, options));
}

/** A conversation. */
export async function serverOf(agent: AgentTools): Promise<Server> {
  const [{ Server }, types] = await loaded(() =>
    Promise.all([
      import("@modelcontextprotocol/sdk/server/index.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]),
  );
  const server = new Server(
    { name: "pocket-commons", title: "Pocket Commons", version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: agent.instructions,
    },
  );
  const refuse = (message: string) => new types.McpError(types.ErrorCode.InvalidParams, message);
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: agent.listed() }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { signal }) => {
    const answer = await agent.call(params.name, params.arguments ?? {}, signal);
    if (typeof answer === "string") {
      return { content: [{ type: "text" as const, text: answer }], isError: true };
    }
    // For clients that read no structured content, too.
    const content = [{ type: "text" as const, text: JSON.stringify(answer) }];
    return { content, structuredContent: answer as Record<string, unknown> };
  });
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({ resources: resources() }));
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates,
  }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params }, { signal }) => {
    const content = await readResource(agent, params.uri, signal);
    if (typeof content === "string") throw refuse(content);
    return { contents: [{ uri: params.uri, ...content }] };
  });
  server.setRequestHandler(types.ListPromptsRequestSchema, () => ({ prompts }));
  server.setRequestHandler(types.GetPromptRequestSchema, ({ params }) => {
    const found = promptOf(params.name, params.arguments ?? {});
    if (typeof found === "string") throw refuse(found);
    const content = { type: "text" as const, text: found.text };
    return { description: found.description, messages: [{ role: "user" as const, content }] };
  });
  return server;
}

/** @throws TypeError (rejects) where the SDK is not installed */
export async function loaded<Modules>(load: () => Promise<Modules>): Promise<Modules> {
  try {
    return await load();
  } catch (cause) {
    const message =
      "agents are served through a package that is optional: npm install @modelcontextprotocol/sdk";
    throw new TypeError(message, { cause });
  }
}
