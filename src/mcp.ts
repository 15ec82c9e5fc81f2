/** Pocket Commons for language models: tools, by the Model Context Protocol. */

export type { AgentOptions } from "./routes/tools/agent-options.ts";
export { createMcpServer } from "./routes/tools/mcp-server.ts";
export {
  type McpAnswer,
  type McpHttp,
  type McpRequest,
  mcpOverHttp,
  type StdioOptions,
  type StdioServing,
  serveStdio,
} from "./routes/tools/transports.ts";
