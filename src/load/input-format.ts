/** What one row of the table of input formats says. */

import type { DiagnosticLog } from "./bytes/diagnostics.ts";
import type { InputFile } from "./bytes/file-tree.ts";
import type { ChunkFormat, ChunkReader, WholeRun } from "./chunk-format.ts";
import type { CustomFile } from "./custom/custom-folder.ts";
import type { TableColumns } from "./described/column-option.ts";
import type { TableHeader, UnknownHeader } from "./dump/table-header.ts";
import type { Templates } from "./mcf/templates.ts";
import type { Template } from "./mcf/tmcf.ts";
import type { SourceFile, Unread } from "./sources/source-file.ts";
import type { EntityResolver } from "./statements/entity-questions.ts";
import type { FileTask } from "./statements/load-run.ts";

/** A file whose format is to be found, and what may show the format. */
export interface Candidate {
  /** Its name, its place in a manifest or in a custom folder. */
  readonly file: SourceFile<CustomFile>;
  /** Of all sources. */
  readonly templates: Templates;
  /** What the caller says that columns of tables hold. */
  readonly columns: TableColumns | undefined;
  /** Takes what cannot be read. */
  readonly log: DiagnosticLog;
  /** What the file says as the header of a CSV file. It is read when it is asked for. */
  header(): Promise<TableHeader | UnknownHeader>;
}

/** What the reader of a format needs to know of a file; or that it is left out, and why. */
export type Recognised<Form> = Form | Unread | undefined;

/** What the readers of all formats share. */
export interface FormatRun extends WholeRun {
  /** Reads chunks of large files; undefined if one thread reads all files whole. */
  readonly chunks: ChunkReader | undefined;
  /** The templates that were read, by path. */
  readonly templates: Map<string, Template>;
}

/** What is known of a file before any file is read. */
export interface Outlook {
  /** Whether it is read after all files that name their nodes. */
  readonly isLate: boolean;
  /** Whether it may describe places that have to be looked up. */
  readonly asksForPlaces: boolean;
  /** Whether it says nothing before they are: no place is found in it. */
  readonly waitsForPlaces: boolean;
}

/** Reads one file after the other. */
export interface FileReader<Form> {
  /** Called for every file before the first one is read. Default: not late, asks and waits for nothing. */
  prepare?(task: FileTask & Form, run: FormatRun): Promise<Outlook>;
  read(task: FileTask & Form, run: FormatRun): Promise<void> | void;
  /** How several threads read chunks of a large file. Default: one thread reads all files whole. */
  readonly chunks?: ChunkFormat<Form>;
  /** Further files that are read with this one. Default: none. */
  alsoReads?(form: Form): readonly InputFile[];
}

/** Reads all files of a format as one, after the files of other formats. */
interface JointReader<Form> {
  readTogether(tasks: readonly (FileTask & Form)[]): JointImport | Promise<JointImport>;
}

/** Files that are read as one; the methods are called in this order. */
export interface JointImport {
  /** @returns whether entities have to be looked up. */
  prepare(run: FormatRun): Promise<boolean>;
  /** Reads what needs no looking up, into the world in which entities are looked up. */
  loadNodes(run: FormatRun): Promise<void>;
  /** Looks up the entities. */
  answer(resolver: EntityResolver, run: FormatRun): void;
  load(run: FormatRun): Promise<void>;
}

/** Which node blocks lint sees in a file: nodes as they are written there. */
export type BlockCut =
  /** Nodes of MCF. In a custom folder further prefixes mean a dcid. */
  | { readonly into: "nodes"; readonly form: "mcf" | "custom" }
  /** The nodes that templates make of each row. */
  | { readonly into: "rows"; readonly templates: readonly InputFile[] }
  /** It holds no blocks: a place in it is the line of a statement. */
  | { readonly into: "nothing" };

export interface InputFormat<Form extends object> {
  /** What it is, in Markdown: the documentation's table is made of it. */
  readonly about: string;
  /** How a file of this format is recognised, in Markdown, for the same table. */
  readonly recognised: string;
  /** What a message names as expected where nothing fits. */
  readonly expected: string;
  /**
   * Whether a file has this format. Formats are asked in the order of the table; the first one
   * that has an answer counts.
   */
  recognise(candidate: Candidate): Recognised<Form> | Promise<Recognised<Form>>;
  readonly reader: FileReader<Form> | JointReader<Form>;
  blocks(task: FileTask & Form): BlockCut;
}
