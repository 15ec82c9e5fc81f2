/** All commands, in the order in which the help lists them. */

import type { CliCommand } from "../command.ts";
import { publishCommand } from "../publish/index.ts";
import { catalogCommands } from "./catalog.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { infoCommand } from "./info.ts";
import { lintCommand } from "./lint.ts";
import { loadCommand } from "./load.ts";
import { mcpCommand } from "./mcp.ts";
import { nodeCommand } from "./node.ts";
import { queryCommand } from "./query.ts";
import { resolveCommand } from "./resolve.ts";
import { serveCommand } from "./serve.ts";
import { sparqlCommand } from "./sparql.ts";
import { statCommand } from "./stat.ts";

export const commands: readonly CliCommand[] = [
  infoCommand,
  loadCommand,
  lintCommand,
  importCommand,
  ...catalogCommands,
  nodeCommand,
  statCommand,
  resolveCommand,
  sparqlCommand,
  queryCommand,
  exportCommand,
  publishCommand,
  serveCommand,
  mcpCommand,
];
