/** The command line: arguments in, text and an exit code out. */

import { Command, CommanderError, Option } from "commander";
import { DataError, RpcError } from "../index.ts";
import type { CliCommand, CliTools, OptionValues } from "./command.ts";
import { commands } from "./commands/index.ts";
import { type CliIo, exitCodes, UsageError } from "./io.ts";
import { print } from "./output.ts";
import { openSources } from "./sources.ts";

/** Runs one command; every mistake of a user is one line on standard error and exit code 2. */
export async function runCli(argv: readonly string[], version: string, io: CliIo): Promise<number> {
  let exitCode: number = exitCodes.done;
  const tools: CliTools = { io, open: (sources, options) => openSources(sources, options, io) };
  const program = programOf(version, io);
  for (const command of commands) {
    program.addCommand(
      commandOf(command, io, async (args, options) => {
        const answer = await command.run(args, options, tools);
        print(answer, options, io);
        exitCode = answer.exitCode ?? exitCodes.done;
      }),
    );
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    return failed(error, io);
  }
}

function programOf(version: string, io: CliIo): Command {
  const program = new Command("pocket-commons")
    .description("Data Commons from files: load, ask, check and convert, offline.")
    .version(version)
    .showHelpAfterError('(add "--help" for what there is)')
    .addHelpText(
      "after",
      "\nA source is a file, a folder or a snapshot. Exit codes: 0 done, 1 mistakes found or an " +
        "error as answer, 2 it could not be done.",
    );
  return quiet(program, io);
}

/** The parser throws instead of ending the process, and writes where everything else does. */
function quiet(command: Command, io: CliIo): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr, getOutHasColors: () => false });
}

function commandOf(
  { usage, about, options = [], aboutWith = "further sources", examples }: CliCommand,
  io: CliIo,
  act: (args: (string | string[])[], options: OptionValues) => Promise<void>,
): Command {
  const [name = "", ...args] = usage.split(" ");
  const command = quiet(new Command(name), io).description(about);
  for (const arg of args) command.argument(arg);
  for (const [flags, says, byDefault] of options) command.option(flags, says, byDefault);
  command
    .option("--json", "print JSON")
    .option("--csv", "print CSV, also on a terminal")
    .option("-w, --with <path...>", aboutWith)
    .option("--provenance <dcid>", "provenance of what has none")
    .option("--strict", "stop at the first error in the input")
    .addOption(new Option("-q, --quiet", "no progress and no summary of diagnostics"))
    .addHelpText("after", `\nExamples:\n${examples.map((line) => `  $ ${line}`).join("\n")}`)
    .action(async (...all: unknown[]) => {
      const values = all.slice(0, args.length) as (string | string[])[];
      await act(values, command.opts());
    });
  return command;
}

function failed(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) {
    // Help and version end this way too.
    return error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
  }
  if (error instanceof RpcError) io.stderr(`error: ${error.message}${causeOf(error)}\n`);
  else if (isExpected(error)) io.stderr(`error: ${(error as Error).message}\n`);
  else io.stderr(`error: this is a bug, please report it: ${stackOf(error)}\n`);
  return exitCodes.failed;
}

function isExpected(error: unknown): boolean {
  return error instanceof DataError || error instanceof UsageError || error instanceof TypeError;
}

/** The service's own texts are short; what is behind them says more. */
function causeOf({ message, cause }: RpcError): string {
  return cause instanceof Error && cause.message !== message ? ` (${cause.message})` : "";
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
