/**
 * Reference material (recorded answers, real files, golden outputs) that lives beside a checkout
 * in our CI and nowhere else. Tests over it skip, and say so, where it is absent.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe } from "vitest";

export const referenceRoot = resolve(
  process.env["POCKET_COMMONS_REFERENCE"] ?? `${import.meta.dirname}/../../../shared`,
);

/** Cases with their worlds. */
export const casesRoot = resolve(referenceRoot, "corpus");

export const hasReference = existsSync(referenceRoot);

/** `describe`, or a skip that names what is missing. */
export function describeWithReference(name: string, tests: () => void): void {
  if (hasReference) describe(name, tests);
  else describe.skip(`${name} (skipped: no reference data at POCKET_COMMONS_REFERENCE)`, tests);
}
