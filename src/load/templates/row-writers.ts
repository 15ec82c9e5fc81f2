/** The nodes of a template as writers: each puts what a row says of its node into the sink. */
import { measuredFields, unsetSource } from "../../stats/facets/facet-fields.ts";
import { textOf } from "../bytes/index.ts";
import type { CellRow } from "../csv/index.ts";
import type { Finding } from "../report/index.ts";
import { facetTexts, KnownFacets, noId, type Sink } from "../statements/index.ts";
import { isPlainNumber, missingPart, requiredCount } from "../values/index.ts";
import type { CellValue, ValueSource } from "./row-cells.ts";
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
  readonly #to: RowSink;
  readonly #variable: ValueSource;
  readonly #entity: ValueSource;
  readonly #date: ValueSource;
  /** All of them but the value. */
  readonly #parts: readonly ValueSource[];
  readonly #valueColumn: number;
  readonly #lacking: LackingValue | undefined;
  readonly #facetParts: readonly (ValueSource | undefined)[];
  readonly #facets = new KnownFacets();
  /** Of the last row. */
  readonly #facetValues: (CellValue | undefined)[];
  #facet = noId;
  #start = 0;
  #end = 0;

  constructor(to: RowSink, { parts, value, entity }: RowObservation) {
    this.#to = to;
    this.#variable = parts[variableSlot]!;
    this.#entity = parts[entitySlot]!;
    this.#date = parts[dateSlot]!;
    this.#parts = parts.flatMap((part, slot) => (slot === valueSlot ? [] : (part ?? [])));
    this.#valueColumn = value.column;
    this.#lacking = entity === undefined ? undefined : new LackingValue(value, entity);
    this.#facetValues = measuredFields.map(() => undefined);
    this.#facetParts = measuredFields.map((_field, at) => parts[requiredCount + at]);
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
    const { sink } = this.#to;
    // It is about a node without a dcid.
    if (this.#parts.some((part) => part.current.isOdd)) return true;
    const [variable, entity] = [this.#variable.current, this.#entity.current];
    const date = this.#date.current;
    const isFacet = this.#hasFacetOfLast();
    const isKnown = isFacet && variable.hasNode && entity.hasNode && date.hasDate;
    // What is not loaded makes no nodes.
    if (!isKnown && !isPlainNumber(textOf(bytes, this.#start, this.#end))) return false;
    const [of, about] = [variable.nodeIn(sink), entity.nodeIn(sink)];
    const when = date.dateIn(sink);
    if (!isFacet) this.#goToFacet();
    return sink.observationOf(of, about, this.#facet, when, bytes, this.#start, this.#end);
  }

  #hasFacetOfLast(): boolean {
    if (this.#facet === noId) return false;
    for (let at = 0; at < this.#facetParts.length; at++) {
      if (this.#facetParts[at]?.current !== this.#facetValues[at]) return false;
    }
    return true;
  }

  #goToFacet(): void {
    for (const [at, part] of this.#facetParts.entries()) this.#facetValues[at] = part?.current;
    this.#facet = this.#findFacet();
  }

  #findFacet(): number {
    const { sink, provenance } = this.#to;
    const texts = this.#facetValues.map((value) => value?.text ?? "");
    return this.#facets.of(texts.join("\n"), () => {
      const measured = facetTexts((field) => texts[measuredFields.indexOf(field)]!);
      return sink.facet({ ...unsetSource, ...measured, provenance });
    });
  }
}
