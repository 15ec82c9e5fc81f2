/** What a template makes of the cells of a row, if their texts are not needed. */

import type { Finding } from "../bytes/diagnostics.ts";
import { generatedKind } from "../nodes/dcid-assignment.ts";
import { namelessNode } from "../nodes/lost-references.ts";
import { isPlaceType } from "../nodes/place-identity.ts";
import type { CellRow } from "../records/cell-columns.ts";
import { dcidOf } from "../values/mcf-value.ts";
import {
  dateSlot,
  isFurtherProperty,
  observationType,
  slotOf,
  valueSlot,
} from "../values/observation-parts.ts";
import { parseTerm } from "./mcf-parser.ts";
import {
  CellValue,
  ColumnCells,
  constant,
  meaningOf,
  NodeWriter,
  ObservationWriter,
  RowPlaces,
  type RowProperty,
  type RowSink,
  type ValueSource,
} from "./row-writers.ts";
import { type BoundNode, type BoundValue, localName } from "./tmcf-table.ts";

type Writer = NodeWriter | ObservationWriter;

export interface RowParts {
  readonly columns: readonly (ColumnCells | PlainCells)[];
  /** Where the dcids of nodes stand. */
  readonly dcids: readonly ValueSource[];
  /** Nodes without one. */
  readonly places: readonly RowPlaces[];
  /** Where these stand in the template. */
  readonly placePositions: readonly number[];
  /** Nodes that get none. */
  readonly hopeless: readonly ReturnType<typeof namelessRow>[];
  /** By the position of their nodes in the template; places and those without hope have none. */
  readonly writers: readonly (Writer | undefined)[];
}

/** @returns undefined for a template of which only texts of its rows make sense. */
export function partsOf(
  nodes: readonly BoundNode[],
  delimiter: string,
  to: RowSink,
): RowParts | undefined {
  return new PartsFinder(nodes, delimiter, to).parts();
}

class PartsFinder {
  readonly #nodes: readonly BoundNode[];
  readonly #delimiter: string;
  readonly #to: RowSink;
  /** By column, and whether its values are references. */
  readonly #columns = new Map<string, ColumnCells>();
  /** By entity. */
  readonly #dcids = new Map<string, ValueSource>();
  readonly #places = new Map<string, RowPlaces>();
  readonly #hopeless = new Set<BoundNode>();

  constructor(nodes: readonly BoundNode[], delimiter: string, to: RowSink) {
    this.#nodes = nodes;
    this.#delimiter = delimiter;
    this.#to = to;
  }

  parts(): RowParts | undefined {
    const isKnown = this.#nodes.every((node) => hasPlainNames(node) && this.#identify(node));
    if (!isKnown) return undefined;
    const writers: (Writer | undefined)[] = [];
    for (const node of this.#nodes) {
      const hasWriter = !(this.#places.has(node.entity) || this.#hopeless.has(node));
      const writer = hasWriter ? this.#writerOf(node) : undefined;
      if (writer === undefined && hasWriter) return undefined;
      writers.push(writer);
    }
    return {
      columns: [...this.#columns.values(), ...this.#plainColumns()],
      dcids: [...this.#dcids.values()],
      places: [...this.#places.values()],
      placePositions: this.#nodes.flatMap(({ entity }, at) => (this.#places.has(entity) ? at : [])),
      hopeless: Array.from(this.#hopeless, namelessRow),
      writers,
    };
  }

  /** Finds out where the dcid of a node comes from; false if that takes its texts. */
  #identify(node: BoundNode): boolean {
    const [dcid, second] = node.dcids;
    if (dcid !== undefined) {
      const source = this.#cellOrConstant(dcid);
      if (source === undefined || second !== undefined) return false;
      this.#dcids.set(node.entity, source);
      return true;
    }
    if (isObservation(node)) return true;
    if (isHopeless(node, this.#nodes)) {
      this.#hopeless.add(node);
      return node.values.every((value) => value.kind === "column" || constant(value) !== undefined);
    }
    const sources = node.values.map((value) => this.#cellOrConstant(value));
    const columns = sources.filter((source) => source instanceof ColumnCells);
    this.#places.set(node.entity, new RowPlaces(node.entity, columns));
    return sources.every((source) => source !== undefined);
  }

  /** Of cells that no writer reads. */
  #plainColumns(): PlainCells[] {
    const values = Array.from(this.#hopeless, ({ values }) => values).flat();
    const columns = values.filter(({ kind }) => kind === "column");
    return columns.map((value) => new PlainCells(value, this.#delimiter));
  }

  #writerOf(node: BoundNode): Writer | undefined {
    if (isObservation(node)) return this.#observation(node);
    const properties: RowProperty[] = [];
    for (const value of node.values) {
      const property = this.#propertyOf(value);
      if (property === undefined) return undefined;
      properties.push(property);
    }
    return new NodeWriter(this.#to, this.#dcids.get(node.entity)!, properties);
  }

  #observation({ entity, dcids, values }: BoundNode): ObservationWriter | undefined {
    const parts: (ValueSource | undefined)[] = [];
    let value: BoundValue | undefined;
    for (const one of values) {
      const slot = slotOf(one.property);
      if (slot === undefined) continue;
      if (parts[slot] !== undefined) return undefined;
      // Values are read as bytes: hardly one is like another.
      if (slot === valueSlot) value = one;
      parts[slot] = slot === valueSlot ? noSource : this.#sourceOf(one);
      if (parts[slot] === undefined) return undefined;
    }
    const isWhole = requiredSlots.every((slot) => parts[slot] !== undefined);
    const further = this.#further(values);
    if (!isWhole || value?.kind !== "column" || further === undefined) return undefined;
    const name = dcids.length === 0 ? entity : undefined;
    const dcid = this.#dcids.get(entity);
    return new ObservationWriter(this.#to, { parts, value, entity: name, dcid, further });
  }

  /** Properties that a series has no place for; undefined if one of them needs texts. */
  #further(values: BoundNode["values"]): RowProperty[] | undefined {
    const further: RowProperty[] = [];
    for (const value of values) {
      if (isObservationType(value) || slotOf(value.property) !== undefined) continue;
      const property = isFurtherProperty(value.property) ? this.#propertyOf(value) : undefined;
      if (property === undefined) return undefined;
      further.push(property);
    }
    return further;
  }

  /** @returns undefined for one that is odd in every row. */
  #propertyOf(value: BoundValue): RowProperty | undefined {
    const source = this.#sourceOf(value);
    if (source === undefined) return undefined;
    return { property: value.property, value: source, isNode: value.kind === "entity" };
  }

  /** @returns undefined for what is odd in every row. */
  #sourceOf(value: BoundValue): ValueSource | undefined {
    if (value.kind !== "entity") return this.#cellOrConstant(value);
    return this.#dcids.get(value.text) ?? this.#places.get(value.text);
  }

  #cellOrConstant(value: BoundValue): ValueSource | undefined {
    const { kind, column, isReference } = value;
    if (kind !== "column") return kind === "entity" ? undefined : constant(value);
    const key = `${column} ${isReference}`;
    const cells = this.#columns.get(key) ?? new ColumnCells(value, this.#delimiter);
    this.#columns.set(key, cells);
    return cells;
  }
}

const noSource: ValueSource = { current: new CellValue(undefined) };
const requiredSlots: readonly number[] = [0, 1, dateSlot];

/** What a node is has to be known before any row, and its name in a row must not be a dcid. */
function hasPlainNames({ entity, values }: BoundNode): boolean {
  const types = values.filter(({ property }) => property === "typeOf");
  const isTyped = types.every(({ kind }) => kind === "reference");
  return isTyped && dcidOf(parseTerm(entity).table) === undefined;
}

function isObservation({ values }: BoundNode): boolean {
  return values.some(isObservationType);
}

function isObservationType({ property, text }: BoundValue): boolean {
  return property === "typeOf" && text === observationType;
}

/**
 * Whether a node without a dcid column, whose types are constants, gets none in any row. One that other
 * nodes refer to is none of these: the references are reported, too.
 */
export function isHopeless({ entity, values }: BoundNode, nodes: readonly BoundNode[]): boolean {
  const types = values.flatMap(({ property, text }) => (property === "typeOf" ? text : []));
  if (generatedKind(types) !== undefined || types.some(isPlaceType)) return false;
  const isReference = ({ kind, text }: BoundValue) => kind === "entity" && text === entity;
  return !nodes.some((node) => node.values.some(isReference));
}

/** What a row reports of such a node, by its line: the same but for the message. */
function namelessRow({ entity, values }: BoundNode): (line: number) => Finding {
  const found = (name: string, line: number) => namelessNode({ name, line, values: [...values] });
  const { level, counter, suffix = "Thing" } = found("", 0);
  return (line) => {
    const message = () => found(localName(entity, line), line).message();
    return { level, counter, suffix, line, message };
  };
}

const blank = 0x20;
/** They part values, or make more of them than texts. */
const oddSigns = '"\\[:';

/** The cells of a column that nothing needs, where hardly one is like another. */
class PlainCells {
  readonly #column: number;
  readonly #isOdd: (cell: string) => boolean;
  /** By byte: whether a cell with it has to be read. */
  readonly #signs = new Uint8Array(256);

  constructor({ column, isReference }: BoundValue, delimiter: string) {
    this.#column = column;
    this.#isOdd = (cell) => meaningOf(cell, isReference, delimiter).isOdd;
    for (const sign of oddSigns + delimiter) this.#signs[sign.charCodeAt(0)] = 1;
    this.#signs.fill(1, 0, blank);
  }

  /** @returns false for a cell that is odd. */
  take(row: CellRow): boolean {
    const { bytes } = row;
    const signs = this.#signs;
    const end = row.ends[this.#column]!;
    let letters = 0;
    for (let at = row.starts[this.#column]!; at < end; at++) {
      const byte = bytes[at]!;
      if (signs[byte] === 1) return !this.#isOdd(row.text(this.#column));
      if (byte !== blank) letters += 1;
    }
    return letters > 0;
  }
}
