/** The nodes of a template as writers: each puts what a row says of its node into the sink. */
import { measuredFields, unsetSource } from "../../stats/facets/facet-fields.ts";
import { type CellRow, FacetSlots, ObservationCells } from "../csv/index.ts";
import type { Finding } from "../report/index.ts";
import { facetTexts, noId, type Sink } from "../statements/index.ts";
import { missingPart, requiredCount } from "../values/index.ts";
import type { ValueSource } from "./row-cells.ts";
import { type BoundValue, emptyCell, localName } from "./tmcf-table.ts";

/** What a writer puts its statements into. */
export interface RowSink {
  readonly sink: Sink;
  /** Provisional id of the provenance node, or `noId`. */
  readonly provenance: number;
}

/** A property of a node with a dcid. */
export interface RowProperty {
  readonly property: string;
  readonly value: ValueSource;
  /** It is another node of the row, whatever the value looks like. */
  readonly isNode: boolean;
}

/** A node that has its dcid in every row. */
export class NodeWriter {
  readonly #to: RowSink;
  readonly #dcid: ValueSource;
  readonly #properties: readonly RowProperty[];
  readonly #predicates: number[];

  constructor(to: RowSink, dcid: ValueSource, properties: readonly RowProperty[]) {
    this.#to = to;
    this.#dcid = dcid;
    this.#properties = properties;
    this.#predicates = properties.map(() => noId);
  }

  isOdd(): boolean {
    return !this.#dcid.current.isDcid;
  }

  /** A node has no value that it cannot do without. */
  lacks(): LackingValue | undefined {
    return undefined;
  }

  write(): boolean {
    const { sink, provenance } = this.#to;
    const subject = this.#dcid.current.nodeIn(sink);
    for (const [at, { property, value, isNode }] of this.#properties.entries()) {
      if (this.#predicates[at] === noId) this.#predicates[at] = sink.node(property);
      const predicate = this.#predicates[at]!;
      const { current } = value;
      // It refers to a node without a dcid.
      if (current.isOdd) continue;
      if (current.isLiteral && !isNode) {
        sink.attribute(subject, predicate, current.literalIn(sink), provenance);
      } else sink.link(subject, predicate, current.nodeIn(sink), provenance);
    }
    return true;
  }
}

/** The parts of an observation, in the order of `ObservationParts`; its value is a column. */
export interface RowObservation {
  readonly parts: readonly (ValueSource | undefined)[];
  readonly value: BoundValue;
  /** Its name in the template; undefined if it has a dcid. */
  readonly entity: string | undefined;
}

/** What is said of an observation whose value is an empty cell: of the cell, and of the node. */
export class LackingValue {
  readonly #value: BoundValue;
  readonly #entity: string;

  constructor(value: BoundValue, entity: string) {
    this.#value = value;
    this.#entity = entity;
  }

  ofCell(line: number): Finding {
    return emptyCell(this.#value, this.#entity, line);
  }

  ofNode(line: number): Finding {
    const { property, column: cell } = this.#value;
    // No property of an observation is a slip of another.
    return missingPart(property, { line, cell, name: () => localName(this.#entity, line) }, []);
  }
}

const [variableSlot, entitySlot, dateSlot, valueSlot] = [0, 1, 2, 3];
const openingBracket = 0x5b;
const blank = 0x20;

export class ObservationWriter {
  readonly #date: ValueSource;
  /** All of them but the value. */
  readonly #parts: readonly ValueSource[];
  readonly #valueColumn: number;
  readonly #lacking: LackingValue | undefined;
  readonly #cells: ObservationCells;
  #start = 0;
  #end = 0;

  constructor(to: RowSink, { parts, value, entity }: RowObservation) {
    this.#date = parts[dateSlot]!;
    this.#parts = parts.flatMap((part, slot) => (slot === valueSlot ? [] : (part ?? [])));
    this.#valueColumn = value.column;
    this.#lacking = entity === undefined ? undefined : new LackingValue(value, entity);
    const facetParts = parts.slice(requiredCount);
    const given = facetParts.flatMap((part) => part ?? []);
    const facet = new FacetSlots(given, (texts) => {
      const textOf = (at: number) => (facetParts[at] ? texts[given.indexOf(facetParts[at])]! : "");
      const measured = facetTexts((field) => textOf(measuredFields.indexOf(field)));
      return to.sink.facet({ ...unsetSource, ...measured, provenance: to.provenance });
    });
    const [variable, about] = [parts[variableSlot]!, parts[entitySlot]!];
    const slots = { variable, entity: about, date: this.#date, facet };
    this.#cells = new ObservationCells(to.sink, slots);
  }

  /** Whether something has to be said of the row, which is told before anything of it is written. */
  isOdd({ bytes, starts, ends }: CellRow): boolean {
    let start = starts[this.#valueColumn]!;
    let end = ends[this.#valueColumn]!;
    while (start < end && bytes[start]! <= blank) start += 1;
    while (start < end && bytes[end - 1]! <= blank) end -= 1;
    this.#start = start;
    this.#end = end;
    return start === end || bytes[start] === openingBracket || !this.#date.current.isDate;
  }

  /** Of an odd row: what is to be said if it has no value and nothing else is odd. */
  lacks({ starts, ends }: CellRow): LackingValue | undefined {
    const isEmpty = starts[this.#valueColumn] === ends[this.#valueColumn];
    if (!(isEmpty && this.#date.current.isDate)) return undefined;
    return this.#parts.some((part) => part.current.isOdd) ? undefined : this.#lacking;
  }

  /** @returns false for a value that is not a plain number: nothing was written. */
  write({ bytes }: CellRow): boolean {
    // It is about a node without a dcid.
    if (this.#parts.some((part) => part.current.isOdd)) return true;
    return this.#cells.write(bytes, this.#start, this.#end);
  }
}
