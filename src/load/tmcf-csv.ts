/** Reads a CSV file through a template into the importer. */

import { readCsvRows } from "./csv-rows.ts";
import { FileLog, shown } from "./diagnostics.ts";
import type { InputFile } from "./load-progress.ts";
import type { LoadRun } from "./load-run.ts";
import { trim } from "./mcf-value.ts";
import type { BlockSource } from "./node-identity.ts";
import { type FileProvenance, provenanceOf } from "./provenance.ts";
import type { Template } from "./tmcf.ts";
import { bindTemplate, TemplateTable } from "./tmcf-table.ts";

export async function loadTemplateCsv(
  input: InputFile,
  template: Template,
  provenance: FileProvenance,
  { sink, log, progress, nodes }: LoadRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const source: BlockSource = {
    log: fileLog,
    provenance: provenanceOf(provenance, undefined, sink),
    prefixes: new Set(),
  };
  const delimiter = /\.tsv(?:\.gz)?$/i.test(input.path) ? "\t" : ",";
  let table: TemplateTable | "unusable" | undefined;
  await readCsvRows(input, delimiter, fileLog, progress, (cells, line) => {
    if (table === undefined) {
      table = openTable(template, cells.map(trim), delimiter, fileLog) ?? "unusable";
      return;
    }
    progress.rows += 1;
    if (progress.rows % 1024 === 0) progress.checkCancelled();
    if (table !== "unusable") nodes.addRow(table.row(cells, line), source);
  });
  if (table === undefined) {
    const message = () => "the file has no header, hence no rows";
    fileLog.report({ level: "fatal", counter: "CSV_HeaderFailure", line: undefined, message });
  }
  nodes.endFile();
}

/** @returns undefined if no row could be read rightly, which is reported. */
function openTable(
  template: Template,
  header: readonly string[],
  delimiter: string,
  log: FileLog,
): TemplateTable | undefined {
  const bound = bindTemplate(template, header, log);
  if (bound !== undefined && template.isSound) {
    return new TemplateTable(bound, header.length, delimiter, log);
  }
  const message = () =>
    `no row is loaded: template ${shown(template.file)} has errors or does not fit the columns`;
  log.report({ level: "fatal", counter: "CSV_TmcfCheckFailure", line: undefined, message });
  return undefined;
}
