/**
 * A template for the rows of a table. The usual row becomes statements straight from its bytes:
 * each column is looked at once per row, each distinct cell is understood once (`ColumnCells`), and
 * writers put the nodes of the row into the sink, in the order of the template. A row or node of
 * which there is something to say goes through `TemplateTable`, as texts.
 */
import type { CellRow } from "../csv/index.ts";
import type { BlockSource, NodeImport } from "../nodes/index.ts";
import type { RowParts } from "./row-parts.ts";
import { localName, type TemplateTable } from "./tmcf-table.ts";

/** Where rows go that are texts. */
export interface RowImport {
  readonly table: TemplateTable;
  readonly nodes: NodeImport;
  readonly source: BlockSource;
}

export class RowPlan {
  readonly #import: RowImport;
  readonly #width: number;
  readonly #parts: RowParts | undefined;
  /** Where the nodes without a dcid stand in the template. */
  readonly #nameless: readonly number[];

  /** @param parts undefined if every row goes as texts. */
  constructor(rows: RowImport, width: number, parts: RowParts | undefined) {
    this.#import = rows;
    this.#width = width;
    this.#parts = parts;
    this.#nameless = [...(parts?.writers.keys() ?? [])].filter(
      (at) => parts?.writers[at] === undefined,
    );
  }

  row(row: CellRow): void {
    const parts = this.#parts;
    if (parts !== undefined && this.#isUsual(parts, row)) this.#write(parts, row);
    else this.texts(row.texts(), row.line);
  }

  texts(cells: readonly string[], line: number): void {
    const { table, nodes, source } = this.#import;
    const dcids = nodes.addRow(table.row(cells, line), source);
    for (const place of this.#parts?.places ?? []) {
      place.learn(dcids.get(localName(place.entity, line)), !source.log.isQuiet);
    }
  }

  /** Whether each cell has one value that nothing has to be said of, but for observations. */
  #isUsual({ columns, dcids, places, writers }: RowParts, row: CellRow): boolean {
    for (const place of places) place.forget();
    if (row.count !== this.#width) return false;
    for (const column of columns) if (!column.take(row)) return false;
    for (const dcid of dcids) if (!dcid.current.isDcid) return false;
    for (const place of places) if (!place.find()) return false;
    // A part of a row cannot do without the names that hold in the whole of it.
    return places.length === 0 || !writers.some((writer) => writer?.isOdd(row));
  }

  #write({ writers }: RowParts, row: CellRow): void {
    const { table, nodes, source } = this.#import;
    const odd = oddNodes(writers, row);
    // What is wrong with cells is told before what is wrong with nodes.
    const isLacking = odd.size > 0 && this.#tellLacking(writers, odd, row);
    const blocks = odd.size === 0 || isLacking ? [] : table.row(row.texts(), row.line, odd);
    let next = 0;
    for (let at = 0; at < writers.length; at++) {
      if (odd.has(at)) {
        if (isLacking) source.log.report(writers[at]!.lacks(row)!.ofNode(row.line));
        else nodes.addRow([blocks[next]!], source);
        next += 1;
      } else if (writers[at]?.write(row) === false) {
        const wanted = new Set([at, ...this.#nameless]);
        nodes.addRow(table.row(row.texts(), row.line, wanted), source);
      }
    }
  }

  /**
   * Tells of the empty cells of values, which sparse tables are full of.
   *
   * @returns false if more is odd: nothing was told.
   */
  #tellLacking(writers: RowParts["writers"], odd: ReadonlySet<number>, row: CellRow): boolean {
    for (const at of odd) if (writers[at]!.lacks(row) === undefined) return false;
    const { log } = this.#import.source;
    for (const at of odd) log.report(writers[at]!.lacks(row)!.ofCell(row.line));
    return true;
  }
}

const none: ReadonlySet<number> = new Set();

/** Positions of the nodes that something has to be said of. */
function oddNodes(writers: RowParts["writers"], row: CellRow): ReadonlySet<number> {
  let odd: Set<number> | undefined;
  for (let at = 0; at < writers.length; at++) {
    if (writers[at]?.isOdd(row) !== true) continue;
    odd ??= new Set();
    odd.add(at);
  }
  return odd ?? none;
}
