/** Rows of one described table, as texts → observations. */
import { LoadError } from "../../errors/errors.ts";
import { type Finding, shown } from "../bytes/diagnostics.ts";
import { facetTexts } from "../statements/statements.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { multiplied } from "../values/multiplied.ts";
import { isNothing } from "../values/no-value.ts";
import { dateIn, type TableDate } from "../values/table-dates.ts";
import {
  type BoundColumns,
  cellOf,
  dateWithPart,
  type Part,
  textOf,
  type ValueColumn,
} from "./bound-columns.ts";
import { numberIn, plainNumber } from "./cell-forms.ts";
import { powerIn } from "./multipliers.ts";
import { type EntityContext, TableEntities } from "./table-entities.ts";
import { TableVariables } from "./table-variables.ts";

/** What SDMX and the service write where a facet says nothing. */
const notApplicable: ReadonlySet<string> = new Set(["NotApplicable", "_Z"]);

const datesMax = 100_000;
const textsMax = 20;

/** By column and text. */
type CellCounts = Map<number, Map<string, number>>;

/** What a cell says as a part of a facet. */
export function measured(text: string): string {
  return notApplicable.has(text) ? "" : withoutNamespace(text);
}

export class DescribedRows {
  /** By property. */
  readonly entities: ReadonlyMap<string, TableEntities>;
  readonly variables: TableVariables;
  readonly #bound: BoundColumns;
  readonly #context: EntityContext;
  readonly #dates = new Map<string, TableDate | undefined>();
  /** Rows that are not read. */
  #others = 0;
  /** Cells of notes, by column and text. */
  readonly #notes: CellCounts = new Map();
  /** Cells of values that say nothing, in the same way. */
  readonly #nothing: CellCounts = new Map();

  constructor(bound: BoundColumns, context: EntityContext) {
    this.#bound = bound;
    this.#context = context;
    this.variables = new TableVariables(bound, context.statements, context.provenance);
    this.entities = new Map(
      Array.from(bound.entities, ([property, one]) => [
        property,
        new TableEntities(one, bound.header),
      ]),
    );
  }

  /** Reads a row whose cells are all there. */
  read(cells: readonly string[], line: number): void {
    if (this.#bound.only.some(({ at, cell }) => cells[at] !== cell)) {
      this.passOver();
      return;
    }
    const values = this.#bound.values.filter(({ at }) => !isNothing(cells[at]!));
    // A row without a value says nothing: tables are sparse.
    if (values.length === 0) {
      this.#countEach(cells);
      return;
    }
    if (this.#isOtherHeader(cells, values)) {
      const row = shown(cells.join(", "));
      const problem = `the row is a header again, ${row}: each table needs a file of its own`;
      throw new LoadError(problem, { file: this.#context.log.file, line });
    }
    const entities = new Map<string, string>();
    for (const [property, column] of this.entities) {
      const dcid = column.dcidOf(cells, line, this.#context);
      // What is wrong with it was reported.
      if (dcid === undefined) return;
      entities.set(property, dcid);
    }
    this.#countEach(cells);
    for (const at of this.#bound.notes) this.countNote(at, cells[at]!);
    for (const column of values) this.#readValue(column, entities, cells, line);
  }

  /** Whether a row has headings of other values, so that the rows below measure something else. */
  #isOtherHeader(cells: readonly string[], values: readonly ValueColumn[]): boolean {
    const { header, decimal } = this.#bound;
    if (!cells.some((cell, at) => cell === header[at])) return false;
    const entities = [...this.entities.values()];
    const isHeading = (cell: string, at: number) =>
      cell === header[at] &&
      (entities.some((one) => one.saysHeading(cell)) ||
        values.some(({ date }) => "at" in date && date.at === at));
    const isNumber = (cell: string) =>
      plainNumber(cell, decimal) !== undefined && dateIn(cell) === undefined;
    return (
      cells.some(isHeading) &&
      values.some(({ at }) => cells[at] !== header[at]) &&
      !values.some(({ at }) => isNumber(cells[at]!))
    );
  }

  /** Counts a row with other cells than `only` names. */
  passOver(): void {
    this.#others += 1;
  }

  countNote(at: number, cell: string): void {
    if (!isNothing(cell)) countIn(this.#notes, at, cell);
  }

  /** Counts a cell of values that says nothing, of a row that is read. */
  countNothing(at: number, cell: string): void {
    countIn(this.#nothing, at, cell);
  }

  #countEach(cells: readonly string[]): void {
    for (const { at } of this.#bound.values) {
      if (isNothing(cells[at]!)) this.countNothing(at, cells[at]!);
    }
  }

  /** Reports what concerns the table as a whole. */
  end(): void {
    const { log } = this.#context;
    for (const column of this.entities.values()) column.end(log);
    this.#reportCounts(this.#notes, { counter: "CSV_NotesNotRead" }, "notes are not read");
    this.#reportCounts(
      this.#nothing,
      { counter: "StrSplit_EmptyToken", suffix: "value" },
      "cells without a value",
    );
    if (this.#others === 0) return;
    const counter = "CSV_RowsOfOtherValues";
    const message = () =>
      `rows with other cells than columns.only names are not read: ${this.#others}`;
    log.report({ level: "info", counter, line: undefined, message }, this.#others);
  }

  #reportCounts(
    columns: CellCounts,
    finding: Pick<Finding, "counter" | "suffix">,
    problem: string,
  ): void {
    for (const [at, counts] of columns) {
      const cells = Array.from(counts, ([cell, count]) => `${shown(cell)} × ${count}`).join(", ");
      const message = () => `${problem}: column ${shown(this.#bound.header[at]!)}: ${cells}`;
      const times = [...counts.values()].reduce((sum, count) => sum + count, 0);
      this.#context.log.report({ ...finding, level: "info", line: undefined, message }, times);
    }
  }

  #readValue(
    column: ValueColumn,
    entities: ReadonlyMap<string, string>,
    cells: readonly string[],
    line: number,
  ): void {
    const { statements, provenance } = this.#context;
    if (textOf(column.variable, cells) === "") {
      this.#missing("variable", line);
      return;
    }
    const date = this.#dateOf(column.date, cells, line);
    if (date === undefined) return;
    const facet = facetTexts((field) => {
      const part = column.facet.get(field);
      const text = part && textOf(part, cells);
      if (text !== undefined) return measured(text);
      return field === "observationPeriod" ? (date.period ?? "") : "";
    });
    const number = this.numberOf(column, cells[column.at]!, facet.unit, line);
    if (number === undefined) return;
    const multiplier = this.#multiplierOf(column, cells, line);
    if (multiplier === undefined) return;
    const value = multiplied(number, multiplier);
    const variable = this.variables.dcidOf(column, cells);
    const observation = { variable, date: date.date, value, facet, provenance };
    statements.observationAbout(entities, observation);
  }

  /** The number in a cell of values; what is odd about it is reported. */
  numberOf({ at }: ValueColumn, cell: string, unit: string, line: number): string | undefined {
    const { header, decimal } = this.#bound;
    const where = () => `column ${shown(header[at]!)}`;
    return numberIn(cell, decimal, { log: this.#context.log, line, where }, unit);
  }

  #multiplierOf(
    { multiplier }: ValueColumn,
    cells: readonly string[],
    line: number,
  ): number | undefined {
    if (typeof multiplier === "number") return multiplier;
    const cell = cellOf(multiplier.at, cells, multiplier.values);
    const factor = factorIn(cell);
    if (factor !== undefined) return factor;
    const column = shown(this.#bound.header[multiplier.at]!);
    const message = () =>
      `${shown(cell)} is no power of ten, such as 3 or Thousands; the observation is not loaded: column ${column}`;
    const { log } = this.#context;
    log.report({ level: "error", counter: "Sanity_MultiplierOfObsValue", line, message });
    return undefined;
  }

  #dateOf(part: Part, cells: readonly string[], line: number): TableDate | undefined {
    if ("constant" in part) return { date: part.constant };
    const { datePart } = this.#bound;
    const own = cells[part.at]!;
    const cell =
      datePart === undefined ? own : dateWithPart(own, cells[datePart.at]!, datePart.sign);
    if (isNothing(own)) {
      this.#missing("date", line);
      return undefined;
    }
    const found = this.#known(cell);
    this.reportDate(part.at, cell, found, line);
    return found;
  }

  /** Reports what is no date, and what is read as another text. */
  reportDate(at: number, cell: string, found: TableDate | undefined, line: number): void {
    if (found?.date === cell) return;
    const { log } = this.#context;
    const column = shown(this.#bound.header[at]!);
    if (found === undefined) {
      const message = () =>
        `${shown(cell)} is not a date, such as 2020, 2020-07, Jul 2020 or 2020Q3; the observation is not loaded: column ${column}`;
      log.report({ level: "error", counter: "Sanity_InvalidObsDate", line, message });
      return;
    }
    const message = () =>
      `${shown(cell)} is read as ${found.date}, and others like it: column ${column}`;
    log.report({ level: "info", counter: "Sanity_ReadObsDate", line, message, once: column });
  }

  #known(cell: string): TableDate | undefined {
    if (this.#dates.has(cell)) return this.#dates.get(cell);
    const found = dateIn(cell, this.#bound.dayFirst);
    if (this.#dates.size < datesMax) this.#dates.set(cell, found);
    return found;
  }

  #missing(suffix: string, line: number): void {
    const message = () => `the row has no ${suffix}; row not loaded`;
    const counter = "Sanity_MissingOrEmpty";
    this.#context.log.report({ level: "error", counter, suffix, line, message });
  }
}

function countIn(columns: CellCounts, at: number, cell: string): void {
  const counts = columns.get(at) ?? new Map<string, number>();
  const text = counts.size < textsMax || counts.has(cell) ? cell : "others";
  columns.set(at, counts.set(text, (counts.get(text) ?? 0) + 1));
}

/** What a cell says that values are multiplied by; undefined for what is no power of ten. */
export function factorIn(cell: string): number | undefined {
  const power = cell === "" ? 0 : powerIn(cell);
  return power === undefined ? undefined : 10 ** power;
}
