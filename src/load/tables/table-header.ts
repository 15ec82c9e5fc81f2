/** The header of a file that is perhaps a dump table. */
import { LoadError } from "../../errors/index.ts";
import { Progress, readBytes } from "../bytes/index.ts";
import type { SourceFile } from "../sources/index.ts";
import {
  recogniseTable,
  type TableHeader,
  type TableKind,
  type UnknownHeader,
} from "./table-columns.ts";

const names = { triples: "triple table", observations: "observation table" } as const;

/**
 * What a file is by its header; a dump table is a `.csv`.
 * @throws LoadError if the file cannot be read.
 */
export async function tableHeader(file: SourceFile): Promise<TableHeader | UnknownHeader> {
  if (file.extension === ".csv") return await headerOf(file);
  return { problem: "a .tsv is read through a template, or with the option columns" };
}

/** @throws LoadError if a file is not the table that a manifest says. */
export async function requireTable(file: SourceFile, kind: TableKind): Promise<TableHeader> {
  const header = await headerOf(file);
  if ("kind" in header && header.kind === kind) return header;
  const found = "kind" in header ? `it is a ${names[header.kind]}` : header.problem;
  const message = `is not the ${names[kind]} that its manifest names: ${found}`;
  throw new LoadError(message, { file: file.path });
}

async function headerOf(file: SourceFile): Promise<TableHeader | UnknownHeader> {
  for await (const start of readBytes(file, new Progress(0))) return recogniseTable(start);
  return { problem: "it is empty" };
}
