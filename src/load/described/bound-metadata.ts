/** What a file beside a table says about it, with the positions of its columns. */
import type { ColumnMetadata, TableMetadata } from "../bytes/table-metadata.ts";
import type { Tell } from "../layouts/layout.ts";

export class BoundMetadata {
  readonly table: TableMetadata;
  readonly header: readonly string[];
  /** Why the table is another one than the one that is described. */
  readonly problem: string | undefined;
  readonly #columns: readonly (ColumnMetadata | undefined)[];

  /** @param header of the file. */
  constructor(table: TableMetadata, header: readonly string[]) {
    this.table = table;
    this.header = table.hasHeader ? header : table.columns.map(({ id }) => id);
    const bare = this.header.map((heading) => heading.trim());
    this.#columns = bare.map((heading, at) => {
      const own = table.columns[at];
      const isOwn = own?.headings.includes(heading) === true;
      return isOwn ? own : table.columns.find(({ headings }) => headings.includes(heading));
    });
    this.problem = this.#problemOf(header);
  }

  /** @param heading as the table has it. */
  of(heading: string): ColumnMetadata | undefined {
    return this.#columns[this.header.indexOf(heading)];
  }

  /** The headings of which something holds. */
  headingsOf(holds: (column: ColumnMetadata) => boolean): string[] {
    return this.header.filter((_, at) => {
      const column = this.#columns[at];
      return column !== undefined && holds(column);
    });
  }

  /** A row with numbers as programs write them, and empty cells where there is no value. */
  clean(cells: readonly string[], tell: Tell): readonly string[] {
    return cells.map((cell, at) => {
      const column = this.#columns[at];
      return column === undefined ? cell : cleanCell(cell, column, tell);
    });
  }

  #problemOf(header: readonly string[]): string | undefined {
    const { file, problem, columns, isWhole, hasHeader } = this.table;
    if (problem !== undefined) return `${file} describes the table, and ${problem}`;
    if (!hasHeader && header.length !== columns.length && columns.length > 0) {
      return `${file} describes ${columns.length} columns, and the table has ${header.length}`;
    }
    const missing = columns.filter((column) => !this.#columns.includes(column));
    const [first] = missing;
    // A title above the header, for instance: what is described is not lost silently.
    const isOther = isWhole || missing.length === columns.length;
    if (!isOther || first === undefined) return undefined;
    const found = this.header.join("', '").slice(0, 200);
    return `${file} describes the column '${first.headings[0]}', and the columns are '${found}'`;
  }
}

function cleanCell(cell: string, column: ColumnMetadata, tell: Tell): string {
  const { missing, otherwise, holds, group, decimal } = column;
  const own = cell === "" && otherwise !== undefined ? otherwise : cell;
  if (own !== "" && (missing.includes(own) || missing.includes(own.trim()))) {
    tell(`cells '${own}', which say that there is no value`);
    return "";
  }
  if (holds !== "numbers") return own;
  const digits = group === undefined ? own : own.replaceAll(group, "");
  return decimal === undefined || decimal === "." ? digits : digits.replaceAll(decimal, ".");
}
