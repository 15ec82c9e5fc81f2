/** The form of a command: what it takes and what it answers. */

import type { Commons, Source } from "../index.ts";
import type { CliIo } from "./io.ts";
import type { AnyCommons, SourceOptions } from "./opened-world.ts";
import type { OptionTaker } from "./options.ts";
import type { Answer, OutputOptions } from "./output.ts";

interface CommonOptions extends SourceOptions, OutputOptions {}

/** Option values by their long name, as the parser gives them. */
export type OptionValues = CommonOptions & Readonly<Record<string, unknown>>;

export interface CliCommand extends OptionTaker {
  /** Name and arguments: `node <source> <dcid...>`. */
  readonly usage: string;
  /** What it does, in a line. */
  readonly about: string;
  /** More of that, for its own help. */
  readonly details?: string;
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
  /** Paths as the library takes them: `-` is what standard input holds. */
  readonly read: (sources: readonly string[]) => Promise<Source>;
}

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

/** Of options with `countMax`. */
export function countOption(options: OptionValues, name: string): number | undefined {
  const value = options[name];
  return typeof value === "number" ? value : undefined;
}
