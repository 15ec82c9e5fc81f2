/** Values of typed columns as cells: exact decimals, days and times. */

import type { Compressors } from "hyparquet";
import { LoadError } from "../../errors/errors.ts";
import { type Cell, type Moment, momentAt, StoredNumber } from "../held/cells.ts";

/** `12345` with a scale of 2 is `123.45`. */
export function decimalOf(whole: bigint, scale: number): Cell {
  if (scale <= 0) return whole * 10n ** BigInt(-scale);
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, "0");
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return StoredNumber.of(whole < 0n ? `-${text}` : text);
}

/**
 * @param ticks since 1970, of which a second has 10 to the power of `digits`.
 * @returns the number itself for a time beyond the years 1 to 9999.
 */
export function momentIn(ticks: bigint, digits: number): Moment | bigint {
  const second = 10n ** BigInt(digits);
  const rest = ((ticks % second) + second) % second;
  const seconds = (ticks - rest) / second;
  return momentAt(Number(seconds) * 1_000, String(rest).padStart(digits, "0")) ?? ticks;
}

/** What is no single value is JSON. */
export function plainCell(value: unknown): Cell {
  if (value === null) return undefined;
  if (typeof value === "object") {
    if (isMomentCell(value)) return value;
    return JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "bigint" ? String(inner) : listOf(inner),
    );
  }
  return value as Cell;
}

/** JSON would make an object of a typed list. */
function listOf(value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
}

function isMomentCell(value: object): value is Moment {
  return "date" in value && "time" in value && Object.keys(value).length === 2;
}

/**
 * For the `catch` of an `import`: by its `try` all bundlers see that the package may be missing.
 *
 * @returns an error with the command that installs the package
 */
export function needed(name: string, file: string, cause: unknown): LoadError {
  const problem = `needs the package ${name}, which could not be loaded: npm install ${name}`;
  return new LoadError(problem, { file }, { cause });
}

/** Codecs that few files have: the package is loaded for these alone. */
export async function compressorsFor(file: string): Promise<Compressors> {
  try {
    return (await import("hyparquet-compressors")).compressors;
  } catch (error) {
    throw needed("hyparquet-compressors", file, error);
  }
}
