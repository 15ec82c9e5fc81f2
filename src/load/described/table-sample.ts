/** How a table is written, and its first rows. */

import { type BlockReader, readBytes } from "../bytes/byte-blocks.ts";
import { type DiagnosticLog, FileLog, type FindingLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { basename } from "../bytes/paths.ts";
import type { TableMetadata } from "../bytes/table-metadata.ts";
import { withDecimalComma } from "../held/cells.ts";
import { isNote, isSourceNote } from "../layouts/headings.ts";
import { LaidRows, LeftOutCounts } from "../layouts/laid-rows.ts";
import {
  type BrokenLayout,
  type FoundLayout,
  type LayoutName,
  layoutIn,
} from "../layouts/layouts.ts";
import type { CellRow } from "../records/cell-columns.ts";
import { CellRowReader } from "../records/cell-rows.ts";
import type { CsvDialect } from "../records/csv-records.ts";
import {
  readCsvRows,
  reportSwallowed,
  reportWidth,
  ShortRows,
  wholeRow,
} from "../records/csv-rows.ts";
import { dateIn } from "../values/table-dates.ts";
import { BoundMetadata } from "./bound-metadata.ts";
import type { DecimalSign } from "./cell-forms.ts";
import type { TableColumns } from "./column-option.ts";
import { aboveNotes, belowTitles, type NotedRows } from "./table-notes.ts";

export interface TableSample extends NotedRows {
  readonly delimiter: string;
  readonly encoding: "utf-8" | "windows-1252";
  /** How the table is written: header and rows are those of an ordinary table then. */
  readonly layout?: FoundLayout | undefined;
  /** Name of the file without endings: some publishers say there what a table is about. */
  readonly stem: string;
  /** What a file beside it says about it. */
  readonly metadata?: BoundMetadata | undefined;
  /** Of a table whose cells have types. */
  readonly typed?: TypedCells | undefined;
  /** A layout that the table claims to have, and how it breaks it. */
  readonly broken?: BrokenLayout | undefined;
  /** Why no row below the header is one of its layout, by line or by reason. */
  readonly unread?: readonly string[];
}

/** Numbers that are stored as numbers are written here with the decimal sign of the texts beside them. */
interface TypedCells {
  readonly decimal: DecimalSign;
  /** The first rows without these numbers, where a proposal looks for the sign. */
  readonly texts?: TableSample["rows"];
}

/** Who reads the rows of a plain table whose cells are simply bytes. */
export interface UsualRows {
  readonly blocks: BlockReader;
  /** `taken` rows gave all their cells; those that are passed over say nothing; odd ones are read as texts. */
  readonly read: (row: CellRow) => "taken" | "passed over" | "odd";
}

/** What reads all rows of a table. */
type TableReading = Pick<
  TableSample,
  "delimiter" | "encoding" | "header" | "headerLine" | "layout" | "typed"
> & {
  /** Rows below the header that are not read. */
  readonly skipRows?: number;
};

export type TableForm = Pick<
  TableColumns,
  "delimiter" | "encoding" | "header" | "layout" | "decimal"
>;

interface SampleOptions {
  /** Default: 1000. */
  readonly rowsMax?: number;
  /** Whether lines above the header are recognised. Default: the first line is the header. */
  readonly findsHeader?: boolean;
}

const delimiters = [",", ";", "\t", "|"];
const rowsForDelimiter = 50;
const reasonsMax = 3;

/** The dialect in which people's tables are read: nothing is escaped. */
export function dialectOf({
  delimiter,
  encoding,
  typed,
}: Pick<TableSample, "delimiter" | "encoding" | "typed">): CsvDialect {
  const dialect = { delimiter, encoding, hasEscapes: false };
  return typed?.decimal === "," ? { ...dialect, bare: withDecimalComma } : dialect;
}

/**
 * Reads the first rows of a table; what its form does not say is found out.
 * @throws LoadError if it cannot be read.
 */
export async function sampleTable(
  input: InputFile,
  given: TableForm,
  log: DiagnosticLog,
  { rowsMax = 1_000, findsHeader = false }: SampleOptions = {},
): Promise<TableSample> {
  const { metadata } = input;
  const form = { ...formOf(given, metadata), ...input.form };
  const encoding = form.encoding ?? (await encodingOf(input));
  const { header, layout, decimal = ".", isTyped = false } = form;
  const typed = isTyped ? { decimal } : undefined;
  const isLaid = findsHeader || layout !== undefined;
  const read = async (delimiter: string, rows: number): Promise<TableSample> => {
    const wanted = layout === undefined ? rows : Math.max(rows, rowsForDelimiter);
    const rowsOf = { delimiter, encoding, header, typed };
    const sample = withMetadata(await firstRows(input, rowsOf, log, wanted), metadata);
    const laid = isLaid ? laidOut(sample, input, layout) : undefined;
    if (laid !== undefined) return laid;
    const isFound = header !== undefined || metadata !== undefined;
    return aboveNotes(findsHeader && !isFound ? belowTitles(sample) : sample);
  };
  if (form.delimiter !== undefined) return await read(form.delimiter, rowsMax);
  const samples: TableSample[] = [];
  for (const delimiter of delimiters) {
    const found = await log.quiet().attempt(async () => {
      try {
        return await read(delimiter, rowsForDelimiter);
      } catch {
        // A quote that never ends says that cells are parted by something else.
        return undefined;
      }
    });
    if (found !== undefined) samples.push(found);
  }
  const isKnown = ({ layout: one, broken }: TableSample) =>
    one !== undefined || broken !== undefined;
  const best = samples.find(isKnown) ?? samples.sort((a, b) => fitOf(b) - fitOf(a))[0];
  return await read(best?.delimiter ?? ",", rowsMax);
}

/**
 * How well a delimiter fits: rows as wide as the header count, and wide rows more than narrow ones. Commas within
 * numbers part rows as well, and their header is a row.
 */
function fitOf({ header = [], rows, titles }: TableSample): number {
  if (header.length < 2) return 0;
  const fitting = rows.filter((row) => row.length === header.length).length;
  const isRow = header.some((cell) => /^\d+$/.test(cell) && dateIn(cell) === undefined);
  const width = Math.min(header.length, 1_000) / 10_000;
  // Without rows it may be a note below the table, of which all lines are titles then.
  const share = rows.length === 0 ? 1 / (1 + titles.length) : fitting / rows.length;
  return share + width - (isRow ? 0.5 : 0);
}

async function firstRows(
  input: InputFile,
  form: Pick<TableSample, "delimiter" | "encoding" | "typed"> & {
    readonly header: number | undefined;
  },
  log: DiagnosticLog,
  rowsMax: number,
): Promise<TableSample> {
  const { delimiter, encoding, header: above = 1, typed } = form;
  let header: readonly string[] | undefined;
  let headerLine = 1;
  let isWhole = true;
  const titles: string[] = [];
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  const quiet = new FileLog(log.quiet(), input.path);
  await readCsvRows(input, dialectOf(form), quiet, new Progress(0), (cells, line) => {
    if (line < above) titles.push(cells.join(" "));
    if (line < above || isComment(cells, input)) return true;
    if (rows.length === rowsMax) isWhole = false;
    else if (header === undefined) [header, headerLine] = [cells, line];
    else if (cells.some((cell) => cell !== "")) {
      rows.push(cells);
      lines.push(line);
    }
    return isWhole;
  });
  const stem = basename(input.path)
    .replace(/\.gz$/i, "")
    .replace(/\.[^.]*$/, "");
  return { delimiter, encoding, header, headerLine, titles, rows, lines, isWhole, stem, typed };
}

/** What a caller says counts before what a file says. */
function formOf(
  given: TableForm,
  { delimiter, encoding, skipped = 0 }: Partial<TableMetadata> = {},
) {
  return {
    ...given,
    delimiter: given.delimiter ?? delimiter,
    encoding: given.encoding ?? encoding,
    header: given.header ?? (skipped === 0 ? undefined : skipped + 1),
  };
}

/** What is no row: a comment, or tags of HXL below the header, as `#country+name`. */
function isComment(cells: readonly string[], { metadata }: InputFile): boolean {
  const [first = ""] = cells;
  const comment = metadata?.comment ?? "";
  if (comment !== "" && first.startsWith(comment)) return true;
  return first.startsWith("#") && cells.every((cell) => /^(?:#[a-z][\w+]*)?$/i.test(cell));
}

function withMetadata(sample: TableSample, table: TableMetadata | undefined): TableSample {
  const { header, rows, lines, headerLine } = sample;
  if (table === undefined || header === undefined) return sample;
  const metadata = new BoundMetadata(table, header);
  const isRow = !table.hasHeader;
  return {
    ...sample,
    metadata,
    header: metadata.header,
    headerLine: isRow ? headerLine - 1 : headerLine,
    rows: (isRow ? [header, ...rows] : rows).map((row) => metadata.clean(row, () => {})),
    lines: isRow ? [headerLine, ...lines] : lines,
  };
}

/** The sample as an ordinary table, if it has a layout. */
function laidOut(
  sample: TableSample,
  { path }: InputFile,
  wanted: LayoutName | undefined,
): TableSample | undefined {
  const all = [sample.header ?? [], ...sample.rows];
  const found = layoutIn(all, wanted, sample.titles);
  if (found === undefined) return undefined;
  const lineOf = (at: number): number => (at === 0 ? sample.headerLine : sample.lines[at - 1]!);
  const titles = [...sample.titles, ...all.slice(0, found.at).map((cells) => cells.join(" "))];
  const below = { ...sample, titles, header: all[found.at], headerLine: lineOf(found.at) };
  if ("expected" in found) return { ...below, rows: [], lines: [], broken: found };
  const unread: string[] = [];
  const report: FindingLog["report"] = (_, { line, message }) => {
    if (unread.length < reasonsMax)
      unread.push(line === undefined ? message() : `line ${line}: ${message()}`);
  };
  const laid = new LaidRows(found, new FileLog({ report }, path));
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  for (let at = found.at + 1; at < all.length; at++) {
    for (const row of laid.read(all[at]!, lineOf(at))) {
      rows.push(row);
      lines.push(lineOf(at));
    }
  }
  if (rows.length === 0) laid.counts.end();
  const header = found.table.columns.map(({ heading }) => heading);
  return { ...below, header, rows, lines, layout: found, unread };
}

/**
 * Hands all rows below the header to `onRow`, as those of an ordinary table.
 * @throws LoadError if the file cannot be read.
 */
export async function readTableRows(
  input: InputFile,
  sample: TableReading,
  log: FileLog,
  progress: Progress,
  onRow: (cells: readonly string[], line: number) => void,
  usual?: UsualRows,
): Promise<void> {
  const width = sample.header?.length ?? 0;
  const { delimiter } = sample;
  let { skipRows = 0 } = sample;
  const laid = sample.layout === undefined ? undefined : new LaidRows(sample.layout, log);
  const { metadata: table } = input;
  const header = sample.layout?.header ?? sample.header ?? [];
  const metadata = table && new BoundMetadata(table, header);
  const counts = new LeftOutCounts(log);
  const short = new ShortRows(laid === undefined ? header : []);
  /** Notes, if no row with a value stands below them. */
  let notes: { readonly cells: readonly string[]; readonly line: number }[] = [];
  const give = (row: readonly string[] | undefined, cells: readonly string[], line: number) =>
    row === undefined ? reportWidth(log, width, cells, line) : onRow(row, line);
  const take = (written: readonly string[], line: number): true => {
    if (line <= sample.headerLine || isComment(written, input)) return true;
    const cells = metadata === undefined ? written : metadata.clean(written, counts.tell);
    // Separators alone are not a row.
    if (cells.every((cell) => cell === "")) return true;
    if (skipRows > 0) {
      skipRows -= 1;
      return true;
    }
    if (laid === undefined && notes.length < notesMax && isSourceNote(cells, header)) {
      notes.push({ cells, line });
      return true;
    }
    if (!isNote(cells)) takeNotes();
    takeRow(cells, line);
    return true;
  };
  const takeRow = (cells: readonly string[], line: number): void => {
    if (laid === undefined && reportSwallowed(log, { header, delimiter }, cells, line)) return;
    short.row(cells, line);
    const rows = laid?.read(cells, line) ?? [wholeRow(cells, width, delimiter)];
    for (const row of rows) give(row, cells, line);
  };
  const takeNotes = (): void => {
    for (const { cells, line } of notes) takeRow(cells, line);
    notes = [];
  };
  const dialect = dialectOf(sample);
  const isBare = metadata === undefined && dialect.bare === undefined;
  const isPlain = laid === undefined && isBare && sample.encoding === "utf-8";
  // A first line that is no header may be one that cannot be read.
  if (usual === undefined || !isPlain || sample.headerLine !== 1) {
    await readCsvRows(input, dialect, log, progress, take);
  } else {
    const run = { progress, blocks: usual.blocks };
    const cells = (row: CellRow): boolean => {
      const isUsual = row.count === width && skipRows === 0 && row.line > 1 && !isOdd(row);
      const reading = isUsual ? usual.read(row) : "odd";
      if (reading === "odd") take(row.texts(), row.line);
      else short.usual(row);
      if (reading === "taken") takeNotes();
      return reading === "taken";
    };
    await new CellRowReader(input, dialect, log, run, { texts: take, cells }).read();
  }
  for (const _ of notes) counts.tell("rows of notes below the table");
  laid?.end();
  short.end(log);
  counts.end();
}

/** A row that may be a comment, or separators alone. */
function isOdd({ bytes, starts, ends, count }: CellRow): boolean {
  if (bytes[starts[0]!] === hash) return true;
  for (let cell = 0; cell < count; cell++) if (starts[cell] !== ends[cell]) return false;
  return true;
}

const hash = 0x23;
const notesMax = 100;
/** Texts in other encodings of Western languages are hardly ever UTF-8 by chance. */
async function encodingOf(input: InputFile): Promise<TableSample["encoding"]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of readBytes(input, new Progress(0)))
      decoder.decode(chunk, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}
