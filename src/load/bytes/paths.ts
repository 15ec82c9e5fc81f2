/**
 * Paths with slashes, as POSIX has them: of files on disk and of files in memory, which have no
 * other name. A drive before a slash begins an absolute path, too.
 */

/** `a` and `b` as one path, without `.`, `..` and empty names as far as that is possible. */
export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== "").join("/"));
}

/** The same path without `.`, `..` and empty names; "." for the empty path. */
export function normalize(path: string): string {
  const root = rootOf(path);
  const names: string[] = [];
  for (const name of path.slice(root.length).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== ".." || (root === "" && (names.at(-1) ?? "..") === "..")) names.push(name);
    else names.pop();
  }
  const inside = names.join("/");
  const end = inside !== "" && path.endsWith("/") ? "/" : "";
  return root + inside + end || (path.endsWith("/") ? "./" : ".");
}

/** The path from the root, beginning in the current folder where there is one. */
export function resolve(...parts: readonly string[]): string {
  let path = "";
  for (const part of parts) path = isAbsolute(part) ? part : `${path}/${part}`;
  const whole = normalize(parts.some(isAbsolute) ? path : workingFolder() + path);
  return whole.length > rootOf(whole).length ? whole.replace(/\/$/, "") : whole;
}

export function isAbsolute(path: string): boolean {
  return rootOf(path) !== "";
}

/** The way from one folder to a path; "" if they are the same. */
export function relative(folder: string, path: string): string {
  const from = namesOf(resolve(folder));
  const to = namesOf(resolve(path));
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** The folder of a path, "." if it names none. */
export function dirname(path: string): string {
  const root = rootOf(path);
  const whole = withoutEnd(path);
  const slash = whole.lastIndexOf("/");
  if (slash < root.length) return root || ".";
  return whole.slice(0, slash) || root;
}

/** The last name of a path. */
export function basename(path: string): string {
  const whole = withoutEnd(path);
  return whole.slice(whole.lastIndexOf("/") + 1);
}

/** The last dot of a name and what follows; "" if there is none but at its start. */
export function extname(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 || name === ".." ? "" : name.slice(dot);
}

function rootOf(path: string): string {
  return /^(?:\/|[a-z]:\/)/i.exec(path)?.[0] ?? "";
}

function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function namesOf(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "");
}

function workingFolder(): string {
  const { process } = globalThis as { process?: { cwd?(): string } };
  return process?.cwd?.().replaceAll("\\", "/") ?? "/";
}

/** Texts in the byte order of UTF-8. */
export { compareUtf8 as byteOrder } from "../../store/texts/utf8.ts";
