/**
 * The table of files that hold tables, or other files, and are no text: what is in them is read as CSV,
 * or as the files that it is. Only its rows decide which file that is.
 */
import { LoadError } from "../errors/errors.ts";
import type { InputFile } from "./bytes/file-tree.ts";
import { csvOf } from "./held/cells.ts";
import type { Contents, HeldTable } from "./held/contents.ts";
import { HeldTree } from "./held/held-tree.ts";

interface Holder {
  /** What it is, in Markdown: the documentation's table is made of it. */
  readonly about: string;
  readonly recognised: string;
  readonly endings: readonly string[];
  /** @returns undefined if the file is something else: its ending is that of many. */
  open(input: InputFile): Promise<Contents | undefined>;
}

const byEnding = "by the ending";

export const holders: readonly Holder[] = [
  {
    about:
      "workbooks of Excel (`.xlsx`, `.xlsm`) and OpenDocument (`.ods`): each sheet is a table, with dates as " +
      "dates, percentages as `12.5%`, and other numbers as they are stored, whatever sign is before the decimals of texts",
    recognised: byEnding,
    endings: [".xlsx", ".xlsm", ".ods"],
    open: async (input) => await (await import("./sheets/workbooks.ts")).openWorkbook(input),
  },
  {
    about:
      "tables of text that are called workbooks (`.xls`), in UTF-16 or UTF-8, as those of the IMF",
    recognised: byEnding,
    endings: [".xls"],
    open: async (input) =>
      (await (await import("./sheets/workbooks.ts")).openText(input)) ??
      (await (await import("./sheets/workbooks.ts")).openWorkbook(input)),
  },
  {
    about: "Parquet (`.parquet`), a group of rows after the other, with the package `hyparquet`",
    recognised: byEnding,
    endings: [".parquet"],
    open: async (input) => await (await import("./sheets/parquet-rows.ts")).openParquet(input),
  },
  {
    about:
      "Arrow (`.arrow`, `.feather`), plain or compressed with LZ4, with the package `@uwdata/flechette`",
    recognised: byEnding,
    endings: [".arrow", ".feather"],
    open: async (input) => await (await import("./sheets/arrow-rows.ts")).openArrow(input),
  },
  {
    about: "a `.zip` with any of these files: it is read like a folder",
    recognised: byEnding,
    endings: [".zip"],
    open: async (input) => await (await import("./held/zip.ts")).openZip(input),
  },
  {
    about: "JSON-stat 2.0 (`.json`), and SDMX-JSON 1.0 and 2.0, as tables",
    recognised: "by their first members",
    endings: [".json"],
    open: async (input) => await (await import("./held/json-tables.ts")).openJson(input),
  },
  {
    about:
      "SDMX-ML 2.1 and 3.0 (`.xml`), generic and structure-specific, as tables; a structure message in the " +
      "same folder gives the names of codes",
    recognised: "by the outermost element",
    endings: [".xml"],
    open: async (input) => await (await import("./held/sdmx-ml-tables.ts")).openXml(input),
  },
];

const known = new Map(
  holders.flatMap((row) => row.endings.map((ending) => [ending, row] as const)),
);

/** @param extension in lower case, with the dot, without `.gz`. */
export function mayHold(extension: string): boolean {
  return known.has(extension);
}

/** What a message names as expected where nothing fits. */
export const expectedHolders = [...known.keys()].join(", ");

/**
 * @returns undefined if the file is no holder.
 * @throws LoadError if it cannot be read.
 */
export async function contentsOf(
  input: InputFile,
  extension: string,
): Promise<Contents | undefined> {
  return await known.get(extension)?.open(input);
}

/** The tables of a file as files of CSV, with the names of their sheets. */
export function tablesAsFiles(input: InputFile, tables: readonly HeldTable[]) {
  const { path } = input;
  const size = Math.max(1, Math.floor(input.size / tables.length));
  const paths = tables.map(({ sheet }) =>
    tables.length === 1 ? path : `${path}#${sheet?.replaceAll("/", "_")}`,
  );
  const double = paths.find((one, at) => paths.indexOf(one) < at);
  if (double !== undefined) throw new LoadError("has two sheets of one name", { file: double });
  const held = tables.map((table, at) => {
    const one = paths[at]!;
    return [
      one,
      {
        size,
        read: () => csvOf(table.rows(), one, table.sheet === undefined ? undefined : input.size),
      },
    ] as const;
  });
  const tree = new HeldTree(input, held);
  return tables.map(({ sheet = "" }, at) => ({ tree, path: paths[at]!, size, sheet }));
}
