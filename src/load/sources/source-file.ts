/** A file of a source, and what is known of it before it is read. */
import { LoadError } from "../../errors/index.ts";
import {
  basename,
  dirname,
  extname,
  type FileStats,
  type FileTree,
  type InputFile,
  resolve,
  unreadable,
} from "../bytes/index.ts";
import type { Finding } from "../report/index.ts";
import type { ProvenanceFacts } from "../statements/index.ts";

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

/** A file that may be a table; whether it is one its header tells. */
export function isTable({ extension }: SourceFile): boolean {
  return extension === ".csv" || extension === ".tsv";
}

export function sourceFile(
  tree: FileTree,
  path: string,
  stats: FileStats,
  isNamed: boolean,
  listed: SourceFile["listed"],
): SourceFile<never> {
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
