/** A file of a source, and what is known of it before it is read. */
import { LoadError } from "../../errors/errors.ts";
import { commandLine } from "../../errors/excerpts.ts";
import { unreadable } from "../bytes/byte-blocks.ts";
import { type Finding, shown } from "../bytes/diagnostics.ts";
import type { FileStats, FileTree, InputFile } from "../bytes/file-tree.ts";
import { basename, dirname, extname, resolve } from "../bytes/paths.ts";
import type { ProvenanceFacts } from "../statements/provenance.ts";

/**
 * A file that may be loaded.
 * @typeParam Place what a file is in a folder with a config.
 */
export interface SourceFile<Place = unknown> extends InputFile {
  readonly folder: string;
  /** In lower case, with the dot, without `.gz`: `.mcf` of `a.mcf.gz`. */
  readonly extension: string;
  /** Name without these extensions. */
  readonly stem: string;
  /** Named by the caller or a manifest: it must be recognised. */
  readonly isNamed: boolean;
  readonly listed: Listed | undefined;
  /** Whose it is, by a manifest of imports. */
  readonly provenance?: ProvenanceFacts | undefined;
  /** Findings about a manifest or a config, and about what these leave out. */
  readonly findings?: readonly Finding[];
  /** Its place in a folder with a config. */
  readonly place?: Place;
}

/** What a manifest says a file is and whose. */
export interface Listed {
  readonly as: "graph" | "observations" | "template" | "table";
  readonly provenance?: string;
  /** Paths of the templates of a table. */
  readonly templates?: readonly string[];
}

/** A file that may describe tables, by its name: nothing more is loaded for others. */
export function mayDescribe(name: string): boolean {
  return /^datapackage\.json$|metadata\.json$|\.meta\.json$/i.test(name);
}

/** A file that may be a table; its header shows whether it is one. */
export function isTable({ extension }: SourceFile): boolean {
  return extension === ".csv" || extension === ".tsv";
}

/** Endings of files of triples, by format. A manifest may list such files as `graph`. */
export const graphEndings = {
  "json-ld": [".jsonld"],
  rdf: [".nt", ".nq"],
  turtle: [".ttl"],
} as const;

export function sourceFile<Place = never>(
  tree: FileTree,
  path: string,
  stats: FileStats,
  isNamed: boolean,
  listed: SourceFile["listed"],
): SourceFile<Place> {
  if (isNamed && !stats.isFile()) {
    throw new LoadError("is neither a file nor a folder", { file: path });
  }
  const isGzip = extname(path).toLowerCase() === ".gz";
  const name = isGzip ? basename(path).slice(0, -3) : basename(path);
  // A pipe or a socket in a folder is of no known kind, whatever its name.
  const extension = stats.isFile() ? extname(name) : "";
  return {
    path,
    tree,
    size: stats.size,
    ...(stats.mtimeMs === undefined ? {} : { changed: stats.mtimeMs }),
    isGzip,
    folder: resolve(dirname(path)),
    extension: extension.toLowerCase(),
    stem: extension === "" ? name : name.slice(0, -extension.length),
    isNamed,
    listed,
  };
}

/** @throws LoadError if it is not there. */
export async function statOf(tree: FileTree, path: string): Promise<FileStats> {
  try {
    return await tree.stat(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** A file that no task reads; a template may yet turn out to be read with a table. */
export interface Unread {
  readonly path: string;
  readonly findings: readonly Finding[];
  /** Whether another file may read it: it is no mistake to name such a file. */
  readonly mayWait?: boolean;
}

const unrecognised = "Source_UnrecognisedFile";

/** Endings of texts that are data, each of so many letters that a slip of it is no other kind. */
const textEndings = [".csv", ".jsonld", ".mcf", ".sql", ".tmcf", ".tsv", ".ttl"];
const configNames = ["config.json", "manifest.json"];

/**
 * What a file that is of no known kind is probably meant to be called: two letters of its ending changed places, one
 * stands twice, or an editor added `.txt`.
 */
export function meantName(path: string): string | undefined {
  const name = basename(path).replace(/\.gz$/i, "");
  const plain = name.toLowerCase().replace(/\.txt$/, "");
  if (plain !== name && configNames.includes(plain)) return plain;
  const ending = extname(plain);
  return textEndings.find((one) =>
    ending === one ? plain !== name.toLowerCase() : isSlipOfEnding(ending, one),
  );
}

function isSlipOfEnding(ending: string, known: string): boolean {
  const letters = [...known.slice(1)];
  return letters.some((letter, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)];
    const [next = "", ...rest] = after;
    const slips = [
      [...before, letter, letter, ...after],
      [...before, next, letter, ...rest],
    ];
    return slips.some((slip) => `.${slip.join("")}` === ending);
  });
}

/** Some other file: a folder may well hold such, unless its name is a slip. */
export function unknownFile({ path }: SourceFile, expected: string): Unread {
  const meant = meantName(path);
  return meant === undefined
    ? unread(path, "info", unrecognised, `is of no known kind; expected ${expected}`)
    : unread(path, "warning", unrecognised, `is of no known kind; is ${shown(meant)} meant?`);
}

/** The command that looks at a table, as a shell takes it. */
export function importCommand({ path, held }: Pick<InputFile, "path" | "held">): string {
  const sheet = held === undefined || held.name === "" ? [] : ["--sheet", held.name];
  return commandLine(["import", held?.file ?? path, ...sheet]);
}

/** A table, hence data: nothing says what its columns hold. */
export function unknownTable(file: SourceFile, problem: string): Unread {
  const { path } = file;
  const cure = `"${importCommand(file)}" proposes what its columns hold`;
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
 * Why nothing of a source is loaded: the gravest finding. A finding about a line of a config is the
 * cause of findings about whole files.
 * @param expected what can be loaded.
 * @param isReported whether all findings are reported as well, so that none has to be repeated.
 */
export function nothingIn(
  source: string,
  files: readonly Unread[],
  expected: string,
  isReported: boolean,
): LoadError {
  const found = files.flatMap(({ path, findings }) =>
    findings.map((finding) => ({ path, ...finding })),
  );
  const ranked = ["error", "warning", "info"].flatMap((level) =>
    [true, false].flatMap((hasLine) =>
      found.filter((one) => one.level === level && (one.line !== undefined) === hasLine),
    ),
  );
  const [first] = ranked;
  if (first === undefined) return nothing(source, `; expected ${expected}`);
  if (isReported) return nothing(source, ", for the reasons that are reported for its files");
  const { path, line, message } = first;
  return nothing(source, `: ${path}${line === undefined ? "" : `:${line}`} ${message()}`);
}

function nothing(source: string, reason: string): LoadError {
  return new LoadError(`there is nothing to load${reason}`, { file: source });
}

function unread(path: string, level: Finding["level"], counter: string, reason: string): Unread {
  return { path, findings: [{ level, counter, line: undefined, message: () => reason }] };
}

export function nothingToLoad(reason: string): Finding {
  return { level: "info", counter: "Source_UnreadFile", line: undefined, message: () => reason };
}
