/** Files that nothing reads, and why. */
import { LoadError } from "../../errors/index.ts";
import { type Finding, shown } from "../report/index.ts";
import type { SourceFile } from "./source-files.ts";

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

/** @param expected what can be loaded. */
export function nothingIn(source: string, files: readonly Unread[], expected: string): LoadError {
  const found = ["error", "warning"].flatMap((level) =>
    files.flatMap(({ path, findings }) =>
      findings
        .filter((finding) => finding.level === level)
        .map(({ message }) => `: ${path} ${message()}`),
    ),
  );
  const reason = found[0] ?? `; expected ${expected}`;
  return new LoadError(`there is nothing to load${reason}`, { file: source });
}

function unread(path: string, level: Finding["level"], counter: string, reason: string): Unread {
  return { path, findings: [{ level, counter, line: undefined, message: () => reason }] };
}
