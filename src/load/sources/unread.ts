/** Files that nothing reads, and why. */
import { LoadError } from "../../errors/index.ts";
import { type Finding, shown } from "../report/index.ts";
import type { SourceFile } from "./source-file.ts";

/** A file that no task reads; a template may yet turn out to be read with a table. */
export interface Unread {
  readonly path: string;
  readonly findings: readonly Finding[];
  /** Whether another file may read it: it is no mistake to name such a file. */
  readonly mayWait?: boolean;
}

const unrecognised = "Source_UnrecognisedFile";

/** Some other file: a folder may well hold such. */
export function unknownFile({ path }: SourceFile, expected: string): Unread {
  return unread(path, "info", unrecognised, `is of no known kind; expected ${expected}`);
}

/** A table, hence data: nothing says what its columns hold. */
export function unknownTable({ path }: SourceFile, problem: string): Unread {
  const word = /^[\w./-]+$/.test(path) ? path : `'${path}'`;
  const cure = `"pocket-commons import ${word}" proposes what its columns hold`;
  return unread(path, "error", unrecognised, `is of no known kind: ${problem}; ${cure}`);
}

/** A file of a known kind of which nothing is loaded. */
export function unreadFile({ path }: SourceFile, level: Finding["level"], reason: string): Unread {
  return unread(path, level, "Source_UnreadFile", reason);
}

export function unusedTemplate({ path, stem }: SourceFile): Unread {
  const reason = `is a template without a table; expected ${shown(`${stem}.csv`)} in the same folder`;
  return { ...unread(path, "warning", "Source_UnusedTemplate", reason), mayWait: true };
}

/**
 * Why nothing of a source is loaded: the gravest finding. What is said of a line of a config is the
 * cause of what is said of whole files.
 * @param expected what can be loaded.
 * @param isTold whether all findings are told besides, so that none needs to be repeated.
 */
export function nothingIn(
  source: string,
  files: readonly Unread[],
  expected: string,
  isTold: boolean,
): LoadError {
  const found = files.flatMap(({ path, findings }) =>
    findings.map((finding) => ({ path, ...finding })),
  );
  const ranked = ["error", "warning"].flatMap((level) =>
    [true, false].flatMap((hasLine) =>
      found.filter((one) => one.level === level && (one.line !== undefined) === hasLine),
    ),
  );
  const [first] = ranked;
  if (first === undefined) return nothing(source, `; expected ${expected}`);
  if (isTold) return nothing(source, ", for the reasons that are told of its files");
  const { path, line, message } = first;
  return nothing(source, `: ${path}${line === undefined ? "" : `:${line}`} ${message()}`);
}

function nothing(source: string, reason: string): LoadError {
  return new LoadError(`there is nothing to load${reason}`, { file: source });
}

function unread(path: string, level: Finding["level"], counter: string, reason: string): Unread {
  return { path, findings: [{ level, counter, line: undefined, message: () => reason }] };
}
