/** Whether a table is what a template describes: its header line shows it, and the delimiter too. */

import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { textStart } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { textOf } from "../bytes/native.ts";
import { parseTerm } from "../mcf/tmcf-value.ts";
import type { CsvDialect } from "../records/csv-records.ts";
import { firstLineHeader } from "../records/csv-rows.ts";
import { splitValues, stripQuotes, trim } from "../values/mcf-value.ts";
import { hasNameless, type Template, type TemplateNode } from "./tmcf.ts";

/**
 * The delimiter under which most of the templates' columns are in the header: comma, tab or
 * semicolon. What the ending says counts when two do alike.
 * @throws LoadError if the file cannot be read.
 */
export async function delimiterOf(
  input: InputFile,
  templates: readonly Template[],
): Promise<string> {
  const columns = new Set(templates.flatMap((template) => [...columnsOf(template)]));
  const line = await headerLine(input);
  let best = "";
  let most = -1;
  for (const delimiter of delimitersFor(input)) {
    const found = foundIn(line, delimiter, columns);
    if (found <= most) continue;
    best = delimiter;
    most = found;
  }
  return best;
}

/** Whether the header has all columns of a template, which has some. */
export async function fits(input: InputFile, template: Template): Promise<boolean> {
  const columns = columnsOf(template);
  if (!template.isSound || columns.size === 0) return false;
  const line = await headerLine(input);
  return delimitersFor(input).some(
    (delimiter) => foundIn(line, delimiter, columns) === columns.size,
  );
}

function delimitersFor({ path }: InputFile): readonly string[] {
  return /\.tsv(?:\.gz)?$/i.test(path) ? ["\t", ",", ";"] : [",", "\t", ";"];
}

function columnsOf({ nodes }: Template): Set<string> {
  const columns = new Set<string>();
  for (const { dcids, values } of nodes.values()) {
    for (const { kind, text } of [...dcids, ...values]) {
      if (kind === "column") columns.add(parseTerm(text).name);
    }
  }
  return columns;
}

function foundIn(line: string, delimiter: string, columns: ReadonlySet<string>): number {
  const cells = splitValues(line, delimiter) ?? [];
  return new Set(cells.map((cell) => trim(stripQuotes(cell))).filter((cell) => columns.has(cell)))
    .size;
}

/** The first line that is not blank, as far as it stands in the first block of the file. */
async function headerLine(input: InputFile): Promise<string> {
  for await (const start of readBytes(input, new Progress(0))) {
    const lines = textOf(start, textStart(start), start.length).split("\n");
    return lines.find((line) => trim(line) !== "") ?? "";
  }
  return "";
}

/** A template as plain data. */
export interface PlainTemplate extends Omit<Template, "nodes"> {
  readonly nodes: readonly TemplateNode[];
}

export function plainTemplate({ nodes, ...template }: Template): PlainTemplate {
  return { ...template, nodes: [...nodes.values()] };
}

export function templateOf({ nodes, ...template }: PlainTemplate): Template {
  return { ...template, nodes: new Map(nodes.map((node) => [node.entity, node])) };
}

/** Plain data. */
export interface TableForm {
  readonly delimiter: string;
  readonly header: readonly string[];
}

/** @returns undefined for a table that one reader has to read as a whole. */
export async function tableFormOf(
  input: InputFile,
  templates: readonly Template[],
): Promise<TableForm | undefined> {
  if (templates.some((template) => !template.isSound || hasNameless(template))) return undefined;
  const delimiter = await delimiterOf(input, templates);
  const header = await firstLineHeader(input, dialectOf(delimiter));
  return header && { delimiter, header };
}

/** Of tables of templates. */
export function dialectOf(delimiter: string): CsvDialect {
  return { delimiter, hasEscapes: true };
}
