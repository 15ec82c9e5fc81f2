/** Which tables are read through templates, and through which. */
import { type InputFile, Progress } from "../bytes/index.ts";
import type { DiagnosticLog } from "../report/index.ts";
import { isTable, type SourceFile, type Unread, unusedTemplate } from "../sources/index.ts";
import { isTemplate, type Templates } from "./templates.ts";
import { readTemplate } from "./tmcf.ts";
import { fits } from "./tmcf-header.ts";

/** A table that templates describe. */
export interface TemplateForm {
  readonly templates: readonly InputFile[];
}

/**
 * A template of its own says more than a header, and a header more than a template of all. A
 * template itself is read with its table.
 * @param isDumpTable whether the file has the header of a dump table.
 */
export async function templateForm(
  file: SourceFile,
  templates: Templates,
  log: DiagnosticLog,
  isDumpTable: () => Promise<boolean>,
): Promise<TemplateForm | Unread | undefined> {
  const { listed } = file;
  if (listed?.as === "template" || (listed === undefined && isTemplate(file))) {
    return unusedTemplate(file);
  }
  if (listed?.as === "table") return await listedForm(file, templates, log);
  if (listed !== undefined || !isTable(file)) return undefined;
  const further = await fitting(file, templates.furtherOf(file), log);
  const own = templates.ownOf(file);
  if (own !== undefined) return { templates: [own, ...further] };
  if (await isDumpTable()) return undefined;
  const only = templates.onlyOneFor(file);
  if (only !== undefined && (await serves(only, file, log))) return { templates: [only] };
  return further.length > 0 ? { templates: further } : undefined;
}

/** Of several templates that a manifest lists for a table, those whose columns it has. */
async function listedForm(
  file: SourceFile,
  templates: Templates,
  log: DiagnosticLog,
): Promise<TemplateForm> {
  const all = (file.listed?.templates ?? []).map((path) => templates.at(path));
  const found = all.length > 1 ? await fitting(file, all, log) : all;
  // What its columns lack is told when it is read.
  return { templates: found.length > 0 ? found : all };
}

/** The only template of a folder is for the tables that have its columns; one that is named, for all. */
async function serves(
  template: SourceFile,
  table: SourceFile,
  log: DiagnosticLog,
): Promise<boolean> {
  if (template.isNamed && table.isNamed) return true;
  return (await fitting(table, [template], log)).length > 0;
}

async function fitting(
  file: SourceFile,
  templates: readonly SourceFile[],
  log: DiagnosticLog,
): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  for (const template of templates) {
    // What is wrong with it is reported when it is read for good.
    const quiet = log.quiet();
    const read = await log.attempt(() => readTemplate(template, quiet, new Progress(0)));
    if (read !== undefined && (await fits(file, read))) found.push(template);
  }
  return found;
}
