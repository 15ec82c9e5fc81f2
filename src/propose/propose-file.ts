/** A proposal for a file: from its first rows, and for names and codes of places from all rows. */
import { LoadError } from "../errors/errors.ts";
import { BlockReader } from "../load/bytes/byte-blocks.ts";
import { DiagnosticLog, FileLog } from "../load/bytes/diagnostics.ts";
import type { InputFile } from "../load/bytes/file-tree.ts";
import { Progress } from "../load/bytes/load-progress.ts";
import { ownCopy } from "../load/bytes/native.ts";
import { checkColumns } from "../load/described/check-columns.ts";
import type { TableColumns } from "../load/described/column-option.ts";
import {
  readTableRows,
  sampleTable,
  type TableForm,
  type TableSample,
} from "../load/described/table-sample.ts";
import { expectedHolders } from "../load/holders.ts";
import { type CellRow, KnownColumn } from "../load/records/cell-columns.ts";
import { isTable } from "../load/sources/source-file.ts";
import { sourceFiles } from "../load/sources/source-files.ts";
import { isNothing } from "../load/values/no-value.ts";
import { isTotal } from "../load/values/totals.ts";
import { decimalOf } from "./column-profile.ts";
import { loneCells } from "./doubts/torn-rows.ts";
import { cellAt } from "./obstacles.ts";
import { type ColumnsProposal, type KnownColumns, optionOf } from "./proposal.ts";
import { proposeFor, proposerFor } from "./propose.ts";

/**
 * Of several tables in a file, the one that the caller names, or the only one that can be read.
 * @throws LoadError if the file cannot be read
 */
export async function proposeFile(input: InputFile, given: KnownColumns): Promise<ColumnsProposal> {
  given.signal?.throwIfAborted();
  const known =
    given.columns === undefined ? given : { ...knownOf(given.columns), ...howIn(given) };
  const tables = await tablesIn(input);
  const { sheet } = known;
  const own = sheet === undefined ? tables : tables.filter(({ held }) => held?.name === sheet);
  const proposals: ColumnsProposal[] = [];
  for (const one of own.length <= sheetsTried ? own : []) {
    proposals.push(await proposeTable(one, known, tables.length));
  }
  const readable = proposals.filter(({ columns }) => columns !== undefined);
  const [first, ...others] = own.length === 1 ? proposals : readable;
  if (first !== undefined && others.length === 0) return first;
  const names = tables.map(({ held }) => held?.name ?? "");
  const listed = names.map((name) => `'${name}'`).join(", ");
  const several = `the file has several tables, ${listed}: --sheet names one`;
  const problem = own.length > 0 ? several : missing(listed, sheet);
  const cures = names.map((name) => optionOf("sheet", name));
  const form = { delimiter: ",", encoding: "utf-8", header: 1, decimal: "." } as const;
  return {
    columns: undefined,
    draft: undefined,
    found: [],
    numeric: [],
    variables: [],
    problems: [problem],
    cures,
    ...form,
  };
}

function missing(listed: string, sheet: string | undefined): string {
  const has = `the file has ${listed || "no table"}`;
  return sheet === undefined ? has : `--sheet names '${sheet}'; ${has}`;
}

/** @throws TypeError that names the member that is wrong */
function knownOf(columns: TableColumns): KnownColumns {
  checkColumns(columns);
  const { only, skipRows, decimal, sheet } = columns;
  return { columns, only, skipRows, decimal, sheet };
}

const howIn = ({ signal, onProgress }: KnownColumns) => ({ signal, onProgress });

const expectedTables = `.csv, .tsv, ${expectedHolders}`;

/** More are not looked at one by one. */
const sheetsTried = 20;

async function tablesIn(input: InputFile): Promise<readonly InputFile[]> {
  const log = new DiagnosticLog();
  const none = { configName: "", open: async () => undefined };
  const reading = { tree: input.tree, configured: none, log, allowsOutside: false };
  const files = await sourceFiles(input.path, reading);
  const [only] = files;
  if (only !== undefined && only.held === undefined) {
    const { path, findings = [] } = only;
    for (const { message } of findings) throw new LoadError(message(), { file: path });
    if (isTable(only)) return [only];
    throw new LoadError(`is no table: it needs the name of one, ${expectedTables}`, { file: path });
  }
  return files.filter(isTable);
}

async function proposeTable(
  input: InputFile,
  known: KnownColumns,
  tableCount: number,
): Promise<ColumnsProposal> {
  const proposal = await proposeOne(input, known);
  const { columns } = proposal;
  const { name = "" } = input.held ?? {};
  if (columns === undefined || tableCount < 2) return proposal;
  return { ...proposal, columns: { ...columns, sheet: name } };
}

/** @throws LoadError if the file cannot be read */
export async function proposeOne(input: InputFile, known: KnownColumns): Promise<ColumnsProposal> {
  const { columns, header, layout } = known;
  const sample =
    columns === undefined
      ? await proposedSample(input, { header, layout, decimal: known.decimal })
      : await sampleTable(input, columns, new DiagnosticLog());
  const further = sample.isWhole ? wholeOf(sample, known) : await furtherRows(input, sample, known);
  const all = sample.isWhole ? undefined : distinctOf(further);
  const proposal = proposeFor(further.sample, known, all);
  const entity = proposal.columns?.entity;
  if (typeof entity !== "object" || !("name" in entity)) return proposal;
  const rows = further.cells.get(entity.name) ?? (new Map() as CellCounts);
  const values = proposal.found.flatMap(({ role }, at) => (role === "value" ? [at] : []));
  const lone = new Map(loneCells(further.sample, values).map(({ cell, line }) => [cell, line]));
  const names = Array.from(rows, ([name, { rows: count }]) => {
    const alone = lone.get(name);
    return { name, rows: count, ...(alone === undefined ? {} : { alone }) };
  });
  return { ...proposal, names: names.filter(({ name }) => !isNothing(name) && !isTotal(name)) };
}

/** Cells that do not depend on the sign before decimals are texts, which alone say the sign of a table with types. */
async function proposedSample(input: InputFile, form: TableForm): Promise<TableSample> {
  const read = async (decimal: TableForm["decimal"]) =>
    await sampleTable(input, { ...form, decimal }, new DiagnosticLog(), { findsHeader: true });
  const sample = await read(".");
  if (sample.typed === undefined) return sample;
  const other = await read(",");
  const texts = sample.rows.map((row, at) =>
    row.map((cell, column) => (cell === other.rows[at]?.[column] ? cell : "")),
  );
  const typed = { ...sample.typed, texts };
  const { decimal = decimalOf({ ...sample, typed }).decimal } = form;
  return { ...(decimal === "," ? other : sample), typed: { decimal, texts } };
}

/** What a pass over the whole table adds to its first rows. */
interface FurtherRows {
  /** With rows that have a cell which the first rows have not. */
  readonly sample: TableSample;
  /** Distinct cells, and how many rows have each: of columns that are neither dates nor values. */
  readonly cells: ReadonlyMap<string, CellCounts>;
}

type CellCounts = ReadonlyMap<string, { readonly rows: number }>;

const addedMax = 2_000;
/** Rows that are added after one with a new cell. */
const runLength = 20;
/** A column with more distinct cells has names, and no codes. */
const codesMax = 500;

/** Cells that come late say what a column is as much as those of the first rows. */
async function furtherRows(
  input: InputFile,
  sample: TableSample,
  known: KnownColumns,
): Promise<FurtherRows> {
  const found = proposerFor(sample, known).roles();
  const { header = [], headerLine } = sample;
  const isCounted = ({ role }: { readonly role: string }) => role !== "value" && role !== "date";
  const columns = header.flatMap((heading, at) => {
    const isUsed = found.some((one) => one.heading === heading && !isCounted(one));
    return isUsed ? [] : [new CountedColumn(heading, at)];
  });
  const isRead = readRows(header, known);
  const rows = [...sample.rows];
  const lines = [...sample.lines];
  const last = lines.at(-1) ?? headerLine;
  let run = 0;
  const log = new FileLog(new DiagnosticLog().quiet(), input.path);
  const { skipRows = 0, only } = known;
  const isAdded = (isNew: boolean, line: number): boolean => {
    if (isNew) run = runLength;
    if (line <= last || run === 0 || rows.length >= sample.rows.length + addedMax) return false;
    run -= 1;
    lines.push(line);
    return true;
  };
  const progress = new Progress(input.size, known.signal, known.onProgress);
  const onRow = (cells: readonly string[], line: number) => {
    progress.rows += 1;
    if (!isRead(cells)) return;
    const isNew = columns.map((one) => one.count(cellAt(cells, one.at))).includes(true);
    if (isAdded(isNew, line)) rows.push(cells.map(ownCopy));
  };
  const read = (row: CellRow) => {
    progress.rows += 1;
    let isNew = false;
    for (const one of columns) if (one.countIn(row)) isNew = true;
    if (isAdded(isNew, row.line)) rows.push(row.texts());
    return "taken" as const;
  };
  const usual = only === undefined ? { blocks: new BlockReader(progress), read } : undefined;
  await readTableRows(input, { ...sample, skipRows }, log, progress, onRow, usual);
  progress.finished(input);
  const byHeading = new Map(columns.map((one) => [one.heading, one.rows]));
  return { sample: { ...sample, rows, lines }, cells: byHeading };
}

function distinctOf({ cells }: FurtherRows): ReadonlyMap<string, Iterable<string>> {
  return new Map(Array.from(cells, ([heading, rows]) => [heading, rows.keys()]));
}

/** A column whose distinct cells are counted. */
class CountedColumn {
  readonly heading: string;
  readonly at: number;
  readonly rows = new Map<string, { rows: number }>();
  readonly #known: KnownColumn<{ rows: number }>;

  constructor(heading: string, at: number) {
    this.heading = heading;
    this.at = at;
    this.#known = new KnownColumn(at, (cell) => this.#countOf(cell));
  }

  /** @returns whether it is a cell of a column of codes that was not there before. */
  count(cell: string): boolean {
    return this.#add(this.#countOf(cell));
  }

  countIn(row: CellRow): boolean {
    return this.#add(this.#known.take(row));
  }

  #add(count: { rows: number }): boolean {
    count.rows += 1;
    return count.rows === 1 && this.rows.size <= codesMax;
  }

  #countOf(cell: string): { rows: number } {
    const known = this.rows.get(cell);
    if (known !== undefined) return known;
    const count = { rows: 0 };
    this.rows.set(ownCopy(cell), count);
    return count;
  }
}

function wholeOf(sample: TableSample, known: KnownColumns): FurtherRows {
  const { header = [] } = sample;
  const isRead = readRows(header, known);
  const cells = new Map(
    header.map((heading, at) => {
      const column = new CountedColumn(heading, at);
      for (const row of sample.rows.filter(isRead)) column.count(cellAt(row, at));
      return [heading, column.rows];
    }),
  );
  return { sample, cells };
}

/** Whether a row has the cells that `only` names. */
function readRows(header: readonly string[], { only = {} }: KnownColumns) {
  const wanted = Object.entries(only).map(([one, cell]) => [header.indexOf(one), cell] as const);
  return (cells: readonly string[]): boolean => wanted.every(([at, cell]) => cells[at] === cell);
}
