/**
 * Every option that more than one command has, or that has a letter, in one place: one letter and one long name have
 * one meaning. A command takes rows from here, and may say more about one: `{ ...options.type, about: "…" }`.
 */

import { serviceRows } from "../options/request-rows.ts";

export interface CliOption {
  /** `-d, --date <date>`; `<path...>` takes several values. */
  readonly flags: string;
  /** What it does, in a line. */
  readonly about: string;
  readonly byDefault?: string;
  /** All values that there are. Default: any text. */
  readonly choices?: readonly string[];
  /** The value is an integer from 0 to this one, and is given as a number. */
  readonly countMax?: number;
}

const linesMax = 999_999_999;

export const options = {
  json: { flags: "--json", about: "print JSON" },
  csv: { flags: "--csv", about: "print CSV, also on a terminal" },
  output: { flags: "-o, --output <file>", about: "write into this file" },
  color: {
    flags: "--color <when>",
    about: "colours; auto asks terminal and environment",
    byDefault: "auto",
    choices: ["auto", "always", "never"],
  },
  quiet: { flags: "-q, --quiet", about: "no progress, diagnostics or notes on standard error" },

  with: { flags: "-w, --with <path...>", about: "further sources, loaded together" },
  provenance: {
    flags: "--provenance <dcid>",
    about: "dcid of the provenance for statements without one",
  },
  allowOutside: { flags: "--allow-outside", about: "a manifest may name files outside its folder" },
  strict: { flags: "--strict", about: "the first error stops the load" },

  limit: { flags: "-n, --limit <rows>", about: "at most so many rows", countMax: linesMax },
  offset: { flags: "--offset <rows>", about: "leave so many rows out first", countMax: linesMax },
  type: { flags: "-t, --type <dcid>", about: "only of this type" },
  property: { flags: "-p, --property <expression>", about: "relation expression" },
  format: { flags: "-f, --format <format>", about: "form of what is written" },
  date: { flags: "-d, --date <date>", about: "latest, all or a date", byDefault: "latest" },
  dryRun: { flags: "--dry-run", about: "write nothing" },
  force: { flags: "--force", about: "replace existing files" },
  examples: {
    flags: "--examples <count>",
    about: "how many to show of each kind; all are counted",
    countMax: 999_999,
  },
  meaning: { flags: "--no-meaning", about: "search by words alone, not by what they mean" },
  explain: { flags: "--explain", about: "print the steps to the answer, and why it is empty" },
  dialect: {
    flags: "--dialect <name>",
    about: "extended has more of SPARQL: COUNT, AVG, FILTER, OPTIONAL",
    byDefault: "documented",
    choices: serviceRows.dialect.choices,
  },

  store: {
    flags: "--store <file>",
    about: "options of a world that lies elsewhere, as JSON or a module",
  },
  instructions: {
    flags: "--instructions <file>",
    about: "what a language model reads first, in place of our own text",
  },
  folder: {
    flags: "--folder <folder>",
    about: "where tools of language models write answers of more than 500 rows",
  },
  maxFolderBytes: {
    flags: "--max-folder-bytes <n>",
    about: "how many bytes the files of that folder may have; default: 1 GiB",
    countMax: Number.MAX_SAFE_INTEGER,
  },
} as const satisfies Readonly<Record<string, CliOption>>;

/** Of how sources are loaded. */
const ofLoading = [options.store, options.provenance, options.allowOutside, options.strict];

/** What a command has beside its own options, by what it does. */
type OptionGroup =
  /** It prints an answer. */
  | "answers"
  /** Its files are written elsewhere: `-o` would be a second place. */
  | "reports"
  /** A server prints one line, and no answers. */
  | "served"
  /** It prints what is no answer about data. */
  | "written"
  /** It has other arguments than sources. */
  | "sources"
  /** Its arguments are all sources. */
  | "loading";

export const groups: Readonly<Record<OptionGroup, readonly CliOption[]>> = {
  answers: [options.json, options.csv, options.output],
  reports: [options.json, options.csv],
  served: [options.json],
  written: [options.output],
  sources: [options.with, ...ofLoading],
  loading: ofLoading,
};

/** Of every command. */
export const everywhere: readonly CliOption[] = [options.color, options.quiet];

/** Whatever several commands have. */
export const sharedOptions: readonly CliOption[] = [
  ...new Set([...everywhere, ...Object.values(groups).flat()]),
];

/** How a command names its options. */
export interface OptionTaker {
  /** Its own. */
  readonly options?: readonly CliOption[];
  /** What it has beside them. */
  readonly groups: readonly OptionGroup[];
  /** What options of its groups mean here, by their long name. */
  readonly aboutCommon?: Readonly<Record<string, string>>;
}

/** Options of its groups, which may mean more here. */
export function commonOptions({ groups: names, aboutCommon = {} }: OptionTaker): CliOption[] {
  return [...names.flatMap((name) => groups[name]), ...everywhere].map((option) => {
    const about = aboutCommon[partsOf(option).name];
    return about === undefined ? option : { ...option, about };
  });
}

/** All options of a command, its own first. */
export function allOptions(command: OptionTaker): CliOption[] {
  return [...(command.options ?? []), ...commonOptions(command)];
}

/** The letter, the long name, and whether a value follows. */
export function partsOf({ flags }: CliOption): {
  readonly letter: string | undefined;
  readonly name: string;
  readonly value: string | undefined;
} {
  const [, letter, name = "", value] = /^(?:-(\w), )?--([\w-]+)(?: <(.+)>)?$/.exec(flags) ?? [];
  return { letter, name, value };
}
