/** Scripts that complete words of the command in a shell, made from the commands. */

import { type CliCommand, text } from "./command.ts";
import { UsageError } from "./io.ts";
import { allOptions, type CliOption, partsOf } from "./options.ts";

/** A command, and all that can follow it. */
interface Completed {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CliOption[];
}

const help: CliOption = { flags: "-h, --help", about: "show the help" };

const makers: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** @param listed all other commands */
export function completionCommand(listed: readonly CliCommand[]): CliCommand {
  const shells = Object.keys(makers);
  const command: CliCommand = {
    usage: "completion <shell>",
    about: `a script that completes words in ${shells.join(", ")}`,
    groups: ["written"],
    examples: [
      'eval "$(pocket-commons completion bash)"',
      "pocket-commons completion zsh > ~/.zfunc/_pocket-commons",
      "pocket-commons completion fish > ~/.config/fish/completions/pocket-commons.fish",
    ],
    run: async ([shell], _options, { io }) => {
      const make = makers[text(shell)];
      if (make === undefined || !Object.hasOwn(makers, text(shell))) {
        throw new UsageError(`shells are ${shells.join(", ")}, not '${text(shell)}'`);
      }
      io.stdout(make([...listed, command].map(completed)));
      return undefined;
    },
  };
  return command;
}

function completed(command: CliCommand): Completed {
  const [name = ""] = command.usage.split(" ");
  return { name, about: command.about, options: [...allOptions(command), help] };
}

/** `-n --limit`: as they are typed. */
function spellings(option: CliOption): string[] {
  const { letter, name } = partsOf(option);
  return letter === undefined ? [`--${name}`] : [`-${letter}`, `--${name}`];
}

/** What follows an option: one of its choices, or any file. */
function bashScript(commands: readonly Completed[]): string {
  const cases = commands.flatMap(({ name, options }) => {
    const words = options.flatMap(spellings).join(" ");
    const values = options.flatMap((option) =>
      option.choices === undefined
        ? []
        : spellings(option).map(
            (word) => `    "${name} ${word}") words="${option.choices?.join(" ")}" ;;`,
          ),
    );
    return [...values, `    "${name} "*) [[ $word == -* ]] && words="${words}" ;;`];
  });
  return `# bash: eval "$(pocket-commons completion bash)"
_pocket_commons() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _pocket_commons pocket-commons
`;
}

function zshScript(commands: readonly Completed[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''");
  const inBrackets = (text: string) => quoted(text).replace(/[[\]:]/g, "\\$&");
  const lines = commands.map(
    ({ name, about }) => `    '${name}:${quoted(about).replaceAll(":", "\\:")}'`,
  );
  const cases = commands.map(({ name, options }) => {
    const specs = options.flatMap((option) => {
      const { value } = partsOf(option);
      const action = option.choices === undefined ? "_files" : `(${option.choices.join(" ")})`;
      const follows = value === undefined ? "" : `:${inBrackets(value)}:${action}`;
      return spellings(option).map((word) => `'*${word}[${inBrackets(option.about)}]${follows}'`);
    });
    return `    ${name}) _arguments ${[...specs, "'*:file:_files'"].join(" ")} ;;`;
  });
  return `#compdef pocket-commons
_pocket_commons() {
  local -a commands=(
${lines.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join("\n")}
  esac
}
compdef _pocket_commons pocket-commons
`;
}

function fishScript(commands: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;
  const begin = "complete -c pocket-commons";
  const lines = commands.flatMap(({ name, about, options }) => [
    `${begin} -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
    ...options.map((option) => {
      const { letter, name: long, value } = partsOf(option);
      const short = letter === undefined ? "" : ` -s ${letter}`;
      const choices =
        option.choices === undefined ? "" : ` -f -a ${quoted(option.choices.join(" "))}`;
      const follows = value === undefined ? "" : ` -r${choices}`;
      const when = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
      return `${begin} ${when}${short} -l ${long}${follows} -d ${quoted(option.about)}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}
