/** The tools as a server of the Model Context Protocol. The official SDK speaks the protocol. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { describeArgument } from "../../errors/excerpts.ts";
import type { AskedCommons } from "../../index.ts";
import { version } from "../../snapshot/version.ts";
import { type AgentOptions, checkAgentOptions } from "./agent-options.ts";
import { AgentTools } from "./agent-tools.ts";
import { promptOf, prompts } from "./prompts.ts";
import { readResource, resources, resourceTemplates } from "./resources.ts";

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
