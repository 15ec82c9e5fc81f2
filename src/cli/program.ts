/** The parser of the command line, made from the commands. */

import { existsSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { didYouMean, meant } from "../errors/nearest.ts";
import type { CliCommand, OptionValues } from "./command.ts";
import { type CliIo, exitCodeLines, UsageError } from "./io.ts";
import { type CliOption, commonOptions, partsOf, sharedOptions } from "./options.ts";
import { standardInput } from "./standard-input.ts";
import { isRemote } from "./stores.ts";
import { wantsColour, written } from "./styled-text.ts";

/** Runs a command that was found. */
type Act = (
  command: CliCommand,
  args: (string | string[])[],
  options: OptionValues,
) => Promise<void>;

/** What the package is. */
export interface PackageFacts {
  readonly version: string;
  /** The folder of its documents. */
  readonly documents: string;
}

export function programOf(
  commands: readonly CliCommand[],
  { version, documents }: PackageFacts,
  io: CliIo,
  act: Act,
): Command {
  const program = quiet(new Command("pocket-commons"), io)
    .description("Data Commons from files: load, ask, check and convert, offline.")
    .version(version)
    .helpCommand(false)
    // `--sort -Visits` of a command is no `-V`.
    .enablePositionalOptions()
    .usage("COMMAND [options] SOURCE ...")
    .showHelpAfterError('(add "--help" for what there is)')
    .addHelpText("after", programNotes(documents))
    .argument("[command]")
    .allowExcessArguments()
    // What follows an unknown command is not looked at.
    .allowUnknownOption()
    .action((name: string | undefined) => {
      if (name === undefined) return program.help({ error: true });
      return program.error(`error: ${unknownCommand(name, commands)}`);
    });
  for (const command of commands) program.addCommand(commandOf(command, documents, io, act));
  return program;
}

/** What every command has, and what a source is. */
function programNotes(documents: string): string {
  const lines = sharedOptions.map(({ flags, about }) => `  ${flags.padEnd(24)}${about}`);
  return [
    "\nOptions of most commands; the help of a command names those that it has:",
    ...lines,
    "\nA source is a file, a folder, a snapshot (also as https:… or postgres:…), or - for",
    `standard input. ${sourceVariable} is the source where none is given.`,
    "\nExit codes:",
    ...exitCodeLines(),
    `\nDocuments: ${documents}/command.md`,
  ].join("\n");
}

/** Names of before the first release, and what to write now. */
const renamed: Readonly<Record<string, string>> = {
  load: "'save', with -o FILE; 'info' only reports",
  query: "'request'",
};

function unknownCommand(name: string, commands: readonly CliCommand[]): string {
  if (name.startsWith("-")) return `unknown option '${name}' before the command`;
  if (Object.hasOwn(renamed, name)) return `unknown command '${name}': it is ${renamed[name]}`;
  const names = commands.map(nameOf);
  return `unknown command '${name}'${didYouMean(meant(name, names))}`;
}

/** Options of before, by command and name. */
const renamedOptions: Readonly<Record<string, string>> = {
  "--save": "-o FILE of the command 'save'",
  "--keys": "--keys-file, or POCKET_COMMONS_KEYS",
  "--postgres": "a second argument: publish FILE postgres:NAME",
  "-b": "--body of 'request', and --base of 'import'",
};

export function nameOf({ usage }: CliCommand): string {
  return usage.split(" ", 1)[0] ?? "";
}

/** The parser throws instead of ending the process, and writes where everything else does. */
function quiet<Made extends Command>(command: Made, io: CliIo): Made {
  const errorHas = wantsColour(io.env, io.progressStream !== undefined);
  return command
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
      getOutHasColors: () => wantsColour(io.env, io.isTerminal),
      getErrHasColors: () => errorHas,
      outputError: (text, write) => {
        write(text.replace(/^error:/, written({ style: "bad", text: "error:" }, false, errorHas)));
      },
    })
    .configureHelp({
      subcommandTerm: (sub) => sub.name(),
      styleTitle: (title) => written({ style: "heading", text: title }, false, true),
    });
}

function commandOf(command: CliCommand, documents: string, io: CliIo, act: Act): Command {
  const { usage, about, details, options = [], examples } = command;
  const [name = "", ...args] = usage.split(" ");
  const shared = commonOptions(command);
  const known = [...options, ...shared];
  const parser = quiet(new Parser(name, known), io);
  parser
    .summary(about)
    .description(details === undefined ? about : `${about}\n\n${details}`)
    .usage(["[options]", ...args].join(" "))
    .argument("[words...]");
  for (const option of options) parser.addOption(optionOf(option));
  for (const option of shared) parser.addOption(optionOf(option).hideHelp());
  return parser
    .addHelpText("after", commandNotes(shared, examples, documents))
    .action(async (words: string[], values: OptionValues) => {
      await act(command, argumentsFor(usage, words, io.env, values), values);
    });
}

/** Names an unknown option with the nearest one, or with what it is called now. */
class Parser extends Command {
  readonly #names: readonly string[];

  constructor(name: string, known: readonly CliOption[]) {
    super(name);
    this.#names = [...known.map((option) => `--${partsOf(option).name}`), "--help"];
  }

  /** What the parser calls when it meets one. */
  unknownOption(flag: string): never {
    const [name = flag] = flag.split("=", 1);
    const now = renamedOptions[name];
    const more = now === undefined ? didYouMean(meant(name, this.#names)) : `: it is ${now}`;
    const code = "commander.unknownOption";
    return this.error(`error: unknown option '${name}'${more}`, { code });
  }
}

function commandNotes(
  shared: readonly CliOption[],
  examples: readonly string[],
  documents: string,
): string {
  const also = wrapped(`Also: ${shared.map(({ flags }) => flags).join("; ")}.`);
  return [
    `\n${also}`,
    `"pocket-commons --help" explains these. Document: ${documents}/command.md`,
    "\nExamples:",
    ...examples.map((line) => `  $ ${line}`),
  ].join("\n");
}

const width = 80;

function wrapped(text: string): string {
  let line = "";
  const lines: string[] = [];
  for (const part of text.split(/(?<=;) /)) {
    if (line !== "" && line.length + part.length + 1 > width) {
      lines.push(line);
      line = `  ${part}`;
    } else line = line === "" ? part : `${line} ${part}`;
  }
  return [...lines, line].join("\n");
}

function optionOf(row: CliOption): Option {
  const { flags, about, byDefault, choices, countMax } = row;
  const option = new Option(flags, about);
  const { name } = partsOf(row);
  if (choices !== undefined) {
    option.choices(choices).argParser((given: string) => {
      if (choices.includes(given)) return given;
      const near = didYouMean(meant(given, choices));
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}${near || "."}`);
    });
  }
  if (countMax !== undefined) {
    option.argParser((given: string) => {
      if (/^\d+$/.test(given) && Number(given) <= countMax) return Number(given);
      const shown = JSON.stringify(given.slice(0, 40));
      throw new UsageError(`--${name} is a number from 0 to ${countMax}, not ${shown}`);
    });
  }
  if (byDefault === undefined) return option;
  return option.default(countMax === undefined ? byDefault : Number(byDefault));
}

// The words of a command line, given to the arguments of a command.

/** The environment variable with the source of commands that are given none. */
const sourceVariable = "POCKET_COMMONS_SOURCE";

interface Argument {
  readonly name: string;
  readonly isMany: boolean;
  readonly isOptional: boolean;
}

/** `node <source> <dcid...>`: two arguments, the last takes all words that are left. */
function argumentsOf(usage: string): Argument[] {
  return usage
    .split(" ")
    .slice(1)
    .map((word) => ({
      name: word.replace(/^[<[]|\.*[>\]]$/g, ""),
      isMany: word.includes("..."),
      isOptional: word.startsWith("["),
    }));
}

/**
 * With `POCKET_COMMONS_SOURCE`, the source may be left out. Where other arguments follow it, the first word is the
 * source only if something lies there.
 *
 * @throws UsageError for a missing argument, and for more words than there are arguments
 */
function argumentsFor(
  usage: string,
  given: readonly string[],
  env: CliIo["env"],
  options: OptionValues,
): (string | string[])[] {
  const wanted = argumentsOf(usage);
  const words = [...sourceLeftOut(wanted, given, env), ...given];
  const found = wanted.map(({ name, isMany, isOptional }, at) => {
    const taken = isMany ? words.slice(at) : words.slice(at, at + 1);
    if (taken.length === 0 && !isOptional) throw new UsageError(missing(name, options));
    return isMany ? taken : (taken[0] ?? "");
  });
  const isOpenEnded = wanted.at(-1)?.isMany === true;
  if (isOpenEnded || words.length <= wanted.length) return found;
  const excess = words.slice(wanted.length).map((word) => `'${word.slice(0, 40)}'`);
  throw new UsageError(`too many arguments: ${excess.join(", ")}; expected: ${usage}`);
}

function missing(name: string, options: OptionValues): string {
  const more = name === "source" ? `: a file, a folder, a snapshot, - or $${sourceVariable}` : "";
  // An option of several values takes all words up to the next option.
  const [taker] = Object.entries(options).filter(
    ([, value]) => Array.isArray(value) && value.length > 1,
  );
  const cure =
    taker === undefined
      ? ""
      : `; --${taker[0].replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)} takes all words after it: put it last`;
  return `missing required argument '${name}'${more}${cure}`;
}

function sourceLeftOut(
  [first, ...others]: readonly Argument[],
  [word]: readonly string[],
  env: CliIo["env"],
): string[] {
  const source = env[sourceVariable] ?? "";
  if (source === "" || first?.name !== "source") return [];
  const isLeftOut =
    word === undefined || (others.length > 0 && word !== standardInput && !liesSomewhere(word));
  return isLeftOut ? [source] : [];
}

function liesSomewhere(word: string): boolean {
  return isRemote(word) || existsSync(word);
}
