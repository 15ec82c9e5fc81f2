/**
 * Every term of a world has one number. Nodes come first, then literals, each in UTF-8 byte order
 * of its text: `id < nodeCount` tells them apart, and id order is answer order.
 */

import { HashedTextTable, type TextTable } from "./text-table.ts";

/** Dense number of a term. */
export type TermId = number;

/** Stands for "no term" in columns of term ids. */
export const noTerm = 0xffff_ffff;

export class Dictionary {
  readonly nodeCount: number;
  readonly termCount: number;
  readonly #nodes: HashedTextTable;
  readonly #literals: TextTable;

  constructor(nodes: TextTable, literals: TextTable) {
    this.#nodes = new HashedTextTable(nodes);
    this.#literals = literals;
    this.nodeCount = nodes.count;
    this.termCount = nodes.count + literals.count;
  }

  get byteLength(): number {
    return this.#nodes.byteLength + this.#literals.byteLength;
  }

  /** Id of the node with this dcid, or undefined. */
  nodeOf(dcid: string): TermId | undefined {
    return this.#nodes.idOf(dcid);
  }

  /** Id of the literal with exactly this text, or undefined. */
  literalOf(text: string): TermId | undefined {
    const id = this.#literals.idOf(text);
    return id === undefined ? undefined : id + this.nodeCount;
  }

  /** A node's dcid or a literal's text. */
  textOf(term: TermId): string {
    return term < this.nodeCount
      ? this.#nodes.texts.textOf(term)
      : this.#literals.textOf(term - this.nodeCount);
  }

  isNode(term: TermId): boolean {
    return term < this.nodeCount;
  }
}
