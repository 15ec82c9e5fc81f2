/** The command line: arguments in, text and an exit code out. */

import { Command, Option } from "commander";
import {
  type CliCommand,
  type CliOption,
  type CliTools,
  commonOptions,
  type OptionValues,
} from "./command.ts";
import { commands } from "./commands/index.ts";
import { exitCodeLines, exitCodes } from "./exit-codes.ts";
import { explainedAnswer, isEmptyTable, tellWhyEmpty } from "./explained.ts";
import { failed } from "./failure.ts";
import { type CliIo, UsageError } from "./io.ts";
import { type Answer, print } from "./output.ts";
import { isRemote, openRemoteSource } from "./remote-source.ts";
import { openSources } from "./sources.ts";
import { wantsColour, written } from "./styled-text.ts";

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
  if (isEmptyTable(answer, options, io)) await tellWhyEmpty(answer, io);
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
