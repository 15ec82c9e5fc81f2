/** The words of a command line, given to the arguments of a command. */

import { existsSync } from "node:fs";
import { type CliIo, UsageError } from "./io.ts";
import { isRemote } from "./opened-world.ts";
import { standardInput } from "./standard-input.ts";

/** The environment variable with the source of commands that are given none. */
export const sourceVariable = "POCKET_COMMONS_SOURCE";

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
export function argumentsFor(
  usage: string,
  given: readonly string[],
  env: CliIo["env"],
): (string | string[])[] {
  const wanted = argumentsOf(usage);
  const words = [...sourceLeftOut(wanted, given, env), ...given];
  const found = wanted.map(({ name, isMany, isOptional }, at) => {
    const taken = isMany ? words.slice(at) : words.slice(at, at + 1);
    if (taken.length === 0 && !isOptional) throw new UsageError(missing(name));
    return isMany ? taken : (taken[0] ?? "");
  });
  const isOpenEnded = wanted.at(-1)?.isMany === true;
  if (isOpenEnded || words.length <= wanted.length) return found;
  const excess = words.slice(wanted.length).map((word) => `'${word.slice(0, 40)}'`);
  throw new UsageError(`too many arguments: ${excess.join(", ")}; expected: ${usage}`);
}

function missing(name: string): string {
  const more = name === "source" ? `: a file, a folder, a snapshot, - or $${sourceVariable}` : "";
  return `missing required argument '${name}'${more}`;
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
