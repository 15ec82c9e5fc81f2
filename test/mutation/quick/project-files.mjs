/** The files of the project that a run needs: sources to change, and the tests that reach them. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

export const projectRoot = resolve(import.meta.dirname, "../../..");

/** Rooms that requests go through. */
const askedRooms = new Set(["adapters", "catalog", "commons", "governor", "resolve", "sparql"]);

/** The table of columns, and what holds between them, are tested where columns are forged. */
const isOfColumns = (path) =>
  /^src\/(store\/stored|stats\/read\/walk-|\w+\/\w+-columns)/.test(path);

export function sourcesOf(targets) {
  return filesUnder(targets, ".ts");
}

/** The tests of the rooms of these sources. */
export function testsOf(sources) {
  const ofSources = sources.map((path) => path.split("/")[1]);
  const rooms = [...new Set([...ofSources, ...(sources.some(isOfColumns) ? ["snapshot"] : [])])];
  const folders = rooms.flatMap((room) => [
    `test/unit/${room}`,
    `test/property/${room}`,
    ...(askedRooms.has(room) ? ["test/contract"] : []),
  ]);
  return testsUnder([...new Set(folders)].filter((folder) => existsSync(folder)));
}

export function testsUnder(paths) {
  return filesUnder(paths, ".test.ts");
}

/** @returns a short hash of the text of a file; empty when there is no such file. */
export function hashOfFile(path) {
  return existsSync(path) ? hashOf(readFileSync(path)) : "";
}

export function hashOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 12);
}

function filesUnder(paths, ending) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => join(path, name))
      : [path],
  );
  return [...new Set(files)].filter((path) => path.endsWith(ending)).sort();
}
