/**
 * Tokens of a dump in SQL → rows of its tables. INSERT statements are read, of one row or of many; CREATE
 * TABLE and ALTER TABLE give the columns. Other statements of a dump (transactions, indexes, settings)
 * are passed over, and anything else is reported.
 */
import { isMark, type SqlToken } from "./sql-lexer.ts";
import { SqlRows, type SqlValue } from "./sql-rows.ts";

export interface SqlRow {
  /** In lower case, as SQL has it. */
  readonly table: string;
  /** Undefined if the statement names none and no CREATE TABLE was seen. */
  readonly columns: readonly string[] | undefined;
  readonly values: readonly SqlValue[];
  readonly line: number;
}

/** An INSERT whose rows follow; columns are undefined if it names none. */
export type SqlInsert = Pick<SqlRow, "table" | "columns">;

interface SqlHandler {
  readonly onRow: (row: SqlRow) => void;
  /** Something that is not read, from this line on. */
  readonly onProblem: (line: number, problem: string) => void;
}

/** Statements of a dump that bring no rows. */
const passed: ReadonlySet<string> = new Set([
  "ANALYZE",
  "BEGIN",
  "COMMIT",
  "DELETE",
  "DROP",
  "END",
  "LOCK",
  "PRAGMA",
  "RELEASE",
  "SAVEPOINT",
  "SET",
  "START",
  "UNLOCK",
  "USE",
]);

/** They begin a part of a CREATE TABLE that is no column. */
const constraints: ReadonlySet<string> = new Set([
  "CHECK",
  "CONSTRAINT",
  "EXCLUDE",
  "FOREIGN",
  "FULLTEXT",
  "INDEX",
  "KEY",
  "PRIMARY",
  "SPATIAL",
  "UNIQUE",
]);

const tokensMax = 10_000;

type State = "start" | "head" | "rows" | "passing" | "broken";

export class SqlStatements {
  readonly #handler: SqlHandler;
  readonly #rows = new SqlRows();
  /** Columns by the name of their table. */
  readonly #tables = new Map<string, string[]>();
  #state: State = "start";
  /** Of the statement at hand, as far as it is not passed on. */
  #head: SqlToken[] = [];
  #insert: SqlInsert | undefined;
  #isInTrigger = false;

  constructor(handler: SqlHandler) {
    this.#handler = handler;
  }

  /** Whether the next token begins a statement. */
  get isIdle(): boolean {
    return this.#state === "start";
  }

  /** The statement whose next row, or end, the next token begins. */
  get openInsert(): SqlInsert | undefined {
    return this.#state === "rows" && !this.#rows.isOpen ? this.#insert : undefined;
  }

  /** The line of a statement that has no end yet. */
  get openLine(): number | undefined {
    return this.#state === "start" ? undefined : this.#head[0]!.line;
  }

  /** The columns of the rows of a statement, as far as they are known. */
  columnsOf({ table, columns }: SqlInsert): readonly string[] | undefined {
    return columns ?? this.#tables.get(table);
  }

  /** The next statement was read elsewhere, up to its rows. */
  enterRows(insert: SqlInsert, line: number): void {
    this.#state = "rows";
    this.#insert = insert;
    this.#head = [{ kind: "word", text: "INSERT", line }];
  }

  take(token: SqlToken): void {
    if (token.kind === "mark" && token.text === ";" && !this.#isInTrigger) {
      this.#finish(token.line);
      return;
    }
    switch (this.#state) {
      case "start":
        this.#begin(token);
        return;
      case "head":
        this.#headToken(token);
        return;
      case "rows":
        this.#rowToken(token);
        return;
      case "passing":
        if (this.#isInTrigger) this.#isInTrigger = !isWord(token, "END");
        return;
      case "broken":
        return;
    }
  }

  #begin(token: SqlToken): void {
    const word = token.kind === "word" ? token.text.toUpperCase() : "";
    this.#head = [token];
    if (["INSERT", "REPLACE", "CREATE", "ALTER"].includes(word)) this.#state = "head";
    else if (passed.has(word)) this.#state = "passing";
    else
      this.#break(
        token.line,
        `a statement that does not belong to a dump begins with '${token.text.slice(0, 40)}'`,
      );
  }

  #headToken(token: SqlToken): void {
    const head = this.#head;
    head.push(token);
    const [first] = head;
    if (head.length > tokensMax) this.#break(first!.line, "a statement has too many parts");
    else if (isWord(first!, "INSERT") || isWord(first!, "REPLACE")) {
      if (isWord(token, "VALUES")) this.#openInsert();
      else if (isWord(token, "SELECT")) this.#break(token.line, "a SELECT brings rows");
    } else if (isWord(first!, "CREATE") && isWord(token, "TRIGGER")) {
      this.#state = "passing";
      this.#isInTrigger = true;
    }
  }

  /** `INSERT INTO table (column, …) VALUES` */
  #openInsert(): void {
    const head = this.#head;
    const into = head.findIndex((token) => isWord(token, "INTO"));
    const paren = head.findIndex((token) => isMark(token, "("));
    // A schema may stand in front of the name: it is the last one before the columns.
    const name = head[(paren < 0 ? head.length - 1 : paren) - 1];
    if (into < 0 || name === undefined || name === head[into]) {
      this.#break(head[0]!.line, "an INSERT names no table");
      return;
    }
    const columns = paren < 0 ? undefined : head.slice(paren + 1, -1).filter(isName);
    this.#insert = { table: lowered(name), columns: columns?.map(lowered) };
    this.#state = "rows";
  }

  #rowToken(token: SqlToken): void {
    const result = this.#rows.take(token);
    if (result === undefined) return;
    const { table } = this.#insert!;
    if (result === "end") this.#state = "passing";
    else if ("problem" in result) {
      const problem = `a row of ${table} cannot be read: ${result.problem}`;
      this.#handler.onProblem(token.line, problem);
    } else this.#handler.onRow({ table, columns: this.columnsOf(this.#insert!), ...result });
  }

  #finish(line: number): void {
    const [first] = this.#head;
    if (this.#state === "head" && first !== undefined) {
      if (isWord(first, "CREATE")) this.#create();
      else if (isWord(first, "ALTER")) this.#alter();
      else this.#handler.onProblem(first.line, "an INSERT has no VALUES");
    } else if (this.#rows.isOpen) this.#handler.onProblem(line, "a row has no end");
    this.#rows.reset();
    this.#head = [];
    this.#state = "start";
  }

  /** Remembers the columns of `CREATE TABLE name (column type, …)`; other things are not needed. */
  #create(): void {
    const head = this.#head;
    const at = head.findIndex((token) => isWord(token, "TABLE"));
    const paren = head.findIndex((token) => isMark(token, "("));
    const name = head[paren - 1];
    if (at < 0 || at > 3 || paren < 0 || name === undefined) return;
    const columns: string[] = [];
    let depth = 0;
    let isNext = true;
    for (const token of head.slice(paren + 1)) {
      if (isNext && isName(token) && !isConstraint(token)) columns.push(lowered(token));
      isNext = false;
      if (isMark(token, "(")) depth += 1;
      else if (isMark(token, ")")) depth -= 1;
      if (depth < 0) break;
      isNext = depth === 0 && isMark(token, ",");
    }
    this.#tables.set(lowered(name), columns);
  }

  /** `ALTER TABLE name ADD COLUMN column` */
  #alter(): void {
    const head = this.#head;
    const add = head.findIndex((token) => isWord(token, "ADD"));
    const at = head.findIndex((token) => isWord(token, "TABLE"));
    const name = head[at + 1];
    const column = head.slice(add + 1).find((token) => !isWord(token, "COLUMN"));
    if (at < 0 || add < 0 || name === undefined || column === undefined || !isName(column)) return;
    if (!isConstraint(column)) this.#tables.get(lowered(name))?.push(lowered(column));
  }

  #break(line: number, problem: string): void {
    this.#handler.onProblem(line, problem);
    this.#state = "broken";
  }
}

function isWord(token: SqlToken, word: string): boolean {
  return token.kind === "word" && token.text.toUpperCase() === word;
}

function isName(token: SqlToken): boolean {
  return token.kind === "word" || token.kind === "name";
}

/** A quoted name is one, whatever it says. */
function isConstraint(token: SqlToken): boolean {
  return token.kind === "word" && constraints.has(token.text.toUpperCase());
}

function lowered({ text }: SqlToken): string {
  return text.toLowerCase();
}
