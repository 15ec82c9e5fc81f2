/** Loads what reads SQL, which few loads need, when there is some. */
import type { InputFile } from "../bytes/index.ts";
import type { FileProvenance, LoadRun } from "../statements/index.ts";

export async function loadSqlDump(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const { readSqlDump } = await import("./sql-file.ts");
  await readSqlDump(input, provenance, run);
}
