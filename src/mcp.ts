/** Pocket Commons for language models: tools, by the Model Context Protocol. */

export { createMcpServer } from "./routes/tools/mcp-server.ts";
export {
  answerMcp,
  type McpAnswer,
  type McpRequest,
  type StdioServing,
  serveStdio,
} from "./routes/tools/transports.ts";
