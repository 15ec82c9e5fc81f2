/** Door of the tools for language models. */

export { called, createMcpServer } from "./mcp-server.ts";
export { tools } from "./tools.ts";
export {
  answerMcp,
  type McpAnswer,
  type McpRequest,
  type StdioServing,
  serveStdio,
} from "./transports.ts";
