/** Pocket Commons for language models: tools, by the Model Context Protocol. */

export {
  answerMcp,
  createMcpServer,
  type McpAnswer,
  type McpRequest,
  type StdioServing,
  serveStdio,
} from "./routes/tools/index.ts";
