/** The manual page of the command, made from the commands: roff with the macros of man(7). */

import { exitCodes, exitMeanings } from "../../src/cli/io.ts";
import { type CliOption, sharedOptions } from "../../src/cli/options.ts";
import { commands } from "../../src/cli/run.ts";

export function manPage(): string {
  return [
    '.TH POCKET-COMMONS 1 "" "pocket-commons" "User Commands"',
    ".SH NAME",
    "pocket-commons \\- Data Commons from files: load, ask, check and convert, offline",
    ".SH SYNOPSIS",
    ".B pocket-commons",
    ".I command",
    "[options] [arguments]",
    ".SH COMMANDS",
    ...commands.flatMap(({ usage, about, details, options = [], examples }) => [
      `.SS "${roff(usage)}"`,
      line(`${about}.`),
      ...(details === undefined ? [] : [".PP", line(details)]),
      ...options.flatMap(optionLines),
      ".PP",
      "Examples:",
      ".PP",
      ".nf",
      ...examples.map((example) => line(example)),
      ".fi",
    ]),
    ".SH OPTIONS OF MANY COMMANDS",
    ...sharedOptions.flatMap(optionLines),
    ".SH ENVIRONMENT",
    ...variables.flatMap(([name, about]) => [".TP", `.B ${name}`, line(about)]),
    ".SH EXIT STATUS",
    ...Object.entries(exitMeanings).flatMap(([name, means]) => [
      ".TP",
      `.B ${exitCodes[name as keyof typeof exitCodes]}`,
      line(means),
    ]),
    "",
  ].join("\n");
}

const variables = [
  ["POCKET_COMMONS_SOURCE", "The source of commands that are given none."],
  ["POCKET_COMMONS_KEYS", "API keys that serve requires, with spaces or commas between them."],
  ["FORCE_COLOR, NO_COLOR, TERM", "Whether text has colours, where --color does not say it."],
  ["PGHOST, PGUSER, PGDATABASE, PGPASSWORD", "The database of postgres:NAME."],
] as const;

function optionLines({ flags, about, choices, byDefault }: CliOption): string[] {
  const values = choices === undefined ? "" : `; one of ${choices.join(", ")}`;
  const otherwise = byDefault === undefined ? "" : ` (default: ${byDefault})`;
  return [".TP", `.B "${roff(flags)}"`, line(`${about}${values}${otherwise}`)];
}

/** A line of text must not begin as a request does. */
function line(text: string): string {
  return roff(text).replace(/^(?=[.'])/, "\\&");
}

function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll('"', "\\(dq");
}
