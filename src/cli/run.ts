/** The command line: arguments in, text and an exit code out. */

import { CommanderError } from "commander";
import type { CommonsError, Explanation } from "../index.ts";
import type { EmptyKind } from "../wire.ts";
import type { CliCommand, CliTools, OptionValues } from "./command.ts";
import { askCommand } from "./commands/ask-command.ts";
import { catalogCommands, searchCommand } from "./commands/catalog-commands.ts";
import { diffCommand } from "./commands/diff-command.ts";
import { explorerCommand } from "./commands/explorer-command.ts";
import { exportCommand } from "./commands/export-command.ts";
import { importCommand } from "./commands/import-command.ts";
import { infoCommand, saveCommand } from "./commands/info-commands.ts";
import { lintCommand } from "./commands/lint-command.ts";
import { nodeCommand, resolveCommand } from "./commands/node-commands.ts";
import { partsCommand } from "./commands/parts-command.ts";
import { publishCommand } from "./commands/publish-command.ts";
import { requestCommand, sparqlCommand } from "./commands/query-commands.ts";
import { sdmxCommand } from "./commands/sdmx-command.ts";
import { mcpCommand, serveCommand } from "./commands/serve-commands.ts";
import { statCommand } from "./commands/stat-command.ts";
import { completionCommand } from "./completion.ts";
import { type CliIo, exitCodes, UsageError } from "./io.ts";
import { openRemoteSource, openSources } from "./opened-world.ts";
import { type Answer, OutputFile, print, printJson, printNote } from "./output.ts";
import { nameOf, type PackageFacts, programOf } from "./program.ts";
import { sourcesFrom } from "./standard-input.ts";
import { reasonsIn } from "./stat-table.ts";
import { isRemote } from "./stores.ts";
import { oneLine } from "./styled-text.ts";

/** Runs one command; every mistake of a user is one line on standard error. */
export async function runCli(
  argv: readonly string[],
  facts: PackageFacts,
  given: CliIo,
): Promise<number> {
  const io = coloured(given, argv);
  let exitCode: number = exitCodes.done;
  const program = programOf(commands, facts, io, async (command, args, options) => {
    const target = writesAnswer(command) ? targetOf(options, io) : undefined;
    const written = target?.io ?? io;
    try {
      const answer = await command.run(args, options, toolsFor(written));
      const given = target === undefined ? options : formOf(options);
      if (answer !== undefined) exitCode = await give(answer, given, written);
      target?.keep();
    } finally {
      target?.end();
    }
  });
  try {
    await program.parseAsync(askedBy(argv), { from: "user" });
    return exitCode;
  } catch (error) {
    return failed(error, hasFlag(argv, "--json"), io);
  }
}

function toolsFor(io: CliIo): CliTools {
  const open: CliTools["open"] = async (sources, options) => {
    const elsewhere = [...sources, ...(options.with ?? [])].find((source) => isRemote(source));
    if (elsewhere === undefined) return await openSources(sources, options, io);
    throw new UsageError(
      "this command needs all of a world: fetch the snapshot, and give it the file",
    );
  };
  const ask: CliTools["ask"] = (sources, options) =>
    sources.some((source) => isRemote(source, options.isServed))
      ? openRemoteSource([...sources, ...(options.with ?? [])], options, io)
      : open(sources, options);
  return { io, open, ask, read: (sources) => sourcesFrom(sources, io) };
}

/** `save` writes its file itself. */
function writesAnswer({ groups }: CliCommand): boolean {
  return groups.includes("answers") || groups.includes("written");
}

function targetOf({ output }: OptionValues, io: CliIo): OutputFile | undefined {
  return output === undefined || output === "-" ? undefined : new OutputFile(output, io);
}

/** The ending of the file that takes the answer says the form, where no option does. */
function formOf(options: OptionValues): OptionValues {
  const { json, csv, output = "" } = options;
  if (json === true || csv === true) return options;
  if (output.endsWith(".json")) return { ...options, json: true };
  return output.endsWith(".csv") ? { ...options, csv: true } : options;
}

/** `--color` decides before the environment does; errors of parsing have its colours, too. */
function coloured(io: CliIo, argv: readonly string[]): CliIo {
  const at = argv.indexOf("--color");
  const inline = argv.find((word) => word.startsWith("--color="))?.slice("--color=".length);
  const wanted = inline ?? (at < 0 ? undefined : argv[at + 1]);
  if (wanted !== "always" && wanted !== "never") return io;
  return { ...io, env: { ...io.env, FORCE_COLOR: wanted === "always" ? "1" : "0" } };
}

/** Prints an answer, or how it comes about where that was asked for. */
async function give(answer: Answer, options: OptionValues, io: CliIo): Promise<number> {
  if (answer.explain !== undefined && options["explain"] === true) {
    const explanation = await answer.explain();
    print(explainedAnswer(explanation), options, io);
    return explanation.isEmpty ? exitCodes.empty : exitCodes.done;
  }
  print(answer, options, io);
  if (options.quiet !== true) for (const note of answer.notes ?? []) printNote(note, io);
  const isUnknown = await isEmptyForUnknown(answer, options, io);
  return answer.exitCode || (isUnknown ? exitCodes.mistakes : exitCodes.done);
}

/** `help node` is `node --help`; of an unknown name, the name alone is refused. */
function askedBy(argv: readonly string[]): string[] {
  if (argv[0] !== "help") return [...argv];
  const [name] = argv.slice(1);
  if (name === undefined) return ["--help"];
  return commands.some((command) => nameOf(command) === name) ? [name, "--help"] : [name];
}

/** Read from the arguments themselves: they may be what is wrong. */
function hasFlag(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? undefined : end).includes(flag);
}

/** An explanation in the place of the answer. */
function explainedAnswer(explanation: Explanation): Answer {
  const rows = explanation.steps.map(({ what, left, lost }) => [
    what,
    String(left),
    lost.join(" "),
  ]);
  return {
    json: explanation,
    rows: { columns: ["step", "left", "lost"], rows },
    text: explanation.text.split("\n").map(oneLine),
  };
}

/** Names that a request gave: a text that nothing has is a search without a result. */
const unknownNames: readonly unknown[] = [
  "unknownDcid",
  "unknownProperty",
  "unknownType",
  "unknownVariable",
] satisfies EmptyKind[];

/**
 * Says on standard error why a table is empty. The user did not ask for it, so an explanation that takes too long is
 * left out.
 *
 * @returns whether the request names what the world does not know
 */
async function isEmptyForUnknown(
  { rows, explain }: Answer,
  { quiet }: OptionValues,
  io: CliIo,
): Promise<boolean> {
  if (explain === undefined || rows.rows.length > 0) return false;
  try {
    const { text, kind } = await explain();
    if (quiet !== true) for (const line of reasonsIn(text)) printNote(line, io);
    return unknownNames.includes(kind);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** By its name: with its class every start would load the library. */
const isCommonsError = (error: unknown): error is CommonsError =>
  error instanceof Error && error.name === "CommonsError";

/** Whether an endpoint refused the request. */
const isRefusal = (error: unknown): error is CommonsError =>
  isCommonsError(error) && error.rpc !== undefined && error.code !== "REMOTE";

/** Longer messages are cut: a path or a query in them can have any length. */
const messageMax = 1_000;

/**
 * Says on standard error what went wrong, and on standard output as JSON when that was asked for:
 * as `{ code, message, file, line, … }`.
 */
export function failed(error: unknown, isJson: boolean, io: CliIo): number {
  if (error instanceof CommanderError) {
    // Help and version end this way too; the parser has said on standard error what is wrong.
    if (error.exitCode === 0) return exitCodes.done;
    const message = error.message.replace(/^error: /, "");
    if (isJson) printJson({ code: "USAGE", message: cut(message) }, io);
    return exitCodes.failed;
  }
  if (isJson) printJson(bodyOf(error), io);
  const isBug = codeOf(error) === "BUG";
  const about = isBug ? `this is a bug, please report it: ${stackOf(error)}` : messageOf(error);
  printNote([{ style: "bad", text: "error:" }, ` ${isBug ? about : oneLine(cut(about))}`], io);
  if (isRefusal(error)) return exitCodes.mistakes;
  return isBug ? exitCodes.bug : exitCodes.failed;
}

function bodyOf(error: unknown): object {
  const known = isCommonsError(error) ? error.toJSON() : {};
  return { ...known, code: codeOf(error), message: cut(messageOf(error)) };
}

function codeOf(error: unknown): string {
  if (isCommonsError(error)) return error.code;
  if (error instanceof UsageError || error instanceof TypeError) return "USAGE";
  return isSystemError(error) ? "SYSTEM" : "BUG";
}

/** What the file system or the machine refuses: a full disk, a folder that may not be written. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isRefusal(error) ? `${error.message}${causeOf(error)}` : error.message;
}

/** The service's own texts are short; the cause says more. */
function causeOf({ message, cause }: CommonsError): string {
  return cause instanceof Error && cause.message !== message ? ` (${cause.message})` : "";
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function cut(text: string): string {
  return text.length > messageMax ? `${text.slice(0, messageMax)}\u2026` : text;
}

// All commands, in the order in which the help lists them.

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
  partsCommand,
  publishCommand,
  serveCommand,
  explorerCommand,
  mcpCommand,
];

export const commands: readonly CliCommand[] = [...listed, completionCommand(listed)];
