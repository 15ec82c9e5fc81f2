/** The files that the command `import` writes. */

import { open as openFile, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type ColumnsProposal, type Commons, open } from "../../index.ts";
import { UsageError } from "../io.ts";
import { type ConfigPart, configText, convertedPart, directPart } from "./import-config.ts";
import { columnsInUse, convertedTable, haveSameObservations } from "./import-rows.ts";

export interface ImportFile {
  readonly path: string;
  readonly text: () => Iterable<string>;
}

/** Larger tables are converted without trying whether they may stay as they are. */
const triedBytesMax = 64 * 1024 * 1024;

const configName = "config.json";

/** Names that belong to a table. */
export function placesOf(file: string) {
  const name = basename(file).replace(/\.gz$/i, "");
  const stem = name.replace(/\.[^.]*$/, "");
  const folder = dirname(file);
  return {
    folder,
    /** Without `.gz`, as configs name it. */
    name,
    config: join(folder, configName),
    table: `${stem}.observations.csv`,
    nodes: `${stem}.nodes.mcf`,
  };
}

/** @throws UsageError if a config is there that nobody wants to lose. */
export async function refuseExisting(file: string, isAllowed: boolean): Promise<void> {
  const { config, folder, table, nodes } = placesOf(file);
  if (isAllowed) return;
  for (const path of [config, join(folder, table), join(folder, nodes)]) {
    if (!(await isThere(path))) continue;
    throw new UsageError(
      `${path} exists: --add puts this table into the config, --force replaces it`,
    );
  }
}

/**
 * The config, and what it needs beside the table.
 * @param added whether an existing config gets the table; else it is replaced.
 */
export async function importFiles(
  file: string,
  { columns, found, delimiter, encoding }: ColumnsProposal,
  commons: Commons,
  added: boolean,
): Promise<ImportFile[]> {
  const { config, folder, name, table, nodes } = placesOf(file);
  const before = added && (await isThere(config)) ? await readFile(config, "utf8") : undefined;
  const isPlain = /\.csv$/i.test(name) && delimiter === "," && encoding === "utf-8";
  const direct = isPlain && columns !== undefined ? directPart(name, columns, found) : undefined;
  if (direct !== undefined && (await readsTheSame(file, direct, commons))) {
    return [configFile(config, direct, before)];
  }
  const described = nodeText(commons);
  return [
    { path: join(folder, table), text: () => convertedTable(commons) },
    ...(described === "" ? [] : [{ path: join(folder, nodes), text: () => [described] }]),
    configFile(config, convertedPart(table, name, columnsInUse(commons)), before),
  ];
}

/** Each file appears under its name once it is complete. */
export async function writeFiles(files: readonly ImportFile[]): Promise<void> {
  for (const { path, text } of files) {
    const unfinished = `${path}.unfinished`;
    try {
      const target = await openFile(unfinished, "w");
      try {
        for (const chunk of text()) await target.writeFile(chunk);
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

function configFile(path: string, part: ConfigPart, before: string | undefined): ImportFile {
  try {
    const text = configText(part, before);
    return { path, text: () => [text] };
  } catch {
    throw new UsageError(`${path} is not plain JSON: --force replaces it`);
  }
}

/** Tries a config in memory: does the dialect make the same of the table as it stands? */
async function readsTheSame(file: string, part: ConfigPart, commons: Commons): Promise<boolean> {
  const { size } = await stat(file);
  if (size > triedBytesMax) return false;
  const files = { [basename(file)]: await readFile(file), [configName]: configText(part) };
  const tried = await open(files).catch(() => undefined);
  return tried !== undefined && haveSameObservations(tried, commons);
}

/** What was made besides observations: variables by name, new places. */
function nodeText(commons: Commons): string {
  const files = commons.export("mcf").files.filter(({ name }) => name.endsWith(".mcf"));
  return files.map(({ text }) => [...text()].join("")).join("\n");
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
