/** Paths as callers write them; files beside the code. */

import { readFileSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The loader knows slashes only. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/**
 * The path that a text or a file URL names, also a URL as a text; undefined for anything else.
 *
 * @throws TypeError for a file URL without a path of this machine
 */
export function pathOf(source: unknown): string | undefined {
  if (typeof source === "string" && !/^file:\/\//i.test(source)) {
    return source === "" ? undefined : slashed(source);
  }
  return typeof source === "string" || isUrl(source) ? slashed(fileURLToPath(source)) : undefined;
}

/** As Node asks it: a page's or a test environment's `URL` has another constructor. */
function isUrl(value: unknown): value is URL {
  if (typeof value !== "object" || value === null) return false;
  const { href, protocol } = value as Partial<URL>;
  return typeof href === "string" && typeof protocol === "string";
}

/** At once: a question cannot wait. */
export const readPackageFile = (address: URL): Uint8Array => readFileSync(address);
