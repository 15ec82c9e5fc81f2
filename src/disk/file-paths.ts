/** Paths as callers write them, and whether a snapshot lies there; files beside the code. */

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { extname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isSnapshot, magicBytes } from "../snapshot/format.ts";

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

/** Is a file a snapshot, or the pointer of a world in parts? */
export const isStoredFile = (path: string): boolean => isSnapshotFile(path) || isPointerFile(path);

/**
 * Is there a snapshot at a path, by name or by its first bytes? What cannot be read is not a
 * snapshot, unless its name says so: whoever reads it as something else will say what is wrong.
 */
export function isSnapshotFile(path: string): boolean {
  const isNamed = extname(path).toLowerCase() === ".pocket";
  try {
    const stats = statSync(path);
    // A pipe would lose what is read from it here.
    return stats.isFile()
      ? isNamed || isSnapshot(firstBytes(path))
      : isNamed && !stats.isDirectory();
  } catch {
    return isNamed;
  }
}

/** Is there the pointer of a published world at a path? */
export function isPointerFile(path: string): boolean {
  try {
    if (extname(path) !== ".json" || !statSync(path).isFile()) return false;
    return /^\s*\{\s*"pocketCommonsWorld"/.test(firstBytes(path, 64).toString());
  } catch {
    return false;
  }
}

/**
 * Why files must not be written into a folder, and the first way on; undefined where it is empty or not there. Nobody
 * chose their names: they would replace others, or be read together with them.
 */
export function occupied(folder: string): string | undefined {
  const entry = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder)[0]
    : undefined;
  return entry && `${folder} is not empty, it holds ${entry}: choose another folder`;
}

function firstBytes(path: string, count = magicBytes): Uint8Array {
  const bytes = Buffer.alloc(count);
  const descriptor = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(descriptor, bytes, 0, count, 0));
  } finally {
    closeSync(descriptor);
  }
}
