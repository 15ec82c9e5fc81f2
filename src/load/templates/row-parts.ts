/** A template → where the parts of its nodes stand in a row, if the usual row needs no more. */
import { parseTerm } from "../mcf/index.ts";
import { dateSlot, dcidOf, observationType, slotOf, valueSlot } from "../values/index.ts";
import { CellValue, ColumnCells, constant, type ValueSource } from "./row-cells.ts";
import { RowPlaces } from "./row-places.ts";
import { NodeWriter, ObservationWriter, type RowProperty, type RowSink } from "./row-writers.ts";
import type { BoundNode, BoundValue } from "./tmcf-table.ts";

export type Writer = NodeWriter | ObservationWriter;

export interface RowParts {
  readonly columns: readonly ColumnCells[];
  /** Where the dcids of nodes stand. */
  readonly dcids: readonly ValueSource[];
  /** Nodes without one. */
  readonly places: readonly RowPlaces[];
  /** By the position of their nodes in the template; places have none. */
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
      const isPlace = this.#places.has(node.entity);
      const writer = isPlace ? undefined : this.#writerOf(node);
      if (writer === undefined && !isPlace) return undefined;
      writers.push(writer);
    }
    return {
      columns: [...this.#columns.values()],
      dcids: [...this.#dcids.values()],
      places: [...this.#places.values()],
      writers,
    };
  }

  /** Finds out where the dcid of a node comes from; false if only its texts tell. */
  #identify(node: BoundNode): boolean {
    const [dcid, second] = node.dcids;
    if (dcid !== undefined) {
      const source = this.#cellOrConstant(dcid);
      if (source === undefined || second !== undefined) return false;
      this.#dcids.set(node.entity, source);
      return true;
    }
    if (isObservation(node)) return true;
    const sources = node.values.map((value) => this.#cellOrConstant(value));
    const columns = sources.filter((source) => source instanceof ColumnCells);
    this.#places.set(node.entity, new RowPlaces(node.entity, columns));
    return sources.every((source) => source !== undefined);
  }

  #writerOf(node: BoundNode): Writer | undefined {
    if (isObservation(node)) return this.#observation(node);
    const properties: RowProperty[] = [];
    for (const value of node.values) {
      const source = this.#sourceOf(value);
      if (source === undefined) return undefined;
      properties.push({ property: value.property, value: source, isNode: value.kind === "entity" });
    }
    return new NodeWriter(this.#to, this.#dcids.get(node.entity)!, properties);
  }

  #observation({ entity, dcids, values }: BoundNode): ObservationWriter | undefined {
    const parts: (ValueSource | undefined)[] = [];
    let value: BoundValue | undefined;
    for (const one of values) {
      if (isObservationType(one)) continue;
      const slot = slotOf(one.property);
      if (slot === undefined || parts[slot] !== undefined) return undefined;
      // Values are read as bytes: hardly one is like another.
      if (slot === valueSlot) value = one;
      parts[slot] = slot === valueSlot ? noSource : this.#sourceOf(one);
      if (parts[slot] === undefined) return undefined;
    }
    const isWhole = requiredSlots.every((slot) => parts[slot] !== undefined);
    if (!isWhole || value?.kind !== "column") return undefined;
    const name = dcids.length === 0 ? entity : undefined;
    return new ObservationWriter(this.#to, { parts, value, entity: name });
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
