/** A table of the gallery, damaged in the ways in which people and programs damage tables. */

/** A table as lines of cells. */
interface Cells {
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
  /** Which row is the header. */
  readonly header: number;
}

interface Mutilated {
  readonly how: string;
  readonly text: string;
}

/** Reads text without line feeds in cells, which the gallery has none of. */
export function cellsOf(text: string, headings: RegExp): Cells {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const found = lines.findIndex((line) => headings.test(line));
  const line = lines[found] ?? "";
  const counts = ["\t", ";", ","].map((sign) => [sign, line.split(sign).length] as const);
  const delimiter = line.includes("\t") ? "\t" : counts.sort((a, b) => b[1] - a[1])[0]![0];
  return { delimiter, rows: lines.map((one) => split(one, delimiter)), header: found };
}

function split(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell];
}

function textOf({ rows, delimiter }: Pick<Cells, "rows" | "delimiter">): string {
  const quote = (cell: string) =>
    cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((row) => row.map(quote).join(delimiter)).join("\n");
}

function isText(cells: readonly string[]): boolean {
  const said = cells.filter((cell) => cell !== "");
  return said.every((cell) => !/^[\d.,:\s-]*(?:[A-Z]\d*)?$/.test(cell)) && new Set(said).size < 5;
}

/** At least ten of each table. */
export function mutilate(table: Cells): Mutilated[] {
  const { rows, header, delimiter } = table;
  const width = rows[header]!.length;
  const with_ = (how: string, changed: readonly (readonly string[])[], sign = delimiter) => ({
    how,
    text: textOf({ rows: changed, delimiter: sign }),
  });
  /** Changes rows of the table, not those above and below it. */
  const each = (change: (row: readonly string[], at: number) => readonly string[]) =>
    rows.map((row, at) => (at >= header && row.length === width ? change(row, at) : row));
  const names = rows[header]!;
  const columns = [...names.keys()].filter((at) => names[at] !== "");
  const body = rows.slice(header + 1);
  const middle = header + 1 + (body.length >> 1);
  return [
    ...columns.map((column) =>
      with_(`without the column ${names[column]}`, each((row) => row.filter((_, at) => at !== column))),
    ),
    ...columns
      .slice(0, -1)
      .map((column) =>
        with_(
          `with ${names[column]} after its neighbour`,
          each((row) => {
            const [one, other] = [row[column]!, row[column + 1]!];
            return row.map((cell, at) => (at === column ? other : at === column + 1 ? one : cell));
          }),
        ),
      ),
    ...columns.map((column) =>
      with_(
        `without the heading ${names[column]} above its cells`,
        rows.map((row, at) => (at === header ? row.filter((_, one) => one !== column) : row)),
      ),
    ),
    with_("with the header twice", [...rows.slice(0, header + 1), names, ...body]),
    with_("with the header in the middle again", [...rows.slice(0, middle), names, ...rows.slice(middle)]),
    ...["|", delimiter === ";" ? "," : ";"].map((sign) => with_(`parted by ${sign}`, rows, sign)),
    with_("below a title", [["Our own table of 2024"], [""], ...rows]),
    with_("above notes", [...rows, [""], ["Note: our own values"], ["Source: ourselves, 2024"]]),
    with_("without its header", [...rows.slice(0, header), ...body]),
    with_("with a cell too many", rows.map((row, at) => (at === middle ? [row[0]!, "x", ...row.slice(1)] : row))),
    with_("with a cell too few", rows.map((row, at) => (at === middle ? row.slice(1) : row))),
    with_("cut within a row", [...rows.slice(0, middle), rows[middle]!.slice(0, width >> 1)]),
    with_("with each row twice", [...rows.slice(0, header + 1), ...body, ...body]),
    // A column of texts that says which series a row is of.
    ...columns.filter((at) => isText(body.map((row) => row[at] ?? ""))).map((column) =>
      with_(
        `with one cell everywhere in ${names[column]}`,
        each((row, at) => row.map((cell, one) => (at > header && one === column ? (body[0]?.[column] ?? "") : cell))),
      ),
    ),
  ];
}
