/** Which dump table a CSV file is: its header shows it (behaviour: inputs 1.1). */
import { LoadError } from "../../errors/errors.ts";
import { readBytes } from "../bytes/byte-blocks.ts";
import { shown } from "../bytes/diagnostics.ts";
import { nulProblem, textStart } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { isUtf8, textOf } from "../bytes/native.ts";
import { type CsvDialect, CsvRecords } from "../records/csv-records.ts";
import type { SourceFile } from "../sources/source-file.ts";
import type { FileTask } from "../statements/load-run.ts";

export type TableKind = "triples" | "observations";

export interface TableHeader {
  readonly kind: TableKind;
  /** Columns in the order of the file. */
  readonly columns: readonly string[];
}

/** A table of triples or observations to read. */
export interface TableTask extends TableHeader, FileTask {}

/** A header of another table. */
export interface UnknownHeader {
  readonly problem: string;
  /** It is no text, or no CSV. */
  readonly isDamaged?: boolean;
}

interface TableForm {
  readonly kind: TableKind;
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const knownForms: readonly TableForm[] = [
  {
    kind: "triples",
    name: "a triple table",
    required: ["subject_id", "predicate", "object_id", "object_value"],
    optional: ["provenance"],
  },
  {
    kind: "observations",
    name: "an observation table",
    required: ["entity", "variable", "date", "value"],
    optional: [
      "provenance",
      "import_name",
      "provenance_url",
      "unit",
      "scaling_factor",
      "measurement_method",
      "observation_period",
      "is_dc_aggregate",
      "properties",
    ],
  },
];

const columnsMax = 64;
const lineFeed = 0x0a;

/** How dump tables are written. */
export const tableDialect: CsvDialect = { delimiter: ",", hasEscapes: false, isExact: true };

/**
 * Reads the header at the start of a file. It is unknown unless every column belongs to one form
 * and none of that form's is missing or there twice: a table with a further column might mean
 * something else.
 */
function recogniseTable(start: Uint8Array): TableHeader | UnknownHeader {
  const { end, cells } = firstRow(start);
  if (cells === undefined) return damaged("its header has a quote that never ends");
  const header = start.subarray(0, end);
  if (header.includes(0)) return damaged(`it ${nulProblem(start)}`);
  if (!isUtf8(header)) return damaged("it is not UTF-8; convert the file to UTF-8 first");
  if (cells.length > columnsMax) return { problem: `it has more than ${columnsMax} columns` };
  const columns = cells.map((cell) => cell.trim());
  const form = knownForms.find((candidate) => fits(columns, candidate));
  return form === undefined ? { problem: describe(columns) } : { kind: form.kind, columns };
}

/** The first row, even of bytes that are no text, and where it ends. */
function firstRow(bytes: Uint8Array): {
  readonly end: number;
  readonly cells: readonly string[] | undefined;
} {
  const records = new CsvRecords(tableDialect);
  let at = textStart(bytes);
  for (let line = 1; at < bytes.length || line === 1; line++) {
    const feed = bytes.indexOf(lineFeed, at);
    const end = feed < 0 ? bytes.length : feed;
    const record = records.add(textOf(bytes, at, end), line);
    at = end + 1;
    if (records.open === undefined) return { end, cells: record?.cells ?? [""] };
  }
  return { end: bytes.length, cells: undefined };
}

function damaged(problem: string): UnknownHeader {
  return { problem, isDamaged: true };
}

function fits(columns: readonly string[], { required, optional }: TableForm): boolean {
  return (
    new Set(columns).size === columns.length &&
    required.every((column) => columns.includes(column)) &&
    columns.every((column) => required.includes(column) || optional.includes(column))
  );
}

/** What a header is, what keeps it from being the nearest form, and what the forms are. */
function describe(columns: readonly string[]): string {
  const [only = ""] = columns;
  const delimiter = columns.length === 1 ? /[;\t|]/.exec(only)?.[0] : undefined;
  if (delimiter !== undefined) {
    const name = delimiter === "\t" ? "tab" : delimiter;
    return `its cells are parted by ${shown(name)} and not by commas: describe its columns (columns), or save it as comma-separated CSV`;
  }
  const found = `its columns are ${shown(columns.join(", "))}`;
  const shared = ({ required }: TableForm) =>
    required.filter((column) => columns.includes(column)).length;
  const [nearest] = knownForms.toSorted((left, right) => shared(right) - shared(left));
  const isNear = nearest !== undefined && shared(nearest) > 0;
  const forms = knownForms.map(
    ({ name, required, optional }) =>
      `${name} has ${required.join(", ")} and may have ${optional.join(", ")}`,
  );
  return [found, ...(isNear ? [differences(columns, nearest)] : []), ...forms].join("; ");
}

function differences(columns: readonly string[], { name, required, optional }: TableForm): string {
  const known = [...required, ...optional];
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["missing", required.filter((column) => !columns.includes(column))],
    ["surplus", columns.filter((column) => !known.includes(column))],
    ["doubled", columns.filter((column, index) => columns.indexOf(column) < index)],
  ];
  const found = lists.filter(([, names]) => names.length > 0);
  return `for ${name} ${found.map(([word, names]) => `${word}: ${shown(names.join(", "))}`).join(", ")}`;
}

const names = { triples: "triple table", observations: "observation table" } as const;

/**
 * What a file is by its header; a dump table is a `.csv`.
 * @throws LoadError if the file cannot be read.
 */
export async function tableHeader(file: SourceFile): Promise<TableHeader | UnknownHeader> {
  if (file.extension === ".csv") return await headerOf(file);
  return { problem: "a .tsv is read through a template, or with the option columns" };
}

/** @throws LoadError if a file is not the table that a manifest says. */
export async function requireTable(file: SourceFile, kind: TableKind): Promise<TableHeader> {
  const header = await headerOf(file);
  if ("kind" in header && header.kind === kind) return header;
  const found = "kind" in header ? `it is a ${names[header.kind]}` : header.problem;
  const message = `is not the ${names[kind]} that its manifest names: ${found}`;
  throw new LoadError(message, { file: file.path });
}

async function headerOf(file: SourceFile): Promise<TableHeader | UnknownHeader> {
  for await (const start of readBytes(file, new Progress(0))) return recogniseTable(start);
  return { problem: "it is empty" };
}
