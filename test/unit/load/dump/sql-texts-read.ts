/** Reads a text of SQL, token by token. */
import { bytesOfText } from "../../../../src/load/bytes/native.ts";
import { SqlLexer } from "../../../../src/load/dump/sql-lexer.ts";
import { SqlStatements } from "../../../../src/load/dump/sql-statements.ts";

type Handler = ConstructorParameters<typeof SqlStatements>[0];

/** @returns the line of what never ends. */
export function readSqlText(text: string, handler: Handler): number | undefined {
  const bytes = bytesOfText(`${text}\n`);
  const lexer = new SqlLexer();
  const statements = new SqlStatements(handler);
  lexer.open(bytes, bytes.length);
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) statements.take(token);
  return lexer.isOpen ? lexer.line : statements.openLine;
}
