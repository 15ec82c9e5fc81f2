/** Data in messages: never more than one line. */

/** Characters of data that a message quotes at most. */
const excerptMax = 200;

/** A text in a message: only the beginning of a long one. */
export function excerpt(text: string): string {
  if (text.length <= excerptMax) return text;
  const beginning = text.slice(0, excerptMax - 1);
  return `${/[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning}…`;
}

/** A path in a message: only the end of a long one, which names the file. */
export function pathExcerpt(path: string): string {
  if (path.length <= excerptMax) return path;
  const end = path.slice(1 - excerptMax);
  return `…${/^[\udc00-\udfff]/.test(end) ? end.slice(1) : end}`;
}

/** A word as a shell takes it, for commands that messages suggest. */
export function shellWord(text: string): string {
  return /^[\w./@:+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command of this program that a message suggests: `npx` finds it wherever the package is installed. */
export const commandLine = (words: readonly string[]): string =>
  ["npx pocket-commons", ...words.map(shellWord)].join(" ");

/**
 * Why a package cannot read something, in brackets at the end of a message. A TypeError speaks of the package's own
 * code, and says nothing to readers.
 */
export function causeExcerpt(cause: unknown): string {
  if (cause instanceof TypeError) return "";
  return ` (${excerpt(cause instanceof Error ? cause.message : String(cause))})`;
}

/** A wrong argument in a message: its kind, or the text or number itself, on one line. */
export function describeArgument(value: unknown): string {
  switch (typeof value) {
    case "string":
      return excerpt(JSON.stringify(excerpt(value)));
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "object":
      break;
    default:
      return excerpt(String(value));
  }
  if (value === null) return "null";
  // Of lists and objects, of any realm: nothing that they hold.
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (kind === "Promise") return "a Promise: await it first";
  return excerpt(kind === "Object" ? "an object" : `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kind}`);
}

/** Whether what a value holds is in its members: not so of a list, a Map or a Date, of any realm. */
export const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";
