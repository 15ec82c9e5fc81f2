/** Where the files of a source lie, as far as the loader asks: on disk, or in memory. */

import type { TableMetadata } from "./table-metadata.ts";

/** A file to read; `size` is what it takes on disk, compressed or not. */
export interface InputFile {
  readonly path: string;
  readonly size: number;
  readonly isGzip: boolean;
  /** When it was last changed, before anything was read of it. Undefined: a change is not looked for. */
  readonly changed?: number;
  /** Where it lies. */
  readonly tree: FileTree;
  /** How its cells are written, where that is known. Default: it is found out. */
  readonly form?: {
    readonly delimiter: string;
    readonly encoding: "utf-8";
    /** Whether its cells have types: those without quotes are numbers that nothing but a point parts. */
    readonly isTyped?: boolean;
  };
  /** What a file beside it says about it, if it is a table. */
  readonly metadata?: TableMetadata;
  /** The file that it lies in, and its name there: a sheet of a workbook, a file of a zip. */
  readonly held?: { readonly file: string; readonly name: string };
}

/** Bytes [start, end) of a file that is not compressed. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a file consists of: it can be divided between two records. */
export type Records =
  /** Rows of CSV. A line feed may stand within quotes. */
  | ({ readonly kind: "rows" } & RowForm)
  /** Each record begins with a line that begins with these characters of ASCII. */
  | { readonly kind: "nodes"; readonly start: string };

/** How rows are written. */
export interface RowForm {
  /** A character of ASCII. */
  readonly delimiter: string;
  /**
   * Blanks may stand around the quotes of a cell, and a backslash may escape what follows. A file
   * in which that happens is not divided. Default: only the first character of a cell opens quotes.
   */
  readonly isLax?: boolean;
}

/** What is known of a path without reading it. */
export interface FileStats {
  readonly size: number;
  readonly mtimeMs?: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** What a folder holds under a name. */
export interface FileEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** A file as it lies there, block by block, and how much of it was read. */
export interface RawBytes extends AsyncIterable<Uint8Array> {
  readonly bytesRead: number;
}

/** Where blocks come from. `read` fills [start, end) as far as it can; 0 says that all is read. */
export interface ByteSource {
  /** Bytes of the file that were read. */
  readonly position: number;
  read(bytes: Uint8Array, start: number, end: number): Promise<number>;
  close(): Promise<void>;
}

/** A SQLite file that is open for reading. */
export interface SqliteFile {
  /** The rows of a query: values by the name of their column. */
  rows(query: string): Iterable<Readonly<Record<string, unknown>>>;
  close(): void;
}

/** What formats need beyond the language: Node has its own, a page what the web has. */
export interface LoadHost {
  /**
   * What is in a `.gz`.
   * @throws LoadError or an error with a `code` that begins with `Z_` if it is damaged.
   */
  gunzip(raw: RawBytes, path: string, signal: AbortSignal | undefined): AsyncIterable<Uint8Array>;
  /** Undefined where there is no SQLite. */
  readonly openSqlite: ((input: InputFile) => SqliteFile) | undefined;
}

/** The methods fail with an error of the file system, which has a `code`. */
export interface FileTree extends LoadHost {
  stat(path: string): Promise<FileStats>;
  /** The path without links: two paths to one folder have it in common. */
  realpath(path: string): Promise<string>;
  entries(folder: string): Promise<readonly FileEntry[]>;
  /** UTF-8. */
  text(path: string): Promise<string>;
  stream(input: InputFile): RawBytes;
  /** Reads into the memory of others. Undefined where the blocks of the stream lie in memory. */
  readonly blocks: ((input: InputFile, range?: ByteRange) => ByteSource) | undefined;
  /**
   * About `count` ranges of a file, which threads can read in any order. Undefined where files are
   * read whole.
   */
  readonly ranges:
    | ((input: InputFile, count: number, records: Records) => ByteRange[] | undefined)
    | undefined;
}
