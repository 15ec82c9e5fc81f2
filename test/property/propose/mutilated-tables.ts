/** A table of the gallery, damaged in the ways in which people and programs damage tables. */

type Row = readonly string[];

/** A table as lines of cells. */
interface Cells {
  readonly delimiter: string;
  readonly rows: readonly Row[];
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
  const header = lines.findIndex((line) => headings.test(line));
  const line = lines[header] ?? "";
  const delimiter = ["\t", ";"].find((sign) => line.includes(sign) && !line.includes("[;]")) ?? ",";
  return { delimiter, rows: lines.map((one) => split(one, delimiter)), header };
}

function split(line: string, delimiter: string): string[] {
  const cells = [""];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) cells.push("");
    else cells[cells.length - 1] += sign;
  }
  return cells;
}

function textOf(rows: readonly Row[], delimiter: string): string {
  const quote = (cell: string) =>
    cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((row) => row.map(quote).join(delimiter)).join("\n");
}

/** Without these a table is another one, which nothing shows. */
const neverLost = /^(?:UNIT_?MULT|UNIT$|SCALE$|ACTION$|ref_area$)/i;

/** At least ten of each table. */
export function mutilate(table: Cells): Mutilated[] {
  const { rows, header, delimiter } = table;
  const names = rows[header]!;
  const [above, below] = [rows.slice(0, header), rows.slice(header + 1)];
  const columns = [...names.keys()].filter((at) => names[at] !== "");
  const lost = columns.filter((at) => !neverLost.test(names[at]!));
  const texts = lost.filter((at) => isText(below.map((row) => row[at] ?? "")));
  const middle = below.length >> 1;
  /** Changes rows of the table, not those above and below it. */
  const eachRow = (change: (row: Row) => Row): Row[] => [
    ...above,
    ...[names, ...below].map((row) => (row.length === names.length ? change(row) : row)),
  ];
  const withMiddle = (change: (row: Row) => Row): Row[] => [
    ...above,
    names,
    ...below.map((row, at) => (at === middle ? change(row) : row)),
  ];
  const changed: [how: string, rows: readonly Row[], delimiter?: string][] = [
    ...lost.map((at): [string, Row[]] => [
      `without the column ${names[at]}`,
      eachRow((row) => row.toSpliced(at, 1)),
    ]),
    ...columns
      .slice(0, -1)
      .map((at): [string, Row[]] => [
        `with ${names[at]} right of its neighbour`,
        eachRow((row) => row.toSpliced(at, 2, row[at + 1]!, row[at]!)),
      ]),
    ...columns.map((at): [string, Row[]] => [
      `without the heading ${names[at]} above its cells`,
      [...above, names.toSpliced(at, 1), ...below],
    ]),
    ...texts.map((at): [string, Row[]] => [
      `with one cell everywhere in ${names[at]}`,
      eachRow((row) => (row === names ? row : row.with(at, below[0]![at]!))),
    ]),
    ["with the header twice", [...above, names, names, ...below]],
    ["with the header again", [...above, names, ...below.toSpliced(middle, 0, names)]],
    ["parted by bars", rows, "|"],
    ["parted by other signs", rows, delimiter === ";" ? "," : ";"],
    ["below a title", [["Our own table of 2024"], [""], ...rows]],
    ["above notes", [...rows, [""], ["Note: our own values"], ["Source: ourselves, 2024"]]],
    ["without its header", [...above, ...below]],
    ["with a cell too many", withMiddle((row) => row.toSpliced(1, 0, "x"))],
    ["with a cell too few", withMiddle((row) => row.slice(1))],
    ["cut within a row", [...above, names, ...below.slice(0, middle), below[middle]!.slice(0, 2)]],
    ["with each row twice", [...above, names, ...below, ...below]],
  ];
  return changed.map(([how, cells, sign]) => ({ how, text: textOf(cells, sign ?? delimiter) }));
}

/** Whether a column says which series a row is of: a few texts. */
function isText(cells: readonly string[]): boolean {
  const said = cells.filter((cell) => cell !== "");
  return said.every((cell) => !/^[\d.,:\s-]*(?:[A-Z]\d*)?$/.test(cell)) && new Set(said).size < 5;
}
