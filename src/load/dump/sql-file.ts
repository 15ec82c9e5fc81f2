/** A `.sql` dump of a self-hosted instance → statements. */
import { LoadError } from "../../errors/index.ts";
import { type InputFile, readBytes, readLines, requireLength } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileProvenance, type LoadRun, provenanceDcid } from "../statements/index.ts";
import { DumpTables, TableCounts } from "./dump-tables.ts";
import { SqlBlocks } from "./sql-blocks.ts";
import { SqlStatements } from "./sql-statements.ts";

export async function readSqlDump(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const { sink, progress } = run;
  const { path } = input;
  const log = new FileLog(run.log, path);
  const own = provenanceDcid(provenance);
  const counts = new TableCounts();
  const tables = new DumpTables(sink, log, own, counts);
  const statements = new SqlStatements({
    onRow: (row) => {
      progress.rows += 1;
      if (progress.rows % 4096 === 0) progress.checkCancelled();
      tables.add(row);
    },
    onProblem: (line, problem) => {
      const message = () => `${problem}; it is not loaded`;
      log.report({ level: "error", counter: "Sql_UnreadStatement", line, message });
    },
  });
  // A sink that asks where statements stand gets the line of each.
  if (sink.at === undefined) {
    const rows = new SqlBlocks({ sink, log, progress, provenance: own, tables, statements });
    await run.blocks.read(input, rows.take.bind(rows));
    rows.end();
  } else {
    await readLines(readBytes(input, progress), path, (text, line) => {
      statements.line(text, line);
      const { open } = statements;
      if (open !== undefined) requireLength(open.size, path, open.line);
    });
  }
  const line = statements.end();
  if (line !== undefined) throw new LoadError("a statement never ends", { file: path, line });
  counts.end(path, run.log);
}
