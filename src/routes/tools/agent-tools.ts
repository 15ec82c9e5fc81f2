/** The tools over a world, as any protocol may offer them. */
import type { AskedCommons } from "../../index.ts";
import type { Field } from "../../router/fields.ts";
import { readFields } from "../../router/read-fields.ts";
import { Refusal } from "../route.ts";
import { tools as style } from "../styles.ts";
import { AgentFolder } from "./agent-folder.ts";
import type { AgentOptions } from "./agent-options.ts";
import { LargeAnswer } from "./large-answer.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";

const instructions = `Statistics and a knowledge graph of Data Commons, loaded on this machine.

For a question in plain words, begin with understand, and check how it was read. Otherwise:

1. Find dcids: search_indicators for variables, resolve_places for places, describe_data for what there is. Never guess a dcid.
2. Ask for values: get_observations, get_child_observations, rank, compare.
3. Always give the unit, the date and the source that an answer names.

Before the first search, read the resource skill://data-commons-researcher/SKILL.md; for places inside of a place skill://data-commons-child-places-researcher/SKILL.md; for values between entities, such as trade, aid or migration, skill://data-commons-multi-entity-researcher/SKILL.md.

Long answers have 'total' and 'next': send 'next' as 'offset' for more. An answer with 'file' has its rows there.`;

/** What all conversations of a server share. */
export class AgentTools {
  readonly commons: () => AskedCommons;
  readonly instructions: string;
  readonly folder: AgentFolder | undefined;
  readonly tools: readonly Tool[];

  constructor(commons: () => AskedCommons, options: AgentOptions = {}) {
    const { folder, maxFolderBytes = 2 ** 30 } = options;
    this.commons = commons;
    this.instructions = options.instructions ?? instructions;
    this.folder = folder === undefined ? undefined : new AgentFolder(folder, maxFolderBytes);
    this.tools = tools.filter(({ writes }) => writes !== "always" || folder !== undefined);
  }

  /** As a client gets them. */
  listed() {
    return this.tools.map(({ path, title, about, fields, output, writes }) => ({
      name: path,
      title,
      description: about,
      inputSchema: schemaOf(Object.values(fields)),
      outputSchema: output as { readonly type: "object" },
      annotations: {
        readOnlyHint: writes === undefined || this.folder === undefined,
        destructiveHint: false,
        openWorldHint: false,
      },
    }));
  }

  /** What a model gets for a call: an object, or a sentence that says what to send instead. */
  async call(
    name: string,
    values: Readonly<Record<string, unknown>>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<object | string> {
    const { folder } = this;
    const tool = this.tools.find(({ path }) => path === name);
    try {
      if (tool === undefined) {
        const names = this.tools.map(({ path }) => path).join(", ");
        throw new Refusal(404, `there is no tool ${name}: ${names}`);
      }
      const params = readFields(tool.layout, { body: values }, style) as never;
      const context = { hasFolder: folder !== undefined };
      const answer = await this.commons().ask(
        (world) => tool.answer(world.asService(), params, context) as object,
        { signal },
      );
      signal.throwIfAborted();
      const isLarge = answer instanceof LargeAnswer && folder !== undefined;
      return isLarge ? await answer.written(folder, signal) : answer;
    } catch (error) {
      return `${style.refusalOf(error).body}`;
    }
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
    case "choice":
      return { type: "string", enum: field.values };
    case "json":
      return { type: "object", additionalProperties: listOfTexts };
    default:
      return { type: "string", ...(field.initial && { default: field.initial }) };
  }
}
