/** The nodes of a template as writers: each writes to the sink what a row states about its node. */

import { observationIdBytes, observationKey } from "../../ids/observation-id.ts";
import { measuredFields, unsetSource } from "../../stats/facet-fields.ts";
import type { FileLog } from "../bytes/diagnostics.ts";
import { type CellRow, CellText, KnownColumn } from "../records/cell-columns.ts";
import { FacetSlots, ObservationCells, type Slot } from "../records/known-cells.ts";
import { isObservationDcid } from "../statements/further-properties.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { facetTexts } from "../statements/statements.ts";
import {
  type PropertyValue,
  splitValues,
  type TypedValue,
  trim,
  typeValue,
} from "../values/mcf-value.ts";
import { dateForm } from "../values/observation-dates.ts";
import { requiredCount, slotOf } from "../values/observation-parts.ts";
import { type BoundValue, emptyCell } from "./tmcf-table.ts";

/** The one value of a cell or a constant. */
export class CellValue extends CellText {
  readonly isLiteral: boolean;
  /** It can be the dcid of a node. */
  readonly isDcid: boolean;
  /** Its text alone does not say what it means: no value, several, a complex one or a local name. */
  readonly isOdd: boolean;
  #isDate: boolean | undefined;

  constructor(value: TypedValue | undefined) {
    super(value?.text ?? "");
    const kind = value?.kind;
    this.isLiteral = kind === "text" || kind === "number";
    this.isDcid = kind === "text" || kind === "reference";
    this.isOdd = !(this.isLiteral || kind === "reference") || this.text === "";
  }

  /** Whether it is a date that needs no diagnostic. */
  get isDate(): boolean {
    this.#isDate ??= dateForm(this.text) === "accepted";
    return this.#isDate;
  }
}

/** Where a value of the row at hand is found: a cell, a constant, or the dcid of another node. */
export type ValueSource = Slot<CellValue>;

/** The cells of a column. */
export class ColumnCells implements ValueSource {
  current: CellValue = odd;
  readonly #cells: KnownColumn<CellValue>;

  constructor(
    { column, isReference, text: heading }: Pick<BoundValue, "column" | "isReference" | "text">,
    delimiter: string,
  ) {
    // The row may be the header again.
    this.#cells = new KnownColumn(column, (cell) =>
      trim(cell) === heading ? odd : meaningOf(cell, isReference, delimiter),
    );
  }

  /** @returns false for a cell that is odd. */
  take(row: CellRow): boolean {
    this.current = this.#cells.take(row);
    return !this.current.isOdd;
  }
}

const odd = new CellValue(undefined);

export function meaningOf(cell: string, isReference: boolean, delimiter: string): CellValue {
  const [piece, second] = splitValues(cell, delimiter) ?? [];
  const isOne = piece !== undefined && second === undefined;
  return isOne ? new CellValue(typeValue(piece, isReference)) : odd;
}

/** @returns undefined for a constant that is odd. */
export function constant(value: PropertyValue): ValueSource | undefined {
  const current = new CellValue(value);
  return current.isOdd ? undefined : { current };
}

/**
 * A node of a template that no column gives a dcid: a place, as a rule, which the importer of nodes
 * looks up by what the row states about it. Rows that state the same mean the same node: it is
 * looked up and written once.
 */

const placesMax = 100_000;

export class RowPlaces implements ValueSource {
  current: CellValue = new CellValue(undefined);
  readonly entity: string;
  readonly #columns: readonly ColumnCells[];
  readonly #known = new Map<string, CellValue>();
  /** What the row at hand says; undefined if it is not known. */
  #key: string | undefined;
  /** Cells of the row before, by column, if it was found. */
  readonly #last: CellValue[];
  #hasLast = false;

  /** @param columns that say which node it is. */
  constructor(entity: string, columns: readonly ColumnCells[]) {
    this.entity = entity;
    this.#columns = columns;
    this.#last = columns.map(({ current }) => current);
  }

  /** To be called before each row. */
  forget(): void {
    this.#key = undefined;
  }

  /**
   * The value is odd for a node that got no dcid: what refers to it is left out.
   * @returns false if no row before said the same, or each row without a dcid is reported.
   */
  find(): boolean {
    return (this.#hasLast && this.#isLast()) || this.#findByKey();
  }

  #isLast(): boolean {
    const columns = this.#columns;
    for (let at = 0; at < columns.length; at++) {
      if (columns[at]!.current !== this.#last[at]) return false;
    }
    return true;
  }

  #findByKey(): boolean {
    let key = "";
    // No text is empty or has NUL.
    for (const { current } of this.#columns) {
      key += current.text + (current.isLiteral ? "\0" : "\0\0");
    }
    this.#key = key;
    const known = this.#known.get(key);
    this.#hasLast = known !== undefined;
    if (known === undefined) return false;
    for (const [at, { current }] of this.#columns.entries()) this.#last[at] = current;
    this.current = known;
    return true;
  }

  /**
   * Takes the dcid that the importer found for the row at hand.
   * @param isReported whether each row of a node that has none is reported.
   */
  learn(dcid: string | undefined, isReported: boolean): void {
    if (this.#key === undefined || (dcid === undefined && isReported)) return;
    if (this.#known.size >= placesMax) this.#known.clear();
    const value = dcid === undefined ? undefined : ({ kind: "reference", text: dcid } as const);
    this.#known.set(this.#key, new CellValue(value));
  }
}

/** What a writer puts its statements into. */
export interface RowSink {
  readonly sink: Sink;
  /** Provisional id of the provenance node, or `noId`. */
  readonly provenance: number;
  readonly log: FileLog;
}

/** A property of a node with a dcid. */
export interface RowProperty {
  readonly property: string;
  readonly value: ValueSource;
  /** It is another node of the row, whatever the value looks like. */
  readonly isNode: boolean;
}

/** Properties of a node that is known in every row. */
class PropertyWriter {
  readonly #to: RowSink;
  readonly #properties: readonly RowProperty[];
  readonly #predicates: number[];

  constructor(to: RowSink, properties: readonly RowProperty[]) {
    this.#to = to;
    this.#properties = properties;
    this.#predicates = properties.map(() => noId);
  }

  write(subject: number): void {
    const { sink, provenance } = this.#to;
    for (let at = 0; at < this.#properties.length; at++) {
      const { property, value, isNode } = this.#properties[at]!;
      if (this.#predicates[at] === noId) this.#predicates[at] = sink.node(property);
      const predicate = this.#predicates[at]!;
      const { current } = value;
      // It refers to a node without a dcid.
      if (current.isOdd) continue;
      if (current.isLiteral && !isNode) {
        sink.attribute(subject, predicate, current.literalIn(sink), provenance);
      } else sink.link(subject, predicate, current.nodeIn(sink), provenance);
    }
  }
}

/** A node that has its dcid in every row. */
export class NodeWriter {
  readonly #sink: Sink;
  readonly #dcid: ValueSource;
  readonly #properties: PropertyWriter;

  constructor(to: RowSink, dcid: ValueSource, properties: readonly RowProperty[]) {
    this.#sink = to.sink;
    this.#dcid = dcid;
    this.#properties = new PropertyWriter(to, properties);
  }

  isOdd(): boolean {
    return !this.#dcid.current.isDcid;
  }

  /** A node has no value that it cannot do without. */
  lacksValue(): boolean {
    return false;
  }

  reportLacking(): void {}

  write(): boolean {
    this.#properties.write(this.#dcid.current.nodeIn(this.#sink));
    return true;
  }
}

/** The parts of an observation, in the order of `ObservationParts`; its value is a column. */
interface RowObservation {
  readonly parts: readonly (ValueSource | undefined)[];
  readonly value: BoundValue;
  /** Its name in the template; undefined if it has a dcid. */
  readonly entity: string | undefined;
  readonly dcid: ValueSource | undefined;
  /** That a series has no place for. */
  readonly further: readonly RowProperty[];
}

const [variableSlot, entitySlot, dateSlot, valueSlot] = [0, 1, 2, 3];
const openingBracket = 0x5b;
const blank = 0x20;

export class ObservationWriter {
  readonly #log: FileLog;
  readonly #date: ValueSource;
  /** All of them but the value. */
  readonly #parts: readonly ValueSource[];
  readonly #value: BoundValue;
  readonly #valueColumn: number;
  readonly #entity: string | undefined;
  /** The parts of the facet that the template gives. */
  readonly #given: readonly ValueSource[];
  readonly #facet: FacetSlots;
  readonly #cells: ObservationCells;
  readonly #further: FurtherWriter | undefined;
  #start = 0;
  #end = 0;

  constructor(to: RowSink, observation: RowObservation) {
    const { parts, value, entity } = observation;
    this.#further = observation.further.length > 0 ? new FurtherWriter(to, observation) : undefined;
    this.#date = parts[dateSlot]!;
    this.#parts = parts.flatMap((part, slot) => (slot === valueSlot ? [] : (part ?? [])));
    this.#log = to.log;
    this.#value = value;
    this.#valueColumn = value.column;
    this.#entity = entity;
    const facetParts = parts.slice(requiredCount);
    const given = facetParts.flatMap((part) => part ?? []);
    this.#given = given;
    this.#facet = new FacetSlots(given.length, (texts) => {
      const textOf = (at: number) => (facetParts[at] ? texts[given.indexOf(facetParts[at])]! : "");
      const measured = facetTexts((field) => textOf(measuredFields.indexOf(field)));
      return to.sink.facet({ ...unsetSource, ...measured, provenance: to.provenance });
    });
    const [variable, about] = [parts[variableSlot]!, parts[entitySlot]!];
    const slots = { variable, entity: about, date: this.#date, facet: this.#facet };
    this.#cells = new ObservationCells(to.sink, slots);
  }

  /** Whether the row needs a diagnostic, which comes before anything of the row is written. */
  isOdd({ bytes, starts, ends }: CellRow): boolean {
    let start = starts[this.#valueColumn]!;
    let end = ends[this.#valueColumn]!;
    while (start < end && bytes[start]! <= blank) start += 1;
    while (start < end && bytes[end - 1]! <= blank) end -= 1;
    this.#start = start;
    this.#end = end;
    return start === end || bytes[start] === openingBracket || !this.#date.current.isDate;
  }

  /** Of an odd row: whether it has no value and nothing else is odd. */
  lacksValue({ starts, ends }: CellRow): boolean {
    const isEmpty = starts[this.#valueColumn] === ends[this.#valueColumn];
    if (!isEmpty || this.#entity === undefined || !this.#date.current.isDate) return false;
    for (let at = 0; at < this.#parts.length; at++) {
      if (this.#parts[at]!.current.isOdd) return false;
    }
    return true;
  }

  /** Reports that the row has no value, if it lacks one. */
  reportLacking(line: number): void {
    if (this.#start < this.#end) return;
    this.#log.report(emptyCell(this.#value, this.#entity!, line));
  }

  /** @returns false for a value that is not a plain number: nothing was written. */
  write({ bytes }: CellRow): boolean {
    // That it lacks one was reported.
    if (this.#start === this.#end) return true;
    // It is about a node without a dcid.
    for (let at = 0; at < this.#parts.length; at++) {
      if (this.#parts[at]!.current.isOdd) return true;
    }
    for (let at = 0; at < this.#given.length; at++) this.#facet.set(at, this.#given[at]!.current);
    if (!this.#cells.write(bytes, this.#start, this.#end)) return false;
    this.#further?.write({ bytes, start: this.#start, end: this.#end });
    return true;
  }
}

/** The node of an observation, for its further properties. */
class FurtherWriter {
  readonly #to: RowSink;
  /** By their places in the key of the observation's id. */
  readonly #parts: readonly (ValueSource | undefined)[];
  readonly #texts: string[] = [];
  readonly #dcid: ValueSource | undefined;
  readonly #properties: PropertyWriter;

  constructor(to: RowSink, { parts, dcid, further }: RowObservation) {
    this.#to = to;
    this.#parts = observationKey.map((name) =>
      name === "value" ? undefined : parts[slotOf(name)!],
    );
    this.#dcid = dcid;
    this.#properties = new PropertyWriter(to, further);
  }

  write(value: Parameters<typeof observationIdBytes>[1]): void {
    const { sink } = this.#to;
    const own = this.#dcid?.current;
    if (own !== undefined && isObservationDcid(own.text)) {
      this.#properties.write(own.nodeIn(sink));
      return;
    }
    for (let at = 0; at < this.#parts.length; at++) {
      this.#texts[at] = this.#parts[at]?.current.text ?? "";
    }
    const dcid = observationIdBytes(this.#texts, value);
    this.#properties.write(sink.nodeOf(dcid, 0, dcid.length));
  }
}
