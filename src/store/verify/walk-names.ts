/** Names in the order of nodes, as a snapshot has them, held against the literals. */

import { rowOf, type Walk, type WalkedColumns, type WalkedRows } from "../columns/index.ts";
import { farNames } from "../graph/index.ts";
import { literalsName, noTerm } from "../texts/index.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";
import { TextSpans } from "./walked-texts.ts";

/**
 * After names and literals were walked. Every word of every name goes into a sum, with its literal and
 * its place; so does every word of every literal, as often as it is a name.
 */
export function* walkNames(columns: WalkedColumns): Walk {
  const { nodes, literals } = columns.counts;
  const names = columns.rows("graph.names");
  const counts = new Uint32Array(literals);
  const key = newSumKey();
  const [ofNodes, ofLiterals] = [new KeyedSum(key), new KeyedSum(key)];
  const texts = new TextWords(columns, farNames);
  for (let node = 0; node < nodes; node++) {
    const name = yield* rowOf(names, node);
    yield* texts.next();
    if (name === noTerm && texts.length > 0) throw texts.wrong(`node ${node} has no name`);
    if (name === noTerm) continue;
    counts[name - nodes]!++;
    yield* texts.addTo(ofNodes, name, 1);
  }
  texts.finish();
  const named = new TextWords(columns, literalsName);
  for (let literal = 0; literal < literals; literal++) {
    yield* named.next();
    if (counts[literal]! > 0) yield* named.addTo(ofLiterals, literal + nodes, counts[literal]!);
  }
  if (!ofNodes.isEqual(ofLiterals)) throw texts.wrong("nodes have other names");
}

/** Texts one after the other, and their words of four bytes. */
class TextWords {
  readonly #spans: TextSpans;
  readonly #bytes: WalkedRows;

  constructor(columns: WalkedColumns, name: string) {
    this.#spans = new TextSpans(columns, name);
    this.#bytes = columns.rows(`${name}.bytes`);
  }

  get length(): number {
    return this.#spans.end - this.#spans.start;
  }

  *next(): Walk {
    yield* this.#spans.next();
  }

  finish(): void {
    this.#spans.finish();
  }

  *addTo(sum: KeyedSum, id: number, times: number): Walk {
    const { start, end } = this.#spans;
    for (let at = start; at < end; at += 4) {
      let word = 0;
      for (let byte = at; byte < Math.min(at + 4, end); byte++) {
        if (!this.#bytes.has(byte)) yield this.#bytes.need(byte);
        word = (word << 8) | this.#bytes.at(byte);
      }
      sum.add(id, at - start, word, end - start, times);
    }
    if (start === end) sum.add(id, 0, 0, 0, times);
  }

  wrong(reason: string): Error {
    return this.#bytes.wrong(
      Math.max(0, Math.min(this.#spans.start, this.#bytes.length - 1)),
      reason,
    );
  }
}
