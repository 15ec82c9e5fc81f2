/** Data as messages show them: never more than a line of it. */

/** Characters of data that a message quotes at most. */
const excerptMax = 200;

/** A text of a request as errors quote it: its beginning, where it is long. */
export function excerpt(text: string): string {
  if (text.length <= excerptMax) return text;
  const beginning = text.slice(0, excerptMax - 1);
  return `${/[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning}…`;
}

/** A path as errors quote it: its end, which names the file, where it is long. */
export function pathExcerpt(path: string): string {
  if (path.length <= excerptMax) return path;
  const end = path.slice(1 - excerptMax);
  return `…${/^[\udc00-\udfff]/.test(end) ? end.slice(1) : end}`;
}

/** An argument of the wrong kind: what it is, and a text or a number itself, on one line. */
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
  // Of a list or an array of numbers, in whatever realm it was made: nothing that it holds.
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return excerpt(kind === "Object" ? "an object" : `an object (${kind})`);
}
