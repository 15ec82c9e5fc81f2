/**
 * Where a node stands in an ascending list of nodes, without the list: one bit per node of the
 * world and, per 32 nodes, how many bits stand before. Two bits per node, and no search.
 */

import {
  type ColumnSource,
  type FrozenColumns,
  LateColumn,
  type TermId,
} from "../../store/index.ts";

export class NodePositions {
  readonly #bits: LateColumn<Uint32Array>;
  readonly #before: LateColumn<Uint32Array>;

  readonly #nodeCount: number;

  private constructor(source: ColumnSource, name: string, nodeCount: number) {
    this.#nodeCount = nodeCount;
    this.#bits = new LateColumn(source, `${name}.bits`);
    this.#before = new LateColumn(source, `${name}.before`);
  }

  /** Of all nodes that a column names, in whatever order and however often; and their list. */
  static of(
    nodes: Uint32Array,
    nodeCount: number,
    columns: FrozenColumns,
    name: string,
  ): { positions: NodePositions; list: Uint32Array } {
    const words = (nodeCount + 31) >>> 5;
    const bits = columns.make(`${name}.bits`, Uint32Array, words);
    for (let at = 0; at < nodes.length; at++) bits[nodes[at]! >>> 5]! |= 1 << (nodes[at]! & 31);
    const before = columns.make(`${name}.before`, Uint32Array, words);
    let count = 0;
    for (let word = 0; word < words; word++) {
      before[word] = count;
      count += ones(bits[word]!);
    }
    const list = new Uint32Array(count);
    for (let word = 0, at = 0; word < words; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        list[at++] = word * 32 + 31 - Math.clz32(rest & -rest);
      }
    }
    return { positions: new NodePositions(columns, name, nodeCount), list };
  }

  static readFrom(source: ColumnSource, name: string, nodeCount: number): NodePositions {
    return new NodePositions(source, name, nodeCount);
  }

  /** Place of a node in the list; -1 when it is not there. */
  positionOf(node: TermId): number {
    if (node >= this.#nodeCount) return -1;
    const word = node >>> 5;
    const bits = this.#bits.rowsIn(word, word + 1);
    const bit = 1 << (node & 31);
    const mine = bits[word]!;
    if ((mine & bit) === 0) {
      // Far away it may be a bit that is not here yet: both come in one round.
      this.#before.wish(word, word + 1);
      return -1;
    }
    return this.#before.rowsIn(word, word + 1)[word]! + ones(mine & (bit - 1));
  }
}

/** How many of 32 bits are set. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
