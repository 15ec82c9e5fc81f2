/** What all chunks of a template's table share. */
import type { InputFile } from "../bytes/index.ts";
import { type CsvDialect, firstLineHeader } from "../csv/index.ts";
import { hasNameless, type Template, type TemplateNode } from "./tmcf.ts";
import { delimiterOf } from "./tmcf-header.ts";

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
