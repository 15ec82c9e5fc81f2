/** The form of a command: what it takes and what it answers. */

import type { Commons } from "../index.ts";
import type { CliIo } from "./io.ts";
import type { AnyCommons, SourceOptions } from "./opened-world.ts";
import type { Answer, OutputOptions } from "./output.ts";

interface CommonOptions extends SourceOptions, OutputOptions {}

/** Option values by their long name, as the parser gives them. */
export type OptionValues = CommonOptions & Readonly<Record<string, unknown>>;

export interface CliOption {
  /** `-d, --date <date>` */
  readonly flags: string;
  readonly about: string;
  readonly byDefault?: string;
  /** All values that there are. Default: any text. */
  readonly choices?: readonly string[];
}

export interface CliCommand {
  /** Name and arguments: `node <source> <dcid...>`. */
  readonly usage: string;
  readonly about: string;
  readonly options?: readonly CliOption[];
  /** What `--with` means. Default: further sources. */
  readonly aboutWith?: string;
  /** Shown below the help. */
  readonly examples: readonly string[];
  /** Its answer is printed; undefined when it printed all that there is. */
  readonly run: (
    args: readonly (string | readonly string[])[],
    options: OptionValues,
    tools: CliTools,
  ) => Promise<Answer | undefined>;
}

export interface CliTools {
  readonly io: CliIo;
  /** For commands that need all of a world. */
  readonly open: (sources: readonly string[], options: SourceOptions) => Promise<Commons>;
  /** For questions: the world may lie elsewhere. */
  readonly ask: (sources: readonly string[], options: SourceOptions) => Promise<AnyCommons>;
}

/** Of all commands; `CliCommand.aboutWith` may say more of `--with`. */
export const commonOptions: readonly CliOption[] = [
  { flags: "--json", about: "print JSON" },
  { flags: "--csv", about: "print CSV, also on a terminal" },
  { flags: "-w, --with <path...>", about: "further sources" },
  { flags: "--provenance <dcid>", about: "provenance of statements without one" },
  { flags: "--allow-outside", about: "let a manifest.json name files outside its folder" },
  { flags: "--strict", about: "stop at the first error in the input" },
  {
    flags: "-q, --quiet",
    about: "print only the answer: no progress, no diagnostics of loading, no notes",
  },
];

/** Of commands whose answers have `explain`. */
export const explainOption: CliOption = {
  flags: "--explain",
  about: "print the steps to the answer instead of the answer, and why it is empty",
};

/** Of commands that send queries. */
export const dialectOption: CliOption = {
  flags: "--dialect <name>",
  about: "the documented dialect, or with more of SPARQL: COUNT, FILTER, OPTIONAL",
  byDefault: "documented",
  choices: ["documented", "extended"],
};

/** The texts of a variadic argument, or of a single one. */
export function texts(arg: string | readonly string[] | undefined): readonly string[] {
  if (arg === undefined) return [];
  return typeof arg === "string" ? [arg] : arg;
}

export function text(arg: string | readonly string[] | undefined): string {
  return texts(arg)[0] ?? "";
}

export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
