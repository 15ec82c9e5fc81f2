/**
 * Nodes of a template that get no dcid, whatever a row states about them: only their number counts. Each
 * row reports them, so their cells are looked at for what else is to be reported.
 */
import { generatedKind } from "../nodes/dcid-assignment.ts";
import { namelessNode } from "../nodes/lost-references.ts";
import { isPlaceType } from "../nodes/place-identity.ts";
import type { CellRow } from "../records/cell-columns.ts";
import type { Finding } from "../report/diagnostics.ts";
import { meaningOf } from "./row-writers.ts";
import { type BoundNode, type BoundValue, localName } from "./tmcf-table.ts";

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
export function namelessRow({ entity, values }: BoundNode): (line: number) => Finding {
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
export class PlainCells {
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
