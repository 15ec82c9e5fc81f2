/** Reads a CSV file through its templates into the importer. */

import type { FilePart, InputFile } from "../bytes/index.ts";
import { type CellRowHandler, readCellRows } from "../csv/index.ts";
import type { BlockSource, NodeRun } from "../nodes/index.ts";
import { FileLog, shown } from "../report/index.ts";
import { type FileProvenance, provenanceOf } from "../statements/index.ts";
import { trim } from "../values/index.ts";
import { partsOf } from "./row-parts.ts";
import { RowPlan } from "./row-plan.ts";
import { dialectOf, type TableForm } from "./table-form.ts";
import type { Template } from "./tmcf.ts";
import { delimiterOf } from "./tmcf-header.ts";
import { type BoundNode, bindTemplate, TemplateTable } from "./tmcf-table.ts";

/** Of a table whose nodes all have dcids, or are observations; the header is in it if it begins at 0. */
export interface TemplatePart extends FilePart {
  readonly form: TableForm;
}

/** @returns the line behind the last row. */
export async function loadTemplateCsv(
  input: InputFile,
  templates: readonly Template[],
  provenance: FileProvenance,
  run: NodeRun,
  part?: TemplatePart,
): Promise<number> {
  const { sink, log, progress, nodes } = run;
  const isFirst = (part?.range.start ?? 0) === 0;
  const fileLog = new FileLog(log, input.path);
  const source: BlockSource = {
    log: fileLog,
    provenance: provenanceOf(provenance, undefined, sink),
    prefixes: new Set(),
  };
  const delimiter = part?.form.delimiter ?? (await delimiterOf(input, templates));
  let plans: readonly RowPlan[] | undefined;
  let width = 0;
  const open = (cells: readonly string[]) => {
    const header = cells.map(trim);
    width = header.length;
    const told = isFirst ? fileLog : new FileLog({ report: () => {} }, input.path);
    plans = templates.flatMap((template) => {
      const bound = bindColumns(template, header, told);
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
      // The first one tells that the row is of no use to any.
      if (count !== width) break;
    }
  };
  if (part !== undefined && !isFirst) open(part.form.header);
  const handler: CellRowHandler = {
    texts: (cells, line) => {
      if (plans === undefined) open(cells);
      else each(cells.length, (plan) => plan.texts(cells, line));
    },
    cells: (row) => each(row.count, (plan) => plan.row(row)),
  };
  const line = await readCellRows(input, dialectOf(delimiter), fileLog, run, handler, part);
  if (plans === undefined) {
    const message = () => "the file has no header, hence no rows";
    fileLog.report({ level: "fatal", counter: "CSV_HeaderFailure", line: undefined, message });
  }
  nodes.endFile();
  return line;
}

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
