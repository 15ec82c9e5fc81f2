/** Reads a CSV file through its templates into the importer. */

import type { InputFile } from "../bytes/index.ts";
import { readCsvRows } from "../csv/index.ts";
import type { BlockSource, NodeRun } from "../nodes/index.ts";
import { FileLog, shown } from "../report/index.ts";
import { type FileProvenance, provenanceOf } from "../statements/index.ts";
import { trim } from "../values/index.ts";
import type { Template } from "./tmcf.ts";
import { delimiterOf } from "./tmcf-header.ts";
import { bindTemplate, TemplateTable } from "./tmcf-table.ts";

export async function loadTemplateCsv(
  input: InputFile,
  templates: readonly Template[],
  provenance: FileProvenance,
  { sink, log, progress, nodes }: NodeRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const source: BlockSource = {
    log: fileLog,
    provenance: provenanceOf(provenance, undefined, sink),
    prefixes: new Set(),
  };
  const delimiter = await delimiterOf(input, templates);
  let tables: readonly TemplateTable[] | undefined;
  let width = 0;
  await readCsvRows(input, { delimiter, hasEscapes: true }, fileLog, progress, (cells, line) => {
    if (tables === undefined) {
      const header = cells.map(trim);
      width = header.length;
      tables = templates.flatMap((template) => openTable(template, header, delimiter, fileLog));
      return true;
    }
    progress.rows += 1;
    if (progress.rows % 1024 === 0) progress.checkCancelled();
    for (const table of tables) {
      nodes.addRow(table.row(cells, line), source);
      // The first one tells that the row is of no use to any.
      if (cells.length !== width) break;
    }
    return true;
  });
  if (tables === undefined) {
    const message = () => "the file has no header, hence no rows";
    fileLog.report({ level: "fatal", counter: "CSV_HeaderFailure", line: undefined, message });
  }
  nodes.endFile();
}

/** @returns none if no row could be read rightly, which is reported. */
function openTable(
  template: Template,
  header: readonly string[],
  delimiter: string,
  log: FileLog,
): TemplateTable[] {
  const bound = bindTemplate(template, header, log);
  if (bound !== undefined && template.isSound) {
    return [new TemplateTable(bound, header.length, delimiter, log)];
  }
  const message = () =>
    `no row is loaded: template ${shown(template.file)} has errors or does not fit the columns`;
  log.report({ level: "fatal", counter: "CSV_TmcfCheckFailure", line: undefined, message });
  return [];
}
