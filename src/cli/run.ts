/** The command line: arguments in, text and an exit code out. */

import { Command, CommanderError, Option } from "commander";
import { CommonsError, type Explanation } from "../index.ts";
import {
  type CliCommand,
  type CliOption,
  type CliTools,
  commonOptions,
  type OptionValues,
} from "./command.ts";
import { commands } from "./commands/all-commands.ts";
import { type CliIo, exitCodeLines, exitCodes, UsageError } from "./io.ts";
import { isRemote, openRemoteSource, openSources } from "./opened-world.ts";
import { type Answer, type OutputOptions, print, printJson, printNote } from "./output.ts";
import { oneLine, wantsColour, written } from "./styled-text.ts";

/** Runs one command; every mistake of a user is one line on standard error. */
export async function runCli(argv: readonly string[], version: string, io: CliIo): Promise<number> {
  let exitCode: number = exitCodes.done;
  const open: CliTools["open"] = async (sources, options) => {
    const elsewhere = sources.find(isRemote);
    if (elsewhere === undefined) return await openSources(sources, options, io);
    throw new UsageError(
      "this command needs all of a world: fetch the snapshot, and give it the file",
    );
  };
  const ask: CliTools["ask"] = (sources, options) =>
    sources.some(isRemote)
      ? openRemoteSource([...sources, ...(options.with ?? [])], options)
      : open(sources, options);
  const tools: CliTools = { io, open, ask };
  const program = programOf(version, io);
  for (const command of commands) {
    program.addCommand(
      commandOf(command, io, async (args, options) => {
        const answer = await command.run(args, options, tools);
        if (answer !== undefined) exitCode = await give(answer, options, io);
      }),
    );
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    return failed(error, asksForJson(argv), io);
  }
}

/** Prints an answer, or how it comes about where that was asked for. */
async function give(answer: Answer, options: OptionValues, io: CliIo): Promise<number> {
  if (answer.explain !== undefined && options["explain"] === true) {
    const explanation = await answer.explain();
    print(explainedAnswer(explanation), options, io);
    return explanation.isEmpty ? exitCodes.empty : exitCodes.done;
  }
  print(answer, options, io);
  if (isEmptyTable(answer, options, io)) await reportWhyEmpty(answer, io);
  return answer.exitCode ?? exitCodes.done;
}

/** Read from the arguments themselves: they may be what is wrong. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? undefined : end).includes("--json");
}

function programOf(version: string, io: CliIo): Command {
  const program = new Command("pocket-commons")
    .description("Data Commons from files: load, ask, check and convert, offline.")
    .version(version)
    .showHelpAfterError('(add "--help" for what there is)')
    .addHelpText(
      "after",
      ["\nA source is a file, a folder or a snapshot. Exit codes:", ...exitCodeLines()].join("\n"),
    );
  return quiet(program, io);
}

/** The parser throws instead of ending the process, and writes where everything else does. */
function quiet(command: Command, io: CliIo): Command {
  const errorHas = wantsColour(io.env, io.progressStream !== undefined);
  return command
    .exitOverride()
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      getOutHasColors: () => wantsColour(io.env, io.isTerminal),
      getErrHasColors: () => errorHas,
      outputError: (text, write) => {
        const [head = "", ...rest] = text.split("error:");
        const isError = head === "" && rest.length > 0;
        const red = written({ style: "bad", text: "error:" }, false, errorHas);
        write(isError ? `${red}${rest.join("error:")}` : text);
      },
    })
    .configureHelp({
      styleTitle: (title) => written({ style: "heading", text: title }, false, true),
    });
}

function commandOf(
  { usage, about, options = [], aboutWith, examples }: CliCommand,
  io: CliIo,
  act: (args: (string | string[])[], options: OptionValues) => Promise<void>,
): Command {
  const [name = "", ...args] = usage.split(" ");
  const command = quiet(new Command(name), io).description(about);
  for (const arg of args) command.argument(arg);
  for (const option of options) command.addOption(optionOf(option));
  for (const option of commonOptions) {
    const isWith = option.flags.includes("--with");
    command.addOption(optionOf(isWith && aboutWith ? { ...option, about: aboutWith } : option));
  }
  command
    .addHelpText("after", `\nExamples:\n${examples.map((line) => `  $ ${line}`).join("\n")}`)
    .action(async (...all: unknown[]) => {
      const values = all.slice(0, args.length) as (string | string[])[];
      await act(values, command.opts());
    });
  return command;
}

function optionOf({ flags, about, byDefault, choices }: CliOption): Option {
  const option = new Option(flags, about);
  if (choices !== undefined) option.choices(choices);
  return byDefault === undefined ? option : option.default(byDefault);
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

function isEmptyTable(
  { rows, text, explain }: Answer,
  { json, csv, quiet }: OutputOptions & { readonly quiet?: boolean },
  { isTerminal }: CliIo,
): boolean {
  const isTable = text === undefined && json !== true && csv !== true;
  return isTable && isTerminal && quiet !== true && explain !== undefined && rows.rows.length === 0;
}

/** The user did not ask for it, so an explanation that takes too long is left out. */
async function reportWhyEmpty({ explain }: Answer, io: CliIo): Promise<void> {
  try {
    const { text = "", reason } = (await explain?.()) ?? {};
    if (reason === undefined) return;
    const lines = text.split("\n");
    const from = lines.findIndex((line) => line.startsWith("The answer is empty"));
    for (const line of lines.slice(from)) printNote(oneLine(line), io);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Whether an endpoint refused the request. */
const isRefusal = (error: unknown): error is CommonsError =>
  error instanceof CommonsError && error.rpc !== undefined && error.code !== "REMOTE";

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
  const known = error instanceof CommonsError ? error.toJSON() : {};
  return { ...known, code: codeOf(error), message: cut(messageOf(error)) };
}

function codeOf(error: unknown): string {
  if (error instanceof CommonsError) return error.code;
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
