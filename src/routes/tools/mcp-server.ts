/** The tools as a server of the Model Context Protocol. The official SDK speaks the protocol. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { describeArgument } from "../../errors/excerpts.ts";
import type { AskedCommons } from "../../index.ts";
import type { Field } from "../../router/fields.ts";
import { readFields } from "../../router/read-fields.ts";
import { version } from "../../snapshot/version.ts";
import { Refusal } from "../route.ts";
import { tools as style } from "../styles.ts";
import { tools } from "./tools.ts";

const instructions =
  "Statistics and a knowledge graph of Data Commons, loaded on this machine. Begin with describe_data or search_indicators to find the dcids of variables, and with resolve_places for those of places. Then ask for values. Always tell the unit and the source that an answer names. Long answers have 'total' and 'next': send 'next' as 'offset' for more.";

/**
 * @param commons the world of this moment
 * @throws TypeError (rejects) for what is no function, and where the SDK is not installed
 */
export async function createMcpServer(commons: () => AskedCommons): Promise<Server> {
  if (typeof commons !== "function") {
    const given = describeArgument(commons);
    throw new TypeError(`createMcpServer needs a function that returns a Commons, not ${given}`);
  }
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
    tools: tools.map(({ path, title, about, fields }) => ({
      name: path,
      title,
      description: about,
      inputSchema: schemaOf(Object.values(fields)),
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const answer = await called(commons(), params.name, params.arguments ?? {});
    return { content: [{ type: "text" as const, text: answer.text }], isError: answer.isError };
  });
  return server;
}

/** What a model gets for a call: JSON, or a sentence that says what to send instead. */
export async function called(
  commons: AskedCommons,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const tool = tools.find(({ path }) => path === name);
  try {
    if (tool === undefined) {
      const names = tools.map(({ path }) => path).join(", ");
      throw new Refusal(404, `there is no tool ${name}: ${names}`);
    }
    const context = { body: values, checks: undefined };
    const params = readFields(tool.layout, { body: values }, style) as never;
    const answer = await commons.ask((world) => tool.answer(world.asService(), params, context));
    return { text: JSON.stringify(answer), isError: false };
  } catch (error) {
    return { text: `${style.refusalOf(error).body}`, isError: true };
  }
}

/** JSON Schema of the arguments, as a tool's `inputSchema`. */
function schemaOf(fields: readonly Field[]) {
  const properties = Object.fromEntries(
    fields.map((field) => [field.name, { ...jsonTypeOf(field), description: field.about }]),
  );
  const required = fields.filter(({ missing }) => missing !== undefined).map(({ name }) => name);
  return { type: "object" as const, properties, required, additionalProperties: false };
}

const listOfTexts = { type: "array", items: { type: "string" } } as const;

function jsonTypeOf(field: Field): object {
  switch (field.kind) {
    case "texts":
      return Number.isFinite(field.max) ? { ...listOfTexts, maxItems: field.max } : listOfTexts;
    case "integer": {
      const { min: minimum, max: maximum, initial } = field;
      return { type: "integer", minimum, maximum, default: initial };
    }
    case "flag":
      return { type: "boolean", default: field.initial };
    case "json":
      return { type: "object", additionalProperties: listOfTexts };
    default:
      return { type: "string", ...(field.initial && { default: field.initial }) };
  }
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
