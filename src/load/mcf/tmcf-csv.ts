/**
 * Reads a CSV file through its templates into the importer. The usual row becomes statements straight
 * from its bytes: each column is looked at once per row, each distinct cell is understood once
 * (`ColumnCells`), and writers put the nodes of the row into the sink, in the order of the template. A
 * row or node of which there is something to say goes through `TemplateTable`, as texts.
 */
import type { FileChunk } from "../bytes/byte-blocks.ts";
import { FileLog, type FindingLog, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import type { BlockSource } from "../nodes/block-names.ts";
import type { NodeImport, NodeRun } from "../nodes/node-import.ts";
import type { CellRow } from "../records/cell-columns.ts";
import { type CellRowHandler, CellRowReader } from "../records/cell-rows.ts";
import { reportNoRows } from "../records/csv-rows.ts";
import { tellFurther } from "../statements/further-properties.ts";
import { type FileProvenance, provenanceOf } from "../statements/provenance.ts";
import { trim } from "../values/mcf-value.ts";
import { furtherValues } from "../values/observation-parts.ts";
import { partsOf, type RowParts } from "./row-parts.ts";
import { delimiterOf, dialectOf, isObservation, type TableForm, type Template } from "./tmcf.ts";
import { type BoundNode, bindTemplate, localName, TemplateTable } from "./tmcf-table.ts";

export async function loadTemplateCsv(
  input: InputFile,
  templates: readonly Template[],
  provenance: FileProvenance,
  run: NodeRun,
): Promise<void> {
  const delimiter = await delimiterOf(input, templates);
  await templateReader(input, templates, provenance, run, { delimiter, header: [] })();
  run.nodes.endFile();
}

/**
 * Reads one chunk of a table after the other, or the whole.
 * @param form its header is for chunks that do not begin at 0.
 * @returns a function, which returns the line after the last row.
 */
export function templateReader(
  input: InputFile,
  templates: readonly Template[],
  provenance: FileProvenance,
  run: NodeRun,
  { delimiter, header: ownHeader }: TableForm,
): (chunk?: FileChunk) => Promise<number> {
  const { sink, log, progress, nodes } = run;
  const fileLog = new FileLog(log, input.path);
  const source: BlockSource = {
    log: fileLog,
    provenance: provenanceOf(provenance, undefined, sink),
    prefixes: new Set(),
    isTemplate: true,
  };
  let plans: readonly RowPlan[] | undefined;
  let width = 0;
  const open = (cells: readonly string[], headerLog: FileLog) => {
    const header = cells.map(trim);
    width = header.length;
    const nodesOf = templates.map((template) => bindColumns(template, header, headerLog));
    reportUnread(header, nodesOf, headerLog);
    plans = nodesOf.flatMap((bound) => {
      if (bound === undefined) return [];
      const table = new TemplateTable(bound, header, delimiter, fileLog);
      // A sink that asks where statements stand gets the line of each.
      const isPlaced = sink.at !== undefined;
      const parts = isPlaced ? undefined : partsOf(bound, delimiter, { sink, ...source });
      return [new RowPlan({ table, nodes, source }, width, parts)];
    });
  };
  const each = (count: number, take: (plan: RowPlan) => void) => {
    progress.rows += 1;
    for (const plan of plans!) {
      take(plan);
      // The first one reports a row that has too few or too many cells.
      if (count !== width) break;
    }
  };
  const handler: CellRowHandler = {
    bad: () => {
      progress.rows += 1;
    },
    texts: (cells, line) => {
      if (plans === undefined) open(cells, fileLog);
      else each(cells.length, (plan) => plan.texts(cells, line));
    },
    cells: (row) => {
      let isTaken = true;
      each(row.count, (plan) => {
        if (!plan.row(row)) isTaken = false;
      });
      return isTaken;
    },
  };
  const rows = new CellRowReader(input, dialectOf(delimiter), fileLog, run, handler);
  return async (chunk) => {
    const before = progress.rows;
    const isLater = chunk !== undefined && chunk.range.start > 0;
    // The reader of the first chunk reports about the header.
    if (isLater && plans === undefined) open(ownHeader, new FileLog(silent, input.path));
    const line = await rows.read(chunk);
    if (plans === undefined) {
      const message = () => "the file has no header, hence no rows";
      fileLog.report({ level: "fatal", counter: "CSV_HeaderFailure", line: undefined, message });
    } else if (progress.rows === before) reportNoRows(fileLog, "error", input, chunk);
    return line;
  };
}

const silent: FindingLog = { report: () => {} };

/** Reports columns that none of the templates reads: a template may name another column twice. */
function reportUnread(
  header: readonly string[],
  templates: readonly (readonly BoundNode[] | undefined)[],
  log: FileLog,
): void {
  const nodes = templates.flatMap((bound) => bound ?? []);
  const read = new Set(
    nodes.flatMap(({ dcids, values }) => [...dcids, ...values]).map(({ column }) => column),
  );
  const unread = header.filter((name, column) => name !== "" && !read.has(column));
  if (unread.length === 0 || templates.includes(undefined)) return;
  const message = () =>
    `${unread.length === 1 ? "a column" : `${unread.length} columns`} that no template reads: ${shown(unread.join(", "))}`;
  log.report({ level: "info", counter: "CSV_UnreadColumns", line: 1, message });
}

/** @returns undefined if no row could be read rightly, which is reported. */
function bindColumns(
  template: Template,
  header: readonly string[],
  log: FileLog,
): readonly BoundNode[] | undefined {
  const bound = bindTemplate(template, header, log);
  if (bound !== undefined && template.isSound) {
    for (const node of template.nodes.values()) {
      for (const { property, line } of isObservation(node) ? furtherValues(node) : [])
        tellFurther(log.of(template.file), property, line);
    }
    return bound;
  }
  const message = () =>
    `no row is loaded: template ${shown(template.file)} has errors or does not fit the columns`;
  log.report({ level: "fatal", counter: "CSV_TmcfCheckFailure", line: undefined, message });
  return undefined;
}

/** Where rows go that are texts. */
interface RowImport {
  readonly table: TemplateTable;
  readonly nodes: NodeImport;
  readonly source: BlockSource;
}

class RowPlan {
  readonly #import: RowImport;
  readonly #width: number;
  readonly #parts: RowParts | undefined;

  /** @param parts undefined if every row goes as texts. */
  constructor(rows: RowImport, width: number, parts: RowParts | undefined) {
    this.#import = rows;
    this.#width = width;
    this.#parts = parts;
  }

  /** @returns whether it took the cells of all columns. */
  row(row: CellRow): boolean {
    const parts = this.#parts;
    const isUsual = parts !== undefined && this.#isUsual(parts, row);
    if (isUsual) this.#write(parts, row);
    else this.texts(row.texts(), row.line);
    return isUsual;
  }

  texts(cells: readonly string[], line: number): void {
    const { table, nodes, source } = this.#import;
    const dcids = nodes.addRow(table.row(cells, line), source);
    for (const place of this.#parts?.places ?? []) {
      place.learn(dcids.get(localName(place.entity, line)), !source.log.isQuiet);
    }
  }

  /** Whether each cell has one value without a diagnostic; values of observations are not looked at. */
  #isUsual({ columns, dcids, places, writers }: RowParts, row: CellRow): boolean {
    for (const place of places) place.forget();
    if (row.count !== this.#width) return false;
    for (const column of columns) if (!column.take(row)) return false;
    for (const dcid of dcids) if (!dcid.current.isDcid) return false;
    for (const place of places) if (!place.find()) return false;
    // A part of a row cannot do without the names that hold in the whole of it.
    return places.length === 0 || !writers.some((writer) => writer?.isOdd(row));
  }

  #write({ writers, hopeless, placePositions }: RowParts, row: CellRow): void {
    const { table, nodes, source } = this.#import;
    const odd = this.#oddNodes(writers, row);
    const blocks = odd.length === 0 ? [] : table.row(row.texts(), row.line, new Set(odd));
    for (const findingOf of hopeless) source.log.report(findingOf(row.line));
    let next = 0;
    for (let at = 0; at < writers.length; at++) {
      if (odd[next] === at) {
        nodes.addRow([blocks[next]!], source);
        next += 1;
      } else if (writers[at]?.write(row) === false) {
        const wanted = new Set([at, ...placePositions]);
        nodes.addRow(table.row(row.texts(), row.line, wanted), source);
      }
    }
  }

  /**
   * Positions of the nodes that are to be read as texts, ascending. Sparse tables are full of empty cells of values:
   * if nothing else is odd, these are reported here, and no node is.
   */
  #oddNodes(writers: RowParts["writers"], row: CellRow): readonly number[] {
    let isOdd = false;
    let isLacking = true;
    for (const writer of writers) {
      if (writer?.isOdd(row) !== true) continue;
      isOdd = true;
      if (!writer.lacksValue(row)) isLacking = false;
    }
    if (!isOdd) return none;
    if (!isLacking) return writers.flatMap((writer, at) => (writer?.isOdd(row) ? [at] : []));
    for (const writer of writers) writer?.reportLacking(row.line);
    return none;
  }
}

const none: readonly number[] = [];
