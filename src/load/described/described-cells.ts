/**
 * Usual rows of a described table → observations, straight from their bytes. A row of which there is
 * something to report, except of values and dates, is odd: `DescribedRows` reads it as texts.
 */
import { aboutProperty } from "../../stats/facet-fields.ts";
import { type CellRow, CellText, KnownColumn } from "../records/cell-columns.ts";
import {
  FacetSlots,
  facetIn,
  type KnownText,
  ObservationCells,
  type Slot,
  type SlotNode,
} from "../records/known-cells.ts";
import type { Sink } from "../statements/sink.ts";
import { facetTexts } from "../statements/statements.ts";
import { multiplied } from "../values/multiplied.ts";
import { isNothing } from "../values/no-value.ts";
import { dateIn, type TableDate } from "../values/table-dates.ts";
import {
  type BoundColumns,
  type BoundEntity,
  cellOf,
  type Part,
  type ValueColumn,
} from "./bound-columns.ts";
import { type DescribedRows, factorIn, measured } from "./described-rows.ts";
import type { EntityContext } from "./table-entities.ts";

/** `taken` rows gave all their cells; those that are passed over say nothing. */
type Reading = "taken" | "passed over" | "odd";

/** A date in a cell, and the text that it is read from. */
class CellDate extends CellText {
  readonly found: TableDate;
  readonly cell: string;
  readonly period: KnownText;

  constructor(cell: string, found: TableDate, period: KnownText) {
    super(found.date);
    this.cell = cell;
    this.found = found;
    this.period = period;
  }
}

/** A variable that gets its node with its first observation. */
class LateVariable implements SlotNode {
  #id: number | undefined;
  readonly #dcid: () => string;

  constructor(dcid: () => string) {
    this.#dcid = dcid;
  }

  get hasNode(): boolean {
    return this.#id !== undefined;
  }

  nodeIn(sink: Sink): number {
    this.#id ??= sink.node(this.#dcid());
    return this.#id;
  }
}

/** Where the parts of one observation of each row stand. */
interface ValueSlots {
  readonly column: ValueColumn;
  readonly variable: Slot<SlotNode | undefined>;
  readonly date: Slot<CellDate | undefined>;
  readonly facet: FacetSlots;
  /** What the facet is made of, after the period of the date. */
  readonly parts: readonly Slot<KnownText | undefined>[];
  readonly unit: Slot<KnownText | undefined>;
  readonly multiplier: Slot<number | undefined>;
  readonly cells: ObservationCells;
}

const zero = 0x30;
const nine = 0x39;
const unsaid: KnownText = { text: "" };

export class DescribedCells {
  readonly #bound: BoundColumns;
  readonly #rows: DescribedRows;
  readonly #sink: Sink;
  readonly #context: EntityContext;
  readonly #entity: Slot<CellText | undefined>;
  readonly #values: readonly ValueSlots[];
  /** Cells in which a row differs from others; what is undefined makes it odd. */
  readonly #columns: KnownColumn<unknown>[] = [];
  readonly #only: readonly KnownColumn<boolean>[];
  readonly #notes: readonly (readonly [at: number, column: KnownColumn<string>])[];
  /** By what they are read for. */
  readonly #slots = new Map<unknown, Slot<unknown>>();
  readonly #periods = new Map<string, KnownText>();
  #isUsual = true;
  #row: CellRow | undefined;

  private constructor(
    bound: BoundColumns,
    rows: DescribedRows,
    sink: Sink,
    context: EntityContext,
    entity: BoundEntity,
  ) {
    this.#bound = bound;
    this.#rows = rows;
    this.#sink = sink;
    this.#context = context;
    this.#only = bound.only.map(({ at, cell }) => new KnownColumn(at, (own) => own === cell));
    this.#notes = bound.notes.map((at) => [at, new KnownColumn(at, (cell) => cell)]);
    const about = rows.entities.get(aboutProperty)!;
    this.#entity = this.#slot(entity.id ?? { at: entity.nameAt! }, (cell) => {
      const dcid = about.plainDcidOf(cell, context);
      return dcid === undefined ? undefined : new CellText(dcid);
    });
    this.#values = bound.values.map((column) => this.#slotsOf(column));
  }

  /** @returns undefined for a table whose rows have to be read as texts. */
  static of(
    bound: BoundColumns,
    rows: DescribedRows,
    sink: Sink,
    context: EntityContext,
  ): DescribedCells | undefined {
    const entity = bound.entities.get(aboutProperty);
    const isUsual = bound.entities.size === 1 && bound.datePart === undefined;
    if (sink.at !== undefined || entity === undefined || !isUsual) return undefined;
    const cells = new DescribedCells(bound, rows, sink, context, entity);
    return cells.#isUsual ? cells : undefined;
  }

  read(row: CellRow): Reading {
    this.#row = row;
    for (const column of this.#only) {
      if (column.take(row)) continue;
      this.#rows.passOver();
      return "passed over";
    }
    const filled = this.#filled(row);
    if (filled === 0) {
      this.#countNothing(row);
      return "passed over";
    }
    for (const column of this.#columns) if (column.take(row) === undefined) return "odd";
    if (filled < this.#values.length) this.#countNothing(row);
    for (const [at, column] of this.#notes) this.#rows.countNote(at, column.take(row));
    for (const slots of this.#values) {
      if (this.#hasValue(row, slots.column.at)) this.#write(row, slots);
    }
    return "taken";
  }

  #filled(row: CellRow): number {
    let count = 0;
    for (const { column } of this.#values) if (this.#hasValue(row, column.at)) count += 1;
    return count;
  }

  #countNothing(row: CellRow): void {
    for (const { column } of this.#values) {
      if (!this.#hasValue(row, column.at)) this.#rows.countNothing(column.at, row.text(column.at));
    }
  }

  #hasValue({ bytes, starts, ends }: CellRow, at: number): boolean {
    const start = starts[at]!;
    const first = bytes[start]!;
    if (start === ends[at]!) return false;
    if (first >= zero && first <= nine) return true;
    return !isNothing(this.#row!.text(at));
  }

  #write(row: CellRow, slots: ValueSlots): void {
    const { column, variable, date, facet, parts, multiplier, cells } = slots;
    const { cell, found, period } = date.current!;
    facet.set(0, period);
    for (let part = 0; part < parts.length; part++) facet.set(part + 1, parts[part]!.current);
    if (found.date !== cell && "at" in column.date) {
      this.#rows.reportDate(column.date.at, cell, found, row.line);
    }
    const { at } = column;
    const factor = multiplier.current!;
    const isBytes = factor === 1 && this.#bound.decimal === ".";
    if (isBytes && cells.write(row.bytes, row.starts[at]!, row.ends[at]!)) return;
    const unit = slots.unit.current!.text;
    const number = this.#rows.numberOf(column, row.text(at), unit, row.line);
    if (number === undefined) return;
    const sink = this.#sink;
    const of = variable.current!.nodeIn(sink);
    const about = this.#entity.current!.nodeIn(sink);
    const value = multiplied(number, factor);
    sink.observation(of, about, facet.find(), date.current!.dateIn(sink), value);
  }

  #slotsOf(column: ValueColumn): ValueSlots {
    const date = this.#dateOf(column.date);
    const variable = this.#variableOf(column);
    const fields = [...column.facet];
    const parts = fields.map(([, part]) =>
      this.#slot(part, (cell) => {
        const given = "constant" in part ? part.constant : cellOf(0, [cell], part.values);
        return { text: measured(given) };
      }),
    );
    const facet = new FacetSlots(1 + parts.length, ([period = "", ...texts]) => {
      const said = facetTexts((field) => {
        const at = fields.findIndex(([name]) => name === field);
        return at >= 0 ? texts[at]! : field === "observationPeriod" ? period : "";
      });
      return facetIn(this.#sink, said, this.#context.provenance);
    });
    const { multiplier: by } = column;
    const multiplier =
      typeof by === "number"
        ? { current: by }
        : this.#slot(by, (cell) => factorIn(cellOf(0, [cell], by.values)));
    const unit = parts[fields.findIndex(([name]) => name === "unit")] ?? { current: unsaid };
    const entity = this.#entity;
    const cells = new ObservationCells(this.#sink, { variable, entity, date, facet });
    return { column, variable, date, facet, parts, unit, multiplier, cells };
  }

  #dateOf(part: Part): Slot<CellDate | undefined> {
    if ("constant" in part) {
      return { current: new CellDate(part.constant, { date: part.constant }, unsaid) };
    }
    const read = (cell: string) => {
      const found = isNothing(cell) ? undefined : dateIn(cell, this.#bound.dayFirst);
      return found && new CellDate(cell, found, this.#periodOf(found));
    };
    return this.#slot(part, read, `date ${part.at}`);
  }

  /** Equal texts are one object. */
  #periodOf({ period = "" }: TableDate): KnownText {
    const known = this.#periods.get(period) ?? { text: period };
    this.#periods.set(period, known);
    return known;
  }

  #variableOf(column: ValueColumn): Slot<SlotNode | undefined> {
    const { variable } = column;
    const late = () => new LateVariable(() => this.#dcidOf(column));
    const { dimensions } = this.#bound;
    if (dimensions.length === 0) {
      return this.#slot(variable, (cell) => (saysNothing(cell, variable) ? undefined : late()));
    }
    const written = this.#slot(variable, (text): KnownText | undefined =>
      saysNothing(text, variable) ? undefined : { text },
    );
    const parts = dimensions.map(({ at }) =>
      this.#slot({ at }, (text): KnownText => ({ text }), `dimension ${at}`),
    );
    const known: LateVariable[] = [];
    const meanings = new FacetSlots(1 + parts.length, () => known.push(late()) - 1);
    return {
      get current() {
        meanings.set(0, written.current);
        for (let at = 0; at < parts.length; at++) meanings.set(at + 1, parts[at]!.current);
        return known[meanings.find()];
      },
    };
  }

  /** Of the row at hand. */
  #dcidOf(column: ValueColumn): string {
    return this.#rows.variables.dcidOf(column, this.#row!.texts());
  }

  /** @param read what a text means; undefined if it needs a report. */
  #slot<Meaning extends object | number | string>(
    part: Part,
    read: (text: string) => Meaning | undefined,
    key: unknown = part,
  ): Slot<Meaning | undefined> {
    const known = this.#slots.get(key) as Slot<Meaning | undefined> | undefined;
    if (known !== undefined) return known;
    const slot =
      "constant" in part ? { current: read(part.constant) } : this.#column(part.at, read);
    if ("constant" in part && slot.current === undefined) this.#isUsual = false;
    this.#slots.set(key, slot);
    return slot;
  }

  #column<Meaning>(at: number, read: (text: string) => Meaning): KnownColumn<Meaning> {
    const column = new KnownColumn(at, read);
    this.#columns.push(column);
    return column;
  }
}

function saysNothing(cell: string, part: Part): boolean {
  return "constant" in part ? cell === "" : cellOf(0, [cell], part.values) === "";
}
