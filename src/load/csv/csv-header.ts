/** The header of a table that is to be read in chunks. */
import { type InputFile, Progress } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import type { CsvDialect } from "./csv-records.ts";
import { readCsvRows } from "./csv-rows.ts";

/** @returns undefined if the first line is not the header alone, so that every reader looks for it. */
export async function firstLineHeader(
  input: InputFile,
  dialect: CsvDialect,
): Promise<readonly string[] | undefined> {
  let header: readonly string[] | undefined;
  const log = new FileLog({ report: () => {} }, input.path);
  await readCsvRows(input, dialect, log, new Progress(0), (cells, line) => {
    if (line === 1) header = cells;
    return false;
  });
  return header;
}
