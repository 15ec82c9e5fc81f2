/** Which template reads which table. */

import { type DiagnosticLog, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { basename, join, resolve } from "../bytes/paths.ts";
import { isTable, type SourceFile, type Unread, unusedTemplate } from "../sources/source-file.ts";
import type { TableRun } from "../statements/load-run.ts";
import { parseTerm } from "./mcf-parser.ts";
import { fits, readTemplate, type Template } from "./tmcf.ts";

const templateEnding = ".tmcf";
const namesMax = 5;

function isTemplate({ extension }: SourceFile): boolean {
  return extension === templateEnding;
}

/** The templates of a load, by where they lie. */
export class Templates {
  readonly #byPath = new Map<string, SourceFile>();
  readonly #byFolder = new Map<string, SourceFile[]>();
  readonly #named = new Map<string, SourceFile>();
  readonly #listed = new Map<string | undefined, SourceFile>();
  /** Paths of the tables in each folder, and of those that were named. */
  readonly #tables = new Map<string, Set<string>>();
  readonly #namedTables = new Set<string>();

  constructor(files: readonly SourceFile[]) {
    for (const file of files) {
      if (isTable(file)) this.#addTable(file);
      if (file.listed?.as === "template") this.#listed.set(file.path, file);
      if (!isTemplate(file) || this.#byPath.has(pathOf(file))) continue;
      this.#byPath.set(pathOf(file), file);
      const beside = this.#byFolder.get(file.folder) ?? [];
      beside.push(file);
      this.#byFolder.set(file.folder, beside);
      if (file.isNamed) this.#named.set(file.stem, file);
    }
  }

  /** Each once. */
  get all(): readonly SourceFile[] {
    const templates = [...this.#listed.values(), ...this.#byPath.values()];
    return [...new Map(templates.map((file) => [resolve(file.path), file])).values()];
  }

  /** The one that a manifest names for a table. */
  at(path: string | undefined): SourceFile {
    return this.#listed.get(path)!;
  }

  /** The template in the folder of a table that has the table's name. */
  ownOf(table: SourceFile): SourceFile | undefined {
    return this.#byPath.get(pathOf(table));
  }

  /** The only one of a table's folder; for a named table also one of those that were named. */
  onlyOneFor({ folder, isNamed, stem }: SourceFile): SourceFile | undefined {
    const beside = this.#byFolder.get(folder) ?? [];
    if (beside.length === 1) return beside[0];
    if (!isNamed) return undefined;
    const [first, second] = this.#named.values();
    return this.#named.get(stem) ?? (second === undefined ? first : undefined);
  }

  /** Further templates of a folder's only table: the ones whose columns it may have. */
  furtherOf(table: SourceFile): readonly SourceFile[] {
    const beside = this.#byFolder.get(table.folder);
    const tables = beside === undefined ? this.#namedTables : this.#tables.get(table.folder);
    const own = this.ownOf(table);
    return tables?.size === 1 ? this.around(table).filter((template) => template !== own) : [];
  }

  /** Those that a table without a template might belong to. */
  around({ folder, isNamed }: SourceFile): readonly SourceFile[] {
    return this.#byFolder.get(folder) ?? (isNamed ? [...this.#named.values()] : []);
  }

  /** Why none of them is for a table. */
  missingFor(table: SourceFile): string {
    const around = this.around(table);
    if (around.length === 0) return "a table for a template is loaded together with its .tmcf";
    const names = around.slice(0, namesMax).map(({ path }) => shown(basename(path)));
    const more = around.length > namesMax ? ` and ${around.length - namesMax} more` : "";
    const name = shown(`${table.stem}.tmcf`);
    return `none of the templates ${names.join(", ")}${more} has its name, ${name}, or speaks of its columns only`;
  }

  #addTable({ folder, isNamed, path }: SourceFile): void {
    const beside = this.#tables.get(folder) ?? new Set();
    this.#tables.set(folder, beside.add(resolve(path)));
    if (isNamed) this.#namedTables.add(resolve(path));
  }
}

/** Path without extensions: a table and its template have it in common. */
function pathOf({ folder, stem }: SourceFile): string {
  return join(folder, stem);
}

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
  if (further.length > 0) return { templates: further };
  const speaking = await fitting(file, templates.around(file), log, file.stem);
  return speaking.length > 0 ? { templates: speaking } : undefined;
}

/** Of several templates that a manifest lists for a table, those whose columns it has. */
async function listedForm(
  file: SourceFile,
  templates: Templates,
  log: DiagnosticLog,
): Promise<TemplateForm> {
  const all = (file.listed?.templates ?? []).map((path) => templates.at(path));
  const found = all.length > 1 ? await fitting(file, all, log) : all;
  // What its columns lack is reported when it is read.
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

/**
 * The templates whose columns a table has.
 * @param table the name that their terms must have for it, as `sales` in `C:sales->Year`; default: any.
 */
async function fitting(
  file: SourceFile,
  templates: readonly SourceFile[],
  log: DiagnosticLog,
  table?: string,
): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  for (const template of templates) {
    // What is wrong with it is reported when it is read for good.
    const quiet = log.quiet();
    const read = await log.attempt(() => readTemplate(template, quiet, new Progress(0)));
    if (read === undefined || (table !== undefined && !speaksOf(read, table))) continue;
    if (await fits(file, read)) found.push(template);
  }
  return found;
}

function speaksOf({ nodes }: Template, table: string): boolean {
  return [...nodes.keys()].every((entity) => parseTerm(entity).table === table);
}

/** What keeps the templates of a load that were read. */
interface TemplateRun extends Pick<TableRun, "progress"> {
  readonly log: DiagnosticLog;
  /** By path. */
  readonly templates: Map<string, Template>;
}

/** Each template of a load is read once, by whichever table needs it first. */
export async function readTemplates(
  { templates }: TemplateForm,
  run: TemplateRun,
): Promise<readonly Template[]> {
  const { log, progress } = run;
  for (const input of templates) {
    progress.checkCancelled();
    if (run.templates.has(input.path)) continue;
    run.templates.set(input.path, await readTemplate(input, log, progress));
  }
  return templates.map(({ path }) => run.templates.get(path)!);
}
