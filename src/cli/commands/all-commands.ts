/** All commands, in the order in which the help lists them. */

import type { CliCommand } from "../command.ts";
import { completionCommand } from "../completion.ts";
import { askCommand } from "./ask-command.ts";
import { catalogCommands, searchCommand } from "./catalog-commands.ts";
import { diffCommand } from "./diff-command.ts";
import { exportCommand } from "./export-command.ts";
import { importCommand } from "./import-command.ts";
import { infoCommand, saveCommand } from "./info-commands.ts";
import { lintCommand } from "./lint-command.ts";
import { nodeCommand, resolveCommand } from "./node-commands.ts";
import { publishCommand } from "./publish-command.ts";
import { requestCommand, sparqlCommand } from "./query-commands.ts";
import { sdmxCommand } from "./sdmx-command.ts";
import { mcpCommand, serveCommand } from "./serve-commands.ts";
import { statCommand } from "./stat-command.ts";

const listed: readonly CliCommand[] = [
  infoCommand,
  saveCommand,
  lintCommand,
  diffCommand,
  importCommand,
  askCommand,
  searchCommand,
  ...catalogCommands,
  nodeCommand,
  statCommand,
  resolveCommand,
  sparqlCommand,
  sdmxCommand,
  requestCommand,
  exportCommand,
  publishCommand,
  serveCommand,
  mcpCommand,
];

export const commands: readonly CliCommand[] = [...listed, completionCommand(listed)];
