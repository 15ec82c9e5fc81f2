/** The paths that a caller names. */

import { fileURLToPath } from "node:url";
import { describeArgument } from "../errors/index.ts";
import { slashed } from "./disk-tree.ts";

/**
 * @param caller what the error names
 * @throws TypeError for what is neither a path nor a file URL
 */
export function pathsOf(source: unknown, caller: string): string[] {
  const sources: readonly unknown[] = Array.isArray(source) ? source : [source];
  return sources.map((path) => {
    if (typeof path === "string" && path !== "") return slashed(path);
    if (isUrl(path)) return slashed(fileURLToPath(path));
    const given = describeArgument(path);
    throw new TypeError(`${caller} needs a path, a file URL or a list of them, not ${given}`);
  });
}

/** As Node asks it: a page's or a test environment's `URL` has another constructor. */
function isUrl(value: unknown): value is URL {
  if (typeof value !== "object" || value === null) return false;
  const { href, protocol } = value as Partial<URL>;
  return typeof href === "string" && typeof protocol === "string";
}
