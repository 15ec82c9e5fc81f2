/** Reads tables and dumps into a sink that knows what it got straight from bytes, and SQL token by token. */
import { BlockReader } from "../../../../src/load/bytes/byte-blocks.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { bytesOfText } from "../../../../src/load/bytes/native.ts";
import { SqlLexer } from "../../../../src/load/dump/sql-lexer.ts";
import { SqlStatements } from "../../../../src/load/dump/sql-statements.ts";
import type { TableKind } from "../../../../src/load/dump/table-header.ts";
import { readTable } from "../../../../src/load/dump/table-rows.ts";
import { memoryInput } from "../inputs.ts";
import { BytesSink, lineOf } from "../recording-sink.ts";
import type { FileLoader } from "../twin-runs.ts";

interface Options {
  readonly sink?: BytesSink;
  readonly listed?: string;
}

/** What a file became, and what of it was taken straight from its bytes. */
export async function read(
  load: FileLoader,
  text: string,
  { sink = new BytesSink(), listed }: Options = {},
) {
  const told: string[] = [];
  const messages: string[] = [];
  const log = new DiagnosticLog({
    onDiagnostic: ({ level, counter, line, message }) => {
      told.push(`${counter} ${line}`);
      messages.push(`${level} ${counter}${line === undefined ? "" : `:${line}`} | ${message}`);
    },
  });
  const progress = new Progress(0);
  const run = { sink, log, progress, blocks: new BlockReader(progress) };
  const provenance = { listed, option: undefined, stem: "t" };
  await load(memoryInput("t", Buffer.from(text)), provenance, run);
  return {
    ofBytes: sink.ofBytes,
    triples: sink.triples.map((triple) => `${lineOf(triple)} | ${triple.provenance}`),
    observations: sink.observations,
    told,
    messages,
    rows: progress.rows,
    imports: log.imports,
  };
}

/** Reads a table whose header is its first line. */
export const tableOf =
  (kind: TableKind): FileLoader =>
  async (input, provenance, run) => {
    const [header = ""] = (await input.tree.text(input.path)).split("\n");
    await readTable({ kind, columns: header.split(","), input, provenance }, run);
  };

type SqlHandler = ConstructorParameters<typeof SqlStatements>[0];

/**
 * Reads a text of SQL, token by token.
 * @returns the line of what never ends.
 */
export function readSqlText(text: string, handler: SqlHandler): number | undefined {
  const bytes = bytesOfText(`${text}\n`);
  const lexer = new SqlLexer();
  const statements = new SqlStatements(handler);
  lexer.open(bytes, bytes.length);
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) statements.take(token);
  return lexer.isOpen ? lexer.line : statements.openLine;
}
