/** Opens with the library's door of this place: a page has no files. */

import type { Commons } from "../commons/commons.ts";
import { LoadError } from "../errors/errors.ts";
import type { OpenOptions, open, Source } from "../index.ts";
import type { CounterSummary } from "../load/bytes/diagnostics.ts";
import { openedFor } from "../options/required-options.ts";

export const openHere: typeof open = async (source, options) => {
  const door = await import("../index.ts");
  return await door.open(source, options);
};

// Opens the data of a mock: an error in them is a mistake of the test.

/**
 * @param base what the source holds that was opened before: its errors are known, and what is added to it may
 * change its values
 * @throws LoadError (rejects) at an error in the data, unless `strict` is false
 */
export async function openStrictly(
  source: Source,
  // Snapshots refuse `strict`. Their errors are looked at afterwards, as all others.
  { strict = true, ...options }: OpenOptions = {},
  base?: Commons,
): Promise<Commons> {
  const commons = await openedFor("mock", openHere(source, options));
  if (!strict) return commons;
  const known = base?.info.diagnostics.counters;
  for (const found of commons.info.diagnostics.counters) {
    if (base !== undefined && found.counter === changedValue) continue;
    const before = known?.find((one) => one.level === found.level && one.counter === found.counter);
    refuseErrors(found, before?.count ?? 0);
  }
  return commons;
}

/** Two values of one observation, of which the later one counts. */
const changedValue = "Sanity_InconsistentSvObsValues";

function refuseErrors({ level, counter, count, examples }: CounterSummary, known: number): void {
  if ((level !== "error" && level !== "fatal") || count === known) return;
  const { message, file, line } = examples[known] ?? { message: counter, file: "" };
  const more = count - known === 1 ? "" : `; ${count - known - 1} more of this kind`;
  throw new LoadError(`${message}${more}`, line === undefined ? { file } : { file, line });
}
