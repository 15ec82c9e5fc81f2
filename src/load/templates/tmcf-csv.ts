/** Reads a CSV file through its templates into the importer. */
import type { FileChunk } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import type { BlockSource } from "../nodes/block-names.ts";
import type { NodeRun } from "../nodes/node-import.ts";
import { type CellRowHandler, CellRowReader } from "../records/cell-rows.ts";
import { FileLog, type FindingLog, shown } from "../report/diagnostics.ts";
import { type FileProvenance, provenanceOf } from "../statements/provenance.ts";
import { trim } from "../values/mcf-value.ts";
import { partsOf, RowPlan } from "./row-plan.ts";
import type { Template } from "./tmcf.ts";
import { delimiterOf, dialectOf, type TableForm } from "./tmcf-header.ts";
import { type BoundNode, bindTemplate, TemplateTable } from "./tmcf-table.ts";

export async function loadTemplateCsv(
  input: InputFile,
  templates: readonly Template[],
  provenance: FileProvenance,
  run: NodeRun,
): Promise<void> {
  const delimiter = await delimiterOf(input, templates);
  await templateReader(input, templates, provenance, run, { delimiter, header: [] })();
  run.nodes.endFile();
}

/**
 * Reads one chunk of a table after the other, or the whole.
 * @param form its header is for chunks that do not begin at 0.
 * @returns a function, which returns the line after the last row.
 */
export function templateReader(
  input: InputFile,
  templates: readonly Template[],
  provenance: FileProvenance,
  run: NodeRun,
  { delimiter, header: ownHeader }: TableForm,
): (chunk?: FileChunk) => Promise<number> {
  const { sink, log, progress, nodes } = run;
  const fileLog = new FileLog(log, input.path);
  const source: BlockSource = {
    log: fileLog,
    provenance: provenanceOf(provenance, undefined, sink),
    prefixes: new Set(),
  };
  let plans: readonly RowPlan[] | undefined;
  let width = 0;
  const open = (cells: readonly string[], headerLog: FileLog) => {
    const header = cells.map(trim);
    width = header.length;
    plans = templates.flatMap((template) => {
      const bound = bindColumns(template, header, headerLog);
      if (bound === undefined) return [];
      const table = new TemplateTable(bound, width, delimiter, fileLog);
      // A sink that asks where statements stand gets the line of each.
      const isPlaced = sink.at !== undefined;
      const parts = isPlaced ? undefined : partsOf(bound, delimiter, { sink, ...source });
      return [new RowPlan({ table, nodes, source }, width, parts)];
    });
  };
  const each = (count: number, take: (plan: RowPlan) => void) => {
    progress.rows += 1;
    for (const plan of plans!) {
      take(plan);
      // The first one reports a row that has too few or too many cells.
      if (count !== width) break;
    }
  };
  const handler: CellRowHandler = {
    texts: (cells, line) => {
      if (plans === undefined) open(cells, fileLog);
      else each(cells.length, (plan) => plan.texts(cells, line));
    },
    cells: (row) => each(row.count, (plan) => plan.row(row)),
  };
  const rows = new CellRowReader(input, dialectOf(delimiter), fileLog, run, handler);
  return async (chunk) => {
    const isLater = chunk !== undefined && chunk.range.start > 0;
    // The reader of the first chunk reports about the header.
    if (isLater && plans === undefined) open(ownHeader, new FileLog(silent, input.path));
    const line = await rows.read(chunk);
    if (plans === undefined) {
      const message = () => "the file has no header, hence no rows";
      fileLog.report({ level: "fatal", counter: "CSV_HeaderFailure", line: undefined, message });
    }
    return line;
  };
}

const silent: FindingLog = { report: () => {} };

/** @returns undefined if no row could be read rightly, which is reported. */
function bindColumns(
  template: Template,
  header: readonly string[],
  log: FileLog,
): readonly BoundNode[] | undefined {
  const bound = bindTemplate(template, header, log);
  if (bound !== undefined && template.isSound) return bound;
  const message = () =>
    `no row is loaded: template ${shown(template.file)} has errors or does not fit the columns`;
  log.report({ level: "fatal", counter: "CSV_TmcfCheckFailure", line: undefined, message });
  return undefined;
}
