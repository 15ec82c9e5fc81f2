/** How a table is written, and its first rows. */

import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import type { CsvDialect } from "../records/csv-records.ts";
import { readCsvRows } from "../records/csv-rows.ts";
import { type DiagnosticLog, FileLog } from "../report/diagnostics.ts";
import type { TableColumns } from "./column-option.ts";

export interface TableSample {
  readonly delimiter: string;
  readonly encoding: "utf-8" | "windows-1252";
  /** Undefined for a file without rows. */
  readonly header: readonly string[] | undefined;
  readonly headerLine: number;
  /** The first ones after the header. */
  readonly rows: readonly (readonly string[])[];
  /** Their lines. */
  readonly lines: readonly number[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

export type TableForm = Pick<TableColumns, "delimiter" | "encoding" | "header">;

interface SampleOptions {
  /** Default: 1000. */
  readonly rowsMax?: number;
  /** Whether lines above the header are recognised. Default: the first line is the header. */
  readonly findsHeader?: boolean;
}

const delimiters = [",", ";", "\t", "|"];
const rowsForDelimiter = 50;

/** The dialect in which people's tables are read: nothing is escaped. */
export function dialectOf({
  delimiter,
  encoding,
}: Pick<TableSample, "delimiter" | "encoding">): CsvDialect {
  return { delimiter, encoding, hasEscapes: false };
}

/**
 * Reads the first rows of a table; what its form does not say is found out.
 * @throws LoadError if it cannot be read.
 */
export async function sampleTable(
  input: InputFile,
  form: TableForm,
  log: DiagnosticLog,
  { rowsMax = 1_000, findsHeader = false }: SampleOptions = {},
): Promise<TableSample> {
  const encoding = form.encoding ?? (await encodingOf(input));
  const { header } = form;
  const read = async (delimiter: string, rows: number): Promise<TableSample> => {
    const sample = await firstRows(input, { delimiter, encoding, header }, log, rows);
    return header === undefined && findsHeader ? belowTitles(sample) : sample;
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
  const [best] = samples.sort((a, b) => fitOf(b) - fitOf(a));
  return await read(best?.delimiter ?? ",", rowsMax);
}

/** How well a delimiter fits: rows as wide as the header count, and wide rows more than narrow ones. */
function fitOf({ header = [], rows }: TableSample): number {
  if (header.length < 2) return 0;
  const fitting = rows.filter((row) => row.length === header.length).length;
  return (rows.length === 0 ? 1 : fitting / rows.length) + Math.min(header.length, 1_000) / 10_000;
}

async function firstRows(
  input: InputFile,
  form: Pick<TableSample, "delimiter" | "encoding"> & { readonly header: number | undefined },
  log: DiagnosticLog,
  rowsMax: number,
): Promise<TableSample> {
  const { delimiter, encoding, header: above = 1 } = form;
  let header: readonly string[] | undefined;
  let headerLine = 1;
  let isWhole = true;
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  const quiet = new FileLog(log.quiet(), input.path);
  await readCsvRows(
    input,
    dialectOf({ delimiter, encoding }),
    quiet,
    new Progress(0),
    (cells, line) => {
      if (line < above) return true;
      if (rows.length === rowsMax) isWhole = false;
      else if (header === undefined) [header, headerLine] = [cells, line];
      else if (cells.some((cell) => cell !== "")) {
        rows.push(cells);
        lines.push(line);
      }
      return isWhole;
    },
  );
  return { delimiter, encoding, header, headerLine, rows, lines, isWhole };
}

const titlesMax = 40;

/**
 * Finds the header below titles, notes and dates of a publication: the first line that has at least two
 * cells with text, and at least half as many as most rows have.
 */
function belowTitles(sample: TableSample): TableSample {
  const all = [sample.header ?? [], ...sample.rows];
  const filled = all.map((row) => row.filter((cell) => cell !== "").length);
  const usual = [...filled].sort((a, b) => a - b)[filled.length >> 1] ?? 0;
  const at = filled.findIndex((count) => count >= 2 && count * 2 >= usual);
  if (at < 1 || at > titlesMax) return sample;
  return {
    ...sample,
    header: all[at],
    headerLine: sample.lines[at - 1]!,
    rows: sample.rows.slice(at),
    lines: sample.lines.slice(at),
  };
}

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
