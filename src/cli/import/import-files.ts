/** The files that the command `import` writes, and their rows. */

import { createReadStream } from "node:fs";
import { open as openFile, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Graph } from "../../engine.ts";
import { csvRow } from "../../export/csv-text.ts";
import type { Commons } from "../../index.ts";
import type { ColumnsProposal } from "../../lint.ts";
import { conversionMark, convertedNames } from "../../load/custom/converted-names.ts";
import { UsageError } from "../io.ts";
import {
  type ConfigPart,
  configText,
  convertedColumns,
  convertedPart,
  directPart,
  measuredColumns,
  nodesPart,
  provenanceIn,
  variablesIn,
} from "./import-config.ts";
import { observationBlocks, severalProperties } from "./import-nodes.ts";
import { configName, readsTheSame } from "./import-trial.ts";

interface ImportFile {
  readonly path: string;
  readonly text: () => Iterable<string>;
}

/** Names that belong to a table. */
export function placesOf(file: string, sheet = "") {
  const name = basename(file).replace(/\.gz$/i, "");
  const folder = dirname(file);
  return {
    folder,
    /** Without `.gz`, as configs name it. */
    name,
    stem: name.replace(/\.[^.]*$/, ""),
    config: join(folder, configName),
    ...convertedNames(name, sheet),
  };
}

/** @throws UsageError if a file is there that would be lost. */
export async function refuseExisting(file: string, isAllowed: boolean): Promise<void> {
  const problem = isAllowed ? undefined : await existing(file);
  if (problem !== undefined) throw new UsageError(problem);
}

/** That a file is there which would be lost. */
async function existing(file: string): Promise<string | undefined> {
  const { config, folder, table, nodes, observations } = placesOf(file);
  // Of a table that is not there that is said.
  if (!(await isThere(file))) return undefined;
  for (const path of [config, ...[table, nodes, observations].map((one) => join(folder, one))]) {
    if (await isThere(path))
      return `${path} exists: --add puts this table into the config, --force replaces it`;
  }
  return undefined;
}

/** What a table needs, and the variables of it that the folder describes already: they stay as they are. */
export interface ImportedFiles {
  readonly files: readonly ImportFile[];
  readonly described: readonly string[];
  /** Why they are not written without a further option. */
  readonly problem?: string | undefined;
}

/**
 * The config, and what it needs beside the table.
 * @param how `isAdded`: an existing config gets the table; else it is replaced. `isForced`: what was made of this
 * table before is replaced
 */
export async function importFiles(
  file: string,
  proposal: ColumnsProposal,
  commons: Commons,
  { isAdded, isForced }: { readonly isAdded: boolean; readonly isForced: boolean },
): Promise<ImportedFiles> {
  const { columns, found, delimiter, encoding } = proposal;
  const { config, folder, name, ...made } = placesOf(file, columns?.sheet);
  const { table, nodes, observations } = made;
  const before = isAdded && (await isThere(config)) ? await readFile(config, "utf8") : undefined;
  refuseOthers([name, table, observations], name, before, isForced);
  const problem = isAdded || isForced ? undefined : await existing(file);
  const isPlain = /\.csv$/i.test(name) && delimiter === "," && encoding === "utf-8";
  const direct = isPlain && columns !== undefined ? directPart(name, columns, found) : undefined;
  const isDirect = direct !== undefined && (await readsTheSame(file, direct, proposal, commons));
  // A config describes the variables of columns, and not those of rows.
  if (isDirect && columns?.variables !== undefined) {
    const files = [configFile(config, direct, before, isForced)];
    const known = isForced ? [] : variablesIn(before);
    return {
      files,
      described: known.filter((one) => Object.hasOwn(direct.variables, one)),
      problem,
    };
  }
  const { text, described } = await nodeText(commons, await describedIn(folder, nodes, before));
  const ofNodes = await nodesFiles(join(folder, nodes), text, isDirect ? undefined : file);
  const files = (part: ConfigPart, ...rows: ImportFile[]) => ({
    files: [...rows, ...ofNodes, configFile(config, part, before, isForced)],
    described,
    problem,
  });
  if (isDirect) return files(direct);
  if (severalProperties(commons)) {
    const path = join(folder, observations);
    const part = nodesPart(observations, name);
    return files(part, { path, text: () => observationBlocks(commons) });
  }
  const part = convertedPart(table, name, columnsInUse(commons));
  return files(part, { path: join(folder, table), text: () => convertedTable(commons) });
}

/** @param table of which another file is made: the nodes name its bytes */
async function nodesFiles(
  path: string,
  text: string,
  table: string | undefined,
): Promise<readonly ImportFile[]> {
  if (text === "") return [];
  const mark = table && `${await conversionMark(createReadStream(table))}\n`;
  return [{ path, text: () => (mark === undefined ? [text] : [mark, text]) }];
}

/** What was written, or would be. */
export function fileLines({ files, described, problem }: ImportedFiles, isDry: boolean): string[] {
  const paths = files.map(({ path }) => path);
  const isConverted = paths.length > 1;
  return [
    ...(isConverted
      ? [
          "the official dialect cannot say all of this: the config reads a table that is converted for it",
        ]
      : []),
    ...(described.length > 0
      ? [`described here already, and left as it is: ${described.join(", ")}`]
      : []),
    problem === undefined
      ? `${isDry ? "would write" : "wrote"} ${paths.join(", ")}`
      : `would not write ${paths.join(", ")}: ${problem}`,
  ];
}

/** Nodes that a config and the MCF of a folder describe, but for what this table made before. */
async function describedIn(
  folder: string,
  own: string,
  config: string | undefined,
): Promise<(dcid: string) => boolean> {
  const variables = new Set(variablesIn(config));
  const { open } = await import("../../index.ts");
  const graphs: Graph[] = [];
  for (const name of await readdir(folder)) {
    if (!/\.mcf$/i.test(name) || name === own) continue;
    // A file that cannot be read describes nothing. A load of the folder reports it.
    const other = await open(join(folder, name)).catch(() => undefined);
    if (other !== undefined) graphs.push(other.engine.graph);
  }
  return (dcid) => variables.has(dcid) || graphs.some((graph) => isTyped(graph, dcid));
}

function isTyped(graph: Graph, dcid: string): boolean {
  const node = graph.dictionary.nodeOf(dcid);
  return node !== undefined && graph.typeSetOf(node) !== 0;
}

/**
 * @throws UsageError if a config names what was made of another table under the same name, or of other rows of this
 * one, which would be lost
 */
function refuseOthers(
  made: readonly string[],
  name: string,
  before: string | undefined,
  isForced: boolean,
): void {
  for (const file of made) {
    const other = before === undefined ? undefined : provenanceIn(before, file);
    if (other === undefined || (other === name && isForced)) continue;
    if (file === name && other !== name) {
      throw new UsageError(
        `the config has an entry for ${file} already, with the provenance ${other}: change that entry, or take it out of the config first; what it says besides is lost then`,
      );
    }
    const cure =
      other === name
        ? "--force replaces it; other rows of the table need a copy of it with another name"
        : `rename ${name}`;
    throw new UsageError(`${file} is what import made of ${other}: ${cure}`);
  }
}

/** @throws UsageError if the file is there with another content, which somebody may have edited */
export async function writeDraft(path: string, text: string, isForced: boolean): Promise<void> {
  const before = isForced || !(await isThere(path)) ? text : await readFile(path, "utf8");
  if (before !== text) {
    throw new UsageError(`${path} exists: --force replaces it, and another name keeps it`);
  }
  await writeFile(path, text);
}

/** Each file appears under its name once it is complete. */
export async function writeFiles(files: readonly ImportFile[]): Promise<void> {
  for (const { path, text } of files) {
    const unfinished = `${path}.unfinished`;
    try {
      const target = await openFile(unfinished, "w");
      try {
        for (const piece of piecesOf(text())) await target.writeFile(piece);
      } finally {
        await target.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}

const pieceLength = 1 << 20;

/** Many lines in a piece: each write takes longer than to make a line. */
function* piecesOf(lines: Iterable<string>): Generator<string> {
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function configFile(
  path: string,
  part: ConfigPart,
  before: string | undefined,
  isForced = false,
): ImportFile {
  try {
    const text = configText(part, before, isForced);
    return { path, text: () => [text] };
  } catch {
    throw new UsageError(`${path} is not plain JSON: --force replaces it`);
  }
}

/** What was made besides observations, variables by name and new places, but for what is described already. */
async function nodeText(
  commons: Commons,
  isDescribed: (dcid: string) => boolean,
): Promise<{ readonly text: string; readonly described: readonly string[] }> {
  const texts: string[] = [];
  const streamOf = (name: string) => {
    let text = "";
    return new WritableStream<Uint8Array>({
      write: (bytes) => {
        text += new TextDecoder().decode(bytes);
      },
      close: () => {
        if (name.endsWith(".mcf")) texts.push(text);
      },
    });
  };
  await commons.export(streamOf, { format: "mcf" });
  const described: string[] = [];
  const blocks = texts.join("\n").split(/(?<=\n)\n+/);
  const kept = blocks.filter((block) => {
    const dcid = /^Node: dcid:(.*)$/m.exec(block)?.[1];
    if (dcid === undefined || !isDescribed(dcid)) return true;
    described.push(dcid);
    return false;
  });
  return { text: kept.join("\n"), described };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

type ConvertedColumn = (typeof convertedColumns)[number] | (typeof measuredColumns)[number];

/** Cells by the columns of a converted table. */
type ObservationCells = Readonly<Record<ConvertedColumn, string>>;

/** Every observation, in an order that is the same for equal worlds. */
export function* observationRows({
  engine: { graph, observations },
}: Commons): Generator<ObservationCells> {
  const { dictionary } = graph;
  for (let series = 0; series < observations.seriesCount; series++) {
    const facet = observations.facetOf(series);
    const variable = dictionary.textOf(observations.variableOf(series));
    const entity = observations
      .allEntitiesOf(series)
      .map((one) => dictionary.textOf(one))
      .join(", ");
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      const date = observations.dateOf(point);
      const value = observations.textOf(point);
      yield { ...facet, variable, entity, date, value };
    }
  }
}

/** The table that the official dialect reads. */
function* convertedTable(commons: Commons): Generator<string> {
  const columns = columnsInUse(commons);
  yield csvRow(columns);
  for (const row of observationRows(commons)) yield csvRow(columns.map((column) => row[column]));
}

/** All columns but those that would be empty. */
function columnsInUse({ engine: { observations } }: Commons): readonly ConvertedColumn[] {
  const used = measuredColumns.filter((name) =>
    observations.facets.some((facet) => facet[name] !== ""),
  );
  return [...convertedColumns, ...used];
}
