/** The tools as a server of the Model Context Protocol. The official SDK speaks the protocol. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { type AskedCommons, RpcError } from "../index.ts";
import { version } from "../snapshot/version.ts";
import { Given, schemaOf, ToolError } from "./arguments.ts";
import { tools } from "./tools.ts";

const instructions =
  "Statistics and a knowledge graph of Data Commons, loaded on this machine. Begin with describe_data or search_indicators to find the dcids of variables, and with resolve_places for those of places. Then ask for values. Always tell the unit and the source that an answer names. Long answers have 'total' and 'next': send 'next' as 'offset' for more.";

/**
 * @param commons the world of this moment
 * @throws TypeError (rejects) where the SDK is not installed
 */
export async function createMcpServer(commons: () => AskedCommons): Promise<Server> {
  const [{ Server }, { CallToolRequestSchema, ListToolsRequestSchema }] = await loaded(() =>
    Promise.all([
      import("@modelcontextprotocol/sdk/server/index.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]),
  );
  const server = new Server(
    { name: "pocket-commons", title: "Pocket Commons", version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, about, takes }) => ({
      name,
      title,
      description: about,
      inputSchema: schemaOf(takes),
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const answer = await called(commons(), params.name, params.arguments ?? {});
    return { content: [{ type: "text" as const, text: answer.text }], isError: answer.isError };
  });
  return server;
}

/** What a model gets for a call: JSON, or a sentence that says what to try. */
export async function called(
  commons: AskedCommons,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const tool = tools.find((one) => one.name === name);
  try {
    if (tool === undefined) {
      throw new ToolError(`there is no tool ${name}: ${tools.map((one) => one.name).join(", ")}`);
    }
    const given = new Given(tool.takes, values);
    const answer = await commons.ask((world) => tool.run(world, given));
    return { text: JSON.stringify(answer), isError: false };
  } catch (error) {
    if (error instanceof ToolError || error instanceof RpcError || isUnread(error)) {
      return { text: error.message, isError: true };
    }
    throw error;
  }
}

/** A world that lies elsewhere could not be read. */
const isUnread = (error: unknown): error is Error =>
  error instanceof Error && error.name === "RemoteError";

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
