/** Opens with the library's door of this place: a page has no files. */

import type { Commons } from "../commons/commons.ts";
import { LoadError } from "../errors/errors.ts";
import type { open, Source } from "../index.ts";
import type { CounterSummary } from "../load/bytes/diagnostics.ts";
import { openedFor } from "../options/required-options.ts";
import type { MockOptions } from "./mock-options.ts";

export const openHere: typeof open = async (source, options) => {
  const door = await import("../index.ts");
  return await door.open(source, options);
};

// Opens the data of a mock: an error in them is a mistake of the test.

/** What `mock` does unless its option `onWarning` says otherwise. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the default is a warning that a developer reads.
  console.warn(message);
}

/**
 * @param base what the source holds that was opened before: its errors are known, and what is added to it may
 * change its values
 * @throws LoadError (rejects) at an error in the data, unless `strict` is false; what is no error, such as an
 * observation without a value, is only a warning
 */
export async function openStrictly(
  source: Source,
  { open: given = {}, onWarning = warn }: Pick<MockOptions, "open" | "onWarning">,
  base?: Commons,
): Promise<Commons> {
  // Snapshots refuse `strict`. Their errors are looked at afterwards, as all others.
  const { strict = true, ...options } = given;
  const commons = await openedFor("mock", openHere(source, options));
  const known = base?.info.diagnostics.counters;
  for (const found of commons.info.diagnostics.counters) {
    if (!strict || (base !== undefined && found.counter === changedValue)) continue;
    const before = known?.find((one) => one.level === found.level && one.counter === found.counter);
    reportData(found, before?.count ?? 0, onWarning);
  }
  return commons;
}

/** Two values of one observation, of which the later one counts. */
const changedValue = "Sanity_InconsistentSvObsValues";

function reportData(
  { level, counter, count, examples }: CounterSummary,
  known: number,
  onWarning: (message: string) => void,
): void {
  if (level === "info" || count === known) return;
  const { message, file, line } = examples[known] ?? { message: counter, file: "" };
  const more = count - known === 1 ? "" : `; ${count - known - 1} more of this kind`;
  const error = new LoadError(`${message}${more}`, line === undefined ? { file } : { file, line });
  if (level !== "warning") throw error;
  onWarning(error.message);
}
