/** A proposal for a file: from its first rows, and for names and codes of places from all rows. */
import { LoadError } from "../errors/errors.ts";
import type { InputFile } from "../load/bytes/file-tree.ts";
import { Progress } from "../load/bytes/load-progress.ts";
import { expectedHolders } from "../load/containers/holders.ts";
import { isTotal } from "../load/described/table-entities.ts";
import { readTableRows, sampleTable, type TableSample } from "../load/described/table-sample.ts";
import { DiagnosticLog, FileLog } from "../load/report/diagnostics.ts";
import { isTable } from "../load/sources/source-file.ts";
import { sourceFiles } from "../load/sources/source-files.ts";
import { isNothing } from "../load/values/observation-parts.ts";
import { groupsAmong } from "./find-entity.ts";
import { type ColumnsProposal, type EntityName, type KnownColumns, optionOf } from "./proposal.ts";
import { proposeFor } from "./propose.ts";

/**
 * Of several tables in a file, the one that the caller names, or the only one that can be read.
 * @throws LoadError if the file cannot be read
 */
export async function proposeFile(input: InputFile, known: KnownColumns): Promise<ColumnsProposal> {
  const tables = await tablesIn(input);
  const { sheet } = known;
  const own = sheet === undefined ? tables : tables.filter(({ held }) => held?.name === sheet);
  const [only] = own;
  if (only !== undefined && own.length === 1) return await proposeTable(only, known, tables.length);
  if (own.length <= sheetsTried) {
    const all: ColumnsProposal[] = [];
    for (const one of own) all.push(await proposeTable(one, known, tables.length));
    const [readable, ...others] = all.filter(({ columns }) => columns !== undefined);
    if (readable !== undefined && others.length === 0) return readable;
  }
  const names = tables.map(({ held }) => held?.name ?? "");
  const listed = names.map((name) => `'${name}'`).join(", ");
  const problem =
    own.length > 0
      ? `the file has several tables, ${listed}: --sheet names one`
      : `--sheet names '${sheet}'; the file has ${listed || "no table"}`;
  const cures = names.map((name) => optionOf("sheet", name));
  const form = { delimiter: ",", encoding: "utf-8", header: 1, decimal: "." } as const;
  return { columns: undefined, found: [], problems: [problem], cures, ...form };
}

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
    if (isTable(only)) return [input];
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
  const form = known.header === undefined ? {} : { header: known.header };
  const log = new DiagnosticLog();
  const sample = await sampleTable(input, form, log, { findsHeader: true });
  const proposal = proposeFor(sample, known);
  const { columns } = proposal;
  const entity = columns?.entity;
  if (columns === undefined || typeof entity !== "object") return proposal;
  if ("name" in entity) {
    const names = await cellsOf(input, sample, entity.name, known);
    return { ...proposal, names: names.filter(({ name }) => !isTotal(name)) };
  }
  if (!("column" in entity) || entity.prefix !== "country/") return proposal;
  const cells = await cellsOf(input, sample, entity.column, known);
  const without = groupsAmong(cells.map(({ name }) => name));
  return without.length === 0
    ? proposal
    : { ...proposal, columns: { ...columns, entity: { ...entity, without } } };
}

/** The distinct cells of a column below the header, and how many rows have each. */
async function cellsOf(
  input: InputFile,
  sample: TableSample,
  heading: string,
  { only = {} }: KnownColumns,
): Promise<readonly EntityName[]> {
  const { header = [] } = sample;
  const at = header.indexOf(heading);
  const wanted = Object.entries(only).map(([one, cell]) => [header.indexOf(one), cell] as const);
  const rows = new Map<string, number>();
  const log = new FileLog(new DiagnosticLog().quiet(), input.path);
  await readTableRows(input, sample, log, new Progress(0), (cells) => {
    const cell = cells[at] ?? "";
    const isRead = wanted.every(([one, value]) => cells[one] === value);
    if (isRead && !isNothing(cell)) rows.set(cell, (rows.get(cell) ?? 0) + 1);
  });
  return Array.from(rows, ([name, count]) => ({ name, rows: count }));
}
