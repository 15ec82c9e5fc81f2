/** Text tables: every text well-formed, the texts in byte order, each once. */

import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
import { farNames } from "../graph/graph.ts";
import { literalsName, noTerm } from "../texts/dictionary.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";
import { TextSpans } from "./walked-texts.ts";

export function walkTexts(columns: WalkedColumns, name: string): void {
  const spans = new TextSpans(columns, name);
  const texts = new TextPairs(columns, name);
  let [lastStart, lastEnd] = [0, -1];
  for (let id = 0; id < spans.count; id++) {
    spans.next();
    const { start, end } = spans;
    texts.walkText(start, end);
    texts.walkOrder(lastStart, lastEnd, start, end);
    [lastStart, lastEnd] = [start, end];
  }
  spans.finish();
}

/** The text at hand, and the one before. */
class TextPairs {
  readonly #bytes: WalkedRows;
  /** Of the text before. */
  readonly #before: WalkedRows;
  readonly #utf8 = new Utf8Check();

  constructor(columns: WalkedColumns, name: string) {
    this.#bytes = columns.rows(`${name}.bytes`);
    this.#before = columns.rows(`${name}.bytes`);
  }

  /** It is well-formed. */
  walkText(start: number, end: number): void {
    const bytes = this.#bytes;
    for (let at = start; at < end; ) {
      bytes.goTo(at);
      const pageStart = bytes.start;
      const last = Math.min(end, bytes.end);
      const wrong = this.#utf8.run(bytes.rows as Uint8Array, at - pageStart, last - pageStart);
      if (wrong >= 0) throw bytes.wrong(pageStart + wrong, "this is no UTF-8");
      at = last;
    }
    if (!this.#utf8.isWhole) throw bytes.wrong(end - 1, "a text ends within a character");
  }

  /** It is above the one before. The first one is above a text of less than no bytes. */
  walkOrder(lastStart: number, lastEnd: number, start: number, end: number): void {
    const [bytes, before] = [this.#bytes, this.#before];
    const common = Math.min(end - start, lastEnd - lastStart);
    let order = 0;
    for (let at = 0; at < common && order === 0; ) {
      bytes.goTo(start + at);
      before.goTo(lastStart + at);
      const length = Math.min(common - at, bytes.end - start - at, before.end - lastStart - at);
      order = this.#compare(start + at, lastStart + at, length);
      at += length;
    }
    if (order === 0) order = end - start - (lastEnd - lastStart);
    if (order <= 0) throw bytes.wrong(start, "this text is not above the one before");
  }

  /** Runs that lie in the pages at hand. */
  #compare(start: number, startBefore: number, length: number): number {
    const [bytes, before] = [this.#bytes.rows as Uint8Array, this.#before.rows as Uint8Array];
    const [from, fromBefore] = [start - this.#bytes.start, startBefore - this.#before.start];
    for (let at = 0; at < length; at++) {
      const difference = bytes[from + at]! - before[fromBefore + at]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

// Is a text well-formed UTF-8? Its bytes come in runs, as they lie in pages.

export class Utf8Check {
  /** Continuation bytes that are still to come. */
  #pending = 0;
  /** The next one is between these. */
  #least = 0x80;
  #most = 0xbf;

  /** Takes bytes [start, end); the place of the first one that cannot be, -1 if there is none. */
  run(bytes: Uint8Array, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte < 0x80 && this.#pending === 0) continue;
      if (this.#pending === 0 ? !this.#begin(byte) : !this.#goOn(byte)) return at;
    }
    return -1;
  }

  /** May the text end here? */
  get isWhole(): boolean {
    return this.#pending === 0;
  }

  #begin(byte: number): boolean {
    if (byte < 0xc2 || byte > 0xf4) return false;
    this.#pending = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    // No longer form than needed, no surrogates, nothing above U+10FFFF.
    this.#least = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#most = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    return true;
  }

  #goOn(byte: number): boolean {
    if (byte < this.#least || byte > this.#most) return false;
    this.#pending--;
    this.#least = 0x80;
    this.#most = 0xbf;
    return true;
  }
}

// Names in the order of nodes, as a snapshot has them, held against the literals.

/**
 * After names and literals were walked. Every word of every name goes into a sum, with its literal and
 * its place; so does every word of every literal, as often as it is a name.
 */
export function walkNames(columns: WalkedColumns): void {
  const { nodes, literals } = columns.counts;
  const names = columns.rows("graph.names");
  const counts = new Uint32Array(literals);
  const key = newSumKey();
  const [ofNodes, ofLiterals] = [new KeyedSum(key), new KeyedSum(key)];
  const texts = new TextWords(columns, farNames);
  for (let node = 0; node < nodes; node++) {
    const name = names.at(node);
    texts.next();
    if (name === noTerm && texts.length > 0) throw texts.wrong(`node ${node} has no name`);
    if (name === noTerm) continue;
    counts[name - nodes]!++;
    texts.addTo(ofNodes, name, 1);
  }
  texts.finish();
  const named = new TextWords(columns, literalsName);
  for (let literal = 0; literal < literals; literal++) {
    named.next();
    if (counts[literal]! > 0) named.addTo(ofLiterals, literal + nodes, counts[literal]!);
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

  next(): void {
    this.#spans.next();
  }

  finish(): void {
    this.#spans.finish();
  }

  addTo(sum: KeyedSum, id: number, times: number): void {
    const { start, end } = this.#spans;
    for (let at = start; at < end; at += 4) {
      let word = 0;
      for (let byte = at; byte < Math.min(at + 4, end); byte++) {
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
