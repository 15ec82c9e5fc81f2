/** The project's own files, as texts, and what a module of it imports. */
import { readdirSync, readFileSync } from "node:fs";
import { posix, resolve } from "node:path";

/** A text file; its path is relative to the project, with slashes. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

export const projectRoot = resolve(import.meta.dirname, "../..");

/** What git ignores, or keeps for itself. */
const notOurs = new Set([".git", "site/out", "dist", ".bench", ".stryker", "coverage"]);

/** Every text under a folder of the project, by default all of it. */
export function filesUnder(folder = ""): TextFile[] {
  return pathsUnder(folder).map((path) => ({ path, text: read(path) }));
}

/** The TypeScript modules under a folder of the project, by default all of it. */
export function modulesUnder(folder = ""): TextFile[] {
  return filesUnder(folder).filter(({ path }) => /\.tsx?$/.test(path));
}

export function read(path: string): string {
  return readFileSync(resolve(projectRoot, path), "utf8");
}

/** Names of packages and built-ins as written; modules of the project as paths from its root. */
export function importsOf({ path, text }: TextFile): string[] {
  const specifiers = withoutComments(text).matchAll(/\b(?:from\s*|import\s*\(?\s*)"([\w@./:-]+)"/g);
  return [...specifiers].map(([, specifier]) =>
    specifier!.startsWith(".") ? posix.join(posix.dirname(path), specifier!) : specifier!,
  );
}

/** Goes by lines, not spans: a pattern such as "src/*.mcf" would open a comment that never was. */
export function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, "");
}

function pathsUnder(folder: string): string[] {
  return readdirSync(resolve(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (notOurs.has(path) || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return pathsUnder(path);
    return entry.isFile() && !/\.(?:bin|png)$/.test(path) ? [path] : [];
  });
}
