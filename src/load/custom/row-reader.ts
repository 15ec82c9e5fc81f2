/** What the readers of all kinds of tables have in common, and what hands them the rows. */

import { FileLog, shown } from "../bytes/diagnostics.ts";
import type { CellRow } from "../records/cell-columns.ts";
import { CellRowReader } from "../records/cell-rows.ts";
import {
  exportDialect,
  reportHeaderAgain,
  reportNoRows,
  reportSwallowed,
  reportWidth,
  ShortRows,
  wholeRow,
} from "../records/csv-rows.ts";
import { KnownCells } from "../records/known-cells.ts";
import type { EntityQuestion, EntityQuestions } from "../statements/entity-questions.ts";
import type { TableRun } from "../statements/load-run.ts";
import type { Place, Sink } from "../statements/sink.ts";
import type { Statements } from "../statements/statements.ts";
import { hasNamespace, looksLikeDcid, withoutNamespace } from "../values/mcf-value.ts";
import { isTotal } from "../values/totals.ts";
import type { CustomNodes } from "./custom-nodes.ts";
import type { CustomTable } from "./custom-table.ts";

/**
 * Cells that name an entity → dcids. What the heading says is enough for dcids, `geoId` and country
 * codes; names, coordinates and Wikidata ids are looked up in what else is loaded, where the
 * official importer asks the network (behaviour: inputs 5.3).
 */

const prefixes: ReadonlyMap<string, string> = new Map([
  ["dcid", ""],
  ["geoid", "geoId/"],
  ["countryalpha3code", "country/"],
  ["country3alphacode", "country/"],
]);

const properties: ReadonlyMap<string, string> = new Map([
  ["lat#lng", "geoCoordinate"],
  ["wikidataid", "wikidataId"],
]);

/** What a property says, in messages. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["description", "name"],
  ["geoCoordinate", "place at"],
  ["wikidataId", "wikidataId"],
]);

/** A column of a table that holds entities. */
export class EntityColumn {
  readonly #prefix: string | undefined;
  readonly #property: string;
  readonly #type: string;
  readonly #isLookedUp: boolean;
  readonly #heading: string;

  /** @param isLookedUp whether a cell may be something else than a dcid. */
  constructor(heading: string, type: string, isLookedUp: boolean) {
    const name = heading.toLowerCase();
    this.#heading = heading;
    // What is not looked up is a dcid as it is written, whatever the heading.
    this.#prefix = isLookedUp ? prefixes.get(name) : undefined;
    this.#property = properties.get(name) ?? "description";
    this.#type = type;
    this.#isLookedUp = isLookedUp && this.#prefix === undefined;
  }

  /** Whether there may be something to ask about its cells. */
  get asks(): boolean {
    return this.#isLookedUp;
  }

  /** What has to be asked about a cell; undefined if it says its dcid itself. */
  questionOf(cell: string): EntityQuestion | undefined {
    const isPlain = !this.#isLookedUp || cell === "" || hasNamespace(cell) || looksLikeDcid(cell);
    return isPlain ? undefined : { property: this.#property, type: this.#type, text: cell };
  }

  /**
   * @returns undefined for an entity that was not found, which is reported; "" for an empty cell.
   */
  dcidOf(cell: string, line: number, questions: EntityQuestions, log: FileLog): string | undefined {
    const question = this.questionOf(cell);
    if (question === undefined) {
      if (cell === "" || hasNamespace(cell) || !this.#prefix) return withoutNamespace(cell);
      if (looksLikeDcid(cell)) this.#reportPrefixed(cell, line, log);
      return `${this.#prefix}${cell}`;
    }
    const [first, second] = questions.found(question);
    if (first === undefined) this.#reportUnknown(question, line, log);
    else if (second !== undefined) {
      const message = () =>
        `${shown(cell)} in column ${shown(this.#heading)} may be ${shown(first)} or ${shown(second)}; the first is taken`;
      log.report({ level: "info", counter: "Resolution_SeveralEntities", line, message });
    }
    return first;
  }

  /** The official importer makes this entity, which is hardly the one that is meant. */
  #reportPrefixed(cell: string, line: number, log: FileLog): void {
    const message = () =>
      `${shown(cell)} becomes ${shown(`${this.#prefix}${cell}`)}: the heading ${shown(this.#heading)} puts ` +
      `${shown(this.#prefix!)} before each cell; write the dcid as dcid:${cell}`;
    log.report({ level: "warning", counter: "Resolution_PrefixedDcid", line, message });
  }

  #reportUnknown({ property, type, text }: EntityQuestion, line: number, log: FileLog): void {
    const ofType = type === "" ? "" : ` of type ${shown(type)}`;
    const [word, way] = isTotal(text)
      ? [", which may be a word for the total of other rows", "take these rows out, or "]
      : ["", ""];
    const message = () =>
      `no loaded entity${ofType} has the ${kinds.get(property)} ${shown(text)}, in column ${shown(this.#heading)}${word}; ` +
      `row not loaded; ${way}load the entity's node as well, or write its dcid as dcid:<id>`;
    log.report({ level: "error", counter: "Resolution_UnresolvedEntity", line, message });
  }
}

/** What the rows of all tables share. Those of observations make no nodes but of their entities. */
export interface RowContext {
  readonly sink: Sink;
  readonly statements: Statements;
  readonly nodes: Pick<CustomNodes, "entity">;
  readonly questions: EntityQuestions;
  readonly log: FileLog;
}

/** What rows share that are nodes themselves. */
export interface NodeRowContext extends RowContext {
  readonly nodes: CustomNodes;
}

export interface TableRow {
  /** As many as the header has. */
  readonly cells: readonly string[];
  readonly line: number;
  /** Counted from 0, whatever becomes of the rows before. */
  readonly index: number;
}

/** @returns false for a row that has to be read as texts: nothing of it was written. */
export type CellReader = (row: CellRow) => boolean;

export interface RowReader<Context extends RowContext = RowContext> {
  /** Columns whose cells may have to be looked up, and their positions. */
  readonly entityColumns: ReadonlyMap<number, EntityColumn>;
  /** Gives ids to what the table names: the order of all tables decides on their numbers. */
  readonly register: (nodes: CustomNodes) => void;
  /** What its rows do not say and the config does. */
  readonly parts?: Place["parts"];
  readonly row: (row: TableRow, context: Context) => void;
  /** Reads usual rows as bytes. Default: all are read as texts. */
  readonly cells?: ((context: Context) => CellReader) | undefined;
  /** After the last row. */
  readonly end?: (context: Context) => void;
}

/** Columns that cannot be named: a table saved with its row numbers has such a one. */
export function reportNameless(
  { log, headerLine }: CustomTable,
  positions: readonly number[],
): void {
  for (const at of positions) {
    const message = () => `column ${at + 1} has no name and is not read`;
    log.report({ level: "warning", counter: "CSV_HeaderFailure", line: headerLine, message });
  }
}

/** A table, and who reads its rows. */
export interface ReadableTable<Context extends RowContext = RowContext> {
  readonly table: CustomTable;
  readonly reader: RowReader<Context>;
}

/** Rows → what `reader` makes of them. */
export async function readRows<Context extends RowContext>(
  { table, reader }: ReadableTable<Context>,
  context: Context,
  run: Pick<TableRun, "blocks" | "progress">,
): Promise<void> {
  const { input, header, form } = table;
  const { sink, statements, log } = context;
  const { parts } = reader;
  const file = input.path;
  const place = parts === undefined ? { file } : { file, parts };
  // A sink that asks where statements stand gets the line of each.
  const readCells = sink.at === undefined ? reader.cells?.(context) : undefined;
  let index = -1;
  let isUnread = false;
  const short = new ShortRows(header);
  const dialect = exportDialect(input);
  // A text of an entity may have lines.
  const hasNodes = form !== "perRow" && form !== "perColumn";
  const shape = { header, delimiter: dialect.delimiter };
  const asTexts = (cells: readonly string[], line: number) => {
    if (!hasNodes && reportSwallowed(log, shape, cells, line)) return;
    short.row(cells, line);
    statements.at({ ...place, line });
    const whole = wholeRow(cells, header.length, dialect.delimiter);
    if (whole === undefined) reportWidth(log, header.length, cells, line);
    else if (!reportHeaderAgain(log, header, whole, line))
      reader.row({ cells: whole, line, index }, context);
  };
  const count = () => {
    index += 1;
    run.progress.rows += 1;
  };
  const rows = new CellRowReader(input, dialect, log, run, {
    header: () => {},
    bad: () => {
      isUnread = true;
    },
    texts: (cells, line) => {
      // Separators alone are not a row.
      if (cells.every((cell) => cell === "")) return;
      count();
      asTexts(cells, line);
    },
    cells: (row) => {
      if (isEmpty(row)) return false;
      count();
      const isUsual = row.count === header.length && readCells?.(row) === true;
      if (isUsual) short.usual(row);
      else asTexts(row.texts(), row.line);
      return isUsual;
    },
  });
  await rows.read();
  short.end(log);
  if (index < 0 && !isUnread) reportNoRows(log, "error", input, undefined);
}

/** Asks about cells that do not say their dcids themselves, and perhaps about some of odd rows. */
export async function askCells(
  table: CustomTable,
  entityColumns: RowReader["entityColumns"],
  ask: (question: EntityQuestion) => void,
  run: Pick<TableRun, "blocks" | "progress">,
): Promise<void> {
  const { header, input } = table;
  const columns = [...entityColumns]
    .filter(([, column]) => column.asks)
    .map(([at, column]) => {
      const askOf = (cell: string): void => {
        const question = column.questionOf(cell);
        if (question !== undefined) ask(question);
      };
      return { at, askOf, known: new KnownCells(askOf) };
    });
  if (columns.length === 0) return;
  const wanted = Math.max(...columns.map(({ at }) => at)) + 1;
  const dialect = exportDialect(input);
  const asTexts = (cells: readonly string[]) => {
    const whole = wholeRow(cells, header.length, dialect.delimiter);
    if (whole === undefined) return;
    for (const { at, askOf } of columns) askOf(whole[at]!);
  };
  // Another reader of the table reports what is odd in it.
  const silent = new FileLog({ report: () => {} }, input.path);
  const rows = new CellRowReader(input, dialect, silent, run, {
    wanted,
    header: () => {},
    texts: asTexts,
    cells: (row) => {
      const { bytes, starts, ends, count } = row;
      for (const { at, known } of columns) {
        if (at < count) known.of(bytes, starts[at]!, ends[at]!);
      }
      return true;
    },
  });
  await rows.read();
}

/** Whether separators are all that a row consists of. */
function isEmpty({ starts, ends, count }: CellRow): boolean {
  for (let cell = 0; cell < count; cell++) if (starts[cell] !== ends[cell]) return false;
  return true;
}
