/** A `.sql` dump of a self-hosted instance, or parts of it → statements. */
import { LoadError } from "../../errors/index.ts";
import {
  type FilePart,
  type InputFile,
  readBytes,
  readLines,
  requireLength,
} from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import {
  type FileProvenance,
  type FileTask,
  type LoadRun,
  provenanceDcid,
  type TableRun,
} from "../statements/index.ts";
import { DumpTables } from "./dump-tables.ts";
import { SqlBlocks } from "./sql-blocks.ts";
import { readDefinition, type SqlCuts } from "./sql-scan.ts";
import { type SqlBefore, type SqlHandler, SqlStatements } from "./sql-statements.ts";
import { PartCounts, type RowCounter, type TableCount, TableCounts } from "./table-counts.ts";

/** A dump that is read in parts. */
export interface SqlTask extends FileTask {
  readonly cuts: SqlCuts;
}

export async function readSqlDump(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const { sink, log, progress } = run;
  const counts = new TableCounts();
  const reader = new SqlReader(input, provenance, run, counts);
  // A sink that asks where statements stand gets the line of each.
  if (sink.at === undefined) await reader.read();
  else {
    const statements = reader.statementsBehind();
    await readLines(readBytes(input, progress), input.path, (text, line) => {
      statements.line(text, line);
      const { open } = statements;
      if (open !== undefined) requireLength(open.size, input.path, open.line);
    });
    requireEnd(statements, input);
  }
  counts.end(input.path, log);
}

/**
 * Reads some parts, in their order.
 * @param leave takes how many rows of which tables there were
 * @returns a function, which returns the line behind the part.
 */
export function sqlParts(
  { input, provenance, cuts }: SqlTask,
  run: TableRun,
  leave: (counts: readonly TableCount[]) => void,
): (part: FilePart) => Promise<number> {
  const counts = new PartCounts(leave);
  const reader = new SqlReader(input, provenance, run, counts);
  const columns = new Map<string, string[]>();
  /** The parts so far told their columns themselves. */
  let readUpTo = 0;
  return async (part) => {
    const { start, end } = part.range;
    for (const definition of cuts.definitions) {
      const isBetween = definition.start >= readUpTo && definition.start < start;
      if (isBetween) readDefinition(definition, cuts.backslashesFrom, columns);
    }
    readUpTo = end;
    const line = await reader.read(part, {
      columns,
      hasBackslashes: start >= cuts.backslashesFrom,
    });
    counts.leave();
    return line;
  };
}

class SqlReader {
  readonly #input: InputFile;
  readonly #run: TableRun;
  readonly #log: FileLog;
  readonly #tables: DumpTables;
  /** It remembers what it met. */
  readonly #rows: SqlBlocks;

  constructor(input: InputFile, provenance: FileProvenance, run: TableRun, counts: RowCounter) {
    this.#input = input;
    this.#run = run;
    this.#log = new FileLog(run.log, input.path);
    const own = provenanceDcid(provenance);
    this.#tables = new DumpTables(run.sink, this.#log, own, counts);
    this.#rows = new SqlBlocks({
      sink: run.sink,
      log: this.#log,
      progress: run.progress,
      provenance: own,
      tables: this.#tables,
    });
  }

  statementsBehind(before?: SqlBefore): SqlStatements {
    const { progress } = this.#run;
    const handler: SqlHandler = {
      onRow: (row) => {
        progress.rows += 1;
        if (progress.rows % 4096 === 0) progress.checkCancelled();
        this.#tables.add(row);
      },
      onProblem: (line, problem) => {
        const message = () => `${problem}; it is not loaded`;
        this.#log.report({ level: "error", counter: "Sql_UnreadStatement", line, message });
      },
    };
    return new SqlStatements(handler, before);
  }

  /** @returns the line behind the last one. */
  async read(part?: FilePart, before?: SqlBefore): Promise<number> {
    const statements = this.statementsBehind(before);
    const rows = this.#rows;
    rows.open(statements, part);
    await this.#run.blocks.read(this.#input, rows.take.bind(rows), part?.range);
    rows.end();
    requireEnd(statements, this.#input);
    return rows.line;
  }
}

/** Parts end where statements do: one that does not has met another text than was scanned. */
function requireEnd(statements: SqlStatements, { path }: InputFile): void {
  const line = statements.end();
  if (line !== undefined) throw new LoadError("a statement never ends", { file: path, line });
}
