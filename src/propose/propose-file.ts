/** A proposal for a file: from its first rows, and for names and codes of places from all rows. */
import type { InputFile } from "../load/bytes/file-tree.ts";
import { Progress } from "../load/bytes/load-progress.ts";
import { isTotal } from "../load/described/table-entities.ts";
import { readTableRows, sampleTable, type TableSample } from "../load/described/table-sample.ts";
import type { TableProposer } from "../load/load-plan.ts";
import { DiagnosticLog, FileLog } from "../load/report/diagnostics.ts";
import { isNothing } from "../load/values/observation-parts.ts";
import { groupsAmong } from "./find-entity.ts";
import type { ColumnsProposal, EntityName, KnownColumns } from "./proposal.ts";
import { proposeFor } from "./propose.ts";

const layoutRows = 50;

/** For a table in a layout of a publisher, which needs nobody to look at the proposal. */
export const proposeLaidFile: TableProposer = async (input) => {
  const form = { findsHeader: true, rowsMax: layoutRows };
  const sample = await sampleTable(input, {}, new DiagnosticLog(), form);
  if (sample.layout === undefined && sample.broken === undefined) return undefined;
  const { columns, problems } = await proposeFile(input, {});
  return columns === undefined ? { problem: problems.join("; ") } : { columns };
};

/** @throws LoadError if the file cannot be read */
export async function proposeFile(input: InputFile, known: KnownColumns): Promise<ColumnsProposal> {
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
