/** Tools for a language model that starts this program. */

import { type CliCommand, texts } from "../command.ts";

export const mcpCommand: CliCommand = {
  usage: "mcp <source...>",
  about: "tools for language models, by the Model Context Protocol on standard input and output",
  options: [],
  examples: ["pocket-commons mcp data-samples/us-states", "pocket-commons mcp world.pocket"],
  run: async ([sources], options, { io, ask }) => {
    const commons = await ask(texts(sources), { ...options, quiet: true, isServed: true });
    const { serveStdio } = await import("../../mcp.ts");
    const server = await serveStdio(commons);
    await Promise.race([server.ended, io.stopped()]);
    await server.close();
    return undefined;
  },
};
